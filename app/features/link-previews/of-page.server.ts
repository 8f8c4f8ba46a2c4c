import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { type Contract, contractOf } from "../../../domain/contract/index.ts";
import { pages } from "../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../domain/contract/site-pages.ts";
import { counted, nameOfChoice } from "../../../domain/game/counted.ts";
import { readSearchValue, readValue } from "../../../domain/lists/parameters.ts";
import { inWords } from "../../../domain/nouns/define.ts";
import { MAP_FIELDS } from "../../../domain/nouns/fields.ts";
import { type AnswerState, STATES, signOf } from "../../../domain/search/verdicts.ts";
import { completionPreview, listPreview } from "./list.server.ts";
import { answerOf, type Preview, type PreviewReads, type PreviewSign, plain } from "./preview.server.ts";

const VERDICTS: Readonly<Record<AnswerState, PreviewSign>> = {
  done: "done",
  pending: "pending",
  "not-yet": "open",
  "cannot-say": "unknown",
};

/** Returns the preview of an answer of /ask: the question, what can be said, and each challenge's verdict. */
async function answerPreview(search: URLSearchParams, reading: PreviewReads): Promise<Preview> {
  const text = search.get("q")?.trim() ?? "";
  const nothing = plain(reading, HEADINGS.ask, { line: "Has it been done? One question, every challenge." });
  if (text === "") return nothing;
  const answered = await answerOf(async () => reading.reads.search.answer(readSearchValue(text, "q")));
  if (!answered?.headline) return nothing;
  const { summary, kind, headline, answers } = answered;
  if (kind !== "done" || summary === null) return plain(reading, headline.label, { line: HEADINGS.ask });
  const best = (["done", "pending", "not-yet", "cannot-say"] as const).find((state) =>
    answers.some((each) => each.state === state),
  );
  if (best === undefined) return nothing;
  const labels = answers.filter(({ state }) => state === best).map(({ label }) => label);
  return plain(reading, summary, {
    stage: {
      kind: "verdicts",
      question: summary,
      verdicts: answers.map((each) => ({
        label: each.label,
        verdict: VERDICTS[each.state],
        words: signOf(each),
      })),
    },
    heading: STATES[best],
    line: labels.join(", "),
  });
}

/** Returns the preview of a page about one map, with `words` as its heading; null if there is no such map. */
async function mapPreview(
  spelling: string,
  words: (map: string) => string,
  reading: PreviewReads,
): Promise<Preview | null> {
  const info = await answerOf(async () => reading.reads.maps.info(readValue(spelling, "map")));
  if (!info) return null;
  const { map, difficulty, abbreviation, length, numEntrances, version } = info;
  const plate = { difficulty, abbreviation };
  const facts = [
    length === null ? null : `Length ${inWords(MAP_FIELDS.length, length)}`,
    numEntrances === null ? null : `${numEntrances} ${numEntrances === 1 ? "entrance" : "entrances"}`,
    version === null ? null : `added in ${inWords(MAP_FIELDS.version, version)}`,
  ];
  return plain(reading, words(map), {
    stage: { kind: "words", words: words(map), plate },
    plate,
    heading: nameOfChoice(difficulty),
    line: facts.filter((fact) => fact !== null).join(" · "),
  });
}

type Draw = (search: URLSearchParams, reading: PreviewReads) => Promise<Preview> | Preview;

const chosenMap = (search: URLSearchParams): string => search.get("map")?.trim() ?? "";

/** Draws a page that is about one map if its address names one. */
const aboutMap =
  (heading: string, words: (map: string) => string): Draw =>
  async (search, reading) =>
    (chosenMap(search) && (await mapPreview(chosenMap(search), words, reading))) || plain(reading, heading);

/** Returns the preview of a player's page; of a name that nobody has, only the site's name. */
async function playerPreview(name: string, reading: PreviewReads): Promise<Preview> {
  const found =
    name === "" ? null : await answerOf(async () => reading.reads.players.player(readValue(name, "name")));
  if (!found) return plain(reading, reading.site.shortName);
  const done = found.challenges.reduce((sum, { completions }) => sum + completions, 0);
  const originals = found.challenges.reduce((sum, each) => sum + each.originals, 0);
  return plain(reading, found.name, {
    heading: `${counted(done)} verified`,
    line: `${counted(originals)} OGs · ${counted(found.maps.length)} maps`,
  });
}

async function balanceChanges(search: URLSearchParams, reading: PreviewReads): Promise<Preview> {
  const tower = (await reading.catalogue()).find(search.get("tower") ?? "");
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
  [pages.players()]: headed(HEADINGS.players),
  [pages.records()]: headed(HEADINGS.records),
  [pages.progress()]: headed(HEADINGS.progress),
  [pages.chimpsStarts()]: aboutMap(HEADINGS.chimpsStarts, (map) => `${HEADINGS.chimpsStarts} on ${map}`),
  [pages.balanceChanges()]: balanceChanges,
  [pages.assetGuide()]: headed(HEADINGS.assetGuide),
  [pages.newHere()]: headed(HEADINGS.newHere),
  [pages.searchHelp()]: headed(HEADINGS.searchHelp),
  [pages.apiGuide()]: headed(HEADINGS.apiGuide),
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
  const all = (contractOf(definitions) satisfies Contract).pages;
  const known: ReadonlySet<string> = new Set(all.map(({ path }) => path));
  const ofPlayers = pages.player("");
  return async (address: string, reading: PreviewReads): Promise<Preview | null> => {
    // Only paths are accepted: an address with a host of its own is not a page's.
    const url = address.startsWith("/") ? URL.parse(address, ANY_HOST) : null;
    if (url?.origin === ANY_HOST && url.pathname.startsWith(ofPlayers)) {
      const name = decoded(url.pathname.slice(ofPlayers.length));
      return name === null ? null : playerPreview(name, reading);
    }
    if (url?.origin !== ANY_HOST || !known.has(url.pathname)) return null;
    const draw = draws.get(url.pathname);
    return draw ? draw(url.searchParams, reading) : plain(reading, reading.site.shortName);
  };
}

/** Returns a part of a path as text; null if it is not validly encoded. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

const ANY_HOST = "http://page.invalid";
