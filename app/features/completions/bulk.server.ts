import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { rowFields } from "../../../domain/challenges/fields.ts";
import { InvalidValue, type WireValue } from "../../../domain/fields/kind.ts";
import { parseFilekeys } from "../../../domain/fields/text-list.ts";
import { MOST_ENTRIES } from "../../../domain/limits.ts";
import { isOfOriginal } from "../../../domain/lists/of-original.ts";
import { headingOf, presentRow } from "../../../domain/lists/row.ts";
import { about, argumentsOf } from "../../../domain/messages/index.ts";
import { mayChangeAll, mayDelete, ownerOf } from "../../../domain/submissions/policy.ts";
import { authorize } from "../../../server/auth/user.ts";
import { BadForm, Conflict, Forbidden, NotFound } from "../../../server/errors.ts";
import { definitionOf, entryFor, type WriteContext, withActId } from "../../api/router.server.ts";
import { Stale } from "../../audit/stale.server.ts";
import { findOneNamed, type NamingTexts } from "./find-named.server.ts";
import type { CompetingClaim } from "./repository/claims.server.ts";
import {
  type CompletionState,
  completionOf,
  type StoredCompletion,
  updateCompletion,
} from "./repository/stored-completion.server.ts";
import { isDone, type SaveOutcome, write } from "./save.server.ts";
import { authorizeVerdicts } from "./verdict-guard.server.ts";

// Acts on several completions at once: all or none.

/** Loads these completions; throws NotFound if one is missing. */
async function loadAll(filekeys: readonly string[], { data }: WriteContext): Promise<StoredCompletion[]> {
  const stored = await data.completions.findAllByIds(filekeys);
  if (stored.length < new Set(filekeys).size || stored.some(({ state }) => state.deleted_at !== null))
    throw new NotFound("completions-gone");
  return stored;
}

/** The most completions that a refusal names. */
const MOST_NAMED = 5;

/** Thrown for completions that a verifier may not delete; the answer names them. */
class NotTheirs extends Forbidden {
  override readonly more: { readonly filekeys: readonly string[] };
  constructor(refused: readonly StoredCompletion[], context: WriteContext) {
    const names = refused.slice(0, MOST_NAMED).map((each) => {
      const definition = definitionOf(each.challenge, context);
      return headingOf(definition, presentRow(definition, completionOf(each)));
    });
    super("not-yours-to-delete", { names, more: refused.length - names.length });
    this.more = { filekeys: refused.map(({ id }) => id) };
  }
}

/** Changes completions of one or more challenges. Throws Conflict, Stale. */
async function changeAll(
  stored: readonly StoredCompletion[],
  change: (each: StoredCompletion) => CompletionState,
  action: string,
  context: WriteContext,
): Promise<SaveOutcome> {
  const [first] = stored;
  if (!first) return "done";
  const isOneAct = stored.length > 1 && context.act === undefined;
  const entry = entryFor(isOneAct ? withActId(context) : context, action);
  const acts = stored.map((each) => updateCompletion(each, change(each), context.user, entry));
  return write(acts, definitionOf(first.challenge, context), null, context);
}

/**
 * Deletes completions, all or none. What waits for a helper is decided by that. Throws Forbidden, Conflict.
 * @param takes whether it is done although another helper is looking at one
 */
export async function deleteCompletions(
  filekeys: readonly string[],
  context: WriteContext,
  takes = false,
): Promise<void> {
  const stored = await loadAll(filekeys, context);
  const { user } = context;
  const refused = stored.filter(({ state }) => !mayDelete(user, ownerOf(state)));
  if (refused.length > 0 && mayChangeAll(user)) throw new NotTheirs(refused, context);
  authorize(refused.length === 0, "only-own-completions", { act: "delete" });
  const others = stored.filter(({ state }) => state.pending !== null && ownerOf(state) !== user.id);
  await authorizeVerdicts(others, context, { takes });
  const at = context.now.toISOString();
  await changeAll(stored, ({ state }) => ({ ...state, deleted_at: at }), "delete", context);
}

/** The result of verifying. */
export interface BulkVerified {
  /** How many of them were pending. */
  readonly verified: number;
  /** The filekeys of those that claimed to be an original but came second: they were verified as not original. */
  readonly notOriginal: readonly string[];
  /** Open claims of the same combinations, for a helper to decide on. */
  readonly rivals: readonly CompetingClaim[];
  /** The numbers of these changes in the log. */
  readonly changes: readonly number[];
}

