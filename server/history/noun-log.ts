import type { z } from "zod";
import type { FieldChange, ToldChange } from "../../contract/history.ts";
import type { WireValue } from "../../fields/kind.ts";
import type { LoggedChange } from "../data/history.ts";
import { Conflict, NotFound } from "../errors.ts";
import type { WriteContext } from "../write-context.ts";
import { differencesOf } from "./differences.ts";
import { Stale } from "./stale.ts";
import { UNKNOWN, warnOfUnknown } from "./unknown.ts";

/** What the texts of a log entry need besides the entry. */
export type Challenges = Pick<WriteContext, "challenges">;

/** The public values of a state, by their labels. */
export type Values = Readonly<Record<string, WireValue>>;

/** A thing as an undo finds it; `state` is null if it does not exist. */
export interface Found<State> {
  readonly state: State | null;
}

/**
 * How the entries of one noun in the change log are parsed, described, shown and reverted. History, the list of
 * changes, webhooks and undo use these and know nothing about any particular noun.
 */
export interface NounLog<State extends object, Current extends Found<State> = Found<State>> {
  readonly noun: string;
  /**
   * What a state in the log is, by the version of the shape in which it was written: old shapes stay readable for ever.
   * An entry that is anything else is of an unknown shape. Columns that follow from others may be missing here.
   */
  readonly shapes: Readonly<Record<number, z.ZodType<Partial<State>>>>;
  /** For example "Map Quad". */
  title(state: State, id: string, context: Challenges): string;
  /** The address of the page that shows it while it exists. */
  page(state: State, id: string, context: Challenges): string;
  /** Whether a state is that of something that exists; absent if everything with a state does. */
  isThere?(state: State): boolean;
  /** The people credited for the run, shown after the title; absent if the noun has none. */
  credits?(state: State): readonly string[];
  /** The values that everybody may read: an allow-list. */
  values(state: State, id: string, context: Challenges): Values;
  /** The row for programs that follow the changes: an allow-list, named as in lists, without joined values. */
  row(state: State, id: string, context: Challenges): Values;
  /** The key of its challenge; absent if the noun has none. */
  challenge?(state: State): string;
  /** Why it was rejected. */
  reason?(state: State): string | null;
  /** Whether everybody may read its history; otherwise only helpers. */
  readonly isPublic: boolean;
  /** The fields that an undo compares and restores, with the labels that report a conflict. Others are derived. */
  readonly fields: Readonly<Partial<Record<keyof State, string>>>;
  /** Finds the current state. Throws NotFound if it is gone for good. */
  find(id: string, context: WriteContext): Promise<Current>;
  /** Returns the state with its derived fields recomputed; checks that what it refers to exists. Throws Conflict. */
  settle(target: State, context: WriteContext): Promise<State>;
  /** Writes a state in place of the current one; null deletes it. Throws Conflict. */
  put(current: Current, target: State | null, context: WriteContext): Promise<void>;
}

/** What a change was about, for everybody who may read it. */
export interface Description {
  readonly title: string;
  readonly credits: readonly string[];
  readonly page: string | null;
  readonly changes: readonly FieldChange[];
  readonly reason: string | null;
  /** How it can be undone; absent if by a request. */
  readonly undo?: "command" | "never";
  /** The entry is in a shape that is not known, so nothing of it is shown. */
  readonly isUnknown?: true;
}

/** The effect of a change, for programs that follow the changes. */
export type Told = Pick<ToldChange, "action" | "challenge" | "row">;

/** A noun's log without its types, as the registry holds it. */
export interface AnyNounLog {
  readonly noun: string;
  readonly isPublic: boolean;
  /** Returns the ids of what exists now of the things changed here; the last change of each decides. */
  findThere(changes: readonly LoggedChange[], data: WriteContext["data"]): Promise<ReadonlySet<string>>;
  /**
   * Describes a change; null if this site shows nothing of its kind. `there` has the ids of what exists now; without it,
   * what the change left counts.
   */
  describe(change: LoggedChange, context: Challenges, there?: ReadonlySet<string>): Description | null;
  /**
   * Returns the change for programs that follow; null if it is of nothing that everybody may see, or its shape is not
   * known. `there` has the ids of what exists now. Anything else no longer has a row, whatever the log still holds of it.
   */
  tell(change: LoggedChange, context: Challenges, there: ReadonlySet<string>): Told | null;
  /** Returns the public values as they were before the change; null if its shape is not known. */
  valuesBefore(change: LoggedChange, context: Challenges): Values | null;
  /** Restores the fields that the change touched, or (`whole`) everything as it was before. Throws Conflict. */
  undo(change: LoggedChange, whole: boolean, context: WriteContext): Promise<void>;
  /** Returns what would change if everything were restored as it was before the change. */
  preview(change: LoggedChange, context: WriteContext): Promise<readonly FieldChange[]>;
}

/** Whether two values are equal. Files are equal if they have the same bytes and the same role as proof. */
function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(comparable(one)) === JSON.stringify(comparable(other));
}

function comparable(value: unknown): unknown {
  if (!Array.isArray(value)) return isFile(value) ? [value.hash, value.role ?? null] : value;
  const all = value.map(comparable);
  // Files are read in the order of their random keys, and logged in that of their form.
  return value.some(isFile) ? all.map((each) => JSON.stringify(each)).sort() : all;
}

