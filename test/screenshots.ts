/** Made-up screenshots of runs: the map and the panel fill them, runs differ by towers, bloons and numbers. */

const [WIDTH, HEIGHT] = [1280, 720];
/** The size of such a screenshot in pixels, three bytes each. */
export const SCREENSHOT = { width: WIDTH, height: HEIGHT, channels: 3 } as const;

type Colour = readonly [number, number, number];

/** Returns a source of numbers from 0 to 1, the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = Math.imul(seed, 0x9e37_79b1) >>> 0;
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

const whole = (random: () => number, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1));

function rectangle(
  pixels: Buffer,
  [left, top, width, height]: readonly [number, number, number, number],
  colour: Colour,
): void {
  const line = Buffer.alloc(width * 3, Buffer.from(colour));
  for (let y = Math.max(0, top); y < Math.min(HEIGHT, top + height); y += 1)
    line.copy(pixels, (y * WIDTH + left) * 3);
}

function disc(pixels: Buffer, x: number, y: number, radius: number, colour: Colour): void {
  for (let row = Math.max(0, y - radius); row < Math.min(HEIGHT, y + radius); row += 1) {
    const half = Math.floor(Math.sqrt(Math.max(0, radius ** 2 - (row - y) ** 2)));
    const [left, right] = [Math.max(0, x - half), Math.min(WIDTH, x + half)];
    if (right > left) rectangle(pixels, [left, row, right - left, 1], colour);
  }
}

/** Which of a digit's seven strokes are drawn: top, upper left, upper right, middle, lower left, lower right, bottom. */
const STROKES = [
  "1110111",
  "0010010",
  "1011101",
  "1011011",
  "0111010",
  "1101011",
  "1101111",
  "1010010",
].concat(...["1111111", "1111011"]);

function number(pixels: Buffer, x: number, y: number, value: number): void {
  for (const [at, digit] of [...String(value)].entries()) {
    const left = x + at * 20;
    const places = [
      ...([
        [0, 0, 14, 4],
        [0, 0, 4, 14],
        [10, 0, 4, 14],
        [0, 12, 14, 4],
      ] as const),
      ...([
        [0, 12, 4, 14],
        [10, 12, 4, 14],
        [0, 22, 14, 4],
      ] as const),
    ];
    for (const [stroke, [dx, dy, width, height]] of places.entries())
      if (STROKES[Number(digit)]?.[stroke] === "1")
        rectangle(pixels, [left + dx, y + dy, width, height], [250, 250, 250]);
  }
}

const maps = new Map<
  number,
  { readonly pixels: Buffer; readonly spots: readonly (readonly [number, number])[] }
>();

/** Returns a map with its paths and trees, and the spots where most people place towers. */
function mapOf(which: number) {
  const drawn = maps.get(which);
  if (drawn) return drawn;
  const random = seeded(1_000 + which);
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  const ground: Colour = [whole(random, 40, 200), whole(random, 60, 200), whole(random, 30, 160)];
  const grid = Array.from({ length: 13 * 8 }, () => random() * 90 - 45);
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) {
      const [column, row] = [Math.floor(x / 107), Math.floor(y / 103)];
      const [u, v] = [(x % 107) / 107, (y % 103) / 103];
      const at = (dx: number, dy: number): number => grid[(row + dy) * 13 + column + dx] ?? 0;
      const light = (1 - v) * ((1 - u) * at(0, 0) + u * at(1, 0)) + v * ((1 - u) * at(0, 1) + u * at(1, 1));
      const grain = (((x * 73_856_093) ^ (y * 19_349_663)) & 15) - 8;
      for (const [channel, base] of ground.entries())
        pixels[(y * WIDTH + x) * 3 + channel] = Math.max(0, Math.min(255, base + light + grain));
    }
  const path: Colour = [whole(random, 120, 230), whole(random, 100, 200), whole(random, 60, 150)];
  const [height, bends, start] = [whole(random, 120, 260), whole(random, 1, 4), random() * 6];
  for (let x = 0; x < WIDTH - 200; x += 2)
    disc(pixels, x, Math.round(HEIGHT / 2 + height * Math.sin(start + (bends * x) / 170)), 34, path);
  for (let tree = 0; tree < 25; tree += 1)
    disc(pixels, whole(random, 0, WIDTH - 220), whole(random, 60, HEIGHT), whole(random, 12, 34), [
      ...([whole(random, 10, 70), whole(random, 70, 140), whole(random, 10, 70)] as const),
    ]);
  const spots = Array.from(
    { length: 6 },
    () => [whole(random, 80, WIDTH - 320), whole(random, 100, HEIGHT - 80)] as const,
  );
  const made = { pixels, spots };
  maps.set(which, made);
  return made;
}

/** Draws the end of a run on a map: two to four towers, mostly near the usual spots, bloons that are left, the panel. */
export function screenshotOf(map: number, run: number): Buffer {
  const { pixels: background, spots } = mapOf(map);
  const random = seeded(map * 100_000 + run);
  const pixels = Buffer.from(background);
  const towers = whole(random, 2, 4);
  for (let tower = 0; tower < towers; tower += 1) {
    const [x, y] = spots[whole(random, 0, spots.length - 1)] ?? [0, 0];
    const [left, top] = [x + whole(random, -45, 45), y + whole(random, -45, 45)];
    const kind = seeded(whole(random, 1, 25));
    disc(pixels, left, top, whole(kind, 20, 34), [kind() * 255, kind() * 255, kind() * 255]);
    disc(pixels, left, top - 8, 12, [kind() * 255, kind() * 255, kind() * 255]);
  }
  for (let bloon = whole(random, 0, 6); bloon > 0; bloon -= 1)
    disc(pixels, whole(random, 0, WIDTH - 240), whole(random, 80, HEIGHT - 40), 11, [220, 40, 40]);
  rectangle(pixels, [WIDTH - 200, 0, 200, HEIGHT], [140, 96, 58]);
  for (let button = 0; button < 12; button += 1)
    rectangle(
      pixels,
      [WIDTH - 190 + (button % 2) * 95, 90 + 95 * Math.floor(button / 2), 86, 86],
      [196, 158, 104],
    );
  rectangle(pixels, [0, 0, WIDTH, 54], [96, 64, 40]);
  number(pixels, 40, 14, whole(random, 1, 150));
  number(pixels, 220, 14, whole(random, 100, 99_999));
  number(pixels, WIDTH - 170, 14, 100);
  number(pixels, 60, HEIGHT - 50, whole(random, 1_000, 9_999_999));
  return pixels;
}
