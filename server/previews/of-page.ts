import type { ChallengeDefinition } from "../../challenges/define.ts";
import { type Contract, contractOf } from "../../contract/index.ts";
import { HEADINGS } from "../../contract/site-pages.ts";
import { findTower } from "../../game/names.ts";
import { pages } from "../../routes.ts";
import { answerPreview } from "./answer.ts";
import { completionPreview } from "./completion.ts";
import { listPreview } from "./list.ts";
import { mapPreview } from "./map.ts";
import type { Preview } from "./preview.ts";
import { plain, type Reading } from "./reading.ts";

type Draw = (search: URLSearchParams, reading: Reading) => Promise<Preview> | Preview;

const chosenMap = (search: URLSearchParams): string => search.get("map")?.trim() ?? "";

/** Draws a page that is about one map if its address names one. */
const aboutMap =
  (heading: string, words: (map: string) => string): Draw =>
  async (search, reading) =>
    (chosenMap(search) && (await mapPreview(chosenMap(search), words, reading))) || plain(reading, heading);

function balanceChanges(search: URLSearchParams, reading: Reading): Preview {
  const tower = findTower(search.get("tower") ?? "");
  return plain(reading, tower ? `${HEADINGS.balanceChanges} of ${tower.name}` : HEADINGS.balanceChanges);
}

const headed =
  (heading: string): Draw =>
  (_, reading) =>
    plain(reading, heading);

const PAGES: Readonly<Record<string, Draw>> = {
  [pages.home()]: headed(HEADINGS.home),
  [pages.ask()]: answerPreview,
  [pages.maps()]: aboutMap(HEADINGS.maps, (map) => map),
  [pages.chimpsStarts()]: aboutMap(HEADINGS.chimpsStarts, (map) => `${HEADINGS.chimpsStarts} on ${map}`),
  [pages.balanceChanges()]: balanceChanges,
  [pages.assetGuide()]: headed(HEADINGS.assetGuide),
  [pages.searchHelp()]: headed(HEADINGS.searchHelp),
};

function ofChallenge(definition: ChallengeDefinition): readonly (readonly [string, Draw])[] {
  const one: Draw = (search, reading) => completionPreview(definition, search, reading);
  return [
    [pages.list(definition.key), (search, reading) => listPreview(definition, search, reading)],
    [pages.notes(definition.key), one],
    [pages.extraInfo(definition.key), one],
  ];
}

/**
 * Returns a function that makes the preview of a page by its address, or null if there is no such page. A page that
 * nobody shares, such as a form or an account, shows only the site's name.
 */
export function previewsOf(challenges: Iterable<ChallengeDefinition>) {
  const definitions = [...challenges];
  const draws = new Map([...Object.entries(PAGES), ...definitions.flatMap(ofChallenge)]);
  const known: ReadonlySet<string> = new Set(
    (contractOf(definitions) satisfies Contract).pages.map(({ path }) => path),
  );
  return async (address: string, reading: Reading): Promise<Preview | null> => {
    // Only paths are accepted: an address with a host of its own is not a page's.
    const url = address.startsWith("/") ? URL.parse(address, ANY_HOST) : null;
    if (url?.origin !== ANY_HOST || !known.has(url.pathname)) return null;
    const draw = draws.get(url.pathname);
    return draw ? draw(url.searchParams, reading) : plain(reading, reading.site.shortName);
  };
}

const ANY_HOST = "http://page.invalid";
