/** Lists words as in a sentence: "A, B and C". Not by `Intl.ListFormat`, for the reason that `counted` gives. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}
