import { readDocument } from "../../../domain/challenge-codes/document.ts";
import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { mapsByName } from "../../../domain/checks/check.ts";
import { CHECKS } from "../../../domain/checks/index.ts";
import { shownProofs } from "../../../domain/checks/proof.ts";
import {
  type CannedReason,
  type ClaimAnswer,
  cannedReasons,
  claimReview,
  exceptCheck,
  exceptions,
  keepCannedReason,
  type NamedCompletion,
  queue,
  queueFacts,
  type ReasonVersion,
  readQueueFilters,
  readReasonKind,
  releaseReview,
  skipReview,
  giveVerdicts as verdictsAddress,
  waiting,
} from "../../../domain/contract/review.ts";
import { unpackAttributes } from "../../../domain/fields/attributes.ts";
import { asWritten, oneLine } from "../../../domain/game/typed-text.ts";
import { majorVersion } from "../../../domain/game/versions.ts";
import { LONGEST_TITLE, MOST_ENTRIES } from "../../../domain/limits.ts";
import { BadParameter } from "../../../domain/lists/parameters.ts";
import { presentRow } from "../../../domain/lists/row.ts";
import { linkTexts } from "../../../domain/media/proof-slots.ts";
import { fault, say } from "../../../domain/messages/index.ts";
import { findingsOf } from "../../../domain/submissions/findings.ts";
import { textsOfRow } from "../../../domain/submissions/form.ts";
import { forOthersSince } from "../../../domain/submissions/policy.ts";
import type { User } from "../../../server/auth/user.ts";
import { BadForm, Conflict, NotFound } from "../../../server/errors.ts";
import { type ReceivedForm, textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Data } from "../../api/repositories.server.ts";
import {
  type QueryOf,
  type Router,
  verifiersOf,
  type WriteContext,
  writeContext,
} from "../../api/router.server.ts";
import { Stale } from "../../audit/stale.server.ts";
import * as codeChecks from "../completions/repository/code-checks.server.ts";
import { knownTime } from "../completions/repository/rows.server.ts";
import {
  type CompletionState,
  completionOf,
  type StoredCompletion,
} from "../completions/repository/stored-completion.server.ts";
import { readReason } from "../completions/submission-form.server.ts";
import { nameOf } from "../completions/submission-outcome.server.ts";
import { authorizeConcern, verdictRefusals } from "../completions/verdict-guard.server.ts";
import * as partnerAnswers from "../players/repository/played-with.server.ts";
import type { Asking, ComparedRow } from "./repository.server.ts";
import { threadRoutes } from "./thread.server.ts";
import { giveVerdicts, readVerdicts } from "./verdicts.server.ts";

const MINUTE = 60_000;
/** For how long a helper has what they look at, unless they renew it. */
const HELD_FOR = 15 * MINUTE;
/** For how long they put something off. */
const SKIPPED_FOR = 24 * 60 * MINUTE;

/** How many of an account's last verdicts are listed. */
const LAST_VERDICTS = 5;
/** How many other open claims of the same are named. */
const MOST_OTHERS = 20;

/** Registers the addresses of the queue, and of what helpers write and read beside it. */
export function reviewRoutes(router: Router, deps: Deps): void {
  const { data } = deps;
  const nameHelpers = verifiersOf(deps).called;
  router.read(waiting, () => data.review.findWait());
  router.personal(queue, (query, user) => readQueue(query, user, deps));
  router.personal(queueFacts, async ({ filekey }, user) => {
    if (filekey === null) throw new BadParameter("filekey", fault("missing"));
    return readFacts(filekey, user, deps);
  });
  router.write(claimReview, claim);
  router.act(releaseReview, async (form, { user }) => {
    await data.review.release(filekeyIn(form), user.id);
  });
  router.act(skipReview, async (form, context) => {
    const until = new Date(context.now.getTime() + SKIPPED_FOR).toISOString();
    const { user, now } = context;
    await data.review.skip(filekeyIn(form), { helper: user.id, now: now.toISOString() }, until);
  });
  threadRoutes(router, deps);
  exceptionRoutes(router, deps, nameHelpers);
  cannedReasonRoutes(router, deps, nameHelpers);
  router.write(verdictsAddress, (form, context) => {
    const { entries = "", preview = "" } = textsOf(form);
    return giveVerdicts(readVerdicts(entries), asWritten(preview) === "1", context);
  });
}

