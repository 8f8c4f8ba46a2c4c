import { LOGO } from "../../../../domain/fields/marks/logo.ts";
import { DIFFICULTIES } from "../../../../domain/game/facts.ts";
import type { PreviewPlate, PreviewSign, PreviewTower } from "../preview.server.ts";
import type { Canvas, Shape } from "./canvas.server.ts";
import { drawable, widthOf, wordShape, write } from "./letters.server.ts";
import {
  circle,
  dashedRing,
  frame,
  hollow,
  pathShape,
  placed,
  polygon,
  rectangle,
  rounded,
  strokes,
  turned,
} from "./shapes.server.ts";

/** The light colours of app/ui/theme.css, under the names they have there (card.test.ts compares them). */
export const COLOURS = {
  "--paper": "#fbf8f1",
  "--surface": "#fffdf8",
  "--sunk": "#f2ecdf",
  "--ink": "#17262b",
  "--quiet": "#54605f",
  "--coral-6": "#c63a1f",
  "--reed-7": "#0a5d55",
  "--mark-primary": "#1b6ca8",
  "--mark-military": "#4b7716",
  "--mark-magic": "#7444b8",
  "--mark-support": "#b34c10",
  "--mark-hero": "#e9bd27",
  "--mark-hero-text": "#2a2100",
  "--category-primary-fg": "#124b76",
  "--category-military-fg": "#3a5618",
  "--category-magic-fg": "#573687",
  "--category-support-fg": "#863910",
  "--paragon-inner": "#f5cf4a",
  "--done": "#0f7166",
  "--done-sign": "#ffffff",
  "--done-text": "#0a5d55",
  "--done-ground": "#dff0ea",
  "--pending": "#f0bf3a",
  "--pending-sign": "#2e2400",
  "--pending-text": "#6a4c00",
  "--pending-ground": "#fdf0cf",
  "--open-text": "#a52c15",
  "--open-line": "#e04e31",
  "--open-ground": "#fff4ef",
  "--difficulty-1": "#d8ece5",
  "--difficulty-1-text": "#084a44",
  "--difficulty-2": "#93ccbf",
  "--difficulty-2-text": "#063833",
  "--difficulty-3": "#0f7166",
  "--difficulty-3-text": "#ffffff",
  "--difficulty-4": "#17262b",
  "--difficulty-4-text": "#ffd9cc",
  "--stamp": "#b8331a",
} as const;

export const WHITE = "#ffffff";

interface TowerColours {
  readonly ground: `#${string}`;
  readonly shape: `#${string}`;
  /** The letters on the shape. */
  readonly letters: `#${string}`;
}

const onGround = (category: "primary" | "military" | "magic" | "support"): TowerColours => ({
  ground: COLOURS[`--mark-${category}`],
  shape: WHITE,
  letters: COLOURS[`--category-${category}-fg`],
});

/** A tower's colours by its category. Gold takes dark shapes; a name that is not a tower's gets neutral colours. */
export const TOWER_COLOURS = {
  primary: onGround("primary"),
  military: onGround("military"),
  magic: onGround("magic"),
  support: onGround("support"),
  hero: {
    ground: COLOURS["--mark-hero"],
    shape: COLOURS["--mark-hero-text"],
    letters: COLOURS["--mark-hero"],
  },
  unknown: { ground: COLOURS["--quiet"], shape: WHITE, letters: COLOURS["--quiet"] },
} as const satisfies Record<string, TowerColours>;

/** Returns the colours of a map of this difficulty and its number of pips; null if there is no such difficulty. */
export function lookOf(difficulty: string) {
  const pips = ([1, 2, 3, 4] as const)[(DIFFICULTIES as readonly string[]).indexOf(difficulty)];
  return pips === undefined
    ? null
    : { ground: COLOURS[`--difficulty-${pips}`], on: COLOURS[`--difficulty-${pips}-text`], pips };
}

/** The ground of a verdict's words, and the words themselves. */
export const VERDICT_COLOURS: Readonly<
  Record<PreviewSign, { readonly ground: `#${string}`; readonly words: `#${string}` }>
> = {
  done: { ground: COLOURS["--done-ground"], words: COLOURS["--done-text"] },
  pending: { ground: COLOURS["--pending-ground"], words: COLOURS["--pending-text"] },
  open: { ground: COLOURS["--open-ground"], words: COLOURS["--open-text"] },
  unknown: { ground: COLOURS["--surface"], words: COLOURS["--quiet"] },
};

