/** Returns a typed name as a message repeats it: in quotes and cut to 100 characters, because it may be any length. */
export const quoteName = (name: string): string => `"${name.length > 100 ? `${name.slice(0, 99)}…` : name}"`;
