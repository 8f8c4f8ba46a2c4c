import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { pages } from "../../../../../domain/contract/routes.ts";
import { cash } from "../../../../../domain/game/counted.ts";
import { dateInWords } from "../../../../../domain/game/day-in-words.ts";
import type { Chart } from "../../../../../domain/lists/chart.ts";
import {
  type ChartStep,
  costChart,
  type Drawing,
  type RecordCost,
  stepsOf,
} from "../../../../../domain/lists/cost-chart.ts";
import { costHistory, recordAmountOfRow } from "../../../../../domain/lists/record.ts";
import { playersOf, type WireRow } from "../../../../../domain/lists/row.ts";
import type { PageContext } from "../../../../ui/context.ts";
import { outcomeOf } from "../../../../ui/outcome.server.ts";

/** Letters of a player's name that a label has room for. */
const MOST_LETTERS = 22;

/** Returns the greatest width that a text can have: letters of some scripts are as wide as they are high. */
const widthOf = (text: string): number =>
  Array.from(text).reduce((width, letter) => width + ((letter.codePointAt(0) ?? 0) > 0x2e7f ? 14 : 7.5), 4);

function nameOf({ cost: { players } }: ChartStep): string {
  const letters = Array.from(players);
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS - 1).join("")}…` : players;
}

/** How a chart is drawn where there is room for names, and on a phone, where falls are numbered as in the table. */
const SIZES = {
  wide: {
    width: 760,
    height: 340,
    textOf: nameOf,
    room: { left: 82, right: 14, top: 26, bottom: 50 },
    label: { height: 18, widthOf },
  },
  narrow: {
    width: 340,
    height: 270,
    textOf: ({ number }: ChartStep) => String(number),
    room: { left: 72, right: 12, top: 24, bottom: 48 },
    label: { height: 18, widthOf: () => 20 },
  },
} as const satisfies Record<string, Drawing & { textOf(step: ChartStep): string }>;

/** Returns a chart as it is drawn, with all its words and where each record links to. */
function drawn(key: string, history: readonly RecordCost[], size: keyof typeof SIZES) {
  const { textOf, ...drawing } = SIZES[size];
  const { line, points, costs, versions } = costChart(history, drawing, textOf);
  const { width, height, room } = drawing;
  const labelled = points.map(({ x, y, label, ...step }) => ({
    x,
    y,
    page: pages.notes(key, { filekey: step.cost.filekey }),
    words: `Version ${step.cost.major}: ${cash(step.cost.money)} by ${step.cost.players}`,
    isFall: step.number !== null,
    label: label && { ...label, text: textOf(step) },
  }));
  return {
    size,
    points: labelled,
    chart: {
      width,
      height,
      left: room.left,
      top: room.top,
      bottom: height - room.bottom,
      unit: "Cost",
      path: line,
      isFilled: false,
      amounts: costs.map(({ y, money }) => ({ y, words: cash(money) })),
      columns: versions.map(({ x, major }) => ({ x, words: `v${major}` })),
      values: labelled.map(({ x, y, words }) => ({ x, y, words })),
    } satisfies Chart,
  };
}

export type DrawnChart = ReturnType<typeof drawn>;

/**
 * Returns a title, "Least cost on Quad from version 29 ($164,349) to version 54 ($130,869)", and both drawings; null
 * if there are fewer than two costs, which make no line.
 */
function chartsOf(key: string, title: string, history: readonly RecordCost[]) {
  const [last, first] = [history.at(0), history.at(-1)];
  if (!first || !last || first === last) return null;
  return {
    title: `${title} from version ${first.major} (${cash(first.money)}) to version ${last.major} (${cash(last.money)})`,
    drawings: [drawn(key, history, "wide"), drawn(key, history, "narrow")],
  };
}

/** "−$1,665", "+$200"; null if it is the same or nothing came before. */
const changeInWords = (change: number | null): string | null =>
  change === null || change === 0 ? null : `${change < 0 ? "−" : "+"}${cash(Math.abs(change))}`;

/** A completion that counted as a record until another one was verified, which had been played earlier. */
interface Superseded {
  /** The filekey of the other one, and the day on which it was verified. */
  readonly by: string;
  readonly on: string;
  readonly completion: WireRow;
}

/** "Verified 3 Aug 2024; until then $900 by Ada counted"; null: nothing did. */
function supersededInWords(
  definition: ChallengeDefinition,
  filekey: string,
  superseded: readonly Superseded[],
): string | null {
  const own = superseded.filter(({ by }) => by === filekey);
  const [first] = own;
  if (!first) return null;
  const named = own.map(
    ({ completion }) =>
      `${cash(recordAmountOfRow(definition, completion))} by ${playersOf(definition, completion)}`,
  );
  return `Verified ${dateInWords(first.on)}; until then ${new Intl.ListFormat("en").format(named)} counted`;
}

/** Returns a row of the table, which is the chart in words. */
function rowOf(key: string, { cost, change, number }: ChartStep, superseded: string | null) {
  const { major, money, players, date, filekey } = cost;
  return {
    major,
    players,
    number,
    day: date === null ? "–" : dateInWords(date),
    superseded,
    cost: cash(money),
    change: changeInWords(change),
    isFall: change !== null && change < 0,
    page: pages.notes(key, { filekey }),
  };
}

/** Loads how the record of each major version came down, for a challenge that has such a history. */
export async function loadHistory(definition: ChallengeDefinition, map: string, context: PageContext) {
  const { key, label, costHistory: words = "", record } = definition;
  const { body, error, status } = await outcomeOf(() =>
    context.reads.completions.recordHistory(definition, map),
  );
  const history = costHistory(definition, body?.results ?? []);
  return {
    key,
    label,
    error,
    status,
    introduction: words.replace("{map}", map),
    charts: chartsOf(key, `${record?.words ?? ""} on ${map}`, history),
    // Newest version first.
    rows: stepsOf(history)
      .toReversed()
      .map((step) =>
        rowOf(key, step, supersededInWords(definition, step.cost.filekey, body?.superseded ?? [])),
      ),
  };
}
