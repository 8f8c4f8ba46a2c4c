import { newest } from "../../contract/completions.ts";
import { presentRow } from "../../derive/row.ts";
import type { Deps } from "../app.ts";
import type { Router } from "../router.ts";

/** The newest verified completions, of all challenges and maps or of one. */
export function newestRoutes(router: Router, { challenges, data }: Deps): void {
  router.read(newest, async ({ challenge, map: spelling, count }) => {
    const found = await data.completions.listNewest(challenges, {
      challenge: challenge?.toLowerCase() ?? null,
      // Of a map that is gone, too; 0 is no map's number.
      map: spelling === null ? null : ((await data.maps.findByAnyName(spelling))?.id ?? 0),
      count,
    });
    const results = found.flatMap(({ challenge: key, verifiedAt, completion }) => {
      const definition = challenges.get(key);
      return definition
        ? [{ challenge: key, verified: verifiedAt, completion: presentRow(definition, completion) }]
        : [];
    });
    return { results };
  });
}
