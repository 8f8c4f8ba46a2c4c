import {
  bringBack as bringBackAddress,
  type ChangeFeedRow,
  changes as changesAddress,
  FEED_PAGE,
  type FieldChange,
  history,
  type ListedChange,
  type PublicChange,
  publicChanges,
  type UndoneAnswer,
  undoChange as undoAddress,
  undoPreview,
} from "../../../domain/contract/history.ts";
import { nameKey } from "../../../domain/game/name-key.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import { MOST_ENTRIES, UNDO_DAYS } from "../../../domain/limits.ts";
import { ACCOUNT, type CHANGE_FILTERS, CHANGED_NOUNS } from "../../../domain/lists/filters.ts";
import { MissingKeys } from "../../../domain/lists/key-query.ts";
import { BadParameter } from "../../../domain/lists/parameters.ts";
import { fault, say } from "../../../domain/messages/index.ts";
import type { LoggedAct } from "../../../server/auth/sign-in.ts";
import { authorize, type User } from "../../../server/auth/user.ts";
import { SYSTEM } from "../../../server/db/changes.ts";
import type { Act, ChangeFilters, LoggedChange } from "../../../server/db/history.ts";
import { AppError, BadForm, Conflict, NotFound } from "../../../server/errors.ts";
import { type ReceivedForm, textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import {
  asPartOfAct,
  type QueryOf,
  type Router,
  type WriteContext,
  writeContext,
} from "../../api/router.server.ts";
import { entryOf } from "../../audit/present.server.ts";
import type { AnyNounLog } from "../../audit/types.server.ts";
import { UNKNOWN } from "../../audit/unknown.server.ts";
import { COMMAND_LINE } from "../accounts/repository/accounts.server.ts";
import { refuseBanned } from "../completions/banned.server.ts";
import { readAtOnce } from "../completions/read-at-once.server.ts";
import { findThere, LOGGED_NOUNS, logOf, PUBLIC_NOUNS } from "./registry.server.ts";

const DAY = 24 * 60 * 60 * 1000;

/** The most changes of one act that are read or undone at once: as many as a request may write. */
const MOST_OF_ACT = MOST_ENTRIES;

/** Returns a change with the log of its noun. Throws NotFound, and Conflict for one that is too old. */
function checked(change: LoggedChange | null, { now }: WriteContext): [LoggedChange, AnyNounLog] {
  const log = change && logOf(change.noun);
  if (!change || !log) throw new NotFound("no-such-change");
  if (now.getTime() - Date.parse(change.at) > UNDO_DAYS * DAY)
    throw new Conflict("change-too-old", { days: UNDO_DAYS });
  return [change, log];
}

const find = async (seq: number, context: WriteContext): Promise<[LoggedChange, AnyNounLog]> =>
  checked(await context.data.history.findBySeq(seq), context);

/**
 * Undoes a logged change of any noun; the undo is logged as a change itself. It restores the fields that the change
 * touched, and throws Conflict if they have changed since; `whole` restores everything as it was before the change.
 */
async function undoChange(seq: number, whole: boolean, context: WriteContext): Promise<void> {
  const [change, log] = await find(seq, context);
  authorize(mayUndo(context.user, change, whole));
  await log.undo(change, whole, context);
}

/**
 * Undoes each change of an act that can be undone by itself, the newest first; the others stay and are named. All that
 * it undoes is one act, too. Of a large one, this undoes some below a number in the log. Throws NotFound.
 * @param begun the act that an earlier request made of what it undid; "": none did
 */
async function undoAct(
  act: string,
  before: number | undefined,
  begun: string,
  context: WriteContext,
): Promise<UndoneAnswer> {
  const changes = await context.data.history.findAllOfAct(act, MOST_OF_ACT, before);
  if (changes.length === 0 && before === undefined) throw new NotFound("no-such-change");
  const together = await asPartOfAct(begun, "undo", context);
  const reading = await readAtOnce(changes, together);
  const left: NonNullable<UndoneAnswer["left"]>[number][] = [];
  for (const change of changes) {
    try {
      const [, log] = checked(change, context);
      authorize(mayUndo(context.user, change));
      await log.undo(change, false, reading);
    } catch (error) {
      // Whatever is not about this change ends all of it.
      if (!(error instanceof AppError) || error.status >= 429) throw error;
      const title = logOf(change.noun)?.describe(change, context)?.title ?? UNKNOWN.title;
      left.push({ seq: change.seq, title, error: say(error.problem) });
    }
  }
  const next = changes.length === MOST_OF_ACT ? changes.at(-1)?.seq : undefined;
  const undone = changes.length - left.length;
  const into = undone > 0 ? together.act : begun;
  return { undone, left, ...(next !== undefined && { next, into }) };
}

/** Returns what would change if everything were restored as it was before a change. Throws NotFound, Conflict. */
async function previewUndo(seq: number, context: WriteContext): Promise<readonly FieldChange[]> {
  const [change, log] = await find(seq, context);
  authorize(mayUndo(context.user, change));
  return log.preview(change, context);
}

/** Brings back what its submitter deleted, as long as an undo works. Throws NotFound, Conflict. */
async function bringBack(filekey: string, context: WriteContext): Promise<void> {
  const [last] = await context.data.history.findAllLast("completion", [filekey]);
  if (last?.action !== "delete" || last.actor !== context.user.id) throw new NotFound("no-such-change");
  const [change, log] = checked(last, context);
  const stored = await context.data.completions.findById(filekey);
  await refuseBanned(context, stored?.state);
  await log.undo(change, false, context);
}

const VERDICTS: ReadonlySet<string> = new Set(["verify", "reject"]);

/**
 * Helpers may undo any change, and verifiers take back their own verdicts.
 * @param whole everything is put back as it was before, what others did since included
 */
const mayUndo = (user: User, { noun, action, actor }: LoggedChange, whole = false): boolean =>
  user.isHelper || (!whole && actor === user.id && noun === "completion" && VERDICTS.has(action));

const LONGEST_HISTORY = 200;

/** Reads the number of a change in the log. Throws BadForm. */
function readSeq(text: string | null | undefined): number {
  if (!/^\d{1,15}$/.test(text ?? "")) throw new BadForm("not-a-change-number", { subject: { field: "seq" } });
  return Number(text);
}

const LEVELS = ["helper", "verifier", "member"] as const;

/** What the list of changes can be narrowed to. */
type Narrowed = Readonly<Record<(typeof CHANGE_FILTERS)[number], string | null>>;

/** Returns when a day begins, or one that is so many days later (ISO 8601, UTC). */
const startOf = (day: string, later = 0): string => new Date(Date.parse(day) + later * DAY).toISOString();

const inWords = (value: unknown): string =>
  Array.isArray(value) ? value.join(", ") || "none" : String(value);

/** Returns an entry of the accounts' log as one of the list of changes. */
function entryOfAccount({ seq, at, action, account, details }: LoggedAct, address: string | null) {
  const { before = null, after = null, ...others } = details ?? {};
  const wordsOf = (value: unknown) => (value === null ? null : inWords(value));
  return {
    seq,
    at,
    action,
    noun: ACCOUNT,
    id: account,
    title: address ?? "An account",
    page: null,
    changes: [
      ...(after === null ? [] : [{ label: "roles", before: wordsOf(before), after: wordsOf(after) }]),
      ...Object.entries(others).map(([label, value]) => ({ label, before: null, after: wordsOf(value) })),
    ],
    reason: null,
    undo: "never" as const,
    act: null,
  };
}

const namesOf = (
  changes: readonly LoggedChange[],
  { signIn }: Pick<Deps, "signIn">,
): Promise<ReadonlyMap<string, string>> =>
  signIn.names?.displayNames([...new Set(changes.map(({ actor }) => actor))]) ?? Promise.resolve(new Map());

/** The public reads of the log. */
export const historyAnswers = (deps: Deps) => ({
  /** Returns the history of a completion, the newest change first. Throws NotFound. */
  async ofCompletion(filekey: string) {
    const found = await deps.data.history.findAllOfCompletion(filekey, LONGEST_HISTORY);
    if (!found) throw new NotFound("no-such-filekey");
    const names = await namesOf(found, deps);
    return found.flatMap((change): PublicChange[] => {
      const described = logOf(change.noun)?.describe(change, deps);
      // Why something was rejected is between its player and the helpers.
      return described ? [entryOf(change, { ...described, reason: null }, names)] : [];
    });
  },
});

/** Returns the key of a challenge that exists. Throws BadParameter. */
function challengeNamed(text: string, { challenges }: Deps): string {
  const key = text.toLowerCase();
  if (!challenges.has(key))
    throw new BadParameter("challenge", fault("not-a-choice", { choices: [...challenges.keys()] }));
  return key;
}

/** Returns a page of the public log. Throws BadParameter, Conflict. */
async function follow({ since, challenge }: QueryOf<typeof publicChanges>, deps: Deps) {
  const { data } = deps;
  const topics = challenge === null ? null : [challengeNamed(challenge, deps), "map"];
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
}

/** Returns whom a text means: a person, or everybody of a level. Nobody has the id "". */
async function actorMeant(
  text: string,
  user: User,
  { signIn }: Deps,
): Promise<Pick<ChangeFilters, "actor" | "level">> {
  const key = nameKey(text);
  const level = LEVELS.find((each) => [each, `a${each}`, `${each}s`].includes(key)) ?? null;
  if (level !== null) return { actor: null, level };
  const named = await signIn.names?.findByName(text);
  const actor = named ?? (user.isAdministrator ? await signIn.people?.findByAddress(text) : null);
  return { actor: actor ?? "", level: null };
}

/** Returns what the list of changes is narrowed to, and whether the accounts' log is part of it. */
async function narrowing(filter: Narrowed, user: User, deps: Deps) {
  const { who, noun, action, id, from, until } = filter;
  const log = user.isAdministrator ? deps.signIn.people : undefined;
  if (noun !== null && !LOGGED_NOUNS.includes(noun) && !(log && noun === ACCOUNT))
    throw new BadParameter("noun", fault("not-a-choice", { choices: [...CHANGED_NOUNS.keys()] }));
  if (id !== null && noun === null) throw new BadParameter("noun", fault("missing"));
  const filters: ChangeFilters = {
    ...(who === null ? { actor: null, level: null } : await actorMeant(who, user, deps)),
    action,
    id,
    from: from && startOf(from),
    until: until && startOf(until, 1),
  };
  const isOfAccounts = id === null && filters.level === null && (noun === null || noun === ACCOUNT);
  return { filters, nouns: noun === null ? LOGGED_NOUNS : [noun], log: isOfAccounts ? log : undefined };
}

/** Merges the log and that of the accounts, each the newest first: of both the newest, at most so many. */
function newestOf(changes: readonly LoggedChange[], acts: readonly LoggedAct[], most: number) {
  const changed: LoggedChange[] = [];
  const ofAccounts: LoggedAct[] = [];
  const listed: (LoggedChange | LoggedAct)[] = [];
  while (listed.length < most) {
    const [change, entry] = [changes[changed.length], acts[ofAccounts.length]];
    const next = change && !(entry && entry.at > change.at) ? change : entry;
    if (!next) break;
    if ("account" in next) ofAccounts.push(next);
    else changed.push(next);
    listed.push(next);
  }
  return { changed, ofAccounts, listed };
}

/** Returns a page of the list of changes, or all changes of one act. */
async function listChanges(
  { before, beforeAccount, count, act, ...filter }: QueryOf<typeof changesAddress>,
  user: User,
  deps: Deps,
) {
  const { data, signIn } = deps;
  const { filters, nouns, log } = await narrowing(filter, user, deps);
  const isWholeAct = act !== null;
  const [found, logged] = await Promise.all([
    isWholeAct
      ? data.history.findAllOfAct(act, MOST_OF_ACT)
      : data.history.findAllNewest(nouns, before, count, filters),
    isWholeAct ? [] : (log?.listLog({ ...filters, before: beforeAccount, limit: count }) ?? []),
  ]);
  // What does not fit comes with the next page.
  const { changed, ofAccounts, listed } = newestOf(found, logged, isWholeAct ? found.length : count);
  const ids = listed.map(({ actor }) => actor);
  const [names, addresses, there, acts] = await Promise.all([
    signIn.names?.knownNames([...new Set(ids)]) ?? new Map<string, string>(),
    user.isAdministrator
      ? signIn.people?.addresses([...new Set([...ids, ...ofAccounts.map(({ account }) => account)])])
      : undefined,
    findThere(changed, data),
    isWholeAct ? new Map<string, Act>() : data.history.findActs(changed),
  ]);
  const addressOf = (id: string): string | null => addresses?.get(id) ?? null;
  const results = listed.flatMap((logged): ListedChange[] => {
    const account = addressOf(logged.actor);
    if ("account" in logged) {
      const isPerson = logged.actor !== SYSTEM && logged.actor !== COMMAND_LINE;
      const who = names.get(logged.actor) ?? (isPerson ? "an account" : "the index");
      return [{ ...entryOfAccount(logged, addressOf(logged.account)), who, account }];
    }
    const described = logOf(logged.noun)?.describe(logged, deps, there(logged.noun));
    if (!described) return [];
    const { title, page } = described;
    const undo = mayUndo(user, logged) ? (described.undo ?? "request") : "never";
    const { noun, id } = logged;
    const together = acts.get(logged.act ?? "");
    // What is left of an act may be one change: the others had nothing to do. Where only some of them are requested,
    // each stands by itself.
    const isOne = !together || together.size === 1 || filters.action !== null || filters.id !== null;
    const entry = entryOf(logged, described, names);
    return [{ ...entry, account, noun, id, title, page, undo, act: isOne ? null : together }];
  });
  const isEnd =
    isWholeAct ||
    listed.length === 0 ||
    (listed.length < count && changed.length === found.length && ofAccounts.length === logged.length);
  return {
    results,
    next: isEnd ? null : (changed.at(-1)?.seq ?? before),
    nextAccount: isEnd || !log ? null : (ofAccounts.at(-1)?.seq ?? beforeAccount),
  };
}

/** Undoes the change or the act that a form names. */
async function undo(form: ReceivedForm, context: WriteContext): Promise<UndoneAnswer> {
  const { seq, whole, act, into = "" } = textsOf(form);
  if (act !== undefined) {
    const before = seq === undefined ? undefined : readSeq(asWritten(seq));
    return undoAct(asWritten(act), before, asWritten(into), context);
  }
  await undoChange(readSeq(asWritten(seq ?? "")), asWritten(whole ?? "") === "1", context);
  return {};
}

export function historyRoutes(router: Router, answers: ReturnType<typeof historyAnswers>, deps: Deps): void {
  router.read(history, async ({ filekey }) => {
    if (filekey === null) throw new MissingKeys(["filekey"]);
    return { results: await answers.ofCompletion(filekey) };
  });
  router.read(publicChanges, (query) => follow(query, deps));
  router.personal(changesAddress, (query, user) => listChanges(query, user, deps));
  router.write(undoAddress, undo);

  router.act(bringBackAddress, async (form, context) => {
    await bringBack(asWritten(textsOf(form).filekey ?? ""), context);
  });

  router.personal(undoPreview, async ({ seq }, person) => ({
    changes: await previewUndo(readSeq(seq), await writeContext(deps, person)),
  }));
}
