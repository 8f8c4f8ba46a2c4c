import { codesOf } from "../../../domain/challenge-codes/code.ts";
import { packAttributes, unpackAttributes } from "../../../domain/fields/attributes.ts";
import { ERASED_NAME, personKey, personSortKey } from "../../../domain/game/name-key.ts";

import { ConstraintError } from "../../../server/db/database.ts";
import type { Job } from "../../../server/jobs/job.ts";
import type { Data } from "../../api/repositories.server.ts";
import {
  type CompletionState,
  updateCompletion,
  wordsOf,
} from "../completions/repository/stored-completion.server.ts";
import type { PlayerState } from "../players/repository/changes.server.ts";
import type { Erasure, StoredEntry } from "./repository.server.ts";
import * as erasures from "./repository.server.ts";

const EVERY = 60_000;

interface Parts {
  readonly data: Data;
  readonly now: () => Date;
}

/** What an erasure does next. Each call writes a bounded batch, and can be repeated where a process ended before it. */
const STEPS: Readonly<Record<Erasure["step"], (erasure: Erasure, parts: Parts) => Promise<unknown>>> = {
  submissions: withdraw,
  completions: leaveCompletions,
  log: redactLog,
  players: (erasure, { data, now }) =>
    erasure.names.size === 0
      ? erasures.nextStep(data.database, erasure, "end")
      : erasures.removePlayers(data.database, erasure, NOBODY, now().toISOString()),
  search: (erasure, { data }) => erasures.mergeSearch(data.database, erasure),
  end: (erasure, { data, now }) => erasures.end(data.database, erasure, now().toISOString()),
  file: (erasure, { data }) => erasures.overwrite(data.database, erasure),
};

const NOBODY: PlayerState = {
  name: ERASED_NAME,
  names: [],
  into: null,
  intoName: null,
  banned: 0 as const,
  shown: null,
  reason: null,
};

/**
 * Goes on with an erasure, at most so many steps.
 * @returns whether it is complete
 */
export async function goOn(id: string, most: number, parts: Parts, signal?: AbortSignal): Promise<boolean> {
  for (let steps = 0; steps < most; steps += 1) {
    const erasure = await erasures.find(parts.data.database, id);
    if (!erasure) return true;
    if (signal?.aborted) return false;
    const done = await STEPS[erasure.step](erasure, parts);
    if (done === false) return false;
  }
  return (await erasures.find(parts.data.database, id)) === null;
}

/** Most steps of one run: a cron on Cloudflare may query D1 a thousand times. */
const MOST_AT_ONCE = 200;

/** Ends erasures that were too long for a request, or cut off. */
export const erasing = (parts: Parts): Job => ({
  name: "erasures",
  every: EVERY,
  isPatient: true,
  async run(signal) {
    const failed: unknown[] = [];
    for (const id of await erasures.listOpen(parts.data.database))
      await goOn(id, MOST_AT_ONCE, parts, signal).catch((error: unknown) => failed.push(error));
    // One that fails holds up nobody else's.
    if (failed.length > 0) throw failed[0];
  },
});

/** Withdraws open submissions, as their member would. */
async function withdraw(erasure: Erasure, { data, now }: Parts): Promise<void> {
  const person = erasure.person ?? "";
  const ids = await erasures.findOpenSubmissions(data.database, erasure);
  if (ids.length === 0) return void (await erasures.nextStep(data.database, erasure, "completions"));
  const at = now().toISOString();
  for (const stored of await data.completions.findAllByIds(ids)) {
    const entry = { at, actor: person, level: "member", action: "delete", act: null } as const;
    const after = { ...stored.state, deleted_at: at };
    try {
      const writer = { id: stored.state.pending ?? person, isVerifier: false };
      await data.write([updateCompletion(stored, after, writer, entry)]);
    } catch (error) {
      // It was decided or edited just now: whatever is still open is found once more.
      if (!(error instanceof ConstraintError)) throw error;
    }
  }
}

