import type { LoggedChange } from "../../server/db/history.ts";
import { Conflict, NotFound } from "../../server/errors.ts";
import type { WriteContext } from "../api/router.server.ts";
import { differencesOf } from "./differences.server.ts";
import { Stale } from "./stale.server.ts";
import type { AnyNounLog, Challenges, Found, NounLog, Values } from "./types.server.ts";
import { UNKNOWN, warnOfUnknown } from "./unknown.server.ts";

/** Whether two values are equal. Files are equal if they have the same bytes and the same role as proof. */
function same(one: unknown, other: unknown): boolean {
  // A column that is younger than an entry of the log is absent from it.
  return JSON.stringify(comparable(one ?? null)) === JSON.stringify(comparable(other ?? null));
}

function comparable(value: unknown): unknown {
  if (!Array.isArray(value)) return isFile(value) ? [value.hash, value.role ?? null] : value;
  const all = value.map(comparable);
  // Files are read in the order of their random keys, and logged in that of their form.
  return value.some(isFile) ? all.map((each) => JSON.stringify(each)).sort() : all;
}

const isFile = (value: unknown): value is { readonly hash: string; readonly role?: string | null } =>
  typeof value === "object" && value !== null && "hash" in value;

/** Thrown when a change cannot be undone alone because fields it touched have changed since; `differs` names them. */
class ChangedSince extends Conflict {
  override readonly more: { readonly differs: readonly string[] };
  constructor(differs: readonly string[]) {
    super("changed-since", { labels: differs });
    this.more = { differs };
  }
}

interface States<State> {
  readonly before: State | null;
  readonly after: State | null;
}

/** Returns the state that remains when only this change is undone. Throws ChangedSince, Stale. */
function undone<State extends object>(
  fields: Readonly<Partial<Record<keyof State, string>>>,
  { before, after }: States<State>,
  current: State | null,
): State | null {
  if (current === null || after === null) {
    if ((current === null) !== (after === null)) throw new Stale();
    return before;
  }
  const keys = Object.keys(fields) as (keyof State)[];
  const touched = keys.filter((key) => before === null || !same(before[key], after[key]));
  const differing = touched.filter((key) => !same(current[key], after[key]));
  if (differing.length > 0)
    throw new ChangedSince([...new Set(differing.map((key) => fields[key] ?? String(key)))]);
  if (before === null) return null;
  const back = Object.fromEntries(touched.map((key) => [key, before[key]])) as Partial<State>;
  return { ...current, ...back };
}

/** Returns the states of an entry; null if their shape is not known. */
function statesOf<State extends object, Current extends Found<State>>(
  { noun, shapes }: NounLog<State, Current>,
  { action, before, after, shape }: LoggedChange,
): States<State> | null {
  const schema = shapes[shape]?.nullable();
  const parsed = [before, after].map((state) => schema?.safeParse(state));
  // The states as they were logged: parsing would drop derived columns and order the others anew.
  if (parsed.every((each) => each?.success) && (before !== null || after !== null))
    return { before: before as State | null, after: after as State | null };
  const odd = parsed
    .flatMap((each) => each?.error?.issues ?? [])
    .map(({ path: [field] }) => String(field ?? ""));
  warnOfUnknown(`${noun}, ${action}`, shape, odd);
  return null;
}

/** Returns the states of an entry that is to be undone. Throws Conflict. */
function knownStatesOf<State extends object, Current extends Found<State>>(
  log: NounLog<State, Current>,
  change: LoggedChange,
  context: WriteContext,
): States<State> {
  const states = statesOf(log, change);
  if (!states) throw new Conflict("change-unknown");
  const today = (state: State | null): State | null => state && (log.today?.(state, context) ?? state);
  return { before: today(states.before), after: today(states.after) };
}

async function undo<State extends object, Current extends Found<State>>(
  log: NounLog<State, Current>,
  change: LoggedChange,
  whole: boolean,
  context: WriteContext,
): Promise<void> {
  const states = knownStatesOf(log, change, context);
  const current = await log.find(change.id, context);
  // Something restored and deleted once more is not what this change deleted.
  if (!whole && current.state === null && states.after === null) {
    const [last] = await context.data.history.findAllLast(log.noun, [change.id]);
    if (last?.seq !== change.seq) throw new Stale();
  }
  const target = whole ? states.before : undone(log.fields, states, current.state);
  if (target === null && current.state === null) throw new NotFound("no-longer-there");
  const recomputed = target && ((await log.recompute?.(target, context)) ?? target);
  await log.write(current, recomputed, context, change);
}

/** Builds the untyped log of a noun from its typed parts. */
export function nounLog<State extends object, Current extends Found<State>>(
  log: NounLog<State, Current>,
): AnyNounLog {
  const valuesOf = (state: State | null, id: string, context: Challenges): Values =>
    state === null ? {} : log.values(state, id, context);

  /** Whether a change left the thing visible. */
  const isLeft = (after: State | null): boolean => after !== null && (log.isThere?.(after) ?? true);

  /** Whether the site has the challenge that a state is of, if it is of one. Others are not visible anywhere. */
  function isOfThisSite(state: State, { challenges }: Challenges): boolean {
    const challenge = log.challenge?.(state) ?? null;
    return challenge === null || challenges.has(challenge);
  }

  return {
    noun: log.noun,
    isPublic: log.isPublic,

    async findThere(changes, data) {
      const last = await data.history.findAllLast(
        log.noun,
        changes.map(({ id }) => id),
      );
      return new Set(
        last.filter((change) => isLeft(statesOf(log, change)?.after ?? null)).map(({ id }) => id),
      );
    },

    describe(change, context, there) {
      const states = statesOf(log, change);
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
      const { before = null, after = null } = statesOf(log, change) ?? {};
      const [was, is] = [isLeft(before), isLeft(after)];
      const state = is ? after : before;
      if (!state || !(was || is) || !isOfThisSite(state, context)) return null;
      const challenge = log.challenge?.(state) ?? null;
      const row = is && there.has(change.id) ? log.row(state, change.id, context) : null;
      return { action: !is ? "removed" : was ? "changed" : "added", challenge, row };
    },

    valuesBefore(change, context) {
      const states = statesOf(log, change);
      return states && valuesOf(states.before, change.id, context);
    },

    undo: (change, whole, context) => undo(log, change, whole, context),

    async preview(change, context) {
      const { before } = knownStatesOf(log, change, context);
      const { state } = await log.find(change.id, context);
      return differencesOf(valuesOf(state, change.id, context), valuesOf(before, change.id, context));
    },
  };
}
