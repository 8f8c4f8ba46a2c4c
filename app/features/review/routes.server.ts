import {
  type NamedCompletion,
  queue,
  queueFacts,
  giveVerdicts as verdictsAddress,
} from "../../../domain/contract/review.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import { BadParameter } from "../../../domain/lists/parameters.ts";
import { presentRow } from "../../../domain/lists/row.ts";
import { fault } from "../../../domain/messages/index.ts";
import { NotFound } from "../../../server/errors.ts";
import { textsOf } from "../../../server/form-texts.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { completionOf, type StoredCompletion } from "../completions/repository/stored-completion.server.ts";
import { giveVerdicts, nameOf, readVerdicts } from "./verdicts.server.ts";

/** How many of an account's last verdicts are listed. */
const LAST_VERDICTS = 5;
/** How many other open claims of the same are named. */
const MOST_OTHERS = 20;

/** Registers what verifiers and helpers see of what waits for them. */
export function reviewRoutes(router: Router, { data, challenges, signIn }: Deps): void {
  const definitions = [...challenges.values()];
  const named = (stored: StoredCompletion | undefined): NamedCompletion[] => {
    const name = nameOf(stored, { challenges });
    return name ? [name] : [];
  };
  const nameHelpers = async (ids: readonly string[]): Promise<(id: string) => string> => {
    const names = ids.length === 0 ? undefined : await signIn.displayNames?.([...new Set(ids)]);
    return (id) => names?.get(id) ?? "Another helper";
  };

  router.personal(queue, async ({ challenge, map: spelling, after, count, ...asked }) => {
    const filters = {
      ...asked,
      challenge: challenge?.toLowerCase() ?? null,
      // Includes maps that were removed. No map has the id 0.
      map: spelling === null ? null : ((await data.maps.findByAnyName(spelling))?.id ?? 0),
    };
    const isNarrowed = Object.values(filters).some((value) => value !== null && value !== false);
    const [found, waiting, total] = await Promise.all([
      // One more says whether there is a next page.
      count === 0 ? [] : data.review.listQueue({ ...filters, after, count: count + 1 }, definitions),
      data.review.countWaiting(),
      isNarrowed ? data.review.countQueue(filters, definitions) : null,
    ]);
    const shown = found.slice(0, count);
    const stored = await data.completions.findAllByIds(shown.map(({ id }) => id));
    const ofId = new Map(stored.map((each) => [each.id, each]));
    const results = shown.flatMap(({ id, ...claims }) => {
      const each = ofId.get(id);
      const definition = each && challenges.get(each.challenge);
      if (!definition) return [];
      const { notes: _, ...completion } = presentRow(definition, completionOf(each));
      return [{ ...claims, challenge: definition.key, completion, submitted: each.state.created_at }];
    });
    const all = total ?? waiting;
    return { results, count: all, more: count === 0 ? all > 0 : found.length > count, waiting };
  });

  router.personal(queueFacts, async ({ filekey }) => {
    if (filekey === null) throw new BadParameter("filekey", fault("missing"));
    const facts = await data.review.findFacts(filekey, definitions);
    if (!facts) throw new NotFound("does-not-wait");
    const { submitter, originalBy, submittedAt, original, record, first } = facts;
    const [lost, rivals, counts, last] = await Promise.all([
      data.completions.findLostClaims([filekey]),
      data.completions.findCompetingClaims([filekey]),
      submitter === null ? null : data.review.countVerdicts(submitter),
      submitter === null ? [] : data.review.findLastVerdicts(submitter, LAST_VERDICTS),
    ]);
    const takenBy = lost[0]?.by ?? null;
    const others = rivals.slice(0, MOST_OTHERS).map((rival) => rival.filekey);
    const ids = [takenBy, originalBy, ...others, ...last].filter((id) => id !== null);
    const ofId = new Map((await data.completions.findAllByIds(ids)).map((each) => [each.id, each]));
    const one = (id: string | null) => (id === null ? null : (named(ofId.get(id))[0] ?? null));
    return {
      ...{ original, record, first, submitted: submittedAt },
      takenBy: one(takenBy),
      originalBy: one(originalBy),
      others: others.flatMap((id) => named(ofId.get(id))),
      submitter: counts && {
        ...counts,
        last: last.flatMap((id) => {
          const each = ofId.get(id);
          const state = each?.state.deleted_at == null ? ("verified" as const) : ("rejected" as const);
          const reason = each?.state.rejection ?? null;
          return named(each).map((name) => ({
            ...{ ...name, state, reason, day: each?.updatedAt.slice(0, 10) ?? "" },
          }));
        }),
      },
    };
  });

  router.write(verdictsAddress, (form, context) => {
    const { entries = "", preview = "" } = textsOf(form);
    return giveVerdicts(readVerdicts(entries), asWritten(preview) === "1", { ...context, nameHelpers });
  });
}
