import { useCallback, useEffect, useState } from "react";
import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { nameOfKind } from "../../../../../domain/challenges/fields.ts";
import type { ListAnswer } from "../../../../../domain/contract/completions.ts";
import { api, type Query } from "../../../../../domain/contract/routes.ts";
import type { AnswerResult } from "../../../../../domain/contract/search.ts";
import { choiceCalled } from "../../../../../domain/fields/choice/find-choices.ts";
import type { Choice } from "../../../../../domain/fields/props.ts";
import { readWireList } from "../../../../../domain/fields/wire-list.ts";
import type { Catalogue } from "../../../../../domain/game/catalogue.ts";
import { ogKeys } from "../../../../../domain/lists/key-query.ts";
import { isOfOriginal } from "../../../../../domain/lists/of-original.ts";
import { bestFirst } from "../../../../../domain/lists/record.ts";
import { headingOf, playersOf, UNKNOWN, type WireRow, wordsOf } from "../../../../../domain/lists/row.ts";
import { type FormTexts, formFields } from "../../../../../domain/submissions/form.ts";
import { checkSubmission } from "../../../../../domain/submissions/submission.ts";

/** A completion of the same combination, or its original. */
export interface ExistingCompletion {
  readonly filekey: string;
  readonly heading: string;
  readonly players: string;
  /** yyyy-mm-dd; null: not recorded. */
  readonly date: string | null;
  /** Whether it is a labelled sample, which a real completion replaces; null if not known. */
  readonly isSample: boolean | null;
}

/** Whether the index has the combination being typed; null if too little is typed or it gave no answer. */
export type ExistingCombination =
  | { readonly state: "done"; readonly found: ExistingCompletion }
  | {
      readonly state: "pending";
      readonly players: readonly string[];
      /** The filekey of the user's own claim; null: none of the claims is theirs. */
      readonly own: string | null;
    }
  | { readonly state: "open" }
  | null;

/** The completion that a new one of the map would have to beat. */
export interface RecordNow {
  readonly found: ExistingCompletion;
  /** The value that makes it the record, and how it reads: "$130,869". */
  readonly value: number;
  readonly words: string;
}

/** What the index already has of what is being typed. */
export interface Existing {
  /**
   * The record of the map, for challenges whose completions stand for themselves. "none": nothing is verified there;
   * null: the challenge has no such record, or it is not known.
   */
  readonly record: RecordNow | "none" | null;
  readonly combination: ExistingCombination;
  /** Its original; null: the challenge has no OG, or it is not known. */
  readonly original: Original | null;
  /** Asks for the combination anew, which may have been taken since. */
  readonly findCombination: () => Promise<void>;
  /** The address that finds its original; null if too little is filled in to ask. */
  readonly originalAt: string | null;
  /** Asks for the original at once, whatever was requested before; null if no answer came in time. */
  readonly findOriginal: () => Promise<Original | null>;
}

/** "none": there is none yet, or only a sample; "claimed": neither, but whoever types has claimed to have made it. */
export type Original = ExistingCompletion | "none" | "claimed";

/** How long typing must pause before the request is sent, in milliseconds. */
const PAUSE = 300;

/** How long sending waits for the answer whether there is an original, in milliseconds. */
const WAIT = 3_000;

/** Rows to ask for. A combination has one verified completion and some claims. */
const MOST = 20;

function foundIn(definition: ChallengeDefinition, row: WireRow): ExistingCompletion {
  const { date } = definition.fields;
  return {
    filekey: String(row.filekey),
    heading: headingOf(definition, row),
    players: playersOf(definition, row),
    date: date && !isOfOriginal(date, row) && row.date && row.date !== UNKNOWN ? String(row.date) : null,
    isSample: null,
  };
}

/** Returns the filekey of a user's own claim among rows; null if none of them is one. */
const claimIn = (rows: readonly WireRow[], user: string | null): string | null =>
  rows.flatMap(({ pending, filekey }) =>
    pending !== null && String(pending) === user ? [String(filekey)] : [],
  )[0] ?? null;

async function readRows(path: string, signal: AbortSignal): Promise<ListAnswer["results"]> {
  const response = await fetch(path, { signal });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return ((await response.json()) as ListAnswer).results;
}

/** Returns the search text that asks for a row's towers and map. */
function questionOf(definition: ChallengeDefinition, row: WireRow): string {
  const terms = formFields(definition).main.flatMap(([name, { kind }]) => {
    const value = String(row[name] ?? "");
    if (kind === "map") return [`map:"${value}"`];
    if (kind === "tower") return [`tower:"${value}"`];
    if (kind === "money") return [`money:${value}`];
    return kind === "towerset" ? (readWireList(value) ?? []).map((each) => `tower:"${each}"`) : [];
  });
  return [definition.label, ...terms].join(" ");
}

/** Asks whether a completion is a sample; null if not known. */
async function askIfSample(
  definition: ChallengeDefinition,
  row: WireRow,
  signal: AbortSignal,
): Promise<boolean | null> {
  const response = await fetch(api.answer({ q: questionOf(definition, row) }), { signal });
  if (!response.ok) return null;
  const { answers } = (await response.json()) as AnswerResult;
  const all = answers.flatMap(({ challenge, found }) => (challenge === definition.key ? found : []));
  return all.find(({ completion }) => completion.filekey === row.filekey)?.sample ?? null;
}

