import { encodePng, type Pixels } from "../png.ts";
import { type Random, seeded } from "./random.ts";

/** Different pictures; the sample's many keys share their bytes. */
export const PICTURE_COUNT = 32;

const WIDTH = 480;
const HEIGHT = 270;

type Colour = readonly [red: number, green: number, blue: number];
interface Point {
  readonly x: number;
  readonly y: number;
}

/** Hue in degrees, the others from 0 to 1. */
function hsl(hue: number, saturation: number, lightness: number): Colour {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): number => {
    const sector = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(sector - 3, 9 - sector, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

interface Canvas extends Pixels {
  /** Mixes a colour in; `cover` from 0 to 1. Outside of the picture nothing happens. */
  blend(x: number, y: number, colour: Colour, cover: number): void;
}

function createCanvas(background: Colour): Canvas {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let at = 0; at < data.length; at += 3) data.set(background, at);
  return {
    width: WIDTH,
    height: HEIGHT,
    data,
    blend(x, y, colour, cover) {
      if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT) return;
      const at = (y * WIDTH + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const below = data[at + channel] as number;
        data[at + channel] = Math.round(below + ((colour[channel] as number) - below) * cover);
      }
    },
  };
}

/** Fills where `distance` (pixels, negative inside) says. One half-tone softens the edge: more would double the file. */
function fill(
  canvas: Canvas,
  box: readonly [Point, Point],
  colour: Colour,
  distance: (x: number, y: number) => number,
) {
  const [from, to] = box;
  for (let y = Math.floor(from.y) - 1; y <= to.y + 1; y += 1) {
    for (let x = Math.floor(from.x) - 1; x <= to.x + 1; x += 1) {
      const outside = distance(x + 0.5, y + 0.5);
      if (outside < 0.25) canvas.blend(x, y, colour, outside < -0.25 ? 1 : 0.5);
    }
  }
}

function ellipse(canvas: Canvas, centre: Point, across: number, down: number, colour: Colour): void {
  const box = [
    { x: centre.x - across, y: centre.y - down },
    { x: centre.x + across, y: centre.y + down },
  ] as const;
  fill(canvas, box, colour, (x, y) => {
    const share = Math.hypot((x - centre.x) / across, (y - centre.y) / down);
    return (share - 1) * Math.min(across, down);
  });
}

function roundedBox(
  canvas: Canvas,
  corner: Point,
  width: number,
  height: number,
  radius: number,
  colour: Colour,
): void {
  const box = [corner, { x: corner.x + width, y: corner.y + height }] as const;
  fill(canvas, box, colour, (x, y) => {
    const across = Math.abs(x - corner.x - width / 2) - width / 2 + radius;
    const down = Math.abs(y - corner.y - height / 2) - height / 2 + radius;
    return Math.hypot(Math.max(across, 0), Math.max(down, 0)) + Math.min(Math.max(across, down), 0) - radius;
  });
}

/** A band along points that stand closer together than it is wide. */
function band(canvas: Canvas, points: readonly Point[], width: number, colour: Colour): void {
  const reach = width / 2 + 1;
  const nearest = new Float32Array(WIDTH * HEIGHT).fill(Infinity);
  for (const point of points) {
    for (let y = Math.max(0, Math.floor(point.y - reach)); y < Math.min(HEIGHT, point.y + reach); y += 1) {
      for (let x = Math.max(0, Math.floor(point.x - reach)); x < Math.min(WIDTH, point.x + reach); x += 1) {
        const squared = (x + 0.5 - point.x) ** 2 + (y + 0.5 - point.y) ** 2;
        if (squared < (nearest[y * WIDTH + x] as number)) nearest[y * WIDTH + x] = squared;
      }
    }
  }
  const whole = [
    { x: 1, y: 1 },
    { x: WIDTH - 2, y: HEIGHT - 2 },
  ] as const;
  const distance = (x: number, y: number): number =>
    Math.sqrt(nearest[Math.floor(y) * WIDTH + Math.floor(x)] as number) - width / 2;
  fill(canvas, whole, colour, distance);
}

/** Five columns by seven rows; a bit a pixel, the highest on the left. Only what the label needs. */
const GLYPHS: Readonly<Record<string, readonly number[]>> = {
  S: [0b01111, 0b10000, 0b10000, 0b01110, 0b00001, 0b00001, 0b11110],
  A: [0b01110, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001],
  M: [0b10001, 0b11011, 0b10101, 0b10101, 0b10001, 0b10001, 0b10001],
  P: [0b11110, 0b10001, 0b10001, 0b11110, 0b10000, 0b10000, 0b10000],
  L: [0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b11111],
  E: [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b11111],
};
const GLYPH_WIDTH = 5;
const GLYPH_HEIGHT = 7;

