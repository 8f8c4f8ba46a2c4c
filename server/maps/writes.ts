import { type MapForm, mapSchema } from "../../derive/reference-forms.ts";
import { problem } from "../../messages/index.ts";
import { authorize } from "../auth/authorize.ts";
import { BadFields } from "../bad-fields.ts";
import {
  deleteMapById,
  insertMap,
  type MapState,
  mapKeys,
  pictureKey,
  type StoredMap,
  updateMap,
} from "../data/maps.ts";
import type { MediaState } from "../data/media.ts";
import { NotFound } from "../errors.ts";
import { checked, revisionIn, textsOf } from "../form-texts.ts";
import { Stale, theirChanges } from "../history/stale.ts";
import type { ReceivedForm } from "../media/uploads.ts";
import { entryFor, type WriteContext } from "../write-context.ts";
import { mapLog, valuesOfMap } from "./log.ts";
import { mayKeepMaps } from "./policy.ts";
import { checkFree, write } from "./put.ts";

function stateOf({ map, hasLOS, hasWater, ...form }: MapForm, picture: MediaState | null): MapState {
  return {
    name: map,
    abbreviation: form.abbreviation,
    ...mapKeys(map, form.abbreviation),
    difficulty: form.difficulty,
    version: form.version,
    has_los: hasLOS,
    has_water: hasWater,
    length: form.length,
    length_notes: form.lengthNotes,
    num_entrances: form.numEntrances,
    num_exits: form.numExits,
    num_objects: form.numObjects,
    removal_cost: form.removalCost,
    removal_cost_notes: form.removalCostNotes,
    misc_notes: form.miscNotes,
    picture,
  };
}

/** Pictures only: a map's is no video (SPEC section 5). */
function pictureOf({ files }: ReceivedForm, id: number, at: string): MediaState | null {
  const [image, ...more] = files;
  if (!image) return null;
  const { hash, contentType, bytes, thumbnail } = image;
  if (more.length > 0 || !contentType.startsWith("image/"))
    throw new BadFields({ image: problem("not-one-picture") });
  return { key: pictureKey(id), hash, content_type: contentType, bytes, created_at: at, thumbnail };
}

/** The map that somebody names to change it. Throws NotFound. */
async function existing(name: string, { data }: WriteContext): Promise<StoredMap> {
  const map = await data.maps.findByName(name);
  const stored = map && (await data.maps.findById(map.id));
  if (!stored) throw new NotFound("no-such-map", { map: name });
  return stored;
}

/** Adds a map, or changes the one that `oldMap` names. Throws BadFields, Stale, Forbidden. */
export async function saveMap(form: ReceivedForm, context: WriteContext): Promise<void> {
  authorize(mayKeepMaps(context.user));
  const texts = textsOf(form);
  const at = context.now.toISOString();
  const old = texts.oldMap?.trim() ?? "";
  const stored = old === "" ? null : await existing(old, context);
  const fields = checked(mapSchema(stored?.state.length), { ...texts, map: texts.map || texts.name || "" });
  if (!stored) {
    const added = stateOf(fields, pictureOf(form, 0, at));
    return write(insertMap(added, entryFor(context, "add")), context, fields.map);
  }
  const basis = revisionIn(texts.revision);
  if (basis !== null && basis !== stored.revision)
    throw new Stale(await theirChanges(mapLog, String(stored.id), basis, valuesOfMap(stored.state), context));
  const after = stateOf(fields, pictureOf(form, stored.id, at) ?? stored.state.picture);
  await write(updateMap(stored, after, entryFor(context, "edit")), context, fields.map);
}

/** Deletes a map that nothing hangs on; else says what does. */
export async function deleteMap(name: string, context: WriteContext): Promise<void> {
  authorize(mayKeepMaps(context.user));
  const stored = await existing(name, context);
  await checkFree(stored, context);
  await write(deleteMapById(stored, entryFor(context, "delete")), context, stored.state.name);
}
