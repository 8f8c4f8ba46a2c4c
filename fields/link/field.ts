import { checkLength, type FieldBase, type FieldKind, InvalidValue } from "../kind.ts";

/** Where the proof can be seen: an http(s) address, or null where it was uploaded. */
export interface LinkField extends FieldBase {
  readonly kind: "link";
}

/** Longest link, in characters. */
export const MAX_LINK = 2000;

export const linkKind: FieldKind<LinkField> = {
  present: ({ link }) => link,
  filter: (text) => ({ on: "link", link: text }),
  sort: () => null,
  write(text, _field, draft) {
    const url = URL.parse(checkLength(text, MAX_LINK));
    if (!url || !["http:", "https:"].includes(url.protocol)) {
      throw new InvalidValue("is not an address that begins with http:// or https://");
    }
    draft.link = text;
  },
};
