import { data, redirect } from "react-router";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { playerNames } from "../../../../../domain/contract/names.ts";
import type { PlayerAnswer } from "../../../../../domain/contract/players.ts";
import { pages, searchOf } from "../../../../../domain/contract/routes.ts";
import { counted } from "../../../../../domain/game/counted.ts";
import { personKey } from "../../../../../domain/game/name-key.ts";
import { chartOfMonths } from "../../../../../domain/lists/chart.ts";
import { readValue } from "../../../../../domain/lists/parameters.ts";
import { lineOf } from "../../../../ui/completions/line.server.ts";
import type { PageContext } from "../../../../ui/context.ts";
import { listBy } from "../../../../ui/list.server.ts";
import { marksOfRows, towerMarksOf } from "../../../../ui/marks.server.ts";
import { outcomeOf } from "../../../../ui/outcome.server.ts";

/** The newest completions, the records of a challenge, and the maps and towers shown at once. */
const NEWEST = 8;
const RECORDS = 5;
const SHOWN = 12;

/** Most characters of the beginning of an unknown name. */
const BEGINNING = 3;

/** Draws how many completions each month had; null if none has a month. */
function chartOf({ months }: Pick<PlayerAnswer, "months">) {
  const [first, last] = [months[0]?.month, months.at(-1)?.month];
  if (first === undefined || last === undefined) return null;
  const bars = months.map(({ month, completions }) => ({ month, amount: completions }));
  return chartOfMonths(
    bars,
    { first, last },
    { isFilled: true, unit: "Completions a month", worded: counted },
  );
}

/** Finds players whose names begin as an unknown name. */
async function loadNear(name: string, context: PageContext) {
  for (const length of new Set([name.length - 1, BEGINNING, 1])) {
    const query = Array.from(name).slice(0, length).join("");
    if (query === "") continue;
    const { body } = await outcomeOf(() =>
      context.reads.names.players(playerNames.read(searchOf({ prefix: query })).prefix),
    );
    if (body && body.results.length > 0) return body.results;
  }
  return [];
}

/** Loads the records that a player holds, those of each challenge together. */
async function loadRecords(name: string, done: PlayerAnswer["challenges"], context: PageContext) {
  const held = done.flatMap(({ challenge, records }) => {
    const definition = CHALLENGES.get(challenge);
    return definition && records ? [{ definition, count: records }] : [];
  });
  return Promise.all(
    held.map(async ({ definition, count }) => {
      const query = { person: name, record: "only" };
      const found = await listBy(definition, { ...query, count: RECORDS }, context);
      const rows = (found?.results ?? []).map((row) => ({ definition, row }));
      const all = pages.list(definition.key, query);
      return { label: definition.label, count, all, rows };
    }),
  );
}

const sumOf = (challenges: PlayerAnswer["challenges"], of: "completions" | "originals" | "records"): number =>
  challenges.reduce((sum, each) => sum + (each[of] ?? 0), 0);

/** A player's figures, each under its label. */
const figuresOf = ({ challenges, maps }: PlayerAnswer): ReadonlyMap<string, number> =>
  new Map([
    ["Completions", sumOf(challenges, "completions")],
    ["OGs", sumOf(challenges, "originals")],
    ["Records held", sumOf(challenges, "records")],
    ["Maps", maps.length],
    ...challenges.map(
      ({ challenge, completions }) => [CHALLENGES.get(challenge)?.label ?? challenge, completions] as const,
    ),
  ]);

/** Loads the player whom the address compares with this one, figure by figure; null if it names nobody. */
async function loadRival(own: PlayerAnswer, called: string, context: PageContext) {
  if (called.trim() === "") return null;
  const { body, error, status } = await outcomeOf(() =>
    context.reads.players.player(readValue(called, "name")),
  );
  if (!body) {
    const near = status === 404 ? await loadNear(called, context) : [];
    const said = status === 400 ? "That is not a player's name." : error;
    return { ...NOT_COMPARED, name: called, error: said, near };
  }
  if (body.name === own.name) return { ...NOT_COMPARED, name: called, error: `That is ${own.name} as well.` };
  const [figures, others] = [figuresOf(own), figuresOf(body)];
  const rows = Array.from(new Set([...figures.keys(), ...others.keys()]), (label) => ({
    label,
    own: figures.get(label) ?? 0,
    other: others.get(label) ?? 0,
  }));
  const without = (one: PlayerAnswer, other: PlayerAnswer): string[] => {
    const there = new Set(other.maps.map(({ map }) => map));
    return one.maps.flatMap(({ map }) => (there.has(map) ? [] : [map]));
  };
  const maps = { own: without(own, body), other: without(body, own) };
  return { name: body.name, error: null, near: [], rows, maps };
}

/** What is shown where there is nothing to compare. */
const NOT_COMPARED = {
  near: [] as readonly string[],
  rows: [],
  /** The maps on which one of them has verified completions and the other has none. */
  maps: { own: [] as readonly string[], other: [] as readonly string[] },
};

/**
 * Loads a player's page, and whom it compares them with. Another spelling of the name leads to the one that is shown
 * (301). Where there is no such player, the answer is 404 and names players whose names begin alike.
 */
export async function loadPlayer(name: string, rival: string, context: PageContext) {
  const { body, error, status } = await outcomeOf(() =>
    context.reads.players.player(readValue(name, "name")),
  );
  if (!body) {
    const near = status === 404 ? await loadNear(name, context) : [];
    return data({ kind: "none" as const, error, near }, { status });
  }
  if (body.name !== name) throw redirect(pages.player(body.name, { with: rival || null }), 301);
  const [latest, records, compared] = await Promise.all([
    context.reads.completions.appeared({ person: name, count: NEWEST }),
    loadRecords(name, body.challenges, context),
    loadRival(body, rival, context),
  ]);
  const newest = latest.results.flatMap(({ challenge, verified, completion: row }) => {
    const definition = CHALLENGES.get(challenge);
    return definition ? [{ definition, verified, row }] : [];
  });
  const rows = [...newest, ...records.flatMap((each) => each.rows)];
  const [marks, ofTowers] = [
    await marksOfRows(rows, context),
    towerMarksOf(
      body.towers.map(({ tower }) => tower),
      await context.catalogue(),
    ),
  ];
  const key = personKey(body.name);
  return data({
    kind: "player" as const,
    /** The other spellings of the name that is shown. */
    alsoWritten: body.names.flatMap((each) =>
      each.name !== body.name && personKey(each.name) === key ? [each.name] : [],
    ),
    player: body,
    compared,
    figures: [...figuresOf(body)].slice(0, 4),
    chart: chartOf(body),
    shown: SHOWN,
    challenges: body.challenges.map(({ challenge, ...numbers }) => ({
      key: challenge,
      label: CHALLENGES.get(challenge)?.label ?? challenge,
      ...numbers,
      hasOg: CHALLENGES.get(challenge)?.og !== null,
    })),
    newest: newest.map(({ definition, row, verified }) => lineOf(definition, row, verified)),
    records: records.map(({ rows: held, ...each }) => ({
      ...each,
      lines: held.map(({ definition, row }) => lineOf(definition, row, null)),
    })),
    marks: { ...marks, towers: { ...marks.towers, ...ofTowers } },
  });
}
