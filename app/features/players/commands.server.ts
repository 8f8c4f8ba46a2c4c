import { z } from "zod";
import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import {
  banPlayer as banAddress,
  type ChangedPlayer,
  type JoinPreview,
  joinPlayers as joinAddress,
  joinPreview,
  personCounts,
  player,
  players,
  type RemovedRuns,
  removeRuns as removeAddress,
  showPlayerAs as showAddress,
  users,
} from "../../../domain/contract/players.ts";
import { pages } from "../../../domain/contract/routes.ts";
import { personKey } from "../../../domain/game/name-key.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import { MOST_ENTRIES } from "../../../domain/limits.ts";
import { ALL } from "../../../domain/lists/boards.ts";
import { filtersOf } from "../../../domain/lists/list-query.ts";
import { BadParameter } from "../../../domain/lists/parameters.ts";
import { fault } from "../../../domain/messages/index.ts";
import { authorize, type User } from "../../../server/auth/user.ts";
import { BadForm, Conflict, NotFound } from "../../../server/errors.ts";
import { type ReceivedForm, textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Data } from "../../api/repositories.server.ts";
import { asPartOfAct, entryFor, type Router, type WriteContext } from "../../api/router.server.ts";
import { nounLog } from "../../audit/noun-log.server.ts";
import { writeUnlessStale } from "../../audit/stale.server.ts";
import { deleteCompletions } from "../completions/bulk.server.ts";
import { readReason } from "../completions/submission-form.server.ts";
import { authorizeConcern, verdictRefusals } from "../completions/verdict-guard.server.ts";
import {
  changePlayer,
  PLAYER_SHAPE,
  type PlayerState,
  type StoredPlayer,
} from "./repository/changes.server.ts";

/** Joining and banning players is helpers' work. */
const mayChangePlayers = ({ isHelper }: User): boolean => isHelper;

/** The owner of one of the player's names and helpers may choose the name that is shown. */
const mayChooseName = ({ id, isHelper }: User, owners: readonly string[]): boolean =>
  isHelper || owners.includes(id);

async function find(name: string, { players }: Data): Promise<StoredPlayer> {
  const found = name === "" ? null : await players.findStateByName(name);
  if (!found) throw new NotFound("no-such-player", { name });
  return found;
}

/** Finds two players whose names may be joined. Throws NotFound, Conflict. */
async function findBoth(name: string, into: string, data: Data): Promise<[StoredPlayer, StoredPlayer]> {
  const [one, other] = [await find(name, data), await find(into, data)];
  if (one.id === other.id) throw new Conflict("one-player", { name: one.state.name });
  return [one, other];
}

/** Returns what joining two players would change. Throws BadParameter, NotFound, Conflict. */
async function previewJoin(
  { name, into }: { readonly name: string | null; readonly into: string | null },
  data: Data,
): Promise<JoinPreview> {
  if (name === null) throw new BadParameter("name", fault("missing"));
  if (into === null) throw new BadParameter("into", fault("missing"));
  const [one, other] = await findBoth(name, into, data);
  const ids = [one.id, other.id];
  const place = (completions: number) => data.players.placeOf(completions, ids);
  const together = await data.players.countTogether(one.id, other.id);
  const [completions, originals] = [one.completions + other.completions, one.originals + other.originals];
  const said = async ({ state, ...counts }: StoredPlayer) => ({
    name: state.name,
    completions: counts.completions,
    originals: counts.originals,
    place: await place(counts.completions),
  });
  const [first, second] = [await said(one), await said(other)];
  return {
    name: first,
    into: second,
    together,
    joined: { name: other.state.name, completions, originals, place: await place(completions) },
  };
}

/** Joins two players into one, who keeps the name of `into`'s. Throws NotFound, Conflict, Stale. */
async function joinPlayers(form: ReceivedForm, context: WriteContext): Promise<ChangedPlayer> {
  authorize(mayChangePlayers(context.user));
  const { data } = context;
  const texts = textsOf(form);
  const [one, other] = await findBoth(asWritten(texts.name ?? ""), asWritten(texts.into ?? ""), data);
  const together = await data.players.countTogether(one.id, other.id);
  if (together > 0)
    throw new Conflict("played-together", { name: one.state.name, other: other.state.name, count: together });
  const owners = new Set([
    ...(await data.players.ownersOf(one.id)),
    ...(await data.players.ownersOf(other.id)),
  ]);
  if (owners.size > 1) throw new Conflict("two-owners", { name: one.state.name, other: other.state.name });
  // A ban would go unseen with the name that has it.
  if (one.state.banned !== other.state.banned)
    throw new Conflict("one-is-banned", { name: one.state.name, other: other.state.name });
  const after = { ...one.state, names: [], into: other.id, intoName: other.state.name };
  return change(one, after, "join", context);
}

