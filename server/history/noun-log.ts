import type { FieldChange, ToldChange } from "../../contract/history.ts";
import type { WireValue } from "../../fields/kind.ts";
import type { LoggedChange } from "../data/history.ts";
import { Conflict, NotFound } from "../errors.ts";
import type { WriteContext } from "../write-context.ts";
import { differencesOf } from "./differences.ts";
import { Stale } from "./stale.ts";

/** What the texts of a log entry need to know besides it. */
export type Challenges = Pick<WriteContext, "challenges">;

/** Public values of a state by their labels. */
export type Values = Readonly<Record<string, WireValue>>;

/** A thing as an undo finds it; `state` null: it is not there. */
export interface Found<State> {
  readonly state: State | null;
}

/**
 * How one noun's entries in the change log are read, said, shown and reverted. History, the list of changes, webhooks and
 * undo go through these and know no noun by itself.
 */
export interface NounLog<State extends object, Current extends Found<State> = Found<State>> {
  readonly noun: string;
  /** A state as the log keeps it. `shape` is the version it was written in: yesterday's shapes are read for ever. */
  parse(value: object, shape: number): State;
  /** "Map Quad" */
  title(state: State, id: string, context: Challenges): string;
  /** Where it can be seen while it is there. */
  page(state: State, id: string, context: Challenges): string;
  /** Whether a state is that of something that is there; absent: what has a state is. */
  isThere?(state: State): boolean;
  /** Who made the run: shown behind the title. Absent where nobody did. */
  credits?(state: State): readonly string[];
  /** An allow-list: what everybody may read of it. */
  values(state: State, id: string, context: Challenges): Values;
  /** An allow-list: the thing by the names that lists use, without what is joined to it. Programs follow it. */
  row(state: State, id: string, context: Challenges): Values;
  /** The key of its challenge; absent where it has none. */
  challenge?(state: State): string;
  /** Why it was rejected. */
  reason?(state: State): string | null;
  /** Whether everybody may read its history; else helpers alone. */
  readonly isPublic: boolean;
  /** What an undo compares and puts back, each with the label under which a conflict is said. What is not here follows. */
  readonly fields: Readonly<Partial<Record<keyof State, string>>>;
  /** As it is now. Throws NotFound for what is gone for good. */
  find(id: string, context: WriteContext): Promise<Current>;
  /** The same with what follows from its fields made anew, and all that it needs there. Throws Conflict. */
  settle(target: State, context: WriteContext): Promise<State>;
  /** Writes a state in the place of the current one; null: takes it away. Throws Conflict. */
  put(current: Current, target: State | null, context: WriteContext): Promise<void>;
}

/** What a change was about, for everybody who may read it. */
export interface Description {
  readonly title: string;
  readonly credits: readonly string[];
  readonly page: string | null;
  readonly changes: readonly FieldChange[];
  readonly reason: string | null;
  /** By what it is undone; absent: by a request. */
  readonly undo?: "command" | "never";
}

/** What a change made of something, for programs that follow the changes. */
export type Told = Pick<ToldChange, "action" | "challenge" | "row">;

/** A noun's log without its types: what the registry holds. */
export interface AnyNounLog {
  readonly noun: string;
  readonly isPublic: boolean;
  /** Which of these changes' things are there now, whatever the changes left: the last of each tells. */
  findThere(changes: readonly LoggedChange[], data: WriteContext["data"]): Promise<ReadonlySet<string>>;
  /** `there`: what is known to be there now; without it, what the change left. */
  describe(change: LoggedChange, context: Challenges, there?: ReadonlySet<string>): Description | null;
  /**
   * The change for programs that follow; null: it was of nothing that everybody may see. `there`: what is there now. What
   * is not has no row any more, whatever the log has kept of it.
   */
  tell(change: LoggedChange, context: Challenges, there: ReadonlySet<string>): Told | null;
  /** What everybody may read of it as it was before the change. */
  valuesBefore(change: LoggedChange, context: Challenges): Values;
  /** Puts back the fields that the change touched, or (`whole`) everything as it was before it. Throws Conflict. */
  undo(change: LoggedChange, whole: boolean, context: WriteContext): Promise<void>;
  /** What would change if everything was put back as it was before the change. */
  preview(change: LoggedChange, context: WriteContext): Promise<readonly FieldChange[]>;
}

