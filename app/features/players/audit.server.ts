import { z } from "zod";
import { pages } from "../../../domain/contract/routes.ts";
import { NotFound } from "../../../server/errors.ts";
import { entryFor } from "../../api/router.server.ts";
import { nounLog } from "../../audit/noun-log.server.ts";
import { writeUnlessStale } from "../../audit/stale.server.ts";
import {
  changePlayer,
  PLAYER_SHAPE,
  type PlayerState,
  type StoredPlayer,
} from "./repository/changes.server.ts";

const flag = z.union([z.literal(0), z.literal(1)]);

/** Players in the change log: who is joined with whom, and who is banned. */
export const playerLog = nounLog<PlayerState, StoredPlayer>({
  noun: "player",
  isPublic: true,
  shapes: {
    [PLAYER_SHAPE]: z.object({
      ...{ name: z.string(), names: z.array(z.string()).readonly(), into: z.int().nullable() },
      ...{ intoName: z.string().nullable(), banned: flag, reason: z.string().nullable() },
    }),
  },
  title: ({ name }) => `Player ${name}`,
  page: ({ name, intoName }) => pages.player(intoName ?? name),
  values: ({ intoName, banned }) => ({ "Joined with": intoName, Banned: banned === 1 }),
  row: ({ name, intoName, banned }, id) => ({
    id: Number(id),
    name,
    joinedWith: intoName,
    banned: banned === 1,
  }),
  reason: ({ reason }) => reason,
  fields: { names: "Names", into: "Joined with", banned: "Banned" },
  async find(id, { data }) {
    const found = await data.players.findState(Number(id));
    if (!found) throw new NotFound("no-longer-there");
    return found;
  },
  async write({ id, state }, target, context) {
    // Nobody makes or deletes a player: names that are played under do.
    if (target) await writeUnlessStale(changePlayer(id, state, target, entryFor(context, "undo")), context);
  },
});
