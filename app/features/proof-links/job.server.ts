import {
  answerOfEnd,
  asksOf,
  LINK_HOSTS,
  type LinkAnswer,
  type LinkHost,
  readLinkAnswer,
  watchedLink,
} from "../../../domain/media/link-hosts.ts";
import { ASKED_EVERY, daysUntilFirst, standingAfter } from "../../../domain/media/link-watch.ts";
import type { Job } from "../../../server/jobs/job.ts";
import { type AskHost, NOT_SENT } from "../../../server/other-hosts.ts";
import type { Data } from "../../api/repositories.server.ts";
import type { WebhookPositions } from "../webhooks/repository.server.ts";
import { type DueLink, HOSTS, type NewProof, type Passed } from "./repository.server.ts";

// In milliseconds.
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FOLLOW_EVERY = 10_000;
const ASK_EVERY = MINUTE;
/** Longer than one run takes, whatever the hosts do. */
const LEASE = 10 * MINUTE;
/** What somebody did within this time is new: its links are asked about at once, all others some time within a month. */
const NEW = 2 * DAY;

/** Entries of the log that are read at once, and how often in one run. */
const PASSED = 200;
const TIMES = 10;
/**
 * Links of one host that one run asks about: with a second between them, a sixth of a minute. In a month these are 430,000, and
 * 10,000 links need but 14 an hour.
 */
export const AT_ONCE = 10;

/** Its position in the log is stored with those of the webhooks. */
const NAME = "proof links";

interface Parts {
  readonly data: Pick<Data, "watchedLinks">;
  readonly now: () => Date;
}

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Returns the completions that entries of the log are about, each with whether what it has is new. */
function changedIn(passed: readonly Passed[], now: Date): ReadonlyMap<string, boolean> {
  const changed = new Map<string, boolean>();
  for (const { noun, id, level, at } of passed)
    if (noun === "completion") changed.set(id, level !== null && now.getTime() - Date.parse(at) < NEW);
  return changed;
}

/** Returns how a link is watched from now on. */
function newProof(completion: string, link: string, isNew: boolean, now: Date): readonly NewProof[] {
  const watched = watchedLink(link);
  if (!watched) return [];
  const { host, url, endsOn } = watched;
  const dueAt = host === "other" ? null : iso(now.getTime() + (isNew ? 0 : daysUntilFirst(url) * DAY));
  return [{ ...watched, completion, state: host === "other" && endsOn !== null ? "ending" : "never", dueAt }];
}

/** Follows completions that have changed to the links that they have now. */
async function followChanged(
  passed: readonly Passed[],
  { data: { watchedLinks }, now }: Parts,
): Promise<void> {
  const changed = changedIn(passed, now());
  const ids = [...changed.keys()];
  if (ids.length === 0) return;
  const [links, before] = await Promise.all([watchedLinks.findLinks(ids), watchedLinks.findWatched(ids)]);
  const after = ids.flatMap((id) =>
    (links.get(id) ?? []).flatMap((link) => newProof(id, link, changed.get(id) === true, now())),
  );
  const keyOf = ({ completion, url }: { readonly completion: string; readonly url: string }) =>
    `${completion} ${url}`;
  const [was, is] = [new Set(before.map(keyOf)), new Map(after.map((each) => [keyOf(each), each]))];
  await watchedLinks.follow(
    [...is.values()].filter((each) => !was.has(keyOf(each))),
    before.filter((each) => !is.has(keyOf(each))),
    now().toISOString(),
  );
}

/**
 * Finds the links of verified completions by following the log from its beginning, so old ones are found as well. What waits
 * for a helper is not asked about: it may be anything, and the helper opens it. Each run is bounded.
 */
export const linkFollowJob = (parts: Parts & { readonly positions: WebhookPositions }): Job => ({
  name: "links to proof",
  every: FOLLOW_EVERY,
  isPatient: true,
  async run(signal) {
    const { data, positions, now } = parts;
    const known = await positions.find(NAME);
    if (!known) return positions.start(NAME, 0);
    for (let times = 0; times < TIMES && !signal.aborted; times += 1) {
      const seq = (await positions.find(NAME))?.seq ?? 0;
      if ((await data.watchedLinks.findPassed(seq, 1)).length === 0) return;
      const [held = "", never = ""] = [LEASE, 2 * LEASE].map((later) => iso(now().getTime() + later));
      const own = await positions.lease(NAME, held, now().toISOString(), never);
      if (!own) return;
      const passed = await data.watchedLinks.findPassed(own.seq, PASSED);
      await followChanged(passed, parts);
      await positions.save(NAME, { ...own, seq: passed.at(-1)?.seq ?? own.seq }, held, null);
      if (passed.length < PASSED) return;
    }
  },
});

/** Asks the host of a link whether that is there; null: nothing was sent, so a later run asks. */
async function answerFor({ url, endsOn }: DueLink, askHost: AskHost, now: Date): Promise<LinkAnswer | null> {
  const asks = asksOf(url);
  if (!asks) return answerOfEnd(endsOn, now.toISOString().slice(0, 10));
  const reply = await askHost(asks.host, asks.path);
  if (reply.outcome === "answered") return readLinkAnswer(asks.host, asks.path, reply);
  // A host that is switched off cannot tell; one that is busy, or left alone for a while, can later.
  const isLater = reply.why !== "off" && NOT_SENT.some((each) => each === reply.why);
  return isLater ? null : { is: "unclear", why: reply.why };
}

/** Returns what its players are told of a link that is gone. */
const textOf = ({ host, url }: DueLink): string => `${LINK_HOSTS[host]} no longer has it: ${url}`;

interface AskParts extends Parts {
  readonly askHost: AskHost;
}

/** Asks about the links of one host that are due, one after another. */
async function askAbout(
  host: LinkHost,
  { data: { watchedLinks }, askHost, now }: AskParts,
  signal: AbortSignal,
) {
  const begun = now().getTime();
  const due = await watchedLinks.leaseDue(
    host,
    { now: iso(begun), until: iso(begun + LEASE), never: iso(begun + (ASKED_EVERY + 1) * DAY) },
    AT_ONCE,
  );
  for (const link of due) {
    if (signal.aborted) return;
    const answer = await answerFor(link, askHost, now());
    if (answer === null) return;
    const standing = (isBelieved: boolean) =>
      standingAfter(link, answer, { at, endsOn: link.endsOn, isBelieved });
    const at = now();
    let after = standing(true);
    if (after.state === "gone" && link.state !== "gone" && host !== "discord")
      after = standing(await watchedLinks.isBelieved(host, after.firstFailedAt ?? at.toISOString()));
    const found = answer.is === "alive" ? answer : null;
    await watchedLinks.saveAnswer(link, at.toISOString(), after, found, textOf(link));
  }
}

/**
 * Asks about links to proof: each once in a month, at times of their own. Nothing but the name of something on a known host is
 * ever sent, to that host alone. A host that is slow or away holds up no other.
 */
export const linkWatchJob = (parts: AskParts): Job => ({
  name: "asking about links to proof",
  every: ASK_EVERY,
  isPatient: true,
  async run(signal) {
    const asked = await Promise.allSettled(
      HOSTS.filter((host) => host !== "other").map((host) => askAbout(host, parts, signal)),
    );
    const failed = asked.find((each) => each.status === "rejected");
    if (failed) throw failed.reason;
  },
});
