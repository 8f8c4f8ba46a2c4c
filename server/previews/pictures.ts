import { encodePng } from "../png.ts";
import { Recent } from "../recent.ts";
import { drawCard } from "./drawing/card.ts";
import type { Preview } from "./preview.ts";

/** The cache of drawn pictures, by what is on them; each has 50 to 100 kB. */
const REMEMBERED = { most: 500, bytes: 24 * 1024 * 1024, weigh: (png: Uint8Array) => png.byteLength };

/** The most pictures that wait for their turn. Each takes some 40 ms, half of them off this thread. */
const MOST_WAITING = 24;

/** Thrown when too many pictures are requested at once; the site's own card is sent instead. */
export class TooManyPictures extends Error {
  override readonly name = "TooManyPictures";
}

/** Draws pictures one at a time and caches them. Throws TooManyPictures. */
export function openPictures(draw = async (preview: Preview) => encodePng(drawCard(preview))) {
  const drawn = new Recent<Uint8Array<ArrayBuffer>>(REMEMBERED);
  const waiting = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  let last: Promise<unknown> = Promise.resolve();
  return (preview: Preview): Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer> => {
    const key = JSON.stringify(preview);
    const known = drawn.get(key) ?? waiting.get(key);
    if (known) return known;
    if (waiting.size >= MOST_WAITING) throw new TooManyPictures();
    const made = last.then(async () => {
      const png = await draw(preview);
      drawn.set(key, png);
      return png;
    });
    waiting.set(key, made);
    last = made.catch(() => {}).finally(() => waiting.delete(key));
    return made;
  };
}
