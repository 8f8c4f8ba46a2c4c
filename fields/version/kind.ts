import { versionOrder, versionRange } from "../../game/versions.ts";
import { type FieldBase, InvalidValue, type SharedKind } from "../kind.ts";

/** A game version ("44.1"). A filter's bare major number stands for all its minors. */
export interface VersionField extends FieldBase {
  readonly kind: "version";
}

/**
 * The bounds of what a version asks for as a filter: a bare major number stands for all its minors. Somebody who is
 * still typing has "v44." for a moment: that is 44. Throws InvalidValue.
 */
export function parseVersions(text: string): { readonly from: number; readonly to: number } {
  const range = versionRange(text.replace(/^v/i, "").replace(/\.$/, ""));
  if (!range) throw new InvalidValue("not-a-version");
  return range;
}

export const versionKind: SharedKind<VersionField, string> = {
  slot: "version",
  present: ({ version }) => version,
  nullable: true,
  schema: (z) => z.string(),
  filter: (text) => ({ on: "version", ...parseVersions(text) }),
  sort: () => "version_order",
  read(text) {
    const version = text.replace(/^v/i, "");
    if (versionOrder(version) === null) throw new InvalidValue("not-a-version");
    return version;
  },
  isPublic: () => true,
  freeText: "none",
};
