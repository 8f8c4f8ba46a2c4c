import {
  changes as changesAddress,
  history,
  type ListedChange,
  type PublicChange,
  undoChange as undoAddress,
  undoPreview,
} from "../../contract/history.ts";
import { MissingKeys } from "../../derive/key-query.ts";
import type { Deps } from "../app.ts";
import type { LoggedChange } from "../data/history.ts";
import { BadForm, NotFound } from "../errors.ts";
import { textsOf } from "../form-texts.ts";
import type { Router } from "../router.ts";
import { writeContext } from "../write-context.ts";
import { entryOf } from "./present.ts";
import { LOGGED_NOUNS, logOf } from "./registry.ts";
import { previewUndo, undoChange } from "./undo.ts";

const LONGEST_HISTORY = 200;

/** The number of a change in the log. Throws BadForm. */
function readSeq(text: string | null | undefined): number {
  if (!/^\d{1,15}$/.test(text ?? "")) throw new BadForm("not-a-change-number", { subject: { field: "seq" } });
  return Number(text);
}

export function historyRoutes(router: Router, deps: Deps): void {
  const { data, signIn } = deps;
  const namesOf = (changes: readonly LoggedChange[]): Promise<ReadonlyMap<string, string>> =>
    signIn.displayNames?.([...new Set(changes.map(({ actor }) => actor))]) ?? Promise.resolve(new Map());

  router.read(history, async ({ filekey }) => {
    if (filekey === null) throw new MissingKeys(["filekey"]);
    const stored = await data.completions.findById(filekey);
    if (!stored || stored.state.deleted_at !== null) throw new NotFound("no-such-filekey");
    const found = await data.history.findAllOf("completion", filekey, LONGEST_HISTORY);
    const names = await namesOf(found);
    const results = found.flatMap((change): PublicChange[] => {
      const described = logOf(change.noun)?.describe(change, deps);
      return described
        ? [{ ...entryOf(change, names), changes: described.changes, reason: described.reason }]
        : [];
    });
    return { results };
  });

  router.personal(changesAddress, async ({ before, count }) => {
    const found = await data.history.findAllNewest(LOGGED_NOUNS, before, count);
    const names = await namesOf(found);
    const there = new Map<string, ReadonlySet<string>>();
    for (const [noun, changes] of Map.groupBy(found, (change) => change.noun))
      there.set(noun, (await logOf(noun)?.findThere(changes, data)) ?? new Set());
    const results = found.flatMap((change): ListedChange[] => {
      const described = logOf(change.noun)?.describe(change, deps, there.get(change.noun));
      if (!described) return [];
      const { title, page, changes, reason } = described;
      return [{ ...entryOf(change, names), noun: change.noun, title, page, changes, reason }];
    });
    return { results, next: found.length < count ? null : (found.at(-1)?.seq ?? null) };
  });

  router.act(undoAddress, async (form, context) => {
    const { seq, whole } = textsOf(form);
    await undoChange(readSeq(seq?.trim()), whole?.trim() === "1", context);
  });

  router.personal(undoPreview, async ({ seq }, person) => ({
    changes: await previewUndo(readSeq(seq), writeContext(deps, person)),
  }));
}
