import { z } from "zod";
import { pages } from "../../../domain/contract/routes.ts";
import { labelledValues, namesOf, valuesIn } from "../../../domain/nouns/define.ts";
import { START_FIELDS } from "../../../domain/nouns/fields.ts";
import { nounShape } from "../../../domain/submissions/noun-form.ts";
import { Conflict } from "../../../server/errors.ts";
import { entryFor } from "../../api/router.server.ts";
import { nounLog } from "../../audit/noun-log.server.ts";
import { writeUnlessStale } from "../../audit/stale.server.ts";
import { deleteStartById, insertStart, START_SHAPE, type StartState } from "./repository.server.ts";

const { map: onMap, ...own } = namesOf(START_FIELDS);

export const chimpsStartLog = nounLog<StartState, { readonly state: StartState | null }>({
  noun: "chimps-start",
  isPublic: true,
  shapes: {
    [START_SHAPE]: z.object({
      ...nounShape(START_FIELDS),
      ...{ uuid: z.string(), map_id: z.int(), created_at: z.string(), sample: z.int() },
    }),
  },
  title: ({ title, map }) => `CHIMPS start "${title}" on ${map}`,
  page: ({ map }) => pages.chimpsStarts({ map }),
  values: (state) => labelledValues(START_FIELDS, state),
  row: (state, uuid) => ({ uuid, ...valuesIn(START_FIELDS, state), mapId: state.map_id }),
  // The map's id, whatever the map is called now.
  fields: { ...own, map_id: onMap },
  find: async (id, { data }) => ({ state: await data.chimpsStarts.findById(id) }),
  async settle(target, { data }) {
    const map = await data.maps.findById(target.map_id);
    if (!map?.isListed) throw new Conflict("its-map-gone", { map: target.map });
    return { ...target, map: map.state.map };
  },
  async write({ state }, target, context) {
    const entry = entryFor(context, "undo");
    if (target) await writeUnlessStale(insertStart(target, entry), context);
    else if (state) await writeUnlessStale(deleteStartById(state, entry), context);
  },
});
