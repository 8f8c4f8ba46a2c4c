/**
 * Game versions ("44", "44.1", "39.10.2") are text for people and order by number. One integer carries the order:
 * major * 1,000,000 + minor * 1,000 + patch, so that 39.10 comes after 39.9 and a major's minors form a range.
 */
const PATTERN = /^(\d{1,4})(?:\.(\d{1,3}))?(?:\.(\d{1,3}))?$/;
const PER_MAJOR = 1_000_000;
const PER_MINOR = 1_000;

/** Returns the order of a version, or null if the text is not a version. */
export function versionOrder(version: string): number | null {
  const parts = PATTERN.exec(version);
  if (!parts) return null;
  const [, major, minor = "0", patch = "0"] = parts;
  return Number(major) * PER_MAJOR + Number(minor) * PER_MINOR + Number(patch);
}

/** Returns the major number of a version (44 for "44.1"), or null if the text is not a version. */
export function majorVersion(version: string): number | null {
  const order = versionOrder(version);
  return order === null ? null : Math.floor(order / PER_MAJOR);
}

/** Returns the inclusive bounds that a version asks for, a bare major number for all its minors; null if it is none. */
export function versionRange(version: string): { readonly from: number; readonly to: number } | null {
  const order = versionOrder(version);
  if (order === null) return null;
  return version.includes(".") ? { from: order, to: order } : { from: order, to: order + PER_MAJOR - 1 };
}