/** The height of capital letters of headings, as a fraction of their size. */
const CAPITALS = 0.66;

/** A tower's shape by category in a box of 100 (docs/design.md), and how far its letters are below the middle. */
const SHAPES: Readonly<Record<keyof typeof TOWER_COLOURS, { readonly shape: Shape; readonly sink: number }>> =
  {
    primary: { shape: circle(50, 50, 50), sink: 0 },
    military: {
      shape: pathShape("M7 0H93C97 0 100 3 100 7V52C100 76 78 90 50 100C22 90 0 76 0 52V7C0 3 3 0 7 0Z"),
      sink: -6,
    },
    magic: {
      shape: pathShape(
        "M50 0C78 10 100 22 100 46V93C100 97 97 100 93 100H7C3 100 0 97 0 93V46C0 22 22 10 50 0Z",
      ),
      sink: 7,
    },
    support: { shape: rounded(0, 0, 100, 100, 14), sink: 0 },
    hero: {
      shape: pathShape(
        "M50 2L68.6 33L97 16.4C98.6 15.6 100 16.6 100 18.6V93C100 97 97 100 93 100H7C3 100 0 97 0 93V18.6C0 16.6 1.4 15.6 3 16.4L31.4 33Z",
      ),
      sink: 16,
    },
    unknown: { shape: rounded(0, 0, 100, 100, 14), sink: 0 },
  };

const PARAGON = "5-5-5";

export function drawTowerMark(
  canvas: Canvas,
  { mark }: PreviewTower,
  x: number,
  y: number,
  side: number,
): void {
  const category = mark?.category ?? "unknown";
  const { shape, sink } = SHAPES[category];
  const colours = TOWER_COLOURS[category];
  canvas.fill(placed(shape, x, y, side / 100), colours.shape);
  if (mark?.tiers === PARAGON) {
    // A golden ring inside the shape.
    const ring = (inset: number): Shape =>
      placed(shape, x + side * inset, y + side * inset, (side * (1 - 2 * inset)) / 100);
    canvas.fill(hollow(ring(0.04), ring(0.11)), COLOURS["--paragon-inner"]);
  }
  const size = side * (mark?.tiers === PARAGON ? 0.4 : 0.46);
  write(canvas, "heading", mark?.letters ?? "?", {
    x: x + side / 2,
    y: y + (side * (50 + sink)) / 100 + (size * CAPITALS) / 2,
    size,
    colour: colours.letters,
    isCentred: true,
  });
}

/** Draws the three paths from top to bottom, with five steps each. */
export function drawBars(
  canvas: Canvas,
  { mark, tiers }: PreviewTower,
  x: number,
  y: number,
  width: number,
): void {
  if (tiers === null) return;
  const colour = TOWER_COLOURS[mark?.category ?? "unknown"].shape;
  const [step, line] = [width / 5, width * 0.11];
  for (const [path, tier] of tiers.split("-").entries()) {
    for (let at = 0; at < 5; at += 1) {
      const bar = rounded(x + at * step, y + path * line * BAR_PITCH, step * 0.87, line * 0.72, 2.5);
      canvas.fill(bar, colour, at < Number(tier) ? 1 : 0.28);
    }
  }
}

const BAR_PITCH = 1.02;

/** Returns the height of bars of this width. */
export const barsHeight = (width: number): number => width * 0.11 * (2 * BAR_PITCH + 0.72);

