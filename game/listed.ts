/** Words as a sentence lists them: "A, B and C". Not `Intl.ListFormat`, for the reason that `counted` gives. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}
