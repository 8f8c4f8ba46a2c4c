import { CHECKS } from "../../../domain/checks/index.ts";
import { exceptCheck, exceptions } from "../../../domain/contract/review.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import { BadParameter } from "../../../domain/lists/parameters.ts";
import { fault } from "../../../domain/messages/index.ts";
import { BadForm, NotFound } from "../../../server/errors.ts";
import { textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { Stale } from "../../audit/stale.server.ts";
import { readReason } from "../completions/submission-form.server.ts";

const checkNamed = (id: string) => CHECKS.find((check) => check.id === id);

/** Registers what helpers except completions from, and why. */
export function exceptionRoutes(
  router: Router,
  { data }: Deps,
  nameHelpers: (ids: readonly string[]) => Promise<(id: string) => string>,
): void {
  router.personal(exceptions, async ({ filekey }) => {
    if (filekey === null) throw new BadParameter("filekey", fault("missing"));
    const found = await data.exceptions.findOf([filekey]);
    const nameHelper = await nameHelpers(found.map(({ by }) => by));
    const results = found.map(({ check_id: check, reason, at, by }) => ({
      ...{ check, whether: checkNamed(check)?.whether ?? check, reason, at, by: nameHelper(by) },
    }));
    return { results };
  });

  router.act(exceptCheck, async (form, { user, now }) => {
    const { filekey = "", revision = "", check = "", reason = "" } = textsOf(form);
    const completion = asWritten(filekey);
    if (completion === "") throw new BadForm("missing", { subject: { field: "filekey" } });
    if (!/^\d{1,9}$/.test(revision)) throw new BadForm("missing", { subject: { field: "revision" } });
    const found = checkNamed(asWritten(check));
    if (!found) throw new BadForm("no-such-check");
    const exception = {
      ...{ completion, revision: Number(revision), check_id: found.id, at: now.toISOString(), by: user.id },
      reason: asWritten(reason) === "" ? "" : readReason(reason),
    };
    if (await data.exceptions.add(exception)) return;
    const stored = await data.completions.findById(completion);
    if (!stored || stored.state.deleted_at !== null) throw new NotFound("completion-gone");
    throw new Stale([], "completion");
  });
}
