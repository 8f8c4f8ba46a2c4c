import type { NamedThing } from "../../../domain/contract/spellings.ts";
import { nameKey } from "../../../domain/game/name-key.ts";
import { findTower } from "../../../domain/game/names.ts";
import { problem } from "../../../domain/messages/index.ts";
import { BadFields } from "../../../server/bad-fields.ts";
import type { Data } from "../../api/repositories.server.ts";

/** A tower, or a map with its id. */
export type Named = NamedThing & { readonly map: number | null };

/** Returns everything whose name, abbreviation or spelling a text is, without duplicates, names first. */
export async function findAllNamed(text: string, data: Data): Promise<Named[]> {
  const [map, spellings] = await Promise.all([
    data.maps.findByName(text),
    data.spellings.findAllBySpelling(text),
  ]);
  const tower = findTower(text);
  const found: Named[] = [
    ...(tower ? [{ kind: "tower" as const, name: tower.name, map: null }] : []),
    ...(map ? [{ kind: "map" as const, name: map.name, map: map.id }] : []),
    ...spellings.map(({ kind, name, map }) => ({ kind, name, map })),
  ];
  return [...new Map(found.map((each) => [`${each.kind} ${each.name}`, each])).values()];
}

/** Returns the one thing that a helper names: what is called that, or else has the spelling. Throws BadFields. */
export async function findOneNamed(text: string, data: Data): Promise<Named> {
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
