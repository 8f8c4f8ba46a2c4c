import type { ChallengeDefinition } from "../challenges/define.ts";
import type { Deps } from "./app.ts";
import type { User } from "./auth/user.ts";
import type { Data } from "./data/index.ts";
import { BadForm } from "./errors.ts";

/** What every write works with. */
export interface WriteContext {
  readonly data: Data;
  readonly challenges: ReadonlyMap<string, ChallengeDefinition>;
  readonly user: User;
  readonly siteOrigin: string;
  readonly mediaOrigin: string | null;
  readonly now: Date;
}

/** The context of a write that somebody makes now. */
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

/** The definition of a challenge that a stored row names; throws BadForm for one that is gone. */
export function definitionOf(
  challenge: string,
  { challenges }: Pick<WriteContext, "challenges">,
): ChallengeDefinition {
  const definition = challenges.get(challenge);
  if (!definition) throw new BadForm("no-such-challenge", { challenge });
  return definition;
}

const levelOf = ({ isHelper }: User): "helper" | "member" => (isHelper ? "helper" : "member");

/** How a write is logged. */
export const entryFor = ({ user, now }: WriteContext, action: string) => ({
  at: now.toISOString(),
  actor: user.id,
  level: levelOf(user),
  action,
});