const isFile = (value: unknown): value is { readonly hash: string; readonly role?: string | null } =>
  typeof value === "object" && value !== null && "hash" in value;

/** Thrown when a change cannot be undone alone because fields it touched were changed again; `differs` names them. */
class ChangedAgain extends Conflict {
  override readonly more: { readonly differs: readonly string[] };
  constructor(differs: readonly string[]) {
    super("changed-again", { labels: differs });
    this.more = { differs };
  }
}

/** Builds the untyped log of a noun from its typed parts. */
export function nounLog<State extends object, Current extends Found<State>>(
  log: NounLog<State, Current>,
): AnyNounLog {
  const keys = Object.keys(log.fields) as (keyof State)[];
  const labelsOf = (differing: readonly (keyof State)[]): string[] => [
    ...new Set(differing.map((key) => log.fields[key] ?? String(key))),
  ];
  const valuesOf = (state: State | null, id: string, context: Challenges): Values =>
    state === null ? {} : log.values(state, id, context);

  /** Returns the state that remains when only this change is undone. */
  function undone({ before, after }: States<State>, current: State | null): State | null {
    if (current === null || after === null) {
      if ((current === null) !== (after === null)) throw new Stale();
      return before;
    }
    const touched = keys.filter((key) => before === null || !same(before[key], after[key]));
    const differing = touched.filter((key) => !same(current[key], after[key]));
    if (differing.length > 0) throw new ChangedAgain(labelsOf(differing));
    if (before === null) return null;
    const back = Object.fromEntries(touched.map((key) => [key, before[key]])) as Partial<State>;
    return { ...current, ...back };
  }

  /** Whether a change left the thing visible. */
  const isLeft = (after: State | null): boolean => after !== null && (log.isThere?.(after) ?? true);

  /** Whether the site has the challenge that a state is of, if it is of one. Others are not visible anywhere. */
  function isOfThisSite(state: State, { challenges }: Challenges): boolean {
    const challenge = log.challenge?.(state) ?? null;
    return challenge === null || challenges.has(challenge);
  }

  /** Returns the states of an entry; null if their shape is not known. */
  function statesOf({ action, before, after, shape }: LoggedChange): States<State> | null {
    const schema = log.shapes[shape]?.nullable();
    const parsed = [before, after].map((state) => schema?.safeParse(state));
    if (parsed.every((each) => each?.success) && (before !== null || after !== null)) {
      const [was, is] = parsed.map((each) => each?.data as State | null);
      return { before: was ?? null, after: is ?? null };
    }
    const odd = parsed
      .flatMap((each) => each?.error?.issues ?? [])
      .map(({ path: [field] }) => String(field ?? ""));
    warnOfUnknown(`${log.noun}, ${action}`, shape, odd);
    return null;
  }

  /** The same for an undo. Throws Conflict. */
  function knownStatesOf(change: LoggedChange): States<State> {
    const states = statesOf(change);
    if (!states) throw new Conflict("change-unknown");
    return states;
  }

  return {
    noun: log.noun,
    isPublic: log.isPublic,

    async findThere(changes, data) {
      const last = await data.history.findAllLast(
        log.noun,
        changes.map(({ id }) => id),
      );
      return new Set(last.filter((change) => isLeft(statesOf(change)?.after ?? null)).map(({ id }) => id));
    },

    describe(change, context, there) {
      const states = statesOf(change);
      if (!states) return UNKNOWN;
      const { before, after } = states;
      const state = after ?? before;
      if (!state || !isOfThisSite(state, context)) return null;
      return {
        title: log.title(state, change.id, context),
        credits: log.credits?.(state) ?? [],
        page: (there ? there.has(change.id) : isLeft(after)) ? log.page(state, change.id, context) : null,
        changes: differencesOf(valuesOf(before, change.id, context), valuesOf(after, change.id, context)),
        reason: change.action === "reject" ? (log.reason?.(state) ?? null) : null,
      };
    },

    tell(change, context, there) {
      const { before = null, after = null } = statesOf(change) ?? {};
      const [was, is] = [isLeft(before), isLeft(after)];
      const state = is ? after : before;
      if (!state || !(was || is) || !isOfThisSite(state, context)) return null;
      const challenge = log.challenge?.(state) ?? null;
      const row = is && there.has(change.id) ? log.row(state, change.id, context) : null;
      return { action: !is ? "removed" : was ? "changed" : "added", challenge, row };
    },

    valuesBefore(change, context) {
      const states = statesOf(change);
      return states && valuesOf(states.before, change.id, context);
    },

    async undo(change, whole, context) {
      const states = knownStatesOf(change);
      const current = await log.find(change.id, context);
      // What was deleted, came back and was deleted again is not what this change deleted.
      if (!whole && current.state === null && states.after === null) {
        const [last] = await context.data.history.findAllLast(log.noun, [change.id]);
        if (last?.seq !== change.seq) throw new Stale();
      }
      const target = whole ? states.before : undone(states, current.state);
      if (target === null && current.state === null) throw new NotFound("no-longer-there");
      await log.put(current, target && (await log.settle(target, context)), context);
    },

    async preview(change, context) {
      const { before } = knownStatesOf(change);
      const { state } = await log.find(change.id, context);
      return differencesOf(valuesOf(state, change.id, context), valuesOf(before, change.id, context));
    },
  };
}

interface States<State> {
  readonly before: State | null;
  readonly after: State | null;
}