/** Chooses by which of their names, as it was written, a player is shown. Throws Forbidden, BadForm, NotFound, Stale. */
async function showPlayerAs(form: ReceivedForm, context: WriteContext): Promise<ChangedPlayer> {
  const { user, data } = context;
  const texts = textsOf(form);
  const player = await find(asWritten(texts.name ?? ""), data);
  authorize(mayChooseName(user, await data.players.ownersOf(player.id)));
  const shown = asWritten(texts.shown ?? "") || null;
  const { name } = player.state;
  if (shown !== null && !(await data.players.isSpelledSo(player.id, shown)))
    throw new BadForm("not-a-name-of", { name, shown });
  const changed = await change(player, { ...player.state, shown }, "rename", context);
  return { ...changed, name: (await data.players.findState(player.id))?.state.name ?? name };
}

/** Bans a player, or takes the ban back. Throws BadForm, NotFound, Stale. */
async function banPlayer(form: ReceivedForm, context: WriteContext): Promise<ChangedPlayer> {
  authorize(mayChangePlayers(context.user));
  const texts = textsOf(form);
  const [name, isBan] = [asWritten(texts.name ?? ""), texts.banned !== "0"];
  const { players } = context.data;
  // Of a name that was erased the log says nothing.
  if (!isBan && (await players.endErasedBan(name)) && !(await players.findStateByName(name))?.state.banned)
    return { seq: 0, name };
  const player = await find(name, context.data);
  await authorizeBan(player, context);
  const reason = isBan ? readReason(texts.reason ?? "", "no-ban-reason") : null;
  return change(player, { ...player.state, banned: isBan ? 1 : 0, reason }, isBan ? "ban" : "unban", context);
}

/** Throws Conflict where a ban is the user's own, and another helper could decide on it. */
const authorizeBan = async ({ id }: StoredPlayer, context: WriteContext): Promise<void> =>
  authorizeConcern(
    { people: await context.data.players.ownersOf(id), at: context.now.toISOString() },
    "own-concern",
    context,
  );

/**
 * Deletes some completions of a player. All that is deleted under the same act is undone together. Throws BadForm,
 * NotFound.
 */
async function removeRuns(form: ReceivedForm, context: WriteContext): Promise<RemovedRuns> {
  authorize(mayChangePlayers(context.user));
  const { data } = context;
  const texts = textsOf(form);
  const { id } = await find(asWritten(texts.name ?? ""), data);
  const together = await asPartOfAct(asWritten(texts.act ?? ""), "delete", context);
  const found = await data.players.listRuns(id, MOST_ENTRIES + 1);
  const stored = await data.completions.findAllByIds(found.slice(0, MOST_ENTRIES));
  // An appeal of what the helper rejected stays for another.
  const refused = await verdictRefusals(
    stored.filter(({ state }) => state.pending !== null),
    context,
    { takes: true },
  );
  const filekeys = stored.flatMap(({ id }) => (refused.has(id) ? [] : [id]));
  await deleteCompletions(filekeys, together, true);
  return { act: together.act, removed: filekeys.length, more: found.length > MOST_ENTRIES };
}

async function change(
  { id, state }: StoredPlayer,
  after: StoredPlayer["state"],
  action: string,
  context: WriteContext,
): Promise<ChangedPlayer> {
  const rows = await writeUnlessStale(changePlayer(id, state, after, entryFor(context, action)), context);
  return { seq: Number(rows.at(-1)?.[0]?.seq), name: after.intoName ?? after.name };
}

type BoardQuery = ReturnType<(typeof players)["read"]>;

