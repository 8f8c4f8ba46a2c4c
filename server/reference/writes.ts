import type { z } from "zod";
import {
  balanceChangeSchema,
  chimpsStartSchema,
  type MapForm,
  mapSchema,
  problemsOf,
} from "../../derive/reference-forms.ts";
import { BadFields } from "../bad-fields.ts";
import { ConstraintError } from "../data/database.ts";
import type { LoggedChange } from "../data/history.ts";
import {
  type BalanceState,
  type MapState,
  mapKeys,
  orderOfVersion,
  pictureKey,
  type StartState,
  writeBalanceChange,
  writeMap,
  writeStart,
} from "../data/reference-writes.ts";
import { BadForm, Conflict, NotFound } from "../errors.ts";
import type { ReceivedFile, ReceivedForm } from "../media/uploads.ts";
import { entryFor, type WriteContext } from "../write-context.ts";

/** A form's one value of each field; lists and repeats are refused. */
type Texts = Readonly<Record<string, string>>;

export function textsOf({ texts }: ReceivedForm): Texts {
  const found: Record<string, string> = {};
  for (const [name, values] of texts) {
    if (new Set(values).size > 1) throw new BadForm(`${name} is given more than once.`);
    if (values[0]?.includes("\0")) throw new BadForm(`${name} holds a NUL character.`);
    found[name] = values[0] ?? "";
  }
  return found;
}

function read<Schema extends z.ZodType>(schema: Schema, texts: Texts): z.output<Schema> {
  const { data, error } = schema.safeParse(texts);
  if (error) throw new BadFields(problemsOf(error));
  return data as z.output<Schema>;
}

const CHANGED = "Somebody changed this in the meantime. Reload to see it as it is now.";

/** Runs a write of reference data; what was refused is said in words. */
async function run(
  statements: Parameters<WriteContext["data"]["write"]>[0],
  { data }: WriteContext,
  name: string,
): Promise<void> {
  try {
    await data.write(statements);
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error;
    if (error.constraint.includes("abbreviation_key"))
      throw new BadFields({ abbreviation: "Another map has this abbreviation." });
    if (error.constraint.includes("map.name"))
      throw new BadFields({ map: `There is a map "${name}" already.` });
    throw new Conflict(CHANGED);
  }
}

