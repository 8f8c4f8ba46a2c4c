/** Proposes two letters that no other has: the first two of its name, else the first and a later one. */
export function proposedMark(name: string, rows: readonly { readonly mark: string }[]): string {
  const taken = new Set(rows.map(({ mark }) => mark.toLowerCase()));
  const letters = Array.from(name.normalize("NFD").replace(/[^A-Za-z]/g, ""));
  const all = [...letters.slice(1), ..."abcdefghijklmnopqrstuvwxyz"].map(
    (second) => `${(letters[0] ?? "X").toUpperCase()}${second.toLowerCase()}`,
  );
  return all.find((mark) => !taken.has(mark.toLowerCase())) ?? "";
}
