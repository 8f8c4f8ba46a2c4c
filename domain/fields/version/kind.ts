import { readVersion } from "../../game/dates-and-numbers.ts";
import { plainVersion, shownVersion, versionRange } from "../../game/versions.ts";
import { type FieldBase, InvalidValue, keyFor, type SharedKind } from "../kind.ts";
import { isRange, rangeOf } from "../numbers.ts";

/** A game version ("44.1"). In a filter, a bare major number stands for all its minors. */
export interface VersionField extends FieldBase {
  readonly kind: "version";
  /** A bare major number is recorded as such, not as its first version. */
  readonly isMajor?: true;
}

/**
 * Returns the bounds of the versions that a filter asks for: a bare major number stands for all its minors, and a
 * half-typed "v44." for 44. Returns null for a text that has no place among the versions.
 */
export const versionsMeant = (text: string): ReturnType<typeof versionRange> =>
  versionRange(readVersion(text.replace(/\.$/, "")) ?? "");

/** Returns a range as filters write it that people write otherwise: "44+", "44-46". */
const rangeIn = (text: string): string =>
  text.replace(/^([^<>]*\d)\+$/, ">=$1").replace(/^(v?[\d.]+)[-\u2010-\u2015](?=v?\d)/i, "$1..");

export const versionKind: SharedKind<VersionField, string> = {
  attribute: "version",
  // What was recorded before forms had one text for a version.
  present: ({ version }) => version && plainVersion(version),
  nullable: true,
  inWords: (version) => shownVersion(String(version)),
  schema: (z) => z.string(),
  filter(written) {
    const text = rangeIn(written);
    if (isRange(text)) {
      const { from, to } = rangeOf(text, (each) => {
        const versions = versionsMeant(each);
        if (!versions) throw new InvalidValue("not-a-version");
        return versions;
      });
      return { on: "version", from: from ?? 0, to: to ?? Number.MAX_SAFE_INTEGER };
    }
    const range = versionsMeant(text);
    // An imported completion may have a version such as "39.x", which only that exact text finds.
    return range ? { on: "version", ...range } : { on: "attribute", attribute: "version", value: text };
  },
  filterLabel: "Version",
  sort: () => "version_order",
  searchKeys: (name) => ({
    version: {
      ...keyFor(name, {
        example: ">=44",
        says: "in this version; >=44 means it or later, <44 earlier, 44..46 a range",
      }),
      to: (value) => [name, rangeIn(value)],
    },
  }),
  read(text, { isMajor = false }) {
    const version = readVersion(text);
    if (version === null) throw new InvalidValue("not-a-version");
    return isMajor ? version : shownVersion(version);
  },
  isPublic: () => true,
  freeText: "none",
};
