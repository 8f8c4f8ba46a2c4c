import { after, cleared } from "../../../derive/list-steps.ts";
import type { ListParameters } from "../../../derive/url-state.ts";
import type { Filter } from "../../../fields/kind.ts";
import { pages } from "../../../routes.ts";
import type { ListPageData } from "./load.server.ts";

type Parameter = keyof ListPageData["places"];
type Page = Pick<ListPageData, "challenge" | "chips" | "places">;

/** Returns the address of the list of one value alone, in the list's order. */
export const aloneAddress = (
  { challenge }: Pick<Page, "challenge">,
  asked: ListParameters,
  parameter: Parameter,
  value: string,
): string => pages.list(challenge.key, { [parameter]: value, ...cleared(asked) });

/**
 * Returns where a value in a row leads: to the list with it as one more filter or, if it is one already, to the list
 * of it alone.
 */
export function addedAddress(page: Page, asked: ListParameters, parameter: Parameter, value: string): string {
  const { challenge, chips, places } = page;
  const isSame = ([name, each]: Filter): boolean =>
    name === parameter && each.toLowerCase() === value.toLowerCase();
  const there = chips.filter(({ filters }) => filters.some(isSame));
  if (there.some(({ isTyped }) => !isTyped)) return aloneAddress(page, asked, parameter, value);
  // What the text was read as becomes that filter, instead of being there twice.
  const read = there.flatMap(({ keep }) => keep ?? [])[0];
  const add = { filter: [parameter, value] as const, places: places[parameter] };
  return pages.list(challenge.key, after(asked, read ?? { add }));
}

/** The parameter that a cell's links add, by the cell's kind. */
const PARAMETERS: Readonly<Record<string, Parameter>> = {
  tower: "tower",
  towerset: "tower",
  map: "map",
  person: "person",
};

/** Returns what a link in a cell adds, told by the cell's kind and the link's text; null for any other link. */
export function valueOfLink(target: EventTarget): { parameter: Parameter; value: string } | null {
  const link = target instanceof Element ? target.closest("a") : null;
  const parameter = PARAMETERS[link?.closest("td")?.dataset.cell ?? ""];
  // The name comes after its mark.
  return link && parameter ? { parameter, value: (link.lastElementChild ?? link).textContent } : null;
}
