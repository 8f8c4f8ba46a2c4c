import fc from "fast-check";
import { expect, test } from "vitest";
import { majorVersion, shownVersion, versionOrder, versionRange } from "./versions.ts";

const part = fc.integer({ min: 0, max: 999 });

test("versions are ordered numerically, part by part", () => {
  fc.assert(
    fc.property(fc.tuple(part, part, part), fc.tuple(part, part, part), (one, other) => {
      const compared =
        one.map((value, index) => value - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
      const order =
        (versionOrder(one.join(".")) ?? Number.NaN) - (versionOrder(other.join(".")) ?? Number.NaN);
      expect(Math.sign(order)).toBe(Math.sign(compared));
    }),
  );
});

test("a bare major version contains all its minors and nothing else", () => {
  fc.assert(
    fc.property(part, part, part, (major, minor, asked) => {
      const range = versionRange(String(asked));
      const order = versionOrder(`${major}.${minor}`) ?? Number.NaN;
      expect(range !== null && range.from <= order && order <= range.to).toBe(major === asked);
      expect(majorVersion(`${major}.${minor}`)).toBe(major);
    }),
  );
});

test("39.10 comes after 39.9, and 39 is 39.0", () => {
  expect(versionOrder("39.10")).toBeGreaterThan(versionOrder("39.9") ?? Number.NaN);
  expect(versionOrder("39")).toBe(versionOrder("39.0"));
});

test.each(["", "abc", "4.", ".4", "-1", "1e3", "44.1.2.3", "4 4", "99999", "null"])(
  "'%s' is not a version",
  (text) => {
    expect(versionOrder(text)).toBeNull();
  },
);

test.each([
  ["54", "54.0"],
  ["54.0", "54.0"],
  ["39.10.2", "39.10.2"],
  ["39.x", "39.x"],
])("version %s is shown as %s, in the same place", (written, shown) => {
  expect(shownVersion(written)).toBe(shown);
  expect(versionOrder(shown)).toBe(versionOrder(written));
});