function filekeyIn(form: ReceivedForm): string {
  const filekey = asWritten(textsOf(form).filekey ?? "");
  if (filekey === "") throw new BadForm("missing", { subject: { field: "filekey" } });
  return filekey;
}

const filtersIn = async (
  { challenge, map: spelling, ...others }: ReturnType<typeof readQueueFilters>,
  { maps }: Data,
) => ({
  ...others,
  challenge: challenge?.toLowerCase() ?? null,
  // Includes maps that were removed. No map has the id 0.
  map: spelling === null ? null : ((await maps.findByAnyName(spelling))?.id ?? 0),
});

const askingOf = async (
  { id }: User,
  now: Date,
  { countBesides }: WriteContext["verifiers"],
): Promise<Asking> => ({
  helper: id,
  now: now.toISOString(),
  appealsSince: forOthersSince(await countBesides([id]), now),
});

/** Returns a page of the queue. */
async function readQueue({ after, count, ...others }: QueryOf<typeof queue>, user: User, deps: Deps) {
  const { data, challenges, now } = deps;
  const verifiers = verifiersOf(deps);
  const definitions = [...challenges.values()];
  const filters = await filtersIn(others, data);
  const asking = await askingOf(user, now(), verifiers);
  const isNarrowed = Object.values(filters).some((value) => value !== null && value !== false);
  const [found, waiting, total] = await Promise.all([
    // One more says whether there is a next page.
    count === 0 ? [] : data.review.listQueue({ ...filters, ...asking, after, count: count + 1 }, definitions),
    data.review.countWaiting(asking.now),
    isNarrowed ? data.review.countQueue(filters, asking.now, definitions) : null,
  ]);
  const shown = found.slice(0, count);
  const stored = await data.completions.findAllByIds(shown.map(({ id }) => id));
  const ofId = new Map(stored.map((each) => [each.id, each]));
  const [nameHelper, known] = await Promise.all([
    verifiers.called(shown.flatMap(({ holder }) => holder ?? [])),
    findingsOfAll(stored, deps),
  ]);
  const results = shown.flatMap(({ id, holder, ...claims }) => {
    const each = ofId.get(id);
    const definition = each && challenges.get(each.challenge);
    if (!definition) return [];
    const { notes: _, ...completion } = presentRow(definition, completionOf(each));
    const heldBy = holder === null ? null : nameHelper(holder);
    const submitted = knownTime(each.state.created_at);
    const { revision } = each;
    const { findings = [], submitter } = known.get(id) ?? {};
    const banned = submitter?.banned ?? submitter?.formerly ?? null;
    const { key: challenge } = definition;
    return [{ ...claims, findings, banned, heldBy, challenge, completion, revision, submitted }];
  });
  const all = total ?? waiting;
  return { results, count: all, more: count === 0 ? all > 0 : found.length > count, waiting };
}

