import type { Hono } from "hono";
import { headingOf } from "../../derive/heading.ts";
import { readCount, readParameter } from "../../derive/parameters.ts";
import { presentRow } from "../../derive/row.ts";
import { api, pages } from "../../routes.ts";
import type { Deps } from "../app.ts";
import { requireHelper } from "../auth/sign-in.ts";
import type { LoggedChange } from "../data/history.ts";
import { completionOf } from "../data/submissions.ts";
import { BadForm, NotFound } from "../errors.ts";
import { parametersOf, readRoute } from "../read-route.ts";
import { presentReference } from "../reference/present.ts";
import { entryOf, type PublicChange, presentChange } from "./present.ts";
import { UNDOABLE } from "./undo.ts";

/** Answer of GET /fetch-history?filekey=: what happened to one completion, newest first. */
export interface HistoryAnswer {
  readonly results: readonly PublicChange[];
}

/** A change as helpers see it in the list of the newest ones. */
export interface ListedChange extends PublicChange {
  /** completion, map, chimps-start or balance-change. */
  readonly noun: string;
  /** What it was about: "Absolute Zero and Quincy 2TC on Quad". */
  readonly title: string;
  /** Where that can be seen; null when it is not there. */
  readonly page: string | null;
}

/** Answer of GET /admin/list-changes?before=&count=. */
export interface ChangesAnswer {
  readonly results: readonly ListedChange[];
  /** Pass it as `before` for the next page; null at the end. */
  readonly next: number | null;
}

const LONGEST_HISTORY = 200;
const PAGE = 50;

export function historyRoutes(app: Hono, deps: Deps): void {
  const { data, signIn, challenges } = deps;
  const namesOf = (changes: readonly LoggedChange[]): Promise<ReadonlyMap<string, string>> =>
    signIn.displayNames?.([...new Set(changes.map(({ actor }) => actor))]) ?? Promise.resolve(new Map());

  readRoute(app, api.history(), async (c) => {
    const filekey = readParameter(parametersOf(c), "filekey");
    if (filekey === null) throw new BadForm("Need to specify filekey");
    const stored = await data.submissions.load(filekey);
    const definition = challenges.get(stored?.challenge ?? "");
    if (!stored || !definition || stored.state.deleted_at !== null)
      throw new NotFound("There is no completion under this filekey.");
    const changes = await data.history.listOf("completion", filekey, LONGEST_HISTORY);
    const names = await namesOf(changes);
    return c.json<HistoryAnswer>({ results: changes.map((each) => presentChange(definition, each, names)) });
  });

  app.get(api.changes(), async (c) => {
    await requireHelper(c, signIn);
    const parameters = parametersOf(c);
    const count = readCount(parameters, "count", PAGE) ?? PAGE;
    const before = readCount(parameters, "before", Number.MAX_SAFE_INTEGER);
    const changes = await data.history.listNewest(UNDOABLE, before, count);
    const names = await namesOf(changes);
    const isCompletion = ({ noun }: LoggedChange): boolean => noun === "completion";
    const ids = new Set(changes.filter(isCompletion).map(({ id }) => id));
    const stored = new Map((await data.submissions.loadAll([...ids])).map((each) => [each.id, each]));
    const results = changes.flatMap((change): ListedChange[] => {
      const reference = presentReference(change);
      if (reference) return [{ ...entryOf(change, names), noun: change.noun, ...reference }];
      const there = stored.get(change.id);
      const definition = challenges.get(there?.challenge ?? "");
      if (!there || !definition) return [];
      const row = presentRow(definition, completionOf(there));
      const page = pages.notes(definition.key, { filekey: there.id });
      return [
        {
          ...presentChange(definition, change, names),
          noun: change.noun,
          title: headingOf(definition, row),
          page: there.state.deleted_at === null ? page : null,
        },
      ];
    });
    const last = changes.at(-1)?.seq ?? null;
    return c.json<ChangesAnswer>({ results, next: changes.length < count ? null : last }, 200, {
      "Cache-Control": "no-store",
    });
  });
}
