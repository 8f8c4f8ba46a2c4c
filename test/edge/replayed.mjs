// Loaded before a site under test, on both engines alike: each request says in a header what time it is and which ids come
// next, so that the same request makes the same rows on both.

const FIRST = Date.parse("2026-11-22T12:00:00Z");
let at = FIRST;
/** How often ids and random bytes were drawn: each by itself, for a runtime draws bytes of its own. */
const drawn = { ids: 0, bytes: 0 };

const RealDate = Date;
globalThis.Date = /** @type {DateConstructor} */ (
  class extends RealDate {
    /** @param {any[]} given */
    constructor(...given) {
      // @ts-expect-error: one of the several forms that it has
      super(...(given.length === 0 ? [at] : given));
    }
    /** @override */
    static now() {
      return at;
    }
  }
);

/**
 * @param {Uint8Array} bytes
 * @param {number} seed
 */
function fill(bytes, seed) {
  // Different numbers each time, the same in each run; nothing here is a secret.
  let state = Math.imul(seed, 0x9e3779b1) >>> 0 || 1;
  for (let place = 0; place < bytes.length; place += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[place] = state >>> 8;
  }
  return bytes;
}

/** @param {ArrayBufferView} view */
function draw(view) {
  drawn.bytes += 1;
  fill(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), drawn.bytes);
  return view;
}

function randomUUID() {
  drawn.ids += 1;
  const hex = Array.from(fill(new Uint8Array(16), drawn.ids), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

Object.defineProperty(crypto, "getRandomValues", { value: draw });
Object.defineProperty(crypto, "randomUUID", { value: randomUUID });

/** The number of a request: a second later each, and ids of its own. */
export const HEADER = "x-replay";

/** @param {string | null | undefined} said what the header says */
export function replay(said) {
  const number = Number(said);
  if (!(number > 0)) return;
  at = FIRST + number * 1000;
  drawn.ids = number * 10_000;
  drawn.bytes = number * 10_000;
}
