import { readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { MARK_LETTERS } from "../../../../domain/game/mark-letters.ts";
import { encodePng } from "../../../../server/png.ts";
import { FACTS } from "../../../../test/catalogue.ts";
import { type Preview, towerOf } from "../preview.server.ts";
import { Canvas } from "./canvas.server.ts";
import { drawCard, HEIGHT, WIDTH } from "./card.server.ts";
import { drawable, fitted, widthOf } from "./letters.server.ts";
import { COLOURS } from "./marks.server.ts";
import { circle, hollow, pathShape, rectangle } from "./shapes.server.ts";

const BLANK: Preview = {
  ...{
    tag: "2TC",
    chips: [],
    plate: null,
    verdict: null,
    heading: "on Quad",
    line: "Ada",
    isOriginal: false,
  },
  stage: { kind: "words", words: "2 Towers CHIMPS", plate: null },
  siteName: "BTD6 Index",
};

const LONG = "Weitläufige Überraschungsmannschaft ".repeat(12);
const PLATE = { difficulty: "expert", abbreviation: "QD" };

/** Previews with everything that can be drawn, and as much of it as possible. */
const WORST: Readonly<Record<string, Preview>> = {
  "a pair of long names": {
    ...BLANK,
    stage: {
      kind: "towers",
      towers: [towerOf(LONG, FACTS), towerOf("Spirit of the Forest", FACTS, "0-5-2")],
    },
    ...{ plate: PLATE, verdict: "pending", heading: LONG, line: LONG, isOriginal: true, siteName: LONG },
    chips: Array.from({ length: 50 }, () => LONG),
  },
  "every tower": {
    ...BLANK,
    stage: { kind: "towers", towers: FACTS.names.map(({ name }) => towerOf(name, FACTS)) },
    ...{ plate: PLATE, isOriginal: true },
  },
  "a paragon, a hero and no tower": {
    ...BLANK,
    stage: {
      kind: "towers",
      towers: ["Herald of Everfrost", "Quincy", "Nothing"].map((name) => towerOf(name, FACTS)),
    },
    plate: { difficulty: "nobody knows", abbreviation: "A long one" },
  },
  "a long question with eight verdicts": {
    ...BLANK,
    stage: {
      kind: "verdicts",
      question: LONG,
      verdicts: (["done", "pending", "open", "unknown"] as const).flatMap((verdict) => [
        { label: "2TC", verdict, words: LONG },
        { label: LONG, verdict, words: "Cannot say" },
      ]),
    },
    verdict: "open",
  },
  "a map with a long name": {
    ...BLANK,
    stage: { kind: "words", words: LONG, plate: PLATE },
    verdict: "unknown",
  },
  "names of which nothing can be drawn": {
    ...BLANK,
    stage: { kind: "words", words: "日本", plate: null },
    ...{ tag: "🎈", heading: "עברית", line: "👩‍👩‍👧 🇺🇦", siteName: "\u0000\ud800", chips: ["桜"] },
  },
};

describe("a card", () => {
  test.each(Object.entries(WORST))(
    "of %s is a PNG of 1200 by 630 pixels and less than 200 kB",
    async (_, preview) => {
      const png = await encodePng(drawCard(preview));
      const { format, width, height, channels } = await sharp(png).metadata();
      expect({ format, width, height, channels }).toEqual({
        format: "png",
        width: WIDTH,
        height: HEIGHT,
        channels: 3,
      });
      expect(png.byteLength).toBeLessThan(200_000);
      // The whole picture can be decoded.
      expect((await sharp(png).raw().toBuffer()).length).toBe(WIDTH * HEIGHT * 3);
    },
  );

  test("is the same for the same preview, and differs for another", () => {
    const drawn = Buffer.from(drawCard(BLANK).data);
    expect(drawn.equals(drawCard({ ...BLANK }).data)).toBe(true);
    for (const other of [
      { heading: "on Logs" },
      { isOriginal: true },
      { verdict: "open" as const },
      { plate: PLATE },
    ])
      expect(drawn.equals(drawCard({ ...BLANK, ...other }).data), JSON.stringify(other)).toBe(false);
  });
});

describe("drawn text", () => {
  test("keeps Latin, Greek and Cyrillic letters, whether or not their accents are composed", () => {
    for (const name of ["Łukasz", "Çağla", "Ödön", "Мила", "Ελένη", "Nguyễn", "O'Neil – “x”…"])
      expect(drawable("text", name)).toBe(name);
    expect(drawable("heading", "Zoe\u0308")).toBe("Zoë");
    expect(drawable("text", "ǎ")).toBe("a");
  });

  test("marks omitted letters of other scripts with an ellipsis, but drops emoji silently", () => {
    expect(drawable("text", "Sample player 桜井")).toBe("Sample player …");
    expect(drawable("text", "日本 Taro 日本")).toBe("… Taro …");
    expect(drawable("text", "Ada 🎈👩‍👧🏽🇺🇦")).toBe("Ada");
  });

  test("is empty if nothing drawable is left", () => {
    for (const name of ["日本", "🎈", "…", "  ", "", "toString".slice(0, 0)])
      expect(drawable("text", name)).toBe("");
  });

  test("has every letter of the names of marks and towers", () => {
    for (const name of [...FACTS.names.map((tower) => tower.name), ...Object.values(MARK_LETTERS)])
      expect(drawable("heading", name)).toBe(name);
  });

  test("is as large as fits, and is shortened if it does not fit at the smallest size", () => {
    const within = { sizes: [60, 40, 20], room: 300, most: 2 };
    expect(fitted("heading", "Absolute Zero", within)).toMatchObject({
      size: 60,
      lines: ["Absolute", "Zero"],
    });
    const { size, lines } = fitted("heading", "Absolutely ".repeat(30), within);
    expect(size).toBe(20);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/…$/);
    for (const line of lines) expect(widthOf("heading", line, size)).toBeLessThanOrEqual(300);
    expect(fitted("text", "W".repeat(200), { sizes: [20], room: 100, most: 2 }).lines).toEqual([
      expect.stringMatching(/^W+…$/),
    ]);
  });
});

