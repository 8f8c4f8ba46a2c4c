import { months } from "../../../domain/contract/site.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";

export function progressRoutes(router: Router, { data, challenges }: Deps): void {
  router.read(months, async () => {
    const all = await data.progress.listMonths();
    return { results: all.filter(({ challenge }) => challenges.has(challenge)) };
  });
}
