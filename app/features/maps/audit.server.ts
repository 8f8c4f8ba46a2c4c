import { z } from "zod";
import { pages } from "../../../domain/contract/routes.ts";
import { labelledValues, namesOf, valuesIn } from "../../../domain/nouns/define.ts";
import { MAP_FIELDS } from "../../../domain/nouns/fields.ts";
import { nounShape } from "../../../domain/submissions/noun-form.ts";
import { mediaState } from "../../../server/db/media.ts";
import { NotFound } from "../../../server/errors.ts";
import { entryFor } from "../../api/router.server.ts";
import { nounLog } from "../../audit/noun-log.server.ts";
import type { Found, Values } from "../../audit/types.server.ts";
import {
  deleteMapById,
  MAP_SHAPE,
  type MapState,
  pictureAddress,
  type StoredMap,
  updateMap,
} from "./repository.server.ts";
import { checkFree, checkNames, write } from "./save.server.ts";

/** Returns the values of a map, by the labels of its fields. */
export const valuesOfMap = (state: MapState): Values => ({
  ...labelledValues(MAP_FIELDS, state),
  Picture: state.picture?.hash.slice(0, 8) ?? null,
});

interface FoundMap extends Found<MapState> {
  readonly stored: StoredMap;
}

const FIELDS = nounShape(MAP_FIELDS);

/** Maps in the change log. */
export const mapLog = nounLog<MapState, FoundMap>({
  noun: "map",
  isPublic: true,
  shapes: {
    [MAP_SHAPE]: z.object({
      ...FIELDS,
      // An entry of before there were ids has none.
      gameId: FIELDS.gameId.optional() as typeof FIELDS.gameId,
      // An imported map that the index does not list has none, although its type says otherwise.
      difficulty: FIELDS.difficulty.nullable() as typeof FIELDS.difficulty,
      picture: mediaState.nullable(),
    }),
  },
  title: ({ map }) => `Map ${map}`,
  page: ({ map }) => pages.maps({ map }),
  // The index lists no map without a difficulty, but completions from elsewhere may be on such a map.
  isThere: ({ difficulty }) => difficulty !== null,
  values: valuesOfMap,
  row: ({ picture, ...state }, id) => ({
    mapId: Number(id),
    ...valuesIn(MAP_FIELDS, state),
    image: picture && pictureAddress(state.map),
  }),
  fields: { ...namesOf(MAP_FIELDS), picture: "Picture" },
  async find(id, { data }) {
    const stored = await data.maps.findById(Number(id));
    if (!stored) throw new NotFound("map-gone");
    return { state: stored.isListed ? stored.state : null, stored };
  },
  recompute: async (target) => target,
  async write({ stored }, target, context) {
    const entry = entryFor(context, "undo");
    if (target) {
      await checkNames(target, stored.id, context);
      return write(updateMap(stored, target, entry), context, { id: stored.id, values: target });
    }
    await checkFree(stored, context);
    await write(deleteMapById(stored, entry), context, { id: stored.id, values: stored.state });
  },
});
