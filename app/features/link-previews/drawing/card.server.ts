import type { Pixels } from "../../../../server/png.ts";
import type { Preview, PreviewStage, PreviewTower } from "../preview.server.ts";
import { Canvas, type Colour } from "./canvas.server.ts";
import { drawable, type Fitted, fitted, shortened, widthOf, write } from "./letters.server.ts";
import {
  barsHeight,
  COLOURS,
  drawBars,
  drawLogo,
  drawPlate,
  drawSign,
  drawStamp,
  drawStrip,
  drawTowerMark,
  lookOf,
  TOWER_COLOURS,
  VERDICT_COLOURS,
  WHITE,
} from "./marks.server.ts";
import { polygon, rectangle, rounded } from "./shapes.server.ts";

/** A size that chats and networks show large. */
export const WIDTH = 1200;
export const HEIGHT = 630;

/** The height of the stage; the foot begins below a strip. */
const STAGE = 440;
const STRIP = 8;
const MARGIN = 52;

/** With more towers than this, the last part of the stage says how many more there are. */
const MOST_TOWERS = 6;

/** The slanting line between two towers: how far its top is to the right of its middle, and its width. */
const SLANT = 40;
const LINE = 16;

function writeLines(
  canvas: Canvas,
  { face, lines, size }: Fitted,
  place: { readonly x: number; readonly y: number; readonly colour: Colour; readonly isCentred?: boolean },
): void {
  for (const [at, line] of lines.entries())
    write(canvas, face, line, { ...place, size, y: place.y + at * size * LEADING });
}

const LEADING = 1.1;
const heightOf = ({ lines, size }: Fitted): number => (lines.length - 1) * size * LEADING + size * 0.72;

/** The sizes of a tower that has half of the stage, and of one that has all of it. */
const HALF = { room: 480, side: 150, sizes: [60, 52, 44, 36, 30], bars: 214 } as const;
const WHOLE = { room: 1040, side: 210, sizes: [96, 84, 72, 60, 48], bars: 320 } as const;

/** Draws one tower of one or two: the mark next to the name, the bars below it. */
function drawWide(
  canvas: Canvas,
  tower: PreviewTower,
  left: number,
  { room, side, sizes, bars }: typeof HALF | typeof WHOLE,
): void {
  const { letters } = coloursOn(tower);
  drawTowerMark(canvas, tower, left, 238 - side / 2, side);
  const name = fitted("heading", tower.name, { sizes, room: room - side - 30, most: 3 });
  const below = tower.tiers === null ? 0 : barsHeight(bars) + 34;
  const top = 238 - (heightOf(name) + below) / 2;
  const x = left + side + 30;
  writeLines(canvas, name, { x, y: top + name.size * 0.72, colour: letters });
  drawBars(canvas, tower, x, top + heightOf(name) + 34, bars);
}

/** Draws one tower of several: the mark above the name. Lower parts are further left, to follow the slanting lines. */
function drawNarrow(canvas: Canvas, tower: PreviewTower, middle: number, room: number): void {
  const { letters } = coloursOn(tower);
  const side = Math.min(120, room * 0.6);
  drawTowerMark(canvas, tower, middle - side / 2, 124, side);
  const name = fitted("heading", tower.name, { sizes: [40, 34, 29, 25, 22, 19], room, most: 3 });
  const top = 124 + side + 22;
  writeLines(canvas, name, { x: middle - 10, y: top + name.size * 0.72, colour: letters, isCentred: true });
  drawBars(canvas, tower, middle - 16 - side / 2, top + heightOf(name) + 20, side);
}

/** The ground of a tower and the colour of letters on it. */
const coloursOn = ({ mark }: PreviewTower) => {
  const { ground, shape } = TOWER_COLOURS[mark?.category ?? "unknown"];
  return { ground, letters: shape };
};

function drawTowers(canvas: Canvas, all: readonly PreviewTower[]): void {
  const towers = all.length > MOST_TOWERS ? all.slice(0, MOST_TOWERS - 1) : all;
  const more = all.length - towers.length;
  const parts = towers.length + (more > 0 ? 1 : 0);
  const room = WIDTH / parts;
  for (let part = 0; part < parts; part += 1) {
    const tower = towers[part];
    const left = part * room;
    const ground = tower ? coloursOn(tower).ground : COLOURS["--ink"];
    const slant = part === 0 ? 0 : SLANT;
    // Beyond its right edge, where the next part covers it.
    const right = left + room + SLANT;
    const from = (by: number) =>
      polygon(left + slant + by, 0, right, 0, right, STAGE, left - slant + by, STAGE);
    if (part > 0) canvas.fill(from(-LINE / 2), COLOURS["--paper"]);
    canvas.fill(from(part === 0 ? 0 : LINE / 2), ground);
    if (!tower) writeMore(canvas, more, left + room / 2);
    else if (parts <= 2)
      drawWide(canvas, tower, left + (part === 0 ? MARGIN : 76), parts === 1 ? WHOLE : HALF);
    else drawNarrow(canvas, tower, left + room / 2, room - LINE - 32);
  }
}

function writeMore(canvas: Canvas, more: number, middle: number): void {
  write(canvas, "heading", `+${more}`, { x: middle, y: 260, size: 72, colour: WHITE, isCentred: true });
}

