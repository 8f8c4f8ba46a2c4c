import { checkLength, type FieldBase, type FieldKind } from "../kind.ts";

/** The map, by any spelling or its abbreviation; the database's `map` table knows which there are. */
export interface MapField extends FieldBase {
  readonly kind: "map";
}

export const mapKind: FieldKind<MapField> = {
  slot: null,
  present: ({ map }) => map,
  schema: (z) => z.string(),
  filter: (text) => ({ on: "map", spelling: text }),
  sort: () => "map",
  write: (text, _field, draft) => {
    draft.map = checkLength(text);
  },
  isPublic: () => true,
  freeText: "none",
};