/** Draws a map's plate, one and a half times as wide as high: its abbreviation, and its difficulty as pips. */
export function drawPlate(canvas: Canvas, plate: PreviewPlate, x: number, y: number, height: number): void {
  const look = lookOf(plate.difficulty);
  const { ground, on } = look ?? { ground: COLOURS["--sunk"], on: COLOURS["--quiet"] };
  const [width, fold] = [height * 1.5, height * 0.31];
  const corner = height * 0.07;
  const body = pathShape(
    `M${corner} 0H${width - fold}L${width} ${fold}V${height - corner}Q${width} ${height} ${width - corner} ${height}H${corner}Q0 ${height} 0 ${height - corner}V${corner}Q0 0 ${corner} 0Z`,
  );
  canvas.fill(placed(body, x, y), ground);
  canvas.fill(polygon(x + width - fold, y, x + width, y + fold, x + width - fold, y + fold), on, 0.45);
  const letters = drawable("heading", plate.abbreviation).replace("…", "");
  const size = height * (letters.length > 2 ? 0.38 : 0.5);
  // An abbreviation that is too long is left out rather than cut.
  if (widthOf("heading", letters, size) < width * 0.9)
    write(canvas, "heading", letters, {
      x: x + width / 2,
      y: y + height * 0.62,
      size,
      colour: on,
      isCentred: true,
    });
  const pip = height * 0.27;
  const left = x + width / 2 - pip * 2 + height * 0.035;
  for (let at = 0; look && at < DIFFICULTIES.length; at += 1)
    canvas.fill(
      rounded(left + at * pip, y + height * 0.77, pip - height * 0.07, height * 0.1, height * 0.03),
      on,
      at < look.pips ? 1 : 0.35,
    );
}

/** Draws the stamp of an original around a point, on its own ground so that it can overlap other colours. */
export function drawStamp(canvas: Canvas, x: number, y: number): void {
  const [width, height] = [240, 150];
  const [left, top] = [x - width / 2, y - height / 2];
  const askew = (shape: Shape): Shape => turned(shape, -7, x, y);
  canvas.fill(askew(rounded(left - 10, top - 10, width + 20, height + 20, 36)), COLOURS["--paper"]);
  canvas.fill(askew(frame(left, top, width, height, 28, 10)), COLOURS["--stamp"]);
  canvas.fill(askew(frame(left + 18, top + 18, width - 36, height - 36, 14, 5)), COLOURS["--stamp"]);
  const size = 104;
  const word = wordShape("heading", "OG", { x, y: y + (size * CAPITALS) / 2, size, isCentred: true });
  canvas.fill(askew(word), COLOURS["--stamp"]);
}

const SIGN_GROUND = { done: COLOURS["--done"], pending: COLOURS["--pending"] } as const;

/** Draws a verdict's sign in a box: a disc with a tick or with a clock's hands, a dashed ring, a ring with a bar. */
export function drawSign(canvas: Canvas, verdict: PreviewSign, x: number, y: number, side: number): void {
  const unit = side / 24;
  const at = (points: readonly number[]): number[] =>
    points.map((value, index) => (index % 2 === 0 ? x : y) + value * unit);
  const middle = [x + side / 2, y + side / 2] as const;
  if (verdict === "done" || verdict === "pending") {
    canvas.fill(circle(...middle, unit * 11), SIGN_GROUND[verdict]);
    const points = verdict === "done" ? [6.8, 12.4, 10.4, 16, 17.4, 8.4] : [12, 5.8, 12, 12.4, 15.9, 15];
    canvas.fill(strokes(at(points), unit * 2.4), COLOURS[`--${verdict}-sign`]);
  } else if (verdict === "open") {
    canvas.fill(dashedRing(...middle, unit * 10, unit * 2.2, 10), COLOURS["--open-line"]);
  } else {
    canvas.fill(hollow(circle(...middle, unit * 11.2), circle(...middle, unit * 9.2)), COLOURS["--quiet"]);
    canvas.fill(strokes(at([7.5, 12, 16.5, 12]), unit * 2), COLOURS["--quiet"]);
  }
}

const LOGO_SHAPES = LOGO.map(([colour, path]) => ({ colour, shape: pathShape(path) }));
const CHECK_MARK = strokes([18, 25, 22.3, 29.3, 30.3, 21.3], 3.6);

export function drawLogo(canvas: Canvas, x: number, y: number, side: number): void {
  const check = { colour: COLOURS["--reed-7"], shape: CHECK_MARK };
  for (const { colour, shape } of [...LOGO_SHAPES, check])
    canvas.fill(placed(shape, x, y, side / 48), colour);
}

/** Draws the strip of the site's header: all coral, or half coral followed by the five categories. */
export function drawStrip(canvas: Canvas, y: number, height: number, isWhole: boolean): void {
  canvas.fill(rectangle(0, y, canvas.width, height), COLOURS["--coral-6"]);
  if (!isWhole) return;
  const step = canvas.width / 10;
  for (const [at, category] of (["primary", "military", "magic", "support", "hero"] as const).entries())
    canvas.fill(rectangle((5 + at) * step, y, step, height), COLOURS[`--mark-${category}`]);
}
