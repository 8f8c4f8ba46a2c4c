// Loaded before a site under test on both engines. A header of each request determines the time and the next ids, so
// that the same request makes the same rows on both.

const FIRST = Date.parse("2026-11-22T12:00:00Z");
let at = FIRST;
/** How often ids and random bytes were drawn. Counted separately, because a runtime draws bytes for itself, too. */
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
  // Different numbers at each call, but the same in each run. Nothing here is secret.
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

/** Carries a request's number: each is one second later than the one before and has its own ids. */
export const HEADER = "x-replay";

/** @param {string | null | undefined} said the value of the header */
export function replay(said) {
  const number = Number(said);
  if (!(number > 0)) return;
  at = FIRST + number * 1000;
  drawn.ids = number * 10_000;
  drawn.bytes = number * 10_000;
}
