import { problem } from "../../../domain/messages/index.ts";
import { START_FIELDS } from "../../../domain/nouns/chimps-start.ts";
import { nounFormSchema } from "../../../domain/submissions/noun-form.ts";
import { authorize } from "../../../server/auth/authorize.ts";
import { BadFields } from "../../../server/bad-fields.ts";
import { NotFound } from "../../../server/errors.ts";
import { checked, textsOf } from "../../../server/form-texts.ts";
import type { ReceivedForm } from "../../../server/media/uploads.ts";
import { entryFor, type WriteContext } from "../../api/write-context.server.ts";
import { writeUnlessStale } from "../../audit/stale.server.ts";
import { mayEditStarts } from "./policy.server.ts";
import { deleteStartById, insertStart } from "./repository.server.ts";

/** Adds a start to the map that the form names. Throws BadFields, Forbidden. */
export async function addStart(form: ReceivedForm, context: WriteContext): Promise<void> {
  authorize(mayEditStarts(context.user));
  const values = checked(nounFormSchema(START_FIELDS), textsOf(form));
  const map = await context.data.maps.findByName(values.map);
  if (!map) throw new BadFields({ map: problem("no-such-map", { map: values.map }) });
  const state = {
    ...{ uuid: crypto.randomUUID(), ...values, map_id: map.id, map: map.name },
    created_at: context.now.toISOString(),
    sample: 0,
  };
  await writeUnlessStale(insertStart(state, entryFor(context, "add")), context);
}

/** Deletes a start. Throws NotFound, Forbidden. */
export async function deleteStart(uuid: string, context: WriteContext): Promise<void> {
  authorize(mayEditStarts(context.user));
  const state = await context.data.chimpsStarts.findById(uuid);
  if (!state) throw new NotFound("no-such-start");
  await writeUnlessStale(deleteStartById(state, entryFor(context, "delete")), context);
}
