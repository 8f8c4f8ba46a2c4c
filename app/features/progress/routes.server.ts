import { months } from "../../../domain/contract/site.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";

/** The public reads of what was done when. */
export const progressAnswers = ({ data, challenges }: Pick<Deps, "data" | "challenges">) => ({
  async months() {
    const all = await data.progress.listMonths();
    return all.filter(({ challenge }) => challenges.has(challenge));
  },
});

export function progressRoutes(router: Router, answers: ReturnType<typeof progressAnswers>): void {
  router.read(months, async () => ({ results: await answers.months() }));
}
