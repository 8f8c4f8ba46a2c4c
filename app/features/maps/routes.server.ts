import {
  addMap,
  addMapToo,
  allMaps,
  deleteMap as deleteMapAddress,
  type MapInfo,
  mapInfo,
  mapNames,
} from "../../../domain/contract/reference.ts";
import { nameKey } from "../../../domain/game/name-key.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import { BadParameter } from "../../../domain/lists/parameters.ts";
import { fault, problem } from "../../../domain/messages/index.ts";
import { MAP_FIELDS } from "../../../domain/nouns/fields.ts";
import { nounFormSchema } from "../../../domain/submissions/noun-form.ts";
import { authorize, type User } from "../../../server/auth/user.ts";
import type { MediaState } from "../../../server/db/media.ts";
import { BadFields, NotFound } from "../../../server/errors.ts";
import { checked, type ReceivedForm, revisionIn, textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import { entryFor, type Router, type WriteContext } from "../../api/router.server.ts";
import { changesSince, Stale } from "../../audit/stale.server.ts";
import { mapLog, valuesOfMap } from "./audit.server.ts";
import {
  deleteMapById,
  insertMap,
  type MapDetails,
  pictureKey,
  type StoredMap,
  updateMap,
} from "./repository.server.ts";
import { checkFree, checkNames, write } from "./save.server.ts";

/** Helpers keep maps. */
const mayEditMaps = ({ isHelper }: User): boolean => isHelper;

/** Returns the picture in a form; videos are refused (SPEC section 5). Throws BadFields. */
function pictureOf({ files }: ReceivedForm, id: number, at: string): MediaState | null {
  const [image, ...more] = files;
  if (!image) return null;
  const { hash, contentType, bytes, thumbnail } = image;
  if (more.length > 0 || !contentType.startsWith("image/"))
    throw new BadFields({ image: problem("not-one-picture") });
  return {
    key: pictureKey(id),
    hash,
    content_type: contentType,
    bytes,
    created_at: at,
    thumbnail,
    role: null,
  };
}

/** Returns the map that a write names. Throws NotFound. */
async function existing(name: string, { data }: WriteContext): Promise<StoredMap> {
  const map = await data.maps.findByName(name);
  const stored = map && (await data.maps.findById(map.id));
  if (!stored) throw new NotFound("no-such-map", { map: name });
  return stored;
}

/**
 * Returns the map of this name that completions were recorded on without its being one of the index's, or that was
 * deleted; null: there is none. Who adds a map of that name means it: a second one would split its completions.
 */
async function unlisted(name: string, { data }: WriteContext): Promise<StoredMap | null> {
  const meant = await data.maps.findByAnyName(name);
  const stored = meant && (await data.maps.findById(meant.id));
  return stored && !stored.isListed && nameKey(stored.state.map) === nameKey(name) ? stored : null;
}

/** Adds a map, or changes the one that `oldMap` names. Throws BadFields, NotFound, Stale, Forbidden. */
async function saveMap(form: ReceivedForm, context: WriteContext): Promise<void> {
  authorize(mayEditMaps(context.user));
  const texts = textsOf(form);
  const at = context.now.toISOString();
  const old = asWritten(texts.oldMap ?? "");
  const stored = old === "" ? null : await existing(old, context);
  const schema = nounFormSchema(MAP_FIELDS, context.catalogue, stored?.state);
  // Programs that know no ids send none.
  const gameId = texts.gameId ?? stored?.state.gameId ?? "";
  const values = checked(schema, { ...texts, gameId, map: texts.map || texts.name || "" });
  await checkNames(values, stored?.id ?? 0, context);
  const former = stored ? null : await unlisted(values.map, context);
  if (former) {
    const added = { ...values, picture: pictureOf(form, former.id, at) ?? former.state.picture };
    return write(updateMap(former, added, entryFor(context, "add")), context, { id: former.id, values });
  }
  if (!stored) {
    const added = { ...values, picture: pictureOf(form, 0, at) };
    return write(insertMap(added, entryFor(context, "add")), context, { id: null, values });
  }
  const basis = revisionIn(texts.revision);
  if (basis !== null && basis !== stored.revision)
    throw new Stale(await changesSince(mapLog, String(stored.id), basis, valuesOfMap(stored.state), context));
  const after = { ...values, picture: pictureOf(form, stored.id, at) ?? stored.state.picture };
  await write(updateMap(stored, after, entryFor(context, "edit")), context, { id: stored.id, values });
}

/** Deletes a map that nothing depends on. Throws Conflict, which says what does; NotFound, Stale, Forbidden. */
async function deleteMap(name: string, context: WriteContext): Promise<void> {
  authorize(mayEditMaps(context.user));
  const stored = await existing(name, context);
  await checkFree(stored, context);
  await write(deleteMapById(stored, entryFor(context, "delete")), context, {
    id: stored.id,
    values: stored.state,
  });
}

function presentMap({ revision: _, ...details }: MapDetails): MapInfo {
  return details;
}

/** The public reads of maps, which return everything without paging. */
export const mapAnswers = ({ data: { maps } }: Pick<Deps, "data">) => ({
  names: (difficulty: string | null = null) => maps.findAllNames(difficulty?.toLowerCase() ?? null),
  all: async () => (await maps.findAllDetails()).map(presentMap),
  /** Returns a map by any of its names. Throws NotFound, and BadParameter if there is no name. */
  async info(spelling: string | null) {
    if (spelling === null) throw new BadParameter("map", fault("missing"));
    const details = await maps.findDetailsByName(spelling);
    if (!details) throw new NotFound("no-such-map", { map: spelling });
    return details;
  },
});

/** The reads of maps, and the writes (SPEC section 7). */
export function mapRoutes(router: Router, answers: ReturnType<typeof mapAnswers>): void {
  router.read(mapNames, async ({ difficulty }) => ({ results: await answers.names(difficulty) }));
  router.read(allMaps, async () => ({ results: await answers.all() }));
  router.read(mapInfo, ({ map }) => answers.info(map));
  router.act(addMap, saveMap);
  router.act(addMapToo, saveMap);
  router.act(deleteMapAddress, (form, context) => deleteMap(textsOf(form).map ?? "", context));
}
