import type { Filter } from "./search/understand.ts";
import { inOrder, type ListParameters, valuesOf } from "./url-state.ts";

/**
 * A change of what a list is asked: data, so that a link can be made of it for whatever the list has been asked for by
 * then. Whatever it is, it leads to the first page.
 */
export interface Step {
  /** Filters that go. */
  readonly drop?: readonly Filter[];
  /** A filter that comes. A parameter that takes no more than `places` of them gives up its last. */
  readonly add?: { readonly filter: Filter; readonly places: number };
  /** The text of the search box instead of the one that is there. */
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

/** What a list is asked for after a step. */
export function after(parameters: ListParameters, { drop = [], add, query }: Step): ListParameters {
  const { offset: _, ...next } = parameters as Record<string, string | readonly string[]>;
  for (const [name, value] of drop) next[name] = without(valuesOf(next, name), value);
  if (query !== undefined) next.query = query;
  if (add) {
    const [name, value] = add.filter;
    next[name] = withOneMore(valuesOf(next, name), value, add.places);
  }
  const kept = Object.entries(next).filter(([, values]) => values.length > 0);
  return inOrder(Object.fromEntries(kept));
}

/** What is left of the parameters where nothing narrows the list: its order and the size of its pages. */
export function cleared({ sortby, count }: ListParameters): ListParameters {
  return { ...(sortby && { sortby }), ...(count && { count }) };
}