/** Returns the ids of claims to an original that is taken, that an earlier one of these also claims, or of banned players. */
export async function secondOriginals(
  pending: readonly StoredCompletion[],
  { data }: Pick<WriteContext, "data">,
): Promise<ReadonlySet<string>> {
  const second = new Set(await data.completions.findSecondOriginals(pending.map(({ id }) => id)));
  const claims = pending.filter(({ state }) => state.og === 1);
  const banned = await data.players.areOfBanned(claims.map(({ state }) => state));
  for (const [at, { id }] of claims.entries()) if (banned[at]) second.add(id);
  const firsts = new Set<string>();
  for (const { id, state } of pending) {
    const original = `${state.challenge} ${state.og_identity}`;
    if (state.og !== 1 || second.has(id)) continue;
    if (firsts.has(original)) second.add(id);
    else firsts.add(original);
  }
  return second;
}

/** Throws Stale if one of these is no longer as somebody saw it. What they did not see is not compared. */
async function checkSeen(
  stored: readonly StoredCompletion[],
  seen: ReadonlyMap<string, SeenRow>,
  context: WriteContext,
): Promise<void> {
  if (seen.size === 0) return;
  const last = await context.data.history.findAllLast("completion", [...seen.keys()]);
  const newest = new Map(last.map(({ id, seq }) => [id, seq]));
  for (const { id, state } of stored) {
    const row = seen.get(id);
    if (!row) continue;
    const definition = definitionOf(state.challenge, context);
    const now = presentRow(definition, completionOf({ id, state }));
    const differs = rowFields(definition).flatMap(([name, field]) => {
      const isOwn = name in row && name !== "difficulty" && !isOfOriginal(field, now);
      const [before, after] = [(row[name] ?? null) as WireValue, now[name] ?? null];
      return isOwn && before !== after ? [{ label: field.label, before, after }] : [];
    });
    // What is said of its proof has entries of its own, which a page shows among those of the completion.
    const isOther = typeof row.change === "number" && row.change < (newest.get(id) ?? 0);
    if (isOther || differs.length > 0) throw new Stale(differs, "completion");
  }
}

/** How often verifying is tried when somebody else was faster with an original. */
const TRIES = 3;

/**
 * Verifies pending completions; verified ones stay as they are. An original that came second is verified as not
 * original; its OG extras stay, hidden, for an undo. Throws Forbidden where the user may not, Conflict if a combination is
 * taken or one is not for the user to decide, Stale if one is no longer as the user saw it.
 * @param takes whether it is done although another helper is looking at one
 */
export async function verifyCompletions(
  filekeys: readonly string[],
  seen: ReadonlyMap<string, SeenRow>,
  context: WriteContext,
  takes = false,
): Promise<BulkVerified> {
  const { user, now, data } = context;
  const pending = (await loadAll(filekeys, context))
    .filter(({ state }) => state.pending !== null)
    .sort(({ state: one }, { state: other }) => (one.created_at < other.created_at ? -1 : 1));
  await authorizeVerdicts(pending, context, { takes });
  const ids = pending.map(({ id }) => id);
  await checkSeen(pending, seen, context);
  const verified = { pending: null, verified_by: user.id, verified_at: now.toISOString() };
  for (let tries = 1; ; tries += 1) {
    const second = await secondOriginals(pending, context);
    const verify = ({ id, state }: StoredCompletion): CompletionState => ({
      ...state,
      ...verified,
      og: second.has(id) ? 0 : state.og,
    });
    const outcome = await changeAll(pending, verify, "verify", context);
    if (outcome === "done") {
      const last = await data.history.findAllLast("completion", ids);
      return {
        verified: pending.length,
        notOriginal: [...second],
        rivals: await data.completions.findCompetingClaims(ids),
        // If somebody else changed one in between, the last change of it is theirs.
        changes: last
          .filter(({ actor, action }) => actor === user.id && action === "verify")
          .map(({ seq }) => seq),
      };
    }
    if (outcome === "original-taken" && tries < TRIES) continue;
    const taken = new Set((await data.completions.findLostClaims(ids)).map(({ filekey }) => filekey));
    const which = pending.find(({ id }) => taken.has(id)) ?? pending[0];
    const definition = definitionOf(which?.challenge ?? "", context);
    isDone(outcome, definition);
    throw new Conflict("completion-exists", { challenge: definition.label });
  }
}