function write(canvas: Canvas, text: string, corner: Point, scale: number, colour: Colour): void {
  for (const [place, letter] of Array.from(text).entries()) {
    for (const [row, bits] of (GLYPHS[letter] ?? []).entries()) {
      for (let column = 0; column < GLYPH_WIDTH; column += 1) {
        if (((bits >> (GLYPH_WIDTH - 1 - column)) & 1) === 0) continue;
        const left = corner.x + (place * (GLYPH_WIDTH + 1) + column) * scale;
        const top = corner.y + row * scale;
        for (let y = top; y < top + scale; y += 1) {
          for (let x = left; x < left + scale; x += 1) canvas.blend(x, y, colour, 1);
        }
      }
    }
  }
}

/** A winding way from the left edge to the right one. */
function windingWay(random: Random): Point[] {
  const middle = HEIGHT * (0.34 + random.next() * 0.1);
  const swing = HEIGHT * (0.14 + random.next() * 0.12);
  const turns = 1 + random.next() * 1.2;
  const start = random.next() * 2 * Math.PI;
  return Array.from({ length: 180 }, (_, step) => {
    const share = step / 179;
    const wave = Math.sin(start + share * turns * 2 * Math.PI);
    return { x: share * (WIDTH + 80) - 40, y: middle + swing * wave };
  });
}

function balloon(canvas: Canvas, { x, y }: Point, size: number, hue: number): void {
  const colour = hsl(hue, 0.68, 0.56);
  ellipse(canvas, { x, y: y + size * 1.28 }, size * 0.22, size * 0.2, hsl(hue, 0.6, 0.46));
  ellipse(canvas, { x, y }, size, size * 1.18, colour);
  ellipse(canvas, { x: x - size * 0.34, y: y - size * 0.42 }, size * 0.24, size * 0.32, hsl(hue, 0.85, 0.84));
}

const LABEL = "SAMPLE";
const LABEL_SCALE = 3;

function label(canvas: Canvas, colour: Colour): void {
  const width = (LABEL.length * (GLYPH_WIDTH + 1) - 1) * LABEL_SCALE + 28;
  const height = GLYPH_HEIGHT * LABEL_SCALE + 18;
  const corner = { x: 16, y: HEIGHT - 16 - height };
  roundedBox(canvas, corner, width, height, 10, colour);
  write(canvas, LABEL, { x: corner.x + 14, y: corner.y + 9 }, LABEL_SCALE, [255, 255, 255]);
}

/** An abstract card: balloons on a winding way, two discs that watch it, and the word that says what it is. */
function drawCard(number: number): Pixels {
  const random = seeded(`picture ${number}`);
  // Neighbouring numbers get hues far apart.
  const hue = (number * 137.5) % 360;
  const canvas = createCanvas(hsl(hue, 0.42, 0.86));
  for (let spot = 0; spot < 3; spot += 1) {
    const size = random.integer(30, 70);
    const centre = { x: random.integer(0, WIDTH), y: random.integer(0, HEIGHT) };
    ellipse(canvas, centre, size, size, hsl(hue, 0.42, 0.83));
  }
  const way = windingWay(random);
  band(canvas, way, 62, hsl(hue, 0.34, 0.7));
  band(canvas, way, 50, hsl(hue + 24, 0.42, 0.93));

  const count = random.integer(5, 8);
  for (let place = 0; place < count; place += 1) {
    const spot = way[Math.round(18 + ((place + random.next() * 0.5) / count) * 146)] as Point;
    balloon(canvas, spot, random.integer(12, 16), (hue + 90 + random.integer(0, 5) * 36) % 360);
  }
  for (const x of [random.integer(190, 290), random.integer(340, 430)]) {
    const centre = { x, y: HEIGHT - random.integer(36, 52) };
    ellipse(canvas, centre, 25, 25, hsl(hue + 180, 0.32, 0.4));
    ellipse(canvas, centre, 18, 18, hsl(hue + 180, 0.38, 0.62));
    ellipse(canvas, centre, 8, 8, hsl(hue + 180, 0.5, 0.9));
  }
  label(canvas, hsl(hue, 0.35, 0.27));
  return canvas;
}

/** The sample's proof pictures as PNG files of 480 by 270 pixels, a few KB each. */
export async function drawPictures(): Promise<Uint8Array<ArrayBuffer>[]> {
  return Promise.all(Array.from({ length: PICTURE_COUNT }, (_, number) => encodePng(drawCard(number))));
}
