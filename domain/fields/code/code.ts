/** What the game's challenge codes look like. */
const CODE = /^Z[A-Z\d]{6}$/;

/** Removes blanks from a typed code and puts it in capitals. */
export const tidyCode = (typed: string): string => typed.replace(/\s+/g, "").toUpperCase();

export const isCode = (code: string): boolean => CODE.test(code);
