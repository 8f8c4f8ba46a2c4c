/** Removes blanks from a typed code and puts it in capitals. */
export const tidyCode = (typed: string): string => typed.replace(/\s+/g, "").toUpperCase();