/** Files are the same when they have the same bytes and show the same of what the rules ask for. */
function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(comparable(one)) === JSON.stringify(comparable(other));
}

function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== "object" || value === null) return value;
  return "hash" in value ? [value.hash, "role" in value ? value.role : null] : value;
}

/** The change cannot be undone by itself, because it was changed again; `differs` names what. */
class ChangedAgain extends Conflict {
  override readonly more: { readonly differs: readonly string[] };
  constructor(differs: readonly string[]) {
    super("changed-again", { labels: differs });
    this.more = { differs };
  }
}

/** Ties a noun's log together. */
export function nounLog<State extends object, Current extends Found<State>>(
  log: NounLog<State, Current>,
): AnyNounLog {
  const parsed = (value: unknown, shape: number): State | null =>
    typeof value === "object" && value !== null ? log.parse(value, shape) : null;
  const keys = Object.keys(log.fields) as (keyof State)[];
  const labelsOf = (differing: readonly (keyof State)[]): string[] => [
    ...new Set(differing.map((key) => log.fields[key] ?? String(key))),
  ];
  const valuesOf = (state: State | null, id: string, context: Challenges): Values =>
    state === null ? {} : log.values(state, id, context);

  /** What the thing becomes when the change alone is undone. */
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

  /** Whether a change left the thing where it can be seen. */
  const isLeft = (after: State | null): boolean => after !== null && (log.isThere?.(after) ?? true);

  const statesOf = ({ before, after, shape }: LoggedChange): States<State> => ({
    before: parsed(before, shape),
    after: parsed(after, shape),
  });

  return {
    noun: log.noun,
    isPublic: log.isPublic,

    async findThere(changes, data) {
      const last = await data.history.findAllLast(
        log.noun,
        changes.map(({ id }) => id),
      );
      return new Set(last.filter((change) => isLeft(statesOf(change).after)).map(({ id }) => id));
    },

    describe(change, context, there) {
      const { before, after } = statesOf(change);
      const state = after ?? before;
      if (!state) return null;
      return {
        title: log.title(state, change.id, context),
        credits: log.credits?.(state) ?? [],
        page: (there ? there.has(change.id) : isLeft(after)) ? log.page(state, change.id, context) : null,
        changes: differencesOf(valuesOf(before, change.id, context), valuesOf(after, change.id, context)),
        reason: change.action === "reject" ? (log.reason?.(state) ?? null) : null,
      };
    },

    tell(change, context, there) {
      const { before, after } = statesOf(change);
      const [was, is] = [isLeft(before), isLeft(after)];
      const state = is ? after : before;
      if (!state || !(was || is)) return null;
      const challenge = log.challenge?.(state) ?? null;
      // A challenge that this site does not have is not seen anywhere.
      if (challenge !== null && !context.challenges.has(challenge)) return null;
      const row = is && there.has(change.id) ? log.row(state, change.id, context) : null;
      return { action: !is ? "removed" : was ? "changed" : "added", challenge, row };
    },

    valuesBefore: (change, context) => valuesOf(statesOf(change).before, change.id, context),

    async undo(change, whole, context) {
      const states = statesOf(change);
      const current = await log.find(change.id, context);
      const target = whole ? states.before : undone(states, current.state);
      if (target === null && current.state === null) throw new NotFound("no-longer-there");
      await log.put(current, target && (await log.settle(target, context)), context);
    },

    async preview(change, context) {
      const { state } = await log.find(change.id, context);
      const { before } = statesOf(change);
      return differencesOf(valuesOf(state, change.id, context), valuesOf(before, change.id, context));
    },
  };
}

interface States<State> {
  readonly before: State | null;
  readonly after: State | null;
}
