import { expect, test } from "vitest";
import { MAPS } from "../../../game/maps.ts";
import { FIELD, trackOf } from "./track.ts";

test("each map has a drawing of its own, always the same", () => {
  const paths = MAPS.map(({ name }) => trackOf(name).path);
  expect(new Set(paths).size).toBe(MAPS.length);
  expect(trackOf("Quad")).toEqual(trackOf("Quad"));
});

test("drawings stay within the field", () => {
  for (const { name } of MAPS) {
    const { path, pond } = trackOf(name);
    const numbers = (path.match(/-?\d+/g) ?? []).map(Number);
    const [xs, ys] = [0, 1].map((odd) => numbers.filter((_, at) => at % 2 === odd));
    for (const x of xs ?? []) expect(x >= 0 && x <= FIELD.width, `${name}: x ${x}`).toBe(true);
    for (const y of ys ?? []) expect(y >= 0 && y <= FIELD.height, `${name}: y ${y}`).toBe(true);
    expect(pond.y + pond.radius).toBeLessThanOrEqual(FIELD.height);
  }
});
