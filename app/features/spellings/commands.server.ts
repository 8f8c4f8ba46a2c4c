import { z } from "zod";
import {
  type AddedSpelling,
  addSpelling as addAddress,
  type DeletedSpelling,
  deleteSpelling as deleteAddress,
  type NamedThing,
  spellings,
} from "../../../domain/contract/reference.ts";
import { pages } from "../../../domain/contract/routes.ts";
import { nameKey } from "../../../domain/game/name-key.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import { problem } from "../../../domain/messages/index.ts";
import { labelledValues, namesOf, valuesIn } from "../../../domain/nouns/define.ts";
import { SPELLING_FIELDS } from "../../../domain/nouns/fields.ts";
import { isReadable } from "../../../domain/search/reading.ts";
import { meaningBefore } from "../../../domain/search/understand.ts";
import { nounFormSchema, nounShape } from "../../../domain/submissions/noun-form.ts";
import { authorize, type User } from "../../../server/auth/user.ts";
import { ConstraintError } from "../../../server/db/database.ts";
import { BadFields, Conflict, NotFound } from "../../../server/errors.ts";
import { checked, type ReceivedForm, textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Data } from "../../api/repositories.server.ts";
import { entryFor, type Router, type WriteContext } from "../../api/router.server.ts";
import { nounLog } from "../../audit/noun-log.server.ts";
import { Stale, writeUnlessStale } from "../../audit/stale.server.ts";
import type { Found } from "../../audit/types.server.ts";
import {
  deleteSpellingById,
  insertSpelling,
  SPELLING_SHAPE,
  type SpellingState,
} from "./repository.server.ts";

export const mayEditSpellings = ({ isHelper }: User): boolean => isHelper;

/** A tower, or a map with its id. */
type Named = NamedThing & { readonly map: number | null };

/** Returns everything whose name, abbreviation or spelling a text is, without duplicates, names first. */
async function findAllNamed(text: string, data: Data): Promise<Named[]> {
  const [map, spellings, catalogue] = await Promise.all([
    data.maps.findByName(text),
    data.spellings.findAllBySpelling(text),
    data.catalogue.current(),
  ]);
  const tower = catalogue.find(text);
  const found: Named[] = [
    ...(tower ? [{ kind: "tower" as const, name: tower.name, map: null }] : []),
    ...(map ? [{ kind: "map" as const, name: map.name, map: map.id }] : []),
    ...spellings.map(({ kind, name, map }) => ({ kind, name, map })),
  ];
  return [...new Map(found.map((each) => [`${each.kind} ${each.name}`, each])).values()];
}

/** Returns the one thing that a helper names: what is called that, or else has the spelling. Throws BadFields. */
async function findOneNamed(text: string, data: Data): Promise<Named> {
  const all = await findAllNamed(text, data);
  const called = all.filter(({ name }) => nameKey(name) === nameKey(text));
  const [one, ...others] = called.length > 0 ? called : all;
  if (!one) throw new BadFields({ name: problem("no-such-tower-or-map", { name: text }) });
  if (others.length > 0) {
    const meant = [one, ...others].map(({ name }) => name);
    throw new BadFields({ name: problem("several-of-name", { name: text, meant }) });
  }
  return one;
}

/** Throws BadFields if a search cannot look for a spelling, reads it already, or finds what it stands for without it. */
async function checkUseful(
  spelling: string,
  { name, map }: Named,
  { data, challenges }: WriteContext,
): Promise<void> {
  const key = nameKey(spelling);
  if (!/[\p{L}\p{N}]/u.test(key)) throw new BadFields({ spelling: problem("nothing-to-search") });
  if (!isReadable(spelling)) throw new BadFields({ spelling: problem("never-read", { spelling }) });
  const all = [...challenges.values()];
  const meaning = meaningBefore(spelling, all, await data.search.vocabulary(all));
  if (meaning) throw new BadFields({ spelling: problem("means-already", { spelling, meaning }) });
  const abbreviation = map === null ? null : (await data.maps.findDetails(map))?.abbreviation;
  if (key === nameKey(name) || (abbreviation && key === nameKey(abbreviation)))
    throw new BadFields({ spelling: problem("is-its-name", { name }) });
}

/** Adds a spelling of what the form names, and returns what else it stands for. Throws BadFields, Forbidden. */
export async function addSpelling(form: ReceivedForm, context: WriteContext): Promise<AddedSpelling> {
  authorize(mayEditSpellings(context.user));
  const { data } = context;
  const values = checked(nounFormSchema(SPELLING_FIELDS, context.catalogue), textsOf(form));
  const { spelling } = values;
  const { kind, name, map } = await findOneNamed(values.name, data);
  await checkUseful(spelling, { kind, name, map }, context);
  const state = { spelling, name, tower: kind === "tower" ? name : null, map, seeded: 0 };
  const [added] = await write(insertSpelling(state, entryFor(context, "add")), context, state);
  const also = (await findAllNamed(spelling, data)).filter(
    (each) => each.kind !== kind || each.name !== name,
  );
  return {
    id: Number(added?.[0]?.id),
    spelling,
    kind,
    name,
    also: also.map((each) => ({ kind: each.kind, name: each.name })),
  };
}

/** Deletes a spelling, and returns the number by which that can be undone. Throws NotFound, Forbidden. */
async function deleteSpelling(form: ReceivedForm, context: WriteContext): Promise<DeletedSpelling> {
  authorize(mayEditSpellings(context.user));
  const { data } = context;
  const text = asWritten(textsOf(form).id ?? "");
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  const state = await data.spellings.findById(id);
  if (!state) throw new NotFound("no-such-spelling");
  const rows = await writeUnlessStale(deleteSpellingById(id, state, entryFor(context, "delete")), context);
  return { seq: Number(rows.at(-1)?.[0]?.seq) };
}

/** Runs the batch that adds or restores a spelling; returns its rows. Throws BadFields if it exists, Stale. */
async function write(
  statements: Parameters<WriteContext["data"]["write"]>[0],
  { data }: WriteContext,
  { spelling, name }: SpellingState,
): ReturnType<WriteContext["data"]["write"]> {
  return data.write(statements).catch((error: unknown) => {
    if (!(error instanceof ConstraintError)) throw error;
    if (!error.constraint.includes("spelling.spelling_key")) throw new Stale();
    throw new BadFields({ spelling: problem("spelling-exists", { spelling, name }) });
  });
}

export function spellingRoutes(router: Router, { data }: Deps): void {
  router.read(spellings, async () => ({ results: await data.spellings.findAllNamed() }));
  router.write(addAddress, addSpelling);
  router.write(deleteAddress, deleteSpelling);
}

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
      tower: z.string().nullable(),
      map: z.int().nullable(),
      seeded: z.int(),
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
  async recompute(target, { data }) {
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
