/** An order that says its direction by its name: the newest first, and with DESC the oldest. */
export const NEWEST = "newest";

/** Reads one term of an order: "date", "date DESC" or, as some write it, "dateDESC". Null if it is none. */
export function readSortTerm(term: string): { readonly name: string; readonly descending: boolean } | null {
  const text = term.trim();
  const direction = ["DESC", "ASC"].find(
    (each) => text.toUpperCase().endsWith(each) && text.length > each.length,
  );
  const name = text.slice(0, text.length - (direction?.length ?? 0)).trimEnd();
  return name === "" || /\s/.test(name) ? null : { name, descending: direction === "DESC" };
}
