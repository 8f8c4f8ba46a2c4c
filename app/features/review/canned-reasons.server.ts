import {
  type CannedReason,
  cannedReasons,
  keepCannedReason,
  type ReasonVersion,
  readReasonKind,
} from "../../../domain/contract/review.ts";
import { asWritten, oneLine } from "../../../domain/game/typed-text.ts";
import { LONGEST_TITLE } from "../../../domain/submissions/limits.ts";
import { BadForm } from "../../../server/errors.ts";
import { textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { Stale } from "../../audit/stale.server.ts";
import { readReason } from "../completions/submission-form.server.ts";

/** Registers what helpers say often when they reject or ask, which they keep themselves. */
export function cannedReasonRoutes(
  router: Router,
  { data, challenges }: Deps,
  nameHelpers: (ids: readonly string[]) => Promise<(id: string) => string>,
): void {
  router.personal(cannedReasons, async ({ challenge, kind, former }) => {
    const found = former
      ? await data.cannedReasons.listVersions()
      : await data.cannedReasons.listOffered(
          challenge?.toLowerCase() ?? null,
          kind === null ? null : readReasonKind(kind),
        );
    const nameHelper = await nameHelpers(found.map(({ by }) => by));
    const versionOf = ({ seq, id: _, by, ...version }: (typeof found)[number]): ReasonVersion => ({
      ...{ ...version, version: seq, by: nameHelper(by) },
    });
    const results = [...Map.groupBy(found, ({ id }) => id)].flatMap(([reason, [last, ...others]]) =>
      last ? [{ reason, ...versionOf(last), former: others.map(versionOf) } satisfies CannedReason] : [],
    );
    return { results: results.toSorted((one, other) => one.title.localeCompare(other.title, "en")) };
  });

  router.write(keepCannedReason, async (form, { user, now }) => {
    const texts = textsOf(form);
    const [id, basis] = [asWritten(texts.reason ?? ""), Number(asWritten(texts.version ?? "") || 0)];
    const kind = readReasonKind(asWritten(texts.kind ?? ""));
    if (kind === null) throw new BadForm("not-a-reason-kind");
    const challenge = asWritten(texts.challenge ?? "").toLowerCase() || null;
    if (challenge !== null && !challenges.has(challenge))
      throw new BadForm("no-such-challenge", { challenge });
    const title = oneLine((texts.title ?? "").slice(0, 2 * LONGEST_TITLE));
    if (title === "" || title.length > LONGEST_TITLE) throw new BadForm("no-title", { most: LONGEST_TITLE });
    // An empty text removes one that is there.
    const text = id !== "" && asWritten(texts.text ?? "") === "" ? "" : readReason(texts.text ?? "");
    const reason = id === "" ? crypto.randomUUID() : id;
    const written = { id: reason, challenge, kind, title, text, at: now.toISOString(), by: user.id };
    const version =
      Number.isSafeInteger(basis) && (id === "") === (basis === 0)
        ? await data.cannedReasons.add(written, basis)
        : null;
    if (version === null) throw new Stale();
    return { reason, version };
  });
}