/** Returns the field that makes a completion which stands for itself its map's record; null for other challenges. */
export function recordField(definition: ChallengeDefinition): string | null {
  const { record, identity } = definition;
  if (!record || record.by === "towerCount" || identity.length > 0) return null;
  return record.scopes.some((scope) => scope.length === 1 && scope[0] === "map")
    ? nameOfKind(definition, record.by)
    : null;
}

type Read<What> = (address: string, signal: AbortSignal, tell: (what: What) => void) => Promise<void>;

/**
 * Reads an address once typing pauses, and again once it is known who types; `user` is null where the answer is the same
 * for everybody. What was read at another address no longer counts. `readNow` does not wait for the pause. It resolves to the last answer; null if there was none before it failed or
 * was aborted.
 */
function useReading<What>(address: string | null, user: string | null, read: Read<What>) {
  const [known, setKnown] = useState<{ readonly of: string; readonly what: What } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: how it is read follows from the challenge, which stays
  const readNow = useCallback(
    async (signal: AbortSignal): Promise<What | null> => {
      if (address === null) return null;
      let last: What | null = null;
      // Only a help while typing: a failure is not shown, because the server checks in the end.
      await read(address, signal, (what) => {
        if (signal.aborted) return;
        last = what;
        setKnown({ of: address, what });
      }).catch(() => undefined);
      return last;
    },
    [address, user],
  );
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => void readNow(stop.signal), PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [readNow]);
  return { known: known !== null && known.of === address ? known.what : null, readNow };
}

/** Asks the index while somebody types. `own`: the completion that is being edited; `user`: the id of who types. */
export function useExisting(
  definition: ChallengeDefinition,
  texts: FormTexts,
  { own, user }: { readonly own: string | null; readonly user: string | null },
  maps: readonly Choice[],
  catalogue: Catalogue,
): Existing {
  const { problems } = checkSubmission(definition, texts, catalogue);
  const isKnown = (name: string): boolean => {
    const text = texts[name]?.trim() ?? "";
    if (text === "" || text === "[]" || problems[name]) return false;
    return definition.fields[name]?.kind !== "map" || choiceCalled(maps, text) !== null;
  };
  /** Returns the address of what has the same values in these fields; null until all are valid and the map is known. */
  const listOf = (names: readonly string[], more: Query): string | null =>
    names.length > 0 && names.every(isKnown)
      ? api.list(definition.key, {
          ...Object.fromEntries(names.map((name) => [name, texts[name]])),
          count: MOST,
          ...more,
        })
      : null;
  const isOther = ({ filekey }: WireRow): boolean => filekey !== own;
  const isVerified = ({ pending }: WireRow): boolean => pending === null;
  const askSample = (row: WireRow, signal: AbortSignal): Promise<boolean | null> =>
    askIfSample(definition, row, signal).catch(() => null);

  const by = recordField(definition);
  const map = nameOfKind(definition, "map");
  // Two, because an edit of the record has to beat the next one.
  const best = { pending: 0, sortby: bestFirst(definition)?.sortby, count: 2 };
  const { known: record } = useReading<RecordNow | "none">(
    listOf(by !== null && map !== null ? [map] : [], best),
    null,
    async (address, signal, tell) => {
      const row = (await readRows(address, signal)).find(isOther);
      if (row === undefined) return tell("none");
      const value = row[by ?? ""];
      if (typeof value !== "number") return;
      const found = { ...foundIn(definition, row), isSample: await askSample(row, signal) };
      tell({ found, value, words: wordsOf(definition, by ?? "", row) });
    },
  );
  const { known: combination, readNow: readCombination } = useReading<NonNullable<ExistingCombination>>(
    listOf(definition.identity.length === 0 ? [] : definition.keys, {}),
    user,
    async (address, signal, tell) => {
      const others = (await readRows(address, signal)).filter(isOther);
      const verified = others.find(isVerified);
      if (verified) {
        const found = foundIn(definition, verified);
        tell({ state: "done", found });
        return tell({ state: "done", found: { ...found, isSample: await askSample(verified, signal) } });
      }
      if (others.length === 0) return tell({ state: "open" });
      const players = others.map((row) => playersOf(definition, row));
      tell({ state: "pending", players, own: claimIn(others, user) });
    },
  );
  const originalAt = listOf(definition.og ? ogKeys(definition) : [], { og: 1 });
  const { known: original, readNow: readOriginal } = useReading<Original>(
    originalAt,
    user,
    async (address, signal, tell) => {
      const rows = await readRows(address, signal);
      const verified = rows.find(isVerified);
      if (verified && !isOther(verified)) return;
      // A sample does not count as the original.
      if (verified && (await askSample(verified, signal)) !== true)
        return tell(foundIn(definition, verified));
      tell(claimIn(rows.filter(isOther), user) === null ? "none" : "claimed");
    },
  );
  return {
    combination,
    original,
    record,
    originalAt,
    findCombination: async () => void (await readCombination(AbortSignal.timeout(WAIT))),
    findOriginal: () => readOriginal(AbortSignal.timeout(WAIT)),
  };
}
