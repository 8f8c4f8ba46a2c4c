/** A sort name that implies a direction: the newest first, or the oldest with DESC. */
export const NEWEST = "newest";

/** Reads one term of an order: "date", "date DESC" or, as some write it, "dateDESC". Null if it is not one. */
export function readSortTerm(term: string): { readonly name: string; readonly descending: boolean } | null {
  const text = term.trim();
  const direction = ["DESC", "ASC"].find(
    (each) => text.toUpperCase().endsWith(each) && text.length > each.length,
  );
  const name = text.slice(0, text.length - (direction?.length ?? 0)).trimEnd();
  return name === "" || /\s/.test(name) ? null : { name, descending: direction === "DESC" };
}