/** Returns what a helper sees of a pending completion. Throws NotFound. */
async function readFacts(filekey: string, user: User, deps: Deps) {
  const { data, challenges, signIn, now } = deps;
  const definitions = [...challenges.values()];
  const facts = await data.review.findFacts(filekey, definitions);
  if (!facts) throw new NotFound("does-not-wait");
  const { submitter, originalBy, verified, submittedAt, original, record, first } = facts;
  const { until, answeredAt, looked } = facts;
  const waiting = await data.completions.findAllByIds([filekey]);
  const definition = challenges.get(waiting[0]?.challenge ?? "");
  if (!definition) throw new NotFound("does-not-wait");
  const [lost, falls, rivals, counts, last, account, known, compared, submits, address] = await Promise.all([
    data.completions.findLostClaims([filekey]),
    data.review.findFalls([filekey], definitions),
    data.completions.findCompetingClaims([filekey]),
    submitter === null ? null : data.review.countVerdicts(submitter),
    submitter === null ? [] : data.review.findLastVerdicts(submitter, LAST_VERDICTS),
    submitter === null ? null : signIn.findAccount?.(submitter),
    findingsOfAll(waiting, deps),
    data.review.findCompared(filekey, definition),
    submitter === null ? [] : data.players.submittedNames(submitter),
    submitter !== null && user.isAdministrator ? signIn.people?.addresses([submitter]) : undefined,
  ]);
  const { findings = [], submitter: standing, name = null, others: partners = [] } = known.get(filekey) ?? {};
  const asking = { helper: user.id, now: now().toISOString() };
  const holder = (await data.review.findHolders([filekey], asking)).get(filekey);
  const context = await writeContext(deps, user);
  const refusal = (await verdictRefusals(waiting, context, { takes: true })).get(filekey);
  const takenBy = lost[0]?.by ?? null;
  const others = rivals.slice(0, MOST_OTHERS).map((rival) => rival.filekey);
  const taken = [...new Set(falls.map(({ of }) => of))];
  const bests = compared.map(({ best }) => best);
  const ids = [takenBy, originalBy, ...others, ...last, ...taken, ...bests].filter((id) => id !== null);
  const ofId = new Map((await data.completions.findAllByIds(ids)).map((each) => [each.id, each]));
  const one = (id: string | null) => (id === null ? null : nameOf(ofId.get(id), deps));
  const banned = standing?.banned ?? standing?.formerly ?? null;
  const open = banned === null ? [] : await data.players.findOpenClaims(filekey, MOST_ENTRIES);
  return {
    original,
    record,
    first,
    submitted: submittedAt,
    looked,
    findings,
    verified,
    partners: partners.map(({ name, answer }) => ({ name, answer })),
    records: compared.map((each) => presentCompared(each, definition, waiting[0], one)),
    question: until === null ? null : { until, answeredAt },
    held: holder
      ? { by: (await context.verifiers.called([holder.holder]))(holder.holder), until: holder.until }
      : null,
    refusal: refusal ? say(refusal.problem) : null,
    takenBy: one(takenBy),
    originalBy: one(originalBy),
    takes: taken.flatMap((id) => one(id) ?? []),
    others: others.flatMap((id) => one(id) ?? []),
    submitter: counts && {
      ...counts,
      name,
      address: address?.get(submitter ?? "") ?? null,
      isBlocked: account?.blocked ?? false,
      owns: standing?.owns ?? null,
      submits,
      banned,
      open,
      last: last.flatMap((id) => verdictOn(ofId.get(id), deps)),
    },
  };
}

/** Returns how an amount compares with the best one of a scope. */
function presentCompared(
  { scope, amount, best, bestAmount }: ComparedRow,
  definition: ChallengeDefinition,
  stored: StoredCompletion | undefined,
  nameStored: (id: string | null) => NamedCompletion | null,
) {
  const named = nameStored(best);
  const within = withinOf(definition, scope, stored);
  return { within, amount, best: named && { ...named, amount: bestAmount ?? 0 } };
}

/** Returns what a helper decided on a submission. */
function verdictOn(stored: StoredCompletion | undefined, deps: Deps) {
  const name = nameOf(stored, deps);
  if (!stored || !name) return [];
  const { deleted_at, rejection: reason } = stored.state;
  const state = deleted_at === null ? ("verified" as const) : ("rejected" as const);
  return [{ ...name, state, reason, day: stored.updatedAt.slice(0, 10) }];
}

