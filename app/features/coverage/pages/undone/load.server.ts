import { redirect } from "react-router";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { undone } from "../../../../../domain/contract/coverage.ts";
import type { PageContext } from "../../../../../domain/contract/page-context.ts";
import { mapNames } from "../../../../../domain/contract/reference.ts";
import { pages } from "../../../../../domain/contract/routes.ts";
import { nameOfChoice } from "../../../../../domain/game/counted.ts";
import { DIFFICULTIES } from "../../../../../domain/game/facts.ts";
import { TOWER_NAMES } from "../../../../../domain/game/names.ts";
import { SEEDS, UNDONE_FILTERS } from "../../../../../domain/lists/filters.ts";
import { MAX_VALUES } from "../../../../../domain/lists/parameters.ts";
import { ask, askWithStatus } from "../../../../ui/ask.server.ts";
import { plateOf, towerMarksOf } from "../../../../ui/marks.server.ts";

const FILTERS = ["challenge", ...UNDONE_FILTERS] as const;

/** Loads the open one that the address draws. One without a seed leads to one that has it. */
export async function loadUndone(search: URLSearchParams, context: PageContext) {
  const given = Object.fromEntries(
    FILTERS.flatMap((name) => {
      const values = search
        .getAll(name)
        .flatMap((value) => value.trim() || [])
        .slice(0, MAX_VALUES);
      return values.length === 0 ? [] : [[name, values] as const];
    }),
  );
  if (!search.get("seed")?.trim()) {
    const seed = Math.floor(Math.random() * SEEDS);
    throw redirect(pages.undone({ ...given, seed }), { headers: { "Cache-Control": "no-store" } });
  }
  const [{ body, error, status }, names] = await Promise.all([
    askWithStatus(context, undone, search),
    ask(context, mapNames),
  ]);
  const one = body?.results[0] ?? null;
  return {
    ...{ given, error, status, one },
    seed: body?.seed ?? 0,
    /** The filters of which each leaves nothing; none if there is an open one. */
    emptied: body?.emptied ?? [],
    towerMarks: towerMarksOf(one?.towers.map(({ name }) => name) ?? []),
    plate: one?.map ? await plateOf(one.map, context) : null,
    options: {
      challenge: Array.from(CHALLENGES.values(), ({ key, label }) => ({ value: key, label })),
      difficulty: DIFFICULTIES.map((each) => ({ value: each, label: nameOfChoice(each) })),
      map: (names.body?.results ?? []).map((name) => ({ value: name, label: name })),
      towers: TOWER_NAMES.map(({ name }) => name),
    },
  };
}

export type UndoneData = Awaited<ReturnType<typeof loadUndone>>;
