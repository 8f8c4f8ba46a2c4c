import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import type { MapInfo } from "../../../../../domain/contract/reference.ts";
import { pages } from "../../../../../domain/contract/routes.ts";
import { packMapMark } from "../../../../../domain/fields/marks/packed.ts";
import { nameOfChoice } from "../../../../../domain/game/counted.ts";
import { readValue } from "../../../../../domain/lists/parameters.ts";
import { bestFirst } from "../../../../../domain/lists/record.ts";
import { towersOf, type WireRow } from "../../../../../domain/lists/row.ts";
import { possibleIn, shareOf } from "../../../../../domain/lists/share.ts";
import { inWords, type NounField, nameOf } from "../../../../../domain/nouns/define.ts";
import { MAP_FIELDS } from "../../../../../domain/nouns/fields.ts";
import { lineOf } from "../../../../ui/completions/line.server.ts";
import { shownMedium } from "../../../../ui/completions/proof.server.ts";
import type { PageContext } from "../../../../ui/context.ts";
import { listBy } from "../../../../ui/list.server.ts";
import { towerMarksOf } from "../../../../ui/marks.server.ts";
import { answerOrRefusal } from "../../../../ui/outcome.server.ts";
import { recordRanksOf } from "../../../../ui/record-ranks.server.ts";
import { loadHistory } from "./history.server.ts";

/** How many records of each challenge a map's page shows. */
const RECORDS = 3;

/** Loads the best verified completions of a challenge on a map, or the newest if none is better than another. */
async function loadRecords(definition: ChallengeDefinition, map: string, context: PageContext) {
  const { key, label } = definition;
  const best = bestFirst(definition);
  const count = best ? RECORDS : 0;
  const found = await listBy(definition, { map, pending: 0, count, sortby: best?.sortby }, context);
  const latest = best ? [] : await context.reads.completions.newest({ challenge: key, map, count: RECORDS });
  const rows: readonly WireRow[] = best ? (found?.results ?? []) : latest.map(({ completion }) => completion);
  const towers = towerMarksOf(
    rows.flatMap((row) => towersOf(definition, row)),
    await context.catalogue(),
  );
  const standings = await recordRanksOf(definition, rows, context);
  return {
    key,
    label,
    words: best?.words ?? "Newest",
    verified: found?.count ?? 0,
    list: pages.list(key, { map }),
    marks: { towers, maps: {} },
    lines: rows.map((row) => ({
      ...lineOf(definition, row, null),
      standing: standings[String(row.filekey)] ?? null,
    })),
  };
}

/** Returns a map's fields in words, without the name, which is the heading: facts, and remarks if there are any. */
function factsOf(info: MapInfo) {
  const fields = Object.entries<NounField>(MAP_FIELDS)
    .filter(([name]) => name !== "map")
    .map(([name, field]) => ({ field, value: info[name as keyof MapInfo] }));
  const [remarks, facts] = [
    fields.filter(({ field, value }) => field.kind === "remark" && value !== ""),
    fields.filter(({ field }) => field.kind !== "remark"),
  ];
  return {
    facts: facts.map(({ field, value }) => ({ label: nameOf(field), value: inWords(field, value) })),
    remarks: remarks.map(({ field, value }) => ({ heading: nameOf(field), text: String(value) })),
  };
}

/** Loads what is not yet done on a map: records without a holder, and how many pairs and towers are open. */
async function loadLeft(map: string, context: PageContext) {
  const { body } = await answerOrRefusal(() => context.reads.coverage.maps(map));
  const catalogue = await context.catalogue();
  const [found] = body?.results ?? [];
  if (!body || !found) return { records: [], towers: [], wishes: [] };
  const isLeft = ({ key }: ChallengeDefinition): boolean => !found.verified[key] && !found.pending[key];
  return {
    wishes: [...CHALLENGES.values()]
      .filter((definition) => shareOf(definition) === "maps" && isLeft(definition))
      .map(({ key, label }) => ({ challenge: key, heading: `${label} on ${map}`, towers: [], map })),
    records: body.columns.flatMap(({ challenge, label, completiontype }, at) =>
      found.records[at] ? [] : [{ label, to: pages.addForm(challenge, { map, completiontype }) }],
    ),
    towers: [...CHALLENGES.values()]
      .filter((definition) => shareOf(definition) !== "maps")
      .map((definition) => {
        const { count } = possibleIn(definition, catalogue);
        const of = shareOf(definition) === "pairs" ? "pairs" : "towers";
        const left = Math.max(0, count - (found.verified[definition.key] ?? 0));
        return {
          label: definition.label,
          left,
          count,
          of,
          to: pages.undone({ challenge: definition.key, map }),
        };
      }),
  };
}

export async function loadMap(spelling: string, context: PageContext) {
  const [names, answer] = await Promise.all([
    context.reads.maps.names(),
    answerOrRefusal(() => context.reads.maps.info(readValue(spelling, "map"))),
  ]);
  const found = { names, status: answer.status };
  if (answer.error !== null) return { kind: "missing" as const, ...found, error: answer.error };
  const info = answer.body;
  const { map, difficulty, abbreviation, length, image } = info;
  const all = [...CHALLENGES.values()];
  const [left, records, histories, medium] = await Promise.all([
    loadLeft(map, context),
    Promise.all(all.map((definition) => loadRecords(definition, map, context))),
    Promise.all(
      all.filter((each) => each.costHistory).map((definition) => loadHistory(definition, map, context)),
    ),
    image === null ? null : context.mediumOf(image),
  ]);
  const picture = image === null ? null : shownMedium(medium, image, `Picture of ${map}`, context.site);
  const ownHistories = histories.map(({ label }) => ` and its ${label} history`).join("");
  return {
    kind: "map" as const,
    ...found,
    status: Math.max(answer.status, ...histories.map((each) => each.status)),
    info,
    records,
    histories,
    left,
    // So that another picture under the same key has another address.
    picture: picture && { ...picture, url: `${picture.url}?revision=${info.revision}` },
    ...factsOf(info),
    mark: packMapMark(difficulty, abbreviation),
    signs: signsOf(info),
    description: `${map}: ${nameOfChoice(difficulty)}, length ${inWords(MAP_FIELDS.length, length)}. Its records in every challenge${ownHistories}.`,
  };
}

/** What is drawn of a map besides its plate; null where nothing is recorded. */
export interface MapSigns {
  readonly entrances: number | null;
  readonly exits: number | null;
  readonly hasWater: boolean | null;
  readonly blocksSight: boolean | null;
  /** The version that added the map. */
  readonly version: string | null;
}

const isSo = (fact: 0 | 1 | null): boolean | null => (fact === null ? null : fact === 1);

export function signsOf(info: MapInfo): MapSigns {
  const { numEntrances, numExits, hasWater, hasLOS, version } = info;
  return {
    entrances: numEntrances,
    exits: numExits,
    hasWater: isSo(hasWater),
    blocksSight: isSo(hasLOS),
    version: version === null ? null : inWords(MAP_FIELDS.version, version),
  };
}

export type MapData = Extract<Awaited<ReturnType<typeof loadMap>>, { kind: "map" }>;