function mapStateOf({ map, hasLOS, hasWater, ...form }: MapForm, picture: MapState["picture"]): MapState {
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
function pictureOf(form: ReceivedForm, map: string, at: string): MapState["picture"] {
  const [image, ...more] = form.files;
  if (!image) return null;
  if (more.length > 0 || !image.contentType.startsWith("image/"))
    throw new BadFields({ image: "The image is one picture: JPEG, PNG, GIF, WebP or APNG." });
  return toPicture(image, map, at);
}

const toPicture = ({ hash, contentType, bytes, thumbnail }: ReceivedFile, map: string, at: string) => ({
  key: pictureKey(map),
  hash,
  content_type: contentType,
  bytes,
  created_at: at,
  thumbnail,
});

/** Adds a map, or changes the one that `oldMap` names: renaming carries completions, starts and picture along. */
export async function saveMap(form: ReceivedForm, context: WriteContext): Promise<void> {
  const texts = textsOf(form);
  const at = context.now.toISOString();
  const old = texts.oldMap?.trim() ?? "";
  const name = old === "" ? null : await context.data.maps.findName(old);
  const before = name === null ? null : await context.data.reference.loadMap(name);
  if (old !== "" && !before) throw new NotFound(`There is no map "${old}".`);
  const fields = read(mapSchema(before?.length), { ...texts, map: texts.map || texts.name || "" });
  const kept = before?.picture ? { ...before.picture, key: pictureKey(fields.map) } : null;
  const after = mapStateOf(fields, pictureOf(form, fields.map, at) ?? kept);
  await run(writeMap(before, after, entryFor(context, before ? "edit" : "add")), context, fields.map);
}

/** Deletes a map that nothing hangs on; else says what does. */
export async function deleteMap(map: string, context: WriteContext): Promise<void> {
  const { reference, maps } = context.data;
  const name = await maps.findName(map);
  const before = name === null ? null : await reference.loadMap(name);
  if (!before) throw new NotFound(`There is no map "${map}".`);
  const { completions, starts } = await reference.countOnMap(before.name);
  const hanging = [
    ...(completions > 0 ? [completions === 1 ? "1 completion" : `${completions} completions`] : []),
    ...(starts > 0 ? [starts === 1 ? "1 CHIMPS start" : `${starts} CHIMPS starts`] : []),
  ];
  if (hanging.length > 0)
    throw new Conflict(`${before.name} has ${hanging.join(" and ")}. Move or delete them first.`);
  await run(writeMap(before, null, entryFor(context, "delete")), context, before.name);
}

export async function addStart(form: ReceivedForm, context: WriteContext): Promise<void> {
  const { map, title, link } = read(chimpsStartSchema, textsOf(form));
  const name = await context.data.maps.findName(map);
  if (name === null) throw new BadFields({ map: `There is no map "${map}".` });
  const after: StartState = {
    ...{ uuid: crypto.randomUUID(), map: name, title, link },
    created_at: context.now.toISOString(),
    sample: 0,
  };
  await run(writeStart(null, after, entryFor(context, "add")), context, name);
}

export async function deleteStart(uuid: string, context: WriteContext): Promise<void> {
  const before = await context.data.reference.loadStart(uuid);
  if (!before) throw new NotFound("There is no such CHIMPS start.");
  await run(writeStart(before, null, entryFor(context, "delete")), context, before.map);
}

export async function addBalanceChange(form: ReceivedForm, context: WriteContext): Promise<void> {
  const fields = read(balanceChangeSchema, textsOf(form));
  const after: BalanceState = {
    uuid: crypto.randomUUID(),
    ...fields,
    version_order: orderOfVersion(fields.version),
    created_at: context.now.toISOString(),
  };
  await run(writeBalanceChange(null, after, entryFor(context, "add")), context, "");
}

export async function deleteBalanceChange(uuid: string, context: WriteContext): Promise<void> {
  const before = await context.data.reference.loadBalanceChange(uuid);
  if (!before) throw new NotFound("There is no such balance change.");
  await run(writeBalanceChange(before, null, entryFor(context, "delete")), context, "");
}

/** Brings reference data back to what it was before a change. Throws Conflict when it is no longer as it became. */
export async function undoReference(change: LoggedChange, context: WriteContext): Promise<void> {
  const { reference } = context.data;
  const entry = entryFor(context, "undo");
  const { before, after } = change;
  if (change.noun === "map") {
    const now = (after as MapState | null) ?? (before as MapState | null);
    const current = now === null ? null : await reference.loadMap(now.name);
    if ((current === null) !== (after === null)) throw new Conflict(CHANGED);
    const target = before as MapState | null;
    if (current && target === null) return deleteMap(current.name, context);
    await run(writeMap(current, target, entry), context, target?.name ?? "");
    return;
  }
  if (change.noun === "chimps-start") {
    const [was, became] = [before as StartState | null, after as StartState | null];
    const map = was && (await context.data.maps.findNameSince(was.map, change.seq));
    if (was && map === null)
      throw new Conflict(`Its map ${was.map} is no longer there. Undo that map's deletion first.`);
    await run(writeStart(became, was && map ? { ...was, map } : null, entry), context, map ?? "");
    return;
  }
  const [was, became] = [before as BalanceState | null, after as BalanceState | null];
  await run(writeBalanceChange(became, was, entry), context, "");
}

/** What undoReference knows. */
export const REFERENCE_NOUNS = ["map", "chimps-start", "balance-change"] as const;
