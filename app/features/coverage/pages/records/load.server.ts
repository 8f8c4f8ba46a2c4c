import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { coverage } from "../../../../../domain/contract/coverage.ts";
import type { PageContext } from "../../../../../domain/contract/page-context.ts";
import { allMaps } from "../../../../../domain/contract/reference.ts";
import { pages } from "../../../../../domain/contract/routes.ts";
import { packMapMark } from "../../../../../domain/fields/marks/packed.ts";
import { amountInWords } from "../../../../../domain/lists/record.ts";
import { possibleIn, shareOf } from "../../../../../domain/lists/share.ts";
import { ask } from "../../../../ui/ask.server.ts";
import { coverageTabs } from "../tabs.server.ts";

/** What a cell says, and where it leads. An open one leads to the form. */
interface Cell {
  readonly text: string;
  readonly to: string;
  readonly state: "done" | "pending" | "open";
}

/** Loads every map with how far each challenge is done on it. */
export async function loadMapsCoverage(context: PageContext) {
  const [{ body }, maps] = await Promise.all([ask(context, coverage), ask(context, allMaps)]);
  const abbreviations = new Map((maps.body?.results ?? []).map((each) => [each.map, each.abbreviation]));
  const byTowers = [...CHALLENGES.values()].filter((definition) => shareOf(definition) !== "maps");
  const columns = body?.columns ?? [];
  const rows = (body?.results ?? []).map(({ map, difficulty, records, verified, pending }) => ({
    ...{ map, difficulty: difficulty ?? "" },
    plate: packMapMark(difficulty ?? "", abbreviations.get(map) ?? ""),
    cells: [
      ...columns.map(({ challenge: key, completiontype }, at): Cell => {
        const definition = CHALLENGES.get(key);
        const record = records[at];
        if (record && definition) {
          const to = pages.notes(key, { filekey: record.filekey });
          return { text: amountInWords(definition, record.amount), to, state: "done" };
        }
        return (verified[key] ?? 0) === 0 && (pending[key] ?? 0) > 0
          ? { text: "pending", to: pages.list(key, { map, pending: 1 }), state: "pending" }
          : { text: "open", to: pages.addForm(key, { map, completiontype }), state: "open" };
      }),
      ...byTowers.map(({ key }): Cell => {
        const done = verified[key] ?? 0;
        return done > 0
          ? { text: String(done), to: pages.list(key, { map }), state: "done" }
          : { text: "0", to: pages.undone({ challenge: key, map }), state: "open" };
      }),
    ],
  }));
  return {
    tabs: coverageTabs(),
    columns: [
      ...columns.map(({ challenge, label }) => ({ label, of: null, to: pages.list(challenge) })),
      ...byTowers.map((definition) => ({
        label: definition.label,
        of: possibleIn(definition).count,
        to: pages.challengeCoverage(definition.key),
      })),
    ],
    open: rows.reduce(
      (sum, { cells }) => sum + cells.slice(0, columns.length).filter(({ state }) => state === "open").length,
      0,
    ),
    groups: Array.from(
      Map.groupBy(rows, ({ difficulty }) => difficulty),
      ([difficulty, own]) => ({ difficulty, rows: own }),
    ),
  };
}