/**
 * Deletes pending completions with a reason for their submitters, who can correct and resubmit them. Throws Forbidden, Conflict.
 * @param takes whether it is done although another helper is looking at one
 */
export async function rejectCompletions(
  filekeys: readonly string[],
  reason: string,
  context: WriteContext,
  takes = false,
): Promise<void> {
  const stored = await loadAll(filekeys, context);
  if (stored.some(({ state }) => state.pending === null)) throw new Conflict("completion-verified");
  await authorizeVerdicts(stored, context, { takes, mayBeOwn: true });
  const at = context.now.toISOString();
  await changeAll(
    stored,
    ({ state }) => ({ ...state, deleted_at: at, rejection: reason }),
    "reject",
    context,
  );
}

/**
 * Returns the filekeys that the entries of a delete name: arrays of key values in the definition's order, filekeys, or
 * rows, whose filekeys or keys count; of several claims what else a row says tells which is meant.
 * Throws BadForm, NotFound, Conflict.
 */
export async function readEntries(
  definition: ChallengeDefinition,
  text: string,
  context: WriteContext,
): Promise<string[]> {
  const filekeys: string[] = [];
  for (const { keys, texts } of parseEntries(definition, text)) {
    const filekey = await findOneNamed(definition, keys, context, texts);
    if (!filekey) throw new NotFound("completions-gone");
    filekeys.push(filekey);
  }
  return filekeys;
}

/** The form field. */
const ENTRIES = { field: "entries" };

/** An entry as it was sent: the keys that it names a completion by, and its other texts. */
interface Entry {
  readonly keys: URLSearchParams;
  readonly texts: NamingTexts;
}

/** Returns an entry; null for what is none. */
function entryOf({ keys }: ChallengeDefinition, entry: unknown): Entry | null {
  if (typeof entry === "string")
    return entry.trim() === "" ? null : { keys: new URLSearchParams({ filekey: entry }), texts: () => "" };
  if (typeof entry !== "object" || entry === null) return null;
  if (Array.isArray(entry) && entry.length !== keys.length) return null;
  const row: Readonly<Record<string, unknown>> = Array.isArray(entry)
    ? Object.fromEntries(keys.map((name, at) => [name, entry[at]]))
    : { ...entry };
  const names = typeof row.filekey === "string" && row.filekey !== "" ? ["filekey"] : keys;
  if (!names.every((name) => typeof row[name] === "string")) return null;
  const texts: NamingTexts = (name) => (typeof row[name] === "string" ? row[name] : "");
  return {
    keys: new URLSearchParams(names.map((name) => [name, texts(name)]).filter(([, text]) => text !== "")),
    texts,
  };
}

function parseEntries(definition: ChallengeDefinition, text: string): Entry[] {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Reported below.
  }
  const entries = Array.isArray(value) ? value : [];
  const named = entries.flatMap((entry) => entryOf(definition, entry) ?? []);
  if (entries.length === 0 || named.length < entries.length)
    throw new BadForm("not-entries", { subject: ENTRIES, keys: definition.keys });
  if (entries.length > MOST_ENTRIES)
    throw new BadForm("too-many-entries", { subject: ENTRIES, most: MOST_ENTRIES });
  return named;
}

/** A row as somebody saw it, by its fields' names on the wire; `change`: the number of its newest change. */
type SeenRow = Readonly<Record<string, unknown>>;

/** Reads the rows that somebody saw, each in a field of its own, by filekey. Throws BadForm. */
export function readSeen(texts: readonly string[]): ReadonlyMap<string, SeenRow> {
  return new Map(
    texts.map((text) => {
      let row: unknown = null;
      try {
        row = JSON.parse(text);
      } catch {
        // Reported below.
      }
      if (typeof row !== "object" || row === null || !("filekey" in row) || typeof row.filekey !== "string")
        throw new BadForm("not-seen", { subject: { field: "seen" } });
      return [row.filekey, { ...row }];
    }),
  );
}

/** Reads the filekeys from a form's JSON array, without duplicates. Throws BadForm. */
export function readFilekeys(text: string): string[] {
  try {
    return parseFilekeys(text);
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    throw new BadForm(...argumentsOf(about(ENTRIES, error.fault)));
  }
}
