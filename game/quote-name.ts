/** A name that somebody typed, as a message repeats it: in quotes, and cut, for it may be of any length. */
export const quoteName = (name: string): string => `"${name.length > 100 ? `${name.slice(0, 99)}…` : name}"`;
