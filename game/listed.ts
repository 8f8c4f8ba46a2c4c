/** To make one takes as long as a hundred uses of it. */
const AND = new Intl.ListFormat("en-GB");

/** Words as a sentence lists them: "A, B and C". */
export const listed = (words: readonly string[]): string => AND.format(words);