/** Takes the completion that a form names, or the oldest free one under its filters. */
async function claim(form: ReceivedForm, context: WriteContext): Promise<ClaimAnswer> {
  const { data, challenges, user, now, verifiers } = context;
  const { filekey = "", take = "", ...filters } = textsOf(form);
  const asking = await askingOf(user, now, verifiers);
  const until = new Date(now.getTime() + HELD_FOR).toISOString();
  const nothing = { until: null, heldBy: null, held: 0, skipped: 0, rejected: 0, own: 0 };
  const named = asWritten(filekey);
  if (named !== "") {
    if (await data.review.claim(named, asking, until, asWritten(take) === "1"))
      return { ...nothing, filekey: named, until };
    const other = (await data.review.findHolders([named], asking)).get(named);
    if (!other) return { ...nothing, filekey: named };
    const nameHelper = await verifiers.called([other.holder]);
    return { ...nothing, filekey: named, until: other.until, heldBy: nameHelper(other.holder) };
  }
  const definitions = [...challenges.values()];
  const criteria = await filtersIn(readQueueFilters(new URLSearchParams(filters)), data);
  const found = await data.review.claimNext(criteria, asking, until, definitions);
  if (found !== null) return { ...nothing, filekey: found, until };
  return { ...nothing, filekey: null, ...(await data.review.findNotFree(criteria, asking, definitions)) };
}

/** What is found of submissions, and whose they are. */
async function findingsOfAll(
  stored: readonly StoredCompletion[],
  { data, challenges, signIn }: Pick<Deps, "data" | "challenges" | "signIn">,
) {
  const ids = stored.map(({ id }) => id);
  const [submitters, names, shared, pictures, codes, details, answers] = await Promise.all([
    data.players.findSubmitters(ids),
    signIn.names?.knownNames([...new Set(stored.flatMap(({ state }) => state.submitted_by ?? []))]),
    data.completions.findSharedProofs(
      stored.map(({ id, state }) => ({ id, links: linksIn(state) })),
      [...challenges.keys()],
    ),
    data.completions.findSharedPictures(ids),
    codeChecks.findOf(data.database, ids),
    data.maps.findAllDetails(),
    partnerAnswers.findAnswers(data.database, ids),
  ]);
  const maps = mapsByName(details);
  const catalogue = await data.catalogue.current();
  const found = stored.flatMap((each) => {
    const { id, state } = each;
    const definition = challenges.get(each.challenge);
    if (!definition) return [];
    const submitter = submitters.get(id) ?? null;
    const name = names?.get(state.submitted_by ?? "") ?? null;
    const row = presentRow(definition, completionOf(each));
    const code = codes.get(id) ?? null;
    const others = answers.get(id) ?? [];
    const findings = findingsOf(definition, catalogue, {
      submitter,
      name,
      players: unpackAttributes(state).people,
      hasSameProof: shared.has(id),
      hasSamePicture: pictures.has(id),
      isDenied: others.some(({ answer }) => answer === "no"),
      texts: { ...textsOfRow(definition, row), ...linkTexts(definition, state.links) },
      code: code && {
        isShared: code.isShared,
        isOthers: code.isOthers,
        maps,
        document: code.document === null ? null : readDocument(JSON.parse(code.document)),
      },
      proof: shownProofs(definition, row, {
        files: state.media.map(({ key, content_type: contentType, role }) => ({ key, contentType, role })),
        links: state.links,
      }),
    });
    return [[id, { findings, submitter, name, others }] as const];
  });
  return new Map(found);
}

const linksIn = ({ link, links }: CompletionState): string[] => [
  ...(link === null ? [] : [link]),
  ...links.map(({ url }) => url),
];

/** Returns what a scope compares within besides a map, in words: "v54", a completion type; null: nothing. */
function withinOf(
  definition: ChallengeDefinition,
  at: number,
  stored: StoredCompletion | undefined,
): string | null {
  const scopes = definition.record?.scopes ?? [];
  const narrower = (scopes[at] ?? []).filter((part) => part !== "map");
  if (at === 0 || !stored) return null;
  const { version, completionType } = unpackAttributes(stored.state);
  return narrower
    .map((part) => (part === "major" ? `v${majorVersion(version ?? "")}` : completionType))
    .join(", ");
}

const checkNamed = (id: string) => CHECKS.find((check) => check.id === id);

