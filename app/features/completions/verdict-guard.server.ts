import { type Problem, problem } from "../../../domain/messages/index.ts";
import { type Concern, isForOthers, verdictRefusal } from "../../../domain/submissions/policy.ts";
import { Conflict, Forbidden } from "../../../server/errors.ts";
import type { WriteContext } from "../../api/router.server.ts";
import type { StoredCompletion } from "./repository/stored-completion.server.ts";

/** Why somebody may not give a verdict on a completion. */
export interface VerdictRefusal {
  readonly code: NonNullable<ReturnType<typeof verdictRefusal>>;
  /** Who is looking at it, as helpers call them; null: that is not why. */
  readonly by: string | null;
  readonly problem: Problem;
}

/** How a verdict is given. */
interface Way {
  /** It is given although another helper is looking at the completion. */
  readonly takes?: boolean;
  /** It may be on the user's own submission: the form marks that as verified (SPEC section 4), and a rejection withdraws it. */
  readonly mayBeOwn?: boolean;
}

/** Returns why the user may give no verdict on some of these completions, by filekey: every way to give one asks this. */
export async function verdictRefusals(
  stored: readonly StoredCompletion[],
  { user, now, data, verifiers }: WriteContext,
  { takes = false, mayBeOwn = false }: Way = {},
): Promise<ReadonlyMap<string, VerdictRefusal>> {
  const ids = stored.map(({ id }) => id);
  const [appeals, holders] = await Promise.all([
    data.review.findAppeals(ids),
    takes ? null : data.review.findHolders(ids, { helper: user.id, now: now.toISOString() }),
  ]);
  const called = await verifiers.called(Array.from(holders?.values() ?? [], ({ holder }) => holder));
  const refused = await Promise.all(
    stored.map(async ({ id, state }) => {
      const appeal = appeals.get(id) ?? null;
      const submission = mayBeOwn
        ? null
        : { people: [state.pending, state.submitted_by], at: state.created_at };
      const isConcerned = [appeal, submission].some((each) => each?.people.includes(user.id));
      // Only then it matters who else could decide, and its player could not.
      const others = isConcerned
        ? await verifiers.countBesides([user.id, ...(state.submitted_by ? [state.submitted_by] : [])])
        : null;
      const holder = holders?.get(id)?.holder ?? null;
      const code = verdictRefusal(user, state, { appeal, submission, others, holder, now });
      if (code === null) return [];
      const by = code === "held-by" && holder !== null ? called(holder) : null;
      const refusal: VerdictRefusal = {
        code,
        by,
        problem: code === "held-by" ? problem(code, { who: by ?? "" }) : problem(code),
      };
      return [[id, refusal] as const];
    }),
  );
  return new Map(refused.flat());
}

/** Returns the ids of the accounts that own the names of a completion's players. */
export async function ownersOf(
  { people }: Pick<StoredCompletion["state"], "people">,
  { players }: WriteContext["data"],
): Promise<readonly string[]> {
  const found = await Promise.all((JSON.parse(people) as string[]).map((name) => players.findNamed(name)));
  const owners = await Promise.all(
    found.map(({ player }) => (player === null ? [] : players.ownersOf(player))),
  );
  return owners.flat();
}

/** Throws Conflict where what a user decides on is about them, and another helper could decide. */
export async function authorizeConcern(
  concern: Concern,
  code: "own-concern" | "own-name-request",
  { user, now, verifiers }: WriteContext,
): Promise<void> {
  if (!concern.people.includes(user.id)) return;
  const others = await verifiers.countBesides(concern.people.filter((id) => id !== null));
  if (isForOthers(user, concern, others, now)) throw new Conflict(code);
}

/** Throws Forbidden or Conflict where the user may not give a verdict on one of these completions. */
export async function authorizeVerdicts(
  stored: readonly StoredCompletion[],
  context: WriteContext,
  way: Way = {},
): Promise<void> {
  for (const { code, by } of (await verdictRefusals(stored, context, way)).values()) {
    if (code === "not-authorized") throw new Forbidden(code);
    throw code === "held-by" ? new Conflict(code, { who: by ?? "" }) : new Conflict(code);
  }
}
