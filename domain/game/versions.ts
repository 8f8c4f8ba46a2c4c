/**
 * Game versions ("44", "44.1", "39.10.2") are text for people and order by number. One integer carries the order:
 * major * 1,000,000 + minor * 1,000 + patch, so that 39.10 comes after 39.9 and a major's minors form a range.
 */
const PATTERN = /^(\d{1,4})(?:\.(\d{1,3}))?(?:\.(\d{1,3}))?$/;
const PER_MAJOR = 1_000_000;
const PER_MINOR = 1_000;
/** From so many majors above the newest known version on, a version is doubted, or not taken for one. */
const MAJORS_FAR = 2;
const MAJORS_NO_VERSION = 10;

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

/**
 * Returns a version without zeros that say nothing: "9.0" for "09.00" and "9.0.0", "39.1" for "39.1.0". A bare major number
 * stays one, as it may stand for all its minors. What is no version stays as it is.
 */
export function plainVersion(version: string): string {
  const parts = PATTERN.exec(version);
  if (!parts) return version;
  const [major, minor, patch] = parts.slice(1).flatMap((part) => (part === undefined ? [] : Number(part)));
  return [major, minor, ...(patch ? [patch] : [])].filter((part) => part !== undefined).join(".");
}

/** Returns a version as pages show it and forms record it, one text for each: "54.0" for "54", "9.0" for "09". */
export function shownVersion(version: string): string {
  const plain = plainVersion(version);
  return /^\d+$/.test(plain) ? `${plain}.0` : plain;
}

/** What a version may be, seen from the newest one that is known. */
export type VersionAge = "known" | "newer" | "far-newer" | "no-version";

/** Returns whether a version is known, newer, two majors newer or more, or so far that it will be something else. */
export function ageOfVersion(version: string, newest: string): VersionAge {
  const [order, known] = [versionOrder(version), versionOrder(newest)];
  if (order === null || known === null || order <= known) return "known";
  const majors = Math.floor(order / PER_MAJOR) - Math.floor(known / PER_MAJOR);
  if (majors >= MAJORS_NO_VERSION) return "no-version";
  return majors >= MAJORS_FAR ? "far-newer" : "newer";
}

/** The newest version of two; null: none. */
export const newerOf = (one: string, other: string | null): string =>
  other !== null && (versionOrder(other) ?? 0) > (versionOrder(one) ?? 0) ? other : one;
