import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { preferred, readKeyQuery } from "../../../domain/lists/key-query.ts";
import { Conflict, NotFound } from "../../../server/errors.ts";
import type { WriteContext } from "../../api/write-context.server.ts";
import type { StoredCompletion } from "./repository/stored-completion.server.ts";

type Asking = Pick<WriteContext, "data" | "user">;

/** Thrown when the keys alone match several claims and a helper may mean any of them. */
class SeveralClaims extends Conflict {
  override readonly more: { readonly claims: readonly string[] };
  constructor(definition: ChallengeDefinition, claims: readonly string[]) {
    super("several-claims", { challenge: definition.label });
    this.more = { claims };
  }
}

/**
 * Returns the filekey of the live completion that the keys mean to a user who wants to change it: the one with that
 * filekey; else their own claim; else the verified one; else the only claim. Returns null if there is none. Throws
 * Conflict for a helper who could mean several; a member may change none of those, and gets the first, which the policy
 * then refuses.
 */
export async function findNamed(
  definition: ChallengeDefinition,
  keys: URLSearchParams,
  { data, user }: Asking,
): Promise<string | null> {
  const all = await data.completions.findAll(definition, readKeyQuery(definition, keys));
  const type = preferred(definition, all)?.completionType;
  const named = all.filter(({ completionType }) => completionType === type);
  const own = named.find(({ pending }) => pending === user.id);
  const verified = named.find(({ pending }) => pending === null);
  const meant = own ?? verified ?? (named.length <= 1 || !user.isHelper ? named[0] : null);
  if (meant === null)
    throw new SeveralClaims(
      definition,
      named.map(({ id }) => id),
    );
  return meant?.id ?? null;
}

/**
 * Returns the completion that the keys name: a live one, or by its filekey a rejected one to its submitter. Throws
 * NotFound, Conflict.
 */
export async function findToEdit(
  definition: ChallengeDefinition,
  keys: URLSearchParams,
  asking: Asking,
): Promise<StoredCompletion> {
  const { data, user } = asking;
  const named = await findNamed(definition, keys, asking);
  const stored = await data.completions.findById(named ?? keys.get("filekey") ?? "");
  const isTheirs = stored?.state.rejection !== null && stored?.state.submitted_by === user.id;
  if (!stored || stored.challenge !== definition.key || (stored.state.deleted_at !== null && !isTheirs))
    throw new NotFound("no-such-completion", { challenge: definition.label });
  return stored;
}
