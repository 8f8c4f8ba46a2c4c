import {
  type ChangeFeedRow,
  changes as changesAddress,
  FEED_PAGE,
  history,
  type ListedChange,
  type PublicChange,
  publicChanges,
  undoChange as undoAddress,
  undoPreview,
} from "../../../domain/contract/history.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import { MissingKeys } from "../../../domain/lists/key-query.ts";
import { BadParameter } from "../../../domain/lists/parameters.ts";
import { fault } from "../../../domain/messages/index.ts";
import type { Act, LoggedChange } from "../../../server/db/history.ts";
import { BadForm, Conflict, NotFound } from "../../../server/errors.ts";
import { textsOf } from "../../../server/form-texts.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { writeContext } from "../../api/write-context.server.ts";
import { entryOf } from "../../audit/present.server.ts";
import { findThere, LOGGED_NOUNS, logOf, PUBLIC_NOUNS } from "./registry.server.ts";
import { MOST_OF_ACT, mayUndo, previewUndo, undoAct, undoChange } from "./undo.server.ts";

const LONGEST_HISTORY = 200;

/** Reads the number of a change in the log. Throws BadForm. */
function readSeq(text: string | null | undefined): number {
  if (!/^\d{1,15}$/.test(text ?? "")) throw new BadForm("not-a-change-number", { subject: { field: "seq" } });
  return Number(text);
}

export function historyRoutes(router: Router, deps: Deps): void {
  const { data, signIn } = deps;
  /** Returns the key of a challenge that exists. Throws BadParameter. */
  const challengeNamed = (text: string): string => {
    const key = text.toLowerCase();
    if (!deps.challenges.has(key))
      throw new BadParameter("challenge", fault("not-a-choice", { choices: [...deps.challenges.keys()] }));
    return key;
  };
  const namesOf = (changes: readonly LoggedChange[]): Promise<ReadonlyMap<string, string>> =>
    signIn.displayNames?.([...new Set(changes.map(({ actor }) => actor))]) ?? Promise.resolve(new Map());

  router.read(history, async ({ filekey }) => {
    if (filekey === null) throw new MissingKeys(["filekey"]);
    const found = await data.history.findAllOfCompletion(filekey, LONGEST_HISTORY);
    if (!found) throw new NotFound("no-such-filekey");
    const names = await namesOf(found);
    const results = found.flatMap((change): PublicChange[] => {
      const described = logOf(change.noun)?.describe(change, deps);
      return described ? [entryOf(change, described, names)] : [];
    });
    return { results };
  });

  router.read(publicChanges, async ({ since, challenge }) => {
    const topics = challenge === null ? null : [challengeNamed(challenge), "map"];
    if (!(await data.history.canGoOn(since))) throw new Conflict("other-log", { since });
    const found = await data.history.findAllFollowed({ nouns: PUBLIC_NOUNS, topics }, since, FEED_PAGE + 1);
    const page = found.slice(0, FEED_PAGE);
    const there = await findThere(page, data);
    const results = page.flatMap((change): ChangeFeedRow[] => {
      const { seq, at, noun: kind, id } = change;
      const effect = logOf(kind)?.tell(change, deps, there(kind));
      return effect ? [{ seq, at, kind, id, ...effect }] : [];
    });
    return { results, next: page.at(-1)?.seq ?? since, more: found.length > page.length };
  });

  router.personal(changesAddress, async ({ before, count, act }, user) => {
    const found =
      act === null
        ? await data.history.findAllNewest(LOGGED_NOUNS, before, count)
        : await data.history.findAllOfAct(act, MOST_OF_ACT);
    const [names, there, acts] = await Promise.all([
      namesOf(found),
      findThere(found, data),
      act === null ? data.history.findActs(found) : new Map<string, Act>(),
    ]);
    const results = found.flatMap((change): ListedChange[] => {
      const described = logOf(change.noun)?.describe(change, deps, there(change.noun));
      if (!described) return [];
      const { title, page } = described;
      const undo = mayUndo(user, change) ? (described.undo ?? "request") : "never";
      const { noun, id } = change;
      const { changes, reason, ...entry } = entryOf(change, described, names);
      const together = acts.get(change.act ?? "");
      // What is left of an act may be one change: the others had nothing to do.
      return [
        {
          ...entry,
          noun,
          id,
          title,
          page,
          changes,
          reason,
          undo,
          act: together && together.size > 1 ? together : null,
        },
      ];
    });
    return { results, next: act !== null || found.length < count ? null : (found.at(-1)?.seq ?? null) };
  });

  router.write(undoAddress, async (form, context) => {
    const { seq, whole, act } = textsOf(form);
    if (act !== undefined) return undoAct(asWritten(act), context);
    await undoChange(readSeq(asWritten(seq ?? "")), asWritten(whole ?? "") === "1", context);
    return {};
  });

  router.personal(undoPreview, async ({ seq }, person) => ({
    changes: await previewUndo(readSeq(seq), writeContext(deps, person)),
  }));
}
