import { z } from "zod";
import { addChimpsStart, chimpsStarts, deleteChimpsStart } from "../../../domain/contract/reference.ts";
import { pages } from "../../../domain/contract/routes.ts";
import { problem } from "../../../domain/messages/index.ts";
import { labelledValues, namesOf, valuesIn } from "../../../domain/nouns/define.ts";
import { START_FIELDS } from "../../../domain/nouns/fields.ts";
import { nounFormSchema, nounShape } from "../../../domain/submissions/noun-form.ts";
import { authorize, type User } from "../../../server/auth/user.ts";
import { BadFields, Conflict, NotFound } from "../../../server/errors.ts";
import { checked, type ReceivedForm, textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import { entryFor, type Router, type WriteContext } from "../../api/router.server.ts";
import { nounLog } from "../../audit/noun-log.server.ts";
import { writeUnlessStale } from "../../audit/stale.server.ts";
import { deleteStartById, insertStart, START_SHAPE, type StartState } from "./repository.server.ts";

const mayEditStarts = ({ isHelper }: User): boolean => isHelper;

/** Adds a start to the map that the form names. Throws BadFields, Forbidden. */
async function addStart(form: ReceivedForm, context: WriteContext): Promise<void> {
  authorize(mayEditStarts(context.user));
  const values = checked(nounFormSchema(START_FIELDS, context.catalogue), textsOf(form));
  const map = await context.data.maps.findByName(values.map);
  if (!map) throw new BadFields({ map: problem("no-such-map", { map: values.map }) });
  const state = {
    uuid: crypto.randomUUID(),
    ...values,
    map_id: map.id,
    map: map.name,
    created_at: context.now.toISOString(),
    sample: 0,
  };
  await writeUnlessStale(insertStart(state, entryFor(context, "add")), context);
}

/** Deletes a start. Throws NotFound, Forbidden. */
async function deleteStart(uuid: string, context: WriteContext): Promise<void> {
  authorize(mayEditStarts(context.user));
  const state = await context.data.chimpsStarts.findById(uuid);
  if (!state) throw new NotFound("no-such-start");
  await writeUnlessStale(deleteStartById(state, entryFor(context, "delete")), context);
}

/** The public read of CHIMPS starts, which returns everything without paging. */
export const chimpsStartAnswers = ({ data }: Pick<Deps, "data">) => ({
  /** Returns all starts, or those of a map by any of its names. */
  async all(spelling: string | null = null) {
    const map = spelling === null ? null : await data.maps.findByName(spelling);
    const isUnknown = spelling !== null && map === null;
    return isUnknown ? [] : data.chimpsStarts.findAll(map);
  },
});

/** The read of CHIMPS starts, and the writes (SPEC section 7). */
export function chimpsStartRoutes(router: Router, answers: ReturnType<typeof chimpsStartAnswers>): void {
  router.read(chimpsStarts, async ({ map }) => ({ results: await answers.all(map) }));
  router.act(addChimpsStart, addStart);
  router.act(deleteChimpsStart, (form, context) => deleteStart(textsOf(form).uuid ?? "", context));
}

const { map: onMap, ...own } = namesOf(START_FIELDS);

export const chimpsStartLog = nounLog<StartState, { readonly state: StartState | null }>({
  noun: "chimps-start",
  isPublic: true,
  shapes: {
    [START_SHAPE]: z.object({
      ...nounShape(START_FIELDS),
      uuid: z.string(),
      map_id: z.int(),
      created_at: z.string(),
      sample: z.int(),
    }),
  },
  title: ({ title, map }) => `CHIMPS start "${title}" on ${map}`,
  page: ({ map }) => pages.chimpsStarts({ map }),
  values: (state) => labelledValues(START_FIELDS, state),
  row: (state, uuid) => ({ uuid, ...valuesIn(START_FIELDS, state), mapId: state.map_id }),
  // The map's id, whatever the map is called now.
  fields: { ...own, map_id: onMap },
  find: async (id, { data }) => ({ state: await data.chimpsStarts.findById(id) }),
  async recompute(target, { data }) {
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
