import { readFeedQuery } from "../../../domain/lists/list-query.ts";
import { BadParameter } from "../../../domain/lists/parameters.ts";
import type { Job } from "../../../server/jobs/job.ts";
import type { Deps } from "../../api/deps.server.ts";
import { announcementOf } from "../completions/audit.server.ts";
import type { CompletionState } from "../completions/repository/stored-completion.server.ts";
import { findLately } from "../feeds/routes.server.ts";
import type { WebhookPositions } from "../webhooks/repository.server.ts";
import type { DueList } from "./repository.server.ts";

// In milliseconds.
const EVERY = 10_000;
/** Longer than one run takes. */
const LEASE = 300_000;

/** Changes read, and lists queried, in one run. */
const AT_ONCE = 100;

/** Its position in the log is stored with those of the webhooks. */
const NAME = "follows";

interface Parts extends Pick<Deps, "data" | "challenges" | "now"> {
  readonly positions: WebhookPositions;
}

/**
 * Tells people what is verified in what they follow. Each run is bounded: it goes on in the log, where it tells whoever
 * follows a map, a player or towers in one statement for each completion, and then asks lists that are narrowed in other
 * ways what is new in them. Notices are idempotent, so after a crash a run is done once more.
 */
export const followNotices = (parts: Parts): Job => ({
  name: "notices of what people follow",
  every: EVERY,
  async run(signal) {
    while (!signal.aborted && (await runOnce(parts)));
  },
});

/** Returns whether there is more in the log; lists that were not queried yet are queried in the next run. */
async function runOnce(parts: Parts): Promise<boolean> {
  const { data, positions, now } = parts;
  const known = await positions.find(NAME);
  if (!known) {
    await positions.start(NAME, await data.history.last());
    return false;
  }
  const isNothingNew = (await data.history.findAllAfter(known.seq, 1)).length === 0;
  if (isNothingNew && (await data.follows.listDue(1)).length === 0) return false;
  const [held = "", never = ""] = [LEASE, 2 * LEASE].map((later) =>
    new Date(now().getTime() + later).toISOString(),
  );
  const own = await positions.lease(NAME, held, now().toISOString(), never);
  if (!own) return false;
  const changes = await data.history.findAllAfter(own.seq, AT_ONCE);
  for (const change of changes) {
    if (change.level === null || announcementOf(change)?.what !== "verified") continue;
    const { challenge, verified_at } = change.after as CompletionState;
    if (verified_at !== null)
      await data.follows.tellByKey(change.id, challenge, verified_at, now().toISOString());
  }
  const isMore = changes.length === AT_ONCE;
  const due = isMore ? [] : await data.follows.listDue(AT_ONCE);
  const failed: unknown[] = [];
  for (const list of due)
    await findNewIn(list, parts)
      .then((found) => data.follows.tellByList(list, found, now().toISOString()))
      .catch((error: unknown) => failed.push(error));
  const seq = changes.at(-1)?.seq ?? own.seq;
  const isSaved = await positions.save(NAME, { ...own, seq }, held, null);
  // One that fails does not hold up the others.
  if (failed.length > 0) throw failed[0];
  return isSaved && isMore;
}

/**
 * Finds what may be new in a list. It looks at the challenge's last changes alone: the list itself may be a search that
 * reads every row, and what people follow is queried one list after another, in the thread that serves.
 */
async function findNewIn({ challenge, query }: DueList, parts: Parts): Promise<readonly string[]> {
  const definition = parts.challenges.get(challenge);
  if (!definition) return [];
  try {
    const request = readFeedQuery(
      definition,
      new URLSearchParams(query),
      await parts.data.catalogue.current(),
    );
    return await findLately(definition, request, parts);
  } catch (error) {
    // The list takes such a query no longer.
    if (error instanceof BadParameter) return [];
    throw error;
  }
}
