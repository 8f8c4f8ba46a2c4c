import { type FieldBase, keyFor, type SharedKind, wireName } from "../kind.ts";

/** The map, by any spelling or its abbreviation; the database's `map` table knows which exist. */
export interface MapField extends FieldBase {
  readonly kind: "map";
}

export const mapKind: SharedKind<MapField, string> = {
  attribute: null,
  present: ({ map }) => map,
  schema: (z) => wireName(z, "map"),
  filter: (text) => ({ on: "map", spelling: text }),
  filterControl: () => ({ takes: "name", of: "map" }),
  sort: () => "map",
  searchKeys: (name) => ({
    map: keyFor(name, { names: "map", example: "quad", says: "on this map" }),
    on: keyFor(name, { names: "map", example: '"dark castle"', says: "the same as map" }),
  }),
  read: (text) => text,
  store(map, _field, draft) {
    draft.map = map;
  },
  isPublic: () => true,
  freeText: "none",
};
