import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { fieldsOfKind } from "../../../domain/challenges/fields.ts";
import type { Completion } from "../../../domain/fields/attributes.ts";
import { personKey } from "../../../domain/game/name-key.ts";
import { preferred, readKeyQuery } from "../../../domain/lists/key-query.ts";
import { mayChangeAll } from "../../../domain/submissions/policy.ts";
import type { User } from "../../../server/auth/user.ts";
import { Conflict, NotFound } from "../../../server/errors.ts";
import type { WriteContext } from "../../api/router.server.ts";
import type { StoredCompletion } from "./repository/stored-completion.server.ts";

type Asking = Pick<WriteContext, "data" | "user">;

/** Thrown for an act on one of several completions, any of which its user may mean. */
class SeveralClaims extends Conflict {
  override readonly more: { readonly claims: readonly string[] };
  constructor(definition: ChallengeDefinition, claims: readonly string[]) {
    super("several-claims", { challenge: definition.label });
    this.more = { claims };
  }
}

/** Texts that an entry or a form has besides the keys; empty where it does not have one. */
export type NamingTexts = (name: string) => string;

const NO_TEXTS: NamingTexts = () => "";

/** What keys mean to a user. */
export interface Named<Meant> {
  readonly meant: Meant;
  /** The filekeys of the others that a user who may change all of them could mean. */
  readonly others: readonly string[];
}

/** Returns what an answer says of the others: nothing if there are none. */
export const claimsOf = (others: readonly string[]): { readonly claims?: readonly string[] } =>
  others.length === 0 ? {} : { claims: others };

/** Returns those that fit, or all if none does. */
function narrowed(all: readonly Completion[], fits: (each: Completion) => boolean): readonly Completion[] {
  const fitting = all.filter(fits);
  return fitting.length > 0 ? fitting : all;
}

/**
 * Returns those of one combination's completions that the texts beside the keys tell: its filekey, its submitter, its
 * players together with its link; of claims alone also its players or its link. An edit that changes one of these is
 * about what is verified.
 */
function toldBy(
  definition: ChallengeDefinition,
  named: readonly Completion[],
  texts: NamingTexts,
): readonly Completion[] {
  const people = fieldsOfKind(definition, "person").map(
    ([name, { position }]) => [position, texts(name)] as const,
  );
  const isBy = (each: Completion): boolean =>
    people.every(([at, text]) => text !== "" && personKey(each.people[at] ?? "") === personKey(text));
  const hasLink = ({ link }: Completion): boolean => (link ?? "") === texts("link");
  const all = [
    ({ id }: Completion) => id === texts("filekey"),
    ({ pending }: Completion) => pending !== null && pending === texts("pending"),
    (each: Completion) => isBy(each) && hasLink(each),
  ].reduce(narrowed, named);
  if (all.some(({ pending }) => pending === null)) return all;
  return [isBy, (each: Completion) => each.link !== null && hasLink(each)].reduce(narrowed, all);
}

/**
 * Returns what completions of one combination mean to a user: their own claim; else the verified one; else the oldest
 * claim. To those who may change all of them the texts beside the keys say which is meant, and if several are left, the
 * others are named. Null: there is none.
 * @param found verified ones first, then claims by time
 */
export function meantOf(
  definition: ChallengeDefinition,
  found: readonly Completion[],
  user: User,
  texts: NamingTexts = NO_TEXTS,
): Named<Completion> | null {
  const isOwn = ({ pending }: Completion): boolean => pending === user.id;
  const type = preferred(definition, narrowed(found, isOwn))?.completionType;
  const named = found.filter(({ completionType }) => completionType === type);
  const told = mayChangeAll(user) ? toldBy(definition, named, texts) : named;
  const meant = told.find(isOwn) ?? told[0];
  if (!meant) return null;
  const others = mayChangeAll(user) ? told.flatMap(({ id }) => (id === meant.id ? [] : [id])) : [];
  return { meant, others };
}

/** Returns what the keys mean to a user, and what else they could mean. Null: there is none. */
async function findNamed(
  definition: ChallengeDefinition,
  keys: URLSearchParams,
  { data, user }: Asking,
  texts: NamingTexts = NO_TEXTS,
): Promise<Named<Completion> | null> {
  const conditions = readKeyQuery(definition, keys, await data.catalogue.current());
  const found = await data.completions.findAll(definition, conditions);
  return meantOf(definition, found, user, texts);
}

/**
 * Returns the filekey of the one completion that the keys mean to a user who is about to act on it, or null if there is
 * none. Throws Conflict for one of several.
 */
export async function findOneNamed(
  definition: ChallengeDefinition,
  keys: URLSearchParams,
  asking: Asking,
  texts: NamingTexts,
): Promise<string | null> {
  const named = await findNamed(definition, keys, asking, texts);
  if (named) checkMeansOne(definition, named.meant.id, named.others);
  return named?.meant.id ?? null;
}

/** Throws Conflict if there are others that a user could mean. */
export function checkMeansOne(
  definition: ChallengeDefinition,
  meant: string,
  others: readonly string[],
): void {
  if (others.length > 0) throw new SeveralClaims(definition, [meant, ...others]);
}

/**
 * Returns the completion that the keys name: a live one, or by its filekey a rejected one to its submitter. Throws
 * NotFound.
 */
export async function findToEdit(
  definition: ChallengeDefinition,
  keys: URLSearchParams,
  asking: Asking,
  texts: NamingTexts = NO_TEXTS,
): Promise<Named<StoredCompletion>> {
  const { data, user } = asking;
  const named = await findNamed(definition, keys, asking, texts);
  const stored = await data.completions.findById(named?.meant.id ?? keys.get("filekey") ?? "");
  const isTheirs = stored?.state.rejection !== null && stored?.state.submitted_by === user.id;
  if (!stored || stored.challenge !== definition.key || (stored.state.deleted_at !== null && !isTheirs))
    throw new NotFound("no-such-completion", { challenge: definition.label });
  return { meant: stored, others: named?.others ?? [] };
}
