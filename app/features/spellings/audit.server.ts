import { z } from "zod";
import { pages } from "../../../domain/contract/routes.ts";
import { labelledValues, namesOf, valuesIn } from "../../../domain/nouns/define.ts";
import { SPELLING_FIELDS } from "../../../domain/nouns/fields.ts";
import { nounShape } from "../../../domain/submissions/noun-form.ts";
import { Conflict } from "../../../server/errors.ts";
import { entryFor } from "../../api/router.server.ts";
import { nounLog } from "../../audit/noun-log.server.ts";
import { writeUnlessStale } from "../../audit/stale.server.ts";
import type { Found } from "../../audit/types.server.ts";
import { write } from "./commands.server.ts";
import {
  deleteSpellingById,
  insertSpelling,
  SPELLING_SHAPE,
  type SpellingState,
} from "./repository.server.ts";

interface FoundSpelling extends Found<SpellingState> {
  readonly id: number;
}

const { spelling, name: standsFor } = namesOf(SPELLING_FIELDS);

export const spellingLog = nounLog<SpellingState, FoundSpelling>({
  noun: "spelling",
  isPublic: true,
  shapes: {
    [SPELLING_SHAPE]: z.object({
      ...nounShape(SPELLING_FIELDS),
      ...{ tower: z.string().nullable(), map: z.int().nullable(), seeded: z.int() },
    }),
  },
  title: ({ spelling, name }) => `Spelling "${spelling}" of ${name}`,
  page: ({ spelling }) => pages.spellings({ query: spelling }),
  values: (state) => labelledValues(SPELLING_FIELDS, state),
  row: (state, id) => ({
    id: Number(id),
    ...valuesIn(SPELLING_FIELDS, state),
    kind: state.tower === null ? "map" : "tower",
    mapId: state.map,
  }),
  // What it stands for, whatever a map is called now.
  fields: { spelling, tower: standsFor, map: standsFor },
  find: async (id, { data }) => ({ id: Number(id), state: await data.spellings.findById(Number(id)) }),
  async settle(target, { data }) {
    if (target.map === null) return target;
    const map = await data.maps.findById(target.map);
    if (!map?.isListed) throw new Conflict("its-map-gone", { map: target.name });
    return { ...target, name: map.state.map };
  },
  async write({ id, state }, target, context) {
    const entry = entryFor(context, "undo");
    if (target) await write(insertSpelling(target, entry, id), context, target);
    else if (state) await writeUnlessStale(deleteSpellingById(id, state, entry), context);
  },
});
