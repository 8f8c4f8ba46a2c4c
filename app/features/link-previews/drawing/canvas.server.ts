/** Closed lines, each as x, y, x, y …; whatever they enclose is the inside, whichever way they run. */
export type Shape = readonly (readonly number[])[];

/** For example "#1b6ca8". */
export type Colour = `#${string}`;

/** Returns the part of a canvas that a shape covers, in whole pixels; null if none. */
function boundsOf(shape: Shape, width: number, height: number) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const line of shape) {
    for (let at = 0; at < line.length; at += 2) {
      const [x, y] = [line[at] as number, line[at + 1] as number];
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  left = Math.max(0, Math.floor(left));
  top = Math.max(0, Math.floor(top));
  right = Math.min(width, Math.ceil(right));
  bottom = Math.min(height, Math.ceil(bottom));
  return left < right && top < bottom ? { left, top, width: right - left, height: bottom - top } : null;
}

/**
 * How much of each pixel a shape covers, stored as differences between neighbouring pixels of a row: a stroke changes
 * the coverage from where it passes onwards, by the area to its right. Each row has two entries more than pixels.
 */
class Coverage {
  readonly #stride: number;
  readonly #width: number;
  readonly #height: number;
  readonly changes: Float32Array;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#stride = width + 2;
    this.changes = new Float32Array(this.#stride * height);
  }

  /** Adds a stroke between two points. Whatever lies beyond the left or right edge counts as on the edge. */
  stroke(fromX: number, fromY: number, toX: number, toY: number): void {
    if (fromY === toY) return;
    const down = fromY < toY;
    const [x0, y0, x1, y1] = down ? [fromX, fromY, toX, toY] : [toX, toY, fromX, fromY];
    const slope = (x1 - x0) / (y1 - y0);
    const last = Math.min(this.#height, Math.ceil(y1));
    for (let row = Math.max(0, Math.floor(y0)); row < last; row += 1) {
      const [top, bottom] = [Math.max(row, y0), Math.min(row + 1, y1)];
      if (bottom <= top) continue;
      const height = down ? bottom - top : top - bottom;
      this.#within(row, x0 + (top - y0) * slope, x0 + (bottom - y0) * slope, height);
    }
  }

  /** Distributes the part of a stroke within one row among the pixels that it crosses. */
  #within(row: number, startX: number, endX: number, height: number): void {
    const [left, right] = [this.#held(Math.min(startX, endX)), this.#held(Math.max(startX, endX))];
    const [first, last] = [Math.floor(left), Math.floor(right)];
    for (let pixel = first; pixel <= last; pixel += 1) {
      const [from, to] = [Math.max(left, pixel), Math.min(right, pixel + 1)];
      const share = right > left ? (to - from) / (right - left) : 1;
      const inPixel = height * share * (pixel + 1 - (from + to) / 2);
      const at = row * this.#stride + pixel;
      this.changes[at] = (this.changes[at] as number) + inPixel;
      this.changes[at + 1] = (this.changes[at + 1] as number) + height * share - inPixel;
    }
  }

  #held(x: number): number {
    return Math.min(Math.max(x, 0), this.#width);
  }
}

/** A picture without alpha, on which shapes of a single colour are drawn with anti-aliasing. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, row by row. */
  readonly data: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.data = new Uint8Array(width * height * 3).fill(255);
  }

  /** Fills a shape; `opacity` is from 0 to 1. */
  fill(shape: Shape, colour: Colour, opacity = 1): void {
    const bounds = boundsOf(shape, this.width, this.height);
    if (!bounds) return;
    const { left, top, width, height } = bounds;
    const coverage = new Coverage(width, height);
    for (const line of shape) {
      let [x, y] = [line.at(-2) as number, line.at(-1) as number];
      for (let at = 0; at < line.length; at += 2) {
        const [nextX, nextY] = [line[at] as number, line[at + 1] as number];
        coverage.stroke(x - left, y - top, nextX - left, nextY - top);
        [x, y] = [nextX, nextY];
      }
    }
    const [red, green, blue] = channelsOf(colour);
    const { changes } = coverage;
    for (let row = 0; row < height; row += 1) {
      let inside = 0;
      let to = ((top + row) * this.width + left) * 3;
      const begin = row * (width + 2);
      for (let at = begin; at < begin + width; at += 1, to += 3) {
        inside += changes[at] as number;
        const share = Math.min(Math.abs(inside), 1) * opacity;
        // Almost no coverage, or almost full coverage, comes from rounding errors.
        if (share < 0.002) continue;
        if (share > 0.998) {
          this.data[to] = red;
          this.data[to + 1] = green;
          this.data[to + 2] = blue;
          continue;
        }
        this.#mix(to, red, share);
        this.#mix(to + 1, green, share);
        this.#mix(to + 2, blue, share);
      }
    }
  }

  #mix(at: number, channel: number, share: number): void {
    const below = this.data[at] as number;
    this.data[at] = Math.round(below + (channel - below) * share);
  }
}

function channelsOf(colour: Colour): readonly [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
