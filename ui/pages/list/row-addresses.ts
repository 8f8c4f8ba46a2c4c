import { after, cleared } from "../../../derive/list-steps.ts";
import type { ListParameters } from "../../../derive/url-state.ts";
import type { Filter } from "../../../fields/kind.ts";
import { pages } from "../../../routes.ts";
import type { ListPageData } from "./load.server.ts";

type Parameter = keyof ListPageData["places"];
type Page = Pick<ListPageData, "challenge" | "chips" | "places">;

/** The list of one value alone, in the order that it has. */
export const aloneAddress = (
  { challenge }: Pick<Page, "challenge">,
  asked: ListParameters,
  parameter: Parameter,
  value: string,
): string => pages.list(challenge.key, { [parameter]: value, ...cleared(asked) });

/**
 * Where a value of a row leads: to the list with it as one more filter, and where it is one already, to the list of it
 * alone.
 */
export function addedAddress(page: Page, asked: ListParameters, parameter: Parameter, value: string): string {
  const { challenge, chips, places } = page;
  const isSame = ([name, each]: Filter): boolean =>
    name === parameter && each.toLowerCase() === value.toLowerCase();
  const there = chips.filter(({ filters }) => filters.some(isSame));
  if (there.some(({ isTyped }) => !isTyped)) return aloneAddress(page, asked, parameter, value);
  // What the text was read as becomes that filter instead of standing there twice.
  const read = there.flatMap(({ keep }) => keep ?? [])[0];
  const add = { filter: [parameter, value] as const, places: places[parameter] };
  return pages.list(challenge.key, after(asked, read ?? { add }));
}

/** What a cell of a table links to, by its kind. */
const PARAMETERS: Readonly<Record<string, Parameter>> = {
  tower: "tower",
  towerset: "tower",
  map: "map",
  person: "person",
};

/** What a link in a cell adds: its kind and its text say so. Null: it is another link. */
export function valueOfLink(target: EventTarget): { parameter: Parameter; value: string } | null {
  const link = target instanceof Element ? target.closest("a") : null;
  const parameter = PARAMETERS[link?.closest("td")?.dataset.cell ?? ""];
  // The name stands behind its mark.
  return link && parameter ? { parameter, value: (link.lastElementChild ?? link).textContent } : null;
}
