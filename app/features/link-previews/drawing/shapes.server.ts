import type { Shape } from "./canvas.server.ts";

/** Straight segments of a curve, and of a full circle; at the sizes drawn here no corner is visible. */
const PIECES = 8;
const PIECES_OF_CIRCLE = 96;

/** How many numbers follow each path command. */
const NUMBERS: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, q: 4, c: 6, z: 0 };

/** Returns the shape of an SVG path of ours: it knows only M, L, H, V, Q, C and Z, in either case. */
export function pathShape(path: string): Shape {
  const shape: number[][] = [];
  let line: number[] = [];
  let [x, y] = [0, 0];
  for (const [, command = "", text = ""] of path.matchAll(/([a-z])([^a-z]*)/gi)) {
    const numbers = (text.match(/-?(\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const name = command.toLowerCase();
    const isRelative = command === name;
    const size = NUMBERS[name];
    if (size === undefined || (size === 0 ? numbers.length > 0 : numbers.length % size > 0))
      throw new Error(`a path that cannot be drawn: ${command}${text}`);
    if (name === "z") {
      [x, y] = [line[0] ?? 0, line[1] ?? 0];
      continue;
    }
    for (let at = 0; at < numbers.length; at += size) {
      const given = numbers.slice(at, at + size);
      const points =
        name === "h"
          ? [(given[0] as number) + (isRelative ? x : 0), y]
          : name === "v"
            ? [x, (given[0] as number) + (isRelative ? y : 0)]
            : given.map((value, index) => value + (isRelative ? (index % 2 === 0 ? x : y) : 0));
      if (name === "m" && at === 0) {
        line = [];
        shape.push(line);
      }
      if (name === "q" || name === "c") curve(line, x, y, points);
      else line.push(...points);
      [x, y] = [points.at(-2) as number, points.at(-1) as number];
    }
  }
  return shape;
}

/** Adds a Bézier curve with one or two control points. */
function curve(line: number[], fromX: number, fromY: number, points: readonly number[]): void {
  const all = [fromX, fromY, ...points];
  for (let piece = 1; piece <= PIECES; piece += 1) {
    let between = all;
    // De Casteljau: interpolate between neighbouring points until one is left.
    while (between.length > 2)
      between = between
        .slice(2)
        .map(
          (value, index) =>
            (between[index] as number) + (value - (between[index] as number)) * (piece / PIECES),
        );
    line.push(...between);
  }
}

const moved = (shape: Shape, to: (x: number, y: number) => readonly [number, number]): Shape =>
  shape.map((line) => {
    const result: number[] = [];
    for (let at = 0; at < line.length; at += 2)
      result.push(...to(line[at] as number, line[at + 1] as number));
    return result;
  });

/** Returns a shape scaled, with its origin at a point. */
export const placed = (shape: Shape, x: number, y: number, scale = 1): Shape =>
  moved(shape, (ofX, ofY) => [x + ofX * scale, y + ofY * scale]);

/** Returns a shape rotated clockwise around a point. */
export function turned(shape: Shape, degrees: number, aboutX: number, aboutY: number): Shape {
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return moved(shape, (x, y) => [
    aboutX + (x - aboutX) * cosine - (y - aboutY) * sine,
    aboutY + (x - aboutX) * sine + (y - aboutY) * cosine,
  ]);
}

/** Returns a shape with its lines in the opposite direction: inside a larger shape it becomes a hole. */
const reversed = (shape: Shape): Shape =>
  shape.map((line) => {
    const result: number[] = [];
    for (let at = line.length - 2; at >= 0; at -= 2) result.push(line[at] as number, line[at + 1] as number);
    return result;
  });

export const hollow = (outer: Shape, inner: Shape): Shape => [...outer, ...reversed(inner)];

export const polygon = (...points: readonly number[]): Shape => [points];

export const rectangle = (x: number, y: number, width: number, height: number): Shape =>
  polygon(x, y, x + width, y, x + width, y + height, x, y + height);

/** Returns an arc of a circle, from one angle to another (in turns, 0 at the right, clockwise). */
function arc(x: number, y: number, radius: number, from: number, to: number): number[] {
  const pieces = Math.ceil(Math.abs(to - from) * PIECES_OF_CIRCLE);
  return Array.from({ length: pieces + 1 }, (_, piece) => {
    const angle = (from + ((to - from) * piece) / pieces) * 2 * Math.PI;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  }).flat();
}

export const circle = (x: number, y: number, radius: number): Shape => [arc(x, y, radius, 0, 1)];

export const rounded = (x: number, y: number, width: number, height: number, radius: number): Shape => [
  [
    ...arc(x + width - radius, y + radius, radius, -0.25, 0),
    ...arc(x + width - radius, y + height - radius, radius, 0, 0.25),
    ...arc(x + radius, y + height - radius, radius, 0.25, 0.5),
    ...arc(x + radius, y + radius, radius, 0.5, 0.75),
  ],
];

/** Returns the frame of a rounded rectangle, `width` thick towards the inside. */
export const frame = (x: number, y: number, across: number, down: number, radius: number, width: number) =>
  hollow(
    rounded(x, y, across, down, radius),
    rounded(x + width, y + width, across - 2 * width, down - 2 * width, Math.max(radius - width, 1)),
  );

/** Returns a line of a given width through points, with round ends and corners. */
export function strokes(points: readonly number[], width: number): Shape {
  const shape: (readonly number[])[] = [];
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at] as number, points[at + 1] as number];
    shape.push(...circle(x, y, width / 2));
    const [nextX, nextY] = [points[at + 2], points[at + 3]];
    if (nextX === undefined || nextY === undefined) continue;
    const length = Math.hypot(nextX - x, nextY - y);
    // Perpendicular to the line, in the direction that puts the inside on the same side as that of a circle.
    const [acrossX, acrossY] = [((y - nextY) / length) * (width / 2), ((nextX - x) / length) * (width / 2)];
    shape.push([
      x - acrossX,
      y - acrossY,
      nextX - acrossX,
      nextY - acrossY,
      nextX + acrossX,
      nextY + acrossY,
      x + acrossX,
      y + acrossY,
    ]);
  }
  return shape;
}

/** Returns a ring of dashes, slightly longer than the gaps between them. */
export const dashedRing = (x: number, y: number, radius: number, width: number, dashes: number): Shape =>
  Array.from({ length: dashes }, (_, dash) => {
    const [from, to] = [dash / dashes, (dash + 0.55) / dashes];
    return [...arc(x, y, radius + width / 2, from, to), ...arc(x, y, radius - width / 2, to, from)];
  });
