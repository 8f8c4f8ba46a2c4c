import {
  codeBackfill,
  codeDifferences,
  codeProposals,
  switchCodeBackfill,
  takeFromCodes,
} from "../../../domain/contract/code-backfill.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import { BACKFILLED_CODES_PER_HOUR } from "../../../domain/limits.ts";
import { BadForm } from "../../../server/errors.ts";
import { textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import { entryFor, type Router } from "../../api/router.server.ts";
import { writeUnlessStale } from "../../audit/stale.server.ts";
import { refuseBanned } from "../completions/banned.server.ts";
import * as codeChecks from "../completions/repository/code-checks.server.ts";
import { switchBackfill } from "./repository.server.ts";
import { differingPage, proposedPage, readTaken, takeOver } from "./taught.server.ts";

/** Codes of old completions: whether they are asked for, and what their documents teach. */
export function codeBackfillRoutes(router: Router, deps: Deps): void {
  const { data, keeping } = deps;
  router.personal(codeBackfill, async () => {
    const [state, progress] = await Promise.all([
      data.codeBackfill.find(),
      codeChecks.progress(data.database),
    ]);
    return {
      ...state,
      ...progress,
      isPossible: keeping.codesHost !== null,
      perHour: BACKFILLED_CODES_PER_HOUR,
    };
  });
  router.act(switchCodeBackfill, async (form, context) => {
    const on = asWritten(textsOf(form).on ?? "");
    if (on !== "1" && on !== "0")
      throw new BadForm("not-a-choice", { subject: { field: "on" }, choices: ["1", "0"] });
    const isOn = on === "1";
    if ((await data.codeBackfill.find()).isOn === isOn) return;
    await writeUnlessStale(switchBackfill({ is_on: isOn ? 1 : 0 }, entryFor(context, "edit")), context);
  });
  router.personal(codeProposals, (page) => proposedPage(page, deps));
  router.personal(codeDifferences, (page) => differingPage(page, deps));
  router.write(takeFromCodes, async (form, context) => {
    await refuseBanned(context);
    return takeOver(readTaken(textsOf(form).entries ?? ""), context);
  });
}