/** Takes the person's id, and the erased names, out of completions. */
async function leaveCompletions(erasure: Erasure, { data, now }: Parts): Promise<void> {
  const { ids, doneTo } = await erasures.findTouched(data.database, erasure);
  const stored = await data.completions.findAllByIds(ids);
  const isNamed = ({ people_keys }: CompletionState): boolean =>
    (JSON.parse(people_keys) as string[]).some((key) => erasure.names.has(key));
  const isTheirs = (state: CompletionState): boolean =>
    isNamed(state) ||
    (erasure.person !== null && [state.submitted_by, state.pending].includes(erasure.person));
  const touched = stored.map(({ id, revision, state }) => {
    if (!isNamed(state)) return { id, revision, after: null };
    const confirmed = state.confirmed_revision === revision ? revision + 1 : state.confirmed_revision;
    const values = unpackAttributes(state);
    const people = values.people.map((name) => nameAfter(name, erasure));
    const without = redacted({ ...state, confirmed_revision: confirmed }, erasure) as CompletionState;
    const after = { ...without, ...packAttributes({ ...values, people }) };
    return { id, revision, after: { state: after, words: wordsOf(after) } };
  });
  const codes = stored.flatMap(({ state }) => (isTheirs(state) ? codesOf(unpackAttributes(state)) : []));
  await erasures.changeTouched(data.database, erasure, { touched, codes, doneTo }, now().toISOString());
}

/** Replaces the person's id and the erased names in some entries of the log. */
async function redactLog(erasure: Erasure, { data }: Parts): Promise<void> {
  const entries = await erasures.findEntries(data.database, erasure);
  const changed = entries.flatMap((entry) => {
    const after = redactedEntry(entry, erasure);
    return after.actor === entry.actor && after.before === entry.before && after.after === entry.after
      ? []
      : [after];
  });
  await erasures.redact(data.database, erasure, changed, entries.at(-1)?.seq ?? null);
}

type Erased = Pick<Erasure, "id" | "person" | "names">;

function redactedEntry(entry: StoredEntry, erased: Erased): StoredEntry {
  const hasNames = erased.names.size > 0 && (entry.noun === "completion" || entry.noun === "player");
  const redact = (text: string | null): string | null => {
    if (text === null || !(hasNames || text.includes(erased.person ?? ""))) return text;
    try {
      const before: unknown = JSON.parse(text);
      const after = JSON.stringify(redacted(before, erased, hasNames ? entry.noun : ""));
      return after === JSON.stringify(before) ? text : after;
    } catch {
      return text;
    }
  };
  const actor = entry.actor === erased.person ? erased.id : entry.actor;
  return { ...entry, actor, before: redact(entry.before), after: redact(entry.after) };
}

const nameAfter = (name: string, { names }: Pick<Erased, "names">): string =>
  names.has(personKey(name)) ? ERASED_NAME : name;

/** How the fields that hold names of players are redacted, by noun. */
const NAMES: Readonly<Record<string, (state: Record<string, unknown>, erased: Erased) => object>> = {
  completion({ people, people_keys, people_sort_keys }, { names }) {
    if (typeof people !== "string") return {};
    const isErased = (JSON.parse(people) as string[]).map((name) => names.has(personKey(name)));
    if (!isErased.includes(true)) return {};
    const replaced = (list: unknown, by: string): unknown =>
      typeof list === "string"
        ? JSON.stringify((JSON.parse(list) as unknown[]).map((each, at) => (isErased[at] ? by : each)))
        : list;
    return {
      people: replaced(people, ERASED_NAME),
      people_keys: replaced(people_keys, personKey(ERASED_NAME)),
      people_sort_keys: replaced(people_sort_keys, personSortKey(ERASED_NAME)),
    };
  },
  player({ name, intoName, shown, names: all }, erased) {
    const after = (text: unknown) => (typeof text === "string" ? nameAfter(text, erased) : text);
    return {
      name: after(name),
      intoName: after(intoName),
      shown: after(shown),
      names: Array.isArray(all) ? all.filter((key) => !erased.names.has(key)) : all,
    };
  },
};

/** Returns a state with the tombstone in the place of the person's id, and "a player" for each of the names. */
function redacted(value: unknown, erased: Erased, noun = ""): unknown {
  if (value === erased.person) return erased.id;
  if (Array.isArray(value)) return value.map((each) => redacted(each, erased));
  if (typeof value !== "object" || value === null) return value;
  const state = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redacted(each, erased)]));
  const fields = Object.entries(NAMES[noun]?.(state, erased) ?? {});
  // In the order in which they stand.
  return Object.assign(state, Object.fromEntries(fields.filter(([key]) => key in state)));
}
