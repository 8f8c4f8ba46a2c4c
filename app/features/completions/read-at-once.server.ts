import type { LoggedChange } from "../../../server/db/history.ts";
import type { WriteContext } from "../../api/router.server.ts";
import type { CompletionState } from "./repository/stored-completion.server.ts";

type Played = Pick<CompletionState, "people_keys" | "submitted_by">;

/** Takes an entry out of a map: whatever changed meanwhile is not in it. */
function take<Key, Value>(map: Map<Key, Value>, key: Key): Value | undefined {
  const value = map.get(key);
  map.delete(key);
  return value;
}

/**
 * Returns the context of several undos, with what each reads of its completion read at once: on D1 a request may run a
 * thousand statements. What is read of one is used once. The guards of the write hold as ever.
 */
export async function readAtOnce(
  changes: readonly LoggedChange[],
  context: WriteContext,
): Promise<WriteContext> {
  const { data } = context;
  const ofCompletions = changes.filter(({ noun }) => noun === "completion");
  const ids = [...new Set(ofCompletions.map(({ id }) => id))];
  if (ids.length < 2) return context;
  const read = await data.completions.findAllByIds(ids);
  const states = [
    ...read.map(({ state }) => state),
    ...ofCompletions.flatMap(({ before }) => (before as CompletionState | null) ?? []),
  ];
  const mapIds = [...new Set(states.map(({ map_id }) => map_id))];
  const [readMaps, appeals, areBanned] = await Promise.all([
    data.maps.findAllByIds(mapIds),
    data.review.findAppeals(ids),
    data.players.areOfBanned(read.map(({ state }) => state)),
  ]);
  const playersOf = ({ people_keys, submitted_by }: Played): string =>
    JSON.stringify([people_keys, submitted_by]);
  const banned = new Map(read.map(({ state }, at) => [playersOf(state), areBanned[at] === true]));
  const stored = new Map(read.map((each) => [each.id, each]));
  const maps = new Map(readMaps.map((each) => [each.id, each]));
  const isUnread = new Map(ids.map((id) => [id, true]));
  return {
    ...context,
    data: {
      ...data,
      completions: {
        ...data.completions,
        findById: async (id) => take(stored, id) ?? data.completions.findById(id),
      },
      maps: { ...data.maps, findById: async (id) => maps.get(id) ?? data.maps.findById(id) },
      players: {
        ...data.players,
        areOfBanned: async (some) => {
          const known = some.flatMap((each) => banned.get(playersOf(each)) ?? []);
          return known.length === some.length ? known : data.players.areOfBanned(some);
        },
      },
      review: {
        ...data.review,
        findAppeals: async (some) =>
          some.every((id) => take(isUnread, id))
            ? new Map([...appeals].filter(([id]) => some.includes(id)))
            : data.review.findAppeals(some),
      },
    },
  };
}
