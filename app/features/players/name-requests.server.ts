import {
  decideNameRequest,
  endName,
  hidePage,
  nameRequests,
  ownName,
  requestName,
} from "../../../domain/contract/players.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import type { User } from "../../../server/auth/user.ts";
import { BadForm, Conflict, NotFound } from "../../../server/errors.ts";
import { type ReceivedForm, textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Data } from "../../api/repositories.server.ts";
import type { Router, WriteContext } from "../../api/router.server.ts";
import { readReason } from "../completions/submission-form.server.ts";
import { authorizeConcern } from "../completions/verdict-guard.server.ts";

const MOST_LISTED = 100;

/** Returns which name a member has or asked for, and what they may ask of the player with a name. */
async function readOwn(name: string | null, user: User, { players }: Data) {
  const [names, request] = await Promise.all([
    players.submittedNames(user.id),
    players.findOwnRequest(user.id),
  ]);
  const named = name === null ? null : await players.findStateByName(name);
  const denied = named && (await players.findDeniedRequest(user.id, named.id));
  return {
    names,
    request: request && {
      name: request.name,
      isApproved: request.state === "approved",
      at: request.at,
      isHidden: request.hidden === 1,
    },
    isOwned: named !== null && (await players.ownersOf(named.id)).length > 0,
    denied: denied && { reason: denied.reason ?? "", at: denied.decided_at ?? denied.at },
  };
}

async function request(form: ReceivedForm, { data: { players }, user, now }: WriteContext): Promise<void> {
  const { name: given = "", evidence = "" } = textsOf(form);
  const name = asWritten(given);
  const player = name === "" ? null : await players.findStateByName(name);
  if (!player) throw new NotFound("no-such-player", { name });
  const asked = {
    id: crypto.randomUUID(),
    person: user.id,
    player: player.id,
    at: now.toISOString(),
    evidence: readReason(evidence, "no-name-evidence"),
  };
  if (await players.addRequest(asked)) return;
  if (await players.findOwnRequest(user.id)) throw new Conflict("one-name-each");
  if (await players.findDeniedRequest(user.id, player.id)) throw new Conflict("name-denied", { name });
  throw new Conflict(user.isHelper ? "name-owned-tell-another" : "name-owned", { name });
}

/** Returns the oldest open requests, as helpers see them. */
async function listOpen(count: number, user: User, { data: { players }, signIn }: Deps) {
  const [open, total] = await Promise.all([
    count === 0 ? [] : players.findOpenRequests(Math.min(count, MOST_LISTED)),
    players.countOpenRequests(),
  ]);
  const people = open.map(({ person }) => person);
  const [names, addresses] = await Promise.all([
    signIn.names?.knownNames(people),
    user.isAdministrator ? signIn.people?.addresses(people) : undefined,
  ]);
  const results = await Promise.all(
    open.map(async ({ id, person, player, name, evidence, at }) => {
      const state = await players.findState(player);
      return {
        request: id,
        name,
        evidence,
        at,
        completions: state?.completions ?? 0,
        submitted: await players.countSubmittedOf(player, person),
        by: names?.get(person) ?? null,
        account: addresses?.get(person) ?? null,
      };
    }),
  );
  return { results, count: total };
}

async function decide(form: ReceivedForm, context: WriteContext): Promise<void> {
  const { user, now } = context;
  const { players } = context.data;
  const { request: given = "", outcome = "", reason = "" } = textsOf(form);
  const state = (["approved", "denied"] as const).find((each) => each === asWritten(outcome));
  if (!state)
    throw new BadForm("not-a-choice", { subject: { field: "outcome" }, choices: ["approved", "denied"] });
  const why = state === "denied" ? readReason(reason, "no-denial-reason") : null;
  const request = await players.findOpenRequest(asWritten(given));
  if (!request) throw new NotFound("no-such-name-request");
  await authorizeConcern({ people: [request.person], at: request.at }, "own-name-request", context);
  const decided = { state, reason: why, by: user.id, at: now.toISOString() };
  if (!(await players.decideRequest(request, decided)))
    throw new Conflict("requested-name-owned", { name: request.name });
}

export function nameRequestRoutes(router: Router, deps: Deps): void {
  const { players } = deps.data;
  router.personal(ownName, ({ name }, user) => readOwn(name, user, deps.data));
  router.act(requestName, request);
  router.act(endName, async (_, { user, now }) => {
    if (await players.isOwnerBanned(user.id)) throw new Conflict("banned-name");
    await players.endOwnRequest(user.id, now.toISOString());
  });

  router.act(hidePage, async (form, { user }) => {
    if (!(await players.hideOwnPage(user.id, textsOf(form).hidden !== "0")))
      throw new NotFound("owns-no-name");
  });
  router.personal(nameRequests, ({ count }, user) => listOpen(count, user, deps));
  router.act(decideNameRequest, decide);
}
