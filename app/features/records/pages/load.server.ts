import type { ChallengeDefinition } from "../../../../domain/challenges/define.ts";
import { CHALLENGES } from "../../../../domain/challenges/index.ts";
import type { PageContext } from "../../../../domain/contract/page-context.ts";
import { records } from "../../../../domain/contract/records.ts";
import { allMaps } from "../../../../domain/contract/reference.ts";
import { amountInWords, recordAmountOfRow } from "../../../../domain/lists/record.ts";
import { playersOf } from "../../../../domain/lists/row.ts";
import { ask, askWithStatus } from "../../../ui/ask.server.ts";
import { lineOf } from "../../../ui/completions/line.server.ts";
import { dayInWords } from "../../../ui/components/Ago.tsx";
import { marksOfRows } from "../../../ui/marks.server.ts";

const PARAMETERS = ["challenge", "map", "offset"] as const;

/** Records on a page. */
const SIZE = 20;

/** "$1,200 less", or "2 towers fewer". */
function lessInWords(definition: ChallengeDefinition, less: number): string {
  if (definition.record?.by !== "towerCount") return `${amountInWords(definition, less)} less`;
  return less === 1 ? "1 tower fewer" : `${less} towers fewer`;
}

/** Loads the records that the address asks for, as lines, and the choices for its filters. */
export async function loadRecords(search: URLSearchParams, context: PageContext) {
  const given = PARAMETERS.map((name) => [name, search.get(name)?.trim() ?? ""] as const);
  const parameters: Record<string, string> = Object.fromEntries(given.filter(([, value]) => value !== ""));
  const [{ body, error, status }, maps] = await Promise.all([
    askWithStatus(context, records, { ...parameters, count: SIZE }),
    ask(context, allMaps),
  ]);
  const rows = (body?.results ?? []).flatMap(({ challenge, completion: row, ...set }) => {
    const definition = CHALLENGES.get(challenge);
    return definition ? [{ definition, row, ...set }] : [];
  });
  return {
    ...{ parameters, error, status, size: SIZE, more: body?.more ?? false, holders: body?.holders ?? [] },
    challenges: Array.from(CHALLENGES.values()).flatMap(({ key, label, record }) =>
      record ? [{ value: key, label }] : [],
    ),
    maps: (maps.body?.results ?? []).map(({ map }) => ({ value: map, label: map })),
    marks: await marksOfRows(rows, context),
    lines: rows.map(({ definition, row, before, until, day }) => {
      const words =
        before === null
          ? "the first"
          : `${lessInWords(definition, recordAmountOfRow(definition, before) - recordAmountOfRow(definition, row))} than ${playersOf(definition, before)}`;
      return {
        ...lineOf(definition, row, day),
        standing: {
          ...{ record: until === null ? "Record" : null, isBest: until === null, held: null },
          words: until === null ? words : `${words}; fell ${dayInWords(until)}`,
        },
      };
    }),
  };
}
