import { MOST_SKIPPED, records } from "../../../domain/contract/records.ts";
import { BadParameter } from "../../../domain/lists/parameters.ts";
import { presentRow } from "../../../domain/lists/row.ts";
import { fault } from "../../../domain/messages/index.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";

const MOST_HOLDERS = 10;

type RecordsQuery = ReturnType<(typeof records)["read"]>;

/** The public reads of records. */
export const recordAnswers = ({ data, challenges }: Pick<Deps, "data" | "challenges">) => ({
  /** Returns the records that were set last. Throws BadParameter if there are none in the challenge. */
  async list({ challenge, map: spelling, offset, count }: RecordsQuery) {
    const ranked = [...challenges.values()].filter(({ record }) => record !== undefined);
    const definitions =
      challenge === null ? ranked : ranked.filter(({ key }) => key === challenge.toLowerCase());
    if (definitions.length === 0) {
      const choices = ranked.map(({ key }) => key);
      throw new BadParameter("challenge", fault("not-a-choice", { choices }));
    }
    // Includes maps that were removed. No map has the id 0.
    const map = spelling === null ? null : ((await data.maps.findByAnyName(spelling))?.id ?? 0);
    const [set, holders] = await Promise.all([
      data.completions.listSetRecords({ definitions, map, offset, count: count + 1 }),
      data.completions.listHolders(definitions, MOST_HOLDERS),
    ]);
    const results = set.slice(0, count).map(({ definition, completion, before, superseded, day, until }) => ({
      challenge: definition.key,
      day,
      until,
      completion: presentRow(definition, completion),
      before: before && presentRow(definition, before),
      superseded: superseded.map(({ on, completion: row }) => ({
        on,
        completion: presentRow(definition, row),
      })),
    }));
    return { results, more: set.length > count && offset + count <= MOST_SKIPPED, holders };
  },
});

export function recordRoutes(router: Router, answers: ReturnType<typeof recordAnswers>): void {
  router.read(records, answers.list);
}
