import type { ChallengeDefinition } from "../../domain/challenges/define.ts";
import type { User } from "../../server/auth/user.ts";
import type { Change } from "../../server/db/changes.ts";
import { BadForm, NotFound } from "../../server/errors.ts";
import type { Deps } from "./deps.server.ts";
import type { Data } from "./repositories.server.ts";

/** What every write works with. */
export interface WriteContext {
  readonly data: Data;
  readonly challenges: ReadonlyMap<string, ChallengeDefinition>;
  readonly user: User;
  readonly siteOrigin: string;
  readonly mediaOrigin: string | null;
  readonly now: Date;
  /** What the log knows all changes of this request by; absent: it makes one. */
  readonly act?: string;
}

/** Returns the context of a write that a user makes now. */
export function writeContext(
  {
    data,
    challenges,
    siteOrigin,
    mediaOrigin,
    now,
  }: Pick<Deps, "data" | "challenges" | "siteOrigin" | "mediaOrigin" | "now">,
  user: User,
): WriteContext {
  return { data, challenges, user, siteOrigin, mediaOrigin, now: now() };
}

/** Returns the definition of the challenge in a stored row; throws BadForm if it no longer exists. */
export function definitionOf(
  challenge: string,
  { challenges }: Pick<WriteContext, "challenges">,
): ChallengeDefinition {
  const definition = challenges.get(challenge);
  if (!definition) throw new BadForm("no-such-challenge", { challenge });
  return definition;
}

const levelOf = ({ isHelper, isVerifier }: User): NonNullable<Change["level"]> =>
  isHelper ? "helper" : isVerifier ? "verifier" : "member";

/** Returns the context of a write of several things, which the log then knows as one act. */
export const asOneAct = (context: WriteContext) => ({ ...context, act: crypto.randomUUID() as string });

/**
 * Returns the context of one of several requests that are one act together.
 * @param begun the act that the same person began with such an action; "": this is the first. Throws NotFound.
 */
export async function asPartOfAct(begun: string, action: string, context: WriteContext) {
  const [last] = begun === "" ? [] : await context.data.history.findAllOfAct(begun, 1);
  if (begun !== "" && (last?.actor !== context.user.id || last.action !== action))
    throw new NotFound("no-such-change");
  return begun === "" ? asOneAct(context) : { ...context, act: begun };
}

/** Returns the log entry of a write. */
export const entryFor = ({ user, now, act }: WriteContext, action: string) => ({
  at: now.toISOString(),
  actor: user.id,
  level: levelOf(user),
  action,
  act: act ?? null,
});