function drawWords(canvas: Canvas, { words, plate }: Extract<PreviewStage, { kind: "words" }>): void {
  const { ground, on } = (plate && lookOf(plate.difficulty)) ?? { ground: COLOURS["--ink"], on: WHITE };
  canvas.fill(rectangle(0, 0, WIDTH, STAGE), ground);
  const title = fitted("heading", words, { sizes: [104, 88, 74, 62, 52], room: WIDTH - 2 * MARGIN, most: 3 });
  const top = 268 - heightOf(title) / 2;
  writeLines(canvas, title, { x: MARGIN, y: top + title.size * 0.72, colour: on });
}

/** Draws the question and at most eight verdicts in two rows. */
function drawVerdicts(
  canvas: Canvas,
  { question, verdicts }: Extract<PreviewStage, { kind: "verdicts" }>,
): void {
  canvas.fill(rectangle(0, 0, WIDTH, STAGE), COLOURS["--sunk"]);
  const title = fitted("heading", question, { sizes: [56, 48, 42, 36], room: WIDTH - 2 * MARGIN, most: 2 });
  writeLines(canvas, title, {
    x: MARGIN,
    y: 112 - heightOf(title) / 2 + title.size * 0.72,
    colour: COLOURS["--ink"],
  });
  const [columns, gap] = [4, 16];
  const [width, height] = [(WIDTH - 2 * MARGIN - (columns - 1) * gap) / columns, 96];
  for (const [at, { label, verdict, words }] of verdicts.slice(0, 8).entries()) {
    const [x, y] = [MARGIN + (at % columns) * (width + gap), 200 + Math.floor(at / columns) * (height + gap)];
    const colours = VERDICT_COLOURS[verdict];
    canvas.fill(rounded(x, y, width, height, 10), colours.ground);
    drawSign(canvas, verdict, x + 16, y + 14, 36);
    write(canvas, "heading", drawable("heading", label), {
      x: x + 64,
      y: y + 43,
      size: 32,
      colour: COLOURS["--ink"],
    });
    const fitting = shortened("text", drawable("text", words), 22, width - 28);
    write(canvas, "text", fitting, { x: x + 16, y: y + 80, size: 22, colour: colours.words });
  }
}

function drawStage(canvas: Canvas, stage: PreviewStage): void {
  if (stage.kind === "towers") drawTowers(canvas, stage.towers);
  else if (stage.kind === "words") drawWords(canvas, stage);
  else drawVerdicts(canvas, stage);
}

/** Draws the challenge, and next to it what else narrows the page. */
function drawTag(canvas: Canvas, { tag, chips, stage }: Preview): void {
  const isOnInk = stage.kind === "words" && stage.plate === null;
  let x = MARGIN;
  const label = drawable("heading", tag ?? "");
  if (label !== "") {
    const width = widthOf("heading", label, 46) + 40;
    const ground = isOnInk ? COLOURS["--coral-6"] : COLOURS["--ink"];
    canvas.fill(rounded(x, 32, width, 66, 6), ground);
    write(canvas, "heading", label, { x: x + 20, y: 80, size: 46, colour: WHITE });
    x += width + 16;
  }
  for (const chip of chips) {
    const text = shortened("text", drawable("text", chip), 25, 420);
    const width = widthOf("text", text, 25) + 40;
    if (text === "" || x + width > WIDTH - MARGIN) continue;
    canvas.fill(rounded(x, 40, width, 50, 25), COLOURS["--paper"]);
    write(canvas, "text", text, { x: x + 20, y: 74, size: 25, colour: COLOURS["--ink"] });
    x += width + 12;
  }
}

/** The horizontal centre of the site's mark and name. */
const SITE = 1079;

function drawFoot(
  canvas: Canvas,
  { plate, verdict, heading, line, isOriginal, siteName, stage }: Preview,
): void {
  const top = STAGE + STRIP;
  canvas.fill(rectangle(0, top, WIDTH, HEIGHT - top), COLOURS["--paper"]);
  drawStrip(canvas, STAGE, STRIP, stage.kind !== "towers");
  let x = MARGIN;
  if (plate) {
    drawPlate(canvas, plate, x, 491, 96);
    x += 174;
  }
  if (verdict) {
    drawSign(canvas, verdict, x, 501, 76);
    x += 98;
  }
  const room = (isOriginal ? 700 : 960) - x;
  const large = fitted("heading", heading, { sizes: [60, 52, 44, 38, 32], room, most: 1 });
  const one = fitted("text", line, { sizes: [29, 27], room, most: 1 });
  // A line that does not fit becomes two smaller ones.
  const isLong = one.lines[0] !== drawable("text", line);
  const small = isLong ? fitted("text", line, { sizes: [26, 24, 22], room, most: 2 }) : one;
  const middle = (large.lines[0] ? 541 : 505) - (isLong ? 18 : 3);
  writeLines(canvas, large, { x, y: middle, colour: COLOURS["--ink"] });
  writeLines(canvas, small, { x, y: middle + 45, colour: COLOURS["--quiet"] });
  if (isOriginal) drawStamp(canvas, 850, 476);
  drawLogo(canvas, SITE - 33, 488, 66);
  const name = fitted("heading", siteName, { sizes: [24, 21, 18, 15], room: 196, most: 1 });
  writeLines(canvas, name, { x: SITE, y: 584, colour: COLOURS["--ink"], isCentred: true });
}

/** Draws a preview: a pure function that blocks for some ten milliseconds. */
export function drawCard(preview: Preview): Pixels {
  const canvas = new Canvas(WIDTH, HEIGHT);
  drawStage(canvas, preview.stage);
  drawTag(canvas, preview);
  drawFoot(canvas, preview);
  return canvas;
}