/** The public reads of players. */
export const playerAnswers = ({ data, challenges }: Pick<Deps, "data" | "challenges">) => ({
  /** Returns a challenge's leaderboard. */
  counts: async (
    definition: ChallengeDefinition,
    by: Parameters<Deps["data"]["players"]["countAll"]>[1],
  ) => ({ personData: await data.players.countAll(definition, by) }),

  /** Returns a page of a leaderboard. Throws BadParameter if no challenge has it. */
  async board({ board: given, query, year, ...page }: BoardQuery) {
    const board = given ?? ALL;
    const { challenge } = board;
    if (challenge !== null && !challenges.has(challenge)) {
      const choices = ["all", "ogs", ...challenges.keys()];
      throw new BadParameter("board", fault("not-a-choice", { choices }));
    }
    const [{ lines, total }, years] = await Promise.all([
      data.players.listBoard({ ...page, board, year, prefix: query }),
      data.players.yearsOf(board),
    ]);
    return { results: lines, count: total, more: page.offset + lines.length < total, ...years };
  },

  /** Returns what a player has done, by any of their names. Throws NotFound, and BadParameter if there is no name. */
  async player(name: string | null) {
    if (name === null) throw new BadParameter("name", fault("missing"));
    const found = await data.players.findByName(name);
    if (!found || found.name === null || found.hidden) throw new NotFound("no-such-player", { name });
    const { challenges: done, ...parts } = await data.players.partsOf({ ...found, name: found.name }, name);
    const catalogue = await data.catalogue.current();
    const ranked = [...challenges.values()].filter(({ record }) => record !== undefined);
    const held = await data.completions.countAll(
      ranked.map((definition) => ({
        definition,
        conditions: filtersOf(definition, new URLSearchParams({ person: name, record: "only" }), catalogue),
      })),
    );
    const recordsOf = new Map(ranked.map(({ key }, at) => [key, held[at]?.verified ?? 0]));
    const all = done.reduce((sum, { completions }) => sum + completions, 0);
    const dated = parts.years.reduce((sum, { completions }) => sum + completions, 0);
    return {
      name: found.name,
      isBanned: found.banned === 1,
      withoutDay: all - dated,
      ...parts,
      challenges: done.map((each) => ({ ...each, records: recordsOf.get(each.challenge) ?? null })),
    };
  },
});

type PlayerAnswers = ReturnType<typeof playerAnswers>;

export function personCountRoutes(
  router: Router,
  definition: ChallengeDefinition,
  answers: PlayerAnswers,
): void {
  const endpoint = personCounts(definition);
  if (endpoint)
    router.read(endpoint, ({ og, ...page }) => answers.counts(definition, { ogOnly: og, ...page }));
}

export function playerRoutes(router: Router, answers: PlayerAnswers, { data }: Deps): void {
  router.read(users, async ({ query, user, offset, count }) => {
    const { names, total } = await data.players.findAllByPrefix(query ?? user ?? "", offset, count);
    return { results: names, count: total, more: offset + names.length < total };
  });
  router.read(players, answers.board);
  router.read(player, ({ name }) => answers.player(name));
  router.personal(joinPreview, (given) => previewJoin(given, data));
  router.write(joinAddress, joinPlayers);
  router.write(banAddress, banPlayer);
  router.write(showAddress, showPlayerAs);
  router.write(removeAddress, removeRuns);
}

const flag = z.union([z.literal(0), z.literal(1)]);

/** Players in the change log: who is joined with whom, and who is banned. */
export const playerLog = nounLog<PlayerState, StoredPlayer>({
  noun: "player",
  isPublic: true,
  shapes: {
    [PLAYER_SHAPE]: z.object({
      name: z.string(),
      names: z.array(z.string()).readonly(),
      into: z.int().nullable(),
      intoName: z.string().nullable(),
      banned: flag,
      reason: z.string().nullable(),
      // Older entries say nothing of it.
      shown: z.string().nullable().default(null),
    }),
  },
  title: ({ name }) => `Player ${name}`,
  page: ({ name, intoName }) => pages.player(intoName ?? name),
  values: ({ intoName, banned, shown }) => ({
    "Joined with": intoName,
    Banned: banned === 1,
    "Shown as": shown ?? null,
  }),
  row: ({ name, intoName, banned }, id) => ({
    id: Number(id),
    name,
    joinedWith: intoName,
    banned: banned === 1,
  }),
  reason: ({ reason }) => reason,
  fields: { names: "Names", into: "Joined with", banned: "Banned", shown: "Shown as" },
  async find(id, { data }) {
    const found = await data.players.findState(Number(id));
    if (!found) throw new NotFound("no-longer-there");
    return found;
  },
  // Older entries have keys by an earlier rule.
  recompute: async (target) => ({ ...target, names: target.names.map(personKey) }),
  async write(player, target, context) {
    const { id, state } = player;
    if (target && target.banned !== state.banned) await authorizeBan(player, context);
    // A player is not made or deleted by itself: names that are played under do that.
    if (target) await writeUnlessStale(changePlayer(id, state, target, entryFor(context, "undo")), context);
  },
});