describe("a shape", () => {
  /** Returns how dark each pixel of a row is, from 0 to 255. */
  const darkness = (canvas: Canvas, y: number): number[] =>
    Array.from({ length: canvas.width }, (_, x) => 255 - (canvas.data[(y * canvas.width + x) * 3] ?? 0));

  test("covers a pixel by the share that lies within it, even if the shape extends beyond the picture", () => {
    const canvas = new Canvas(4, 2);
    canvas.fill(rectangle(0.5, -1, 2, 2.5), "#000000");
    expect(darkness(canvas, 0)).toEqual([127, 255, 127, 0]);
    expect(darkness(canvas, 1)).toEqual([64, 127, 64, 0]);
    canvas.fill(rectangle(-10, -10, 5, 5), "#000000");
    canvas.fill(rectangle(-10, -10, 100, 100), "#ffffff");
    expect(darkness(canvas, 0)).toEqual([0, 0, 0, 0]);
  });

  test("has the right area, less any hole", () => {
    const area = (...shapes: Parameters<Canvas["fill"]>[0][]): number => {
      const canvas = new Canvas(100, 100);
      for (const shape of shapes) canvas.fill(shape, "#000000");
      let sum = 0;
      for (let y = 0; y < 100; y += 1) for (const each of darkness(canvas, y)) sum += each / 255;
      return sum;
    };
    expect(area(circle(50, 50, 40))).toBeCloseTo(Math.PI * 1600, -2);
    expect(area(hollow(circle(50, 50, 40), circle(50, 50, 30)))).toBeCloseTo(Math.PI * 700, -2);
    expect(area(pathShape("m10 10h20v20h-20zM50 50L70 50 70 70 50 70Z"))).toBeCloseTo(800, 0);
  });

  test("refuses a path that it cannot parse", () => {
    expect(() => pathShape("M0 0A5 5 0 0 1 10 10")).toThrow("cannot be drawn");
    expect(() => pathShape("M0 0L5")).toThrow("cannot be drawn");
  });
});

test("the colours are those of the light scheme in app/ui/theme.css", () => {
  const css = readFileSync(new URL("../../../ui/theme.css", import.meta.url), "utf8");
  const light = css.replace(/light-dark\((#\w+), [^;]*\);/g, "$1;");
  for (const [name, colour] of Object.entries(COLOURS)) expect(light, name).toContain(`${name}: ${colour};`);
});
