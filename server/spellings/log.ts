import { z } from "zod";
import { nounShape } from "../../derive/noun-form.ts";
import { labelledValues, namesOf, valuesIn } from "../../nouns/define.ts";
import { SPELLING_FIELDS } from "../../nouns/spelling.ts";
import { pages } from "../../routes.ts";
import { deleteSpellingById, insertSpelling, SPELLING_SHAPE, type SpellingState } from "../data/spellings.ts";
import { Conflict } from "../errors.ts";
import { nounLog } from "../history/noun-log.ts";
import { writeUnlessStale } from "../history/stale.ts";
import type { Found } from "../history/types.ts";
import { entryFor } from "../write-context.ts";
import { write } from "./save.ts";

interface FoundSpelling extends Found<SpellingState> {
  readonly id: number;
}

const { spelling, name: standsFor } = namesOf(SPELLING_FIELDS);

/** Spellings in the change log. */
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
