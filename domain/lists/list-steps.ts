import type { Filter } from "../search/understand.ts";
import { inOrder, type ListParameters, valuesOf } from "./url-state.ts";

/**
 * A change to a list's parameters, as data, so that its link can be computed from whatever has been requested by then.
 * Every step leads to the first page.
 */
export interface Step {
  /** Filters to remove. */
  readonly drop?: readonly Filter[];
  /** A filter to add. If its parameter already has `places` values, the last one gives way. */
  readonly add?: { readonly filter: Filter; readonly places: number };
  /** Replaces the text of the search box. */
  readonly query?: string;
}

function without(values: readonly string[], value: string): readonly string[] {
  const at = values.indexOf(value);
  return at === -1 ? values : values.toSpliced(at, 1);
}

function withOneMore(values: readonly string[], value: string, places: number): readonly string[] {
  if (values.includes(value)) return values;
  return [...values.slice(0, places - 1), value];
}

/** Returns a list's parameters after a step. */
export function after(parameters: ListParameters, { drop = [], add, query }: Step): ListParameters {
  const { offset: _, ...next } = parameters as Record<string, string | readonly string[]>;
  for (const [name, value] of drop) next[name] = without(valuesOf(next, name), value);
  if (query !== undefined) next.query = query;
  if (add) {
    const [name, value] = add.filter;
    next[name] = withOneMore(valuesOf(next, name), value, add.places);
  }
  const given = Object.entries(next).filter(([, values]) => values.length > 0);
  return inOrder(Object.fromEntries(given));
}

/** Returns the parameters that remain when nothing narrows the list: its order and its page size. */
export function cleared({ sortby, count }: ListParameters): ListParameters {
  return { ...(sortby && { sortby }), ...(count && { count }) };
}
