import { checkLength, type FieldBase, type FieldKind, InvalidValue } from "../kind.ts";

/** Where the proof can be seen: an http(s) address, or null where it was uploaded. */
export interface LinkField extends FieldBase {
  readonly kind: "link";
}

/** Longest link, in characters. */
const MAX_LINK = 2000;

export const linkKind: FieldKind<LinkField> = {
  slot: "link",
  present: ({ link }) => link,
  schema: (z) => z.string().nullable(),
  filter: (text) => ({ on: "slot", slot: "link", kept: text }),
  sort: () => null,
  write(text, _field, draft) {
    const url = URL.parse(checkLength(text, MAX_LINK));
    if (!url || !["http:", "https:"].includes(url.protocol)) {
      throw new InvalidValue("not-a-link");
    }
    draft.link = text;
  },
  isPublic: () => true,
  freeText: "none",
  place: "proof",
};