function exceptionRoutes(
  router: Router,
  { data }: Deps,
  nameHelpers: (ids: readonly string[]) => Promise<(id: string) => string>,
): void {
  router.personal(exceptions, async ({ filekey }) => {
    if (filekey === null) throw new BadParameter("filekey", fault("missing"));
    const found = await data.exceptions.findOf([filekey]);
    const nameHelper = await nameHelpers(found.map(({ by }) => by));
    const results = found.map(({ check_id: check, reason, at, by }) => ({
      check,
      whether: checkNamed(check)?.whether ?? check,
      reason,
      at,
      by: nameHelper(by),
    }));
    return { results };
  });

  router.act(exceptCheck, async (form, context) => {
    const { user, now } = context;
    const { filekey = "", revision = "", check = "", reason = "" } = textsOf(form);
    const completion = asWritten(filekey);
    if (completion === "") throw new BadForm("missing", { subject: { field: "filekey" } });
    if (!/^\d{1,9}$/.test(revision)) throw new BadForm("missing", { subject: { field: "revision" } });
    const found = checkNamed(asWritten(check));
    if (!found) throw new BadForm("no-such-check");
    const exception = {
      completion,
      revision: Number(revision),
      check_id: found.id,
      at: now.toISOString(),
      by: user.id,
      reason: asWritten(reason) === "" ? "" : readReason(reason),
    };
    const stored = await data.completions.findById(completion);
    if (!stored || stored.state.deleted_at !== null) throw new NotFound("completion-gone");
    const { submitted_by, created_at } = stored.state;
    await authorizeConcern({ people: [submitted_by], at: created_at }, "own-concern", context);
    if (await data.exceptions.add(exception)) return;
    throw new Stale([], "completion");
  });
}

function cannedReasonRoutes(
  router: Router,
  { data, challenges }: Deps,
  nameHelpers: (ids: readonly string[]) => Promise<(id: string) => string>,
): void {
  router.personal(cannedReasons, async ({ challenge, kind, former }) => {
    const found = former
      ? await data.cannedReasons.listVersions()
      : await data.cannedReasons.listOffered(
          challenge?.toLowerCase() ?? null,
          kind === null ? null : readReasonKind(kind),
        );
    const nameHelper = await nameHelpers(found.map(({ by }) => by));
    const versionOf = ({ seq, id: _, by, ...version }: (typeof found)[number]): ReasonVersion => ({
      ...version,
      version: seq,
      by: nameHelper(by),
    });
    const results = [...Map.groupBy(found, ({ id }) => id)].flatMap(([reason, [last, ...others]]) =>
      last ? [{ reason, ...versionOf(last), former: others.map(versionOf) } satisfies CannedReason] : [],
    );
    return { results: results.toSorted((one, other) => one.title.localeCompare(other.title, "en")) };
  });

  router.write(keepCannedReason, async (form, { user, now }) => {
    const texts = textsOf(form);
    const [id, basis] = [asWritten(texts.reason ?? ""), Number(asWritten(texts.version ?? "") || 0)];
    const kind = readReasonKind(asWritten(texts.kind ?? ""));
    if (kind === null) throw new BadForm("not-a-reason-kind");
    const challenge = asWritten(texts.challenge ?? "").toLowerCase() || null;
    if (challenge !== null && !challenges.has(challenge))
      throw new BadForm("no-such-challenge", { challenge });
    const title = oneLine((texts.title ?? "").slice(0, 2 * LONGEST_TITLE));
    if (title === "" || title.length > LONGEST_TITLE) throw new BadForm("no-title", { most: LONGEST_TITLE });
    // An empty text removes one that is there.
    const text =
      id !== "" && asWritten(texts.text ?? "") === "" ? "" : readReason(texts.text ?? "", "no-canned-reason");
    const reason = id === "" ? crypto.randomUUID() : id;
    const written = { id: reason, challenge, kind, title, text, at: now.toISOString(), by: user.id };
    const version =
      Number.isSafeInteger(basis) && (id === "") === (basis === 0)
        ? await data.cannedReasons.add(written, basis)
        : null;
    if (version === null) {
      if (text !== "" && (await data.cannedReasons.hasNamesake(written)))
        throw new Conflict("title-taken", { title });
      throw new Stale();
    }
    return { reason, version };
  });
}
