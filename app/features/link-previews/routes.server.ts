import { SITE_CARD } from "../../../domain/contract/routes.ts";
import { preview } from "../../../domain/contract/site.ts";
import { boundedCache } from "../../../server/cache/bounded-cache.ts";
import { NotFound } from "../../../server/errors.ts";
import { encodePng } from "../../../server/png.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { drawCard } from "./drawing/card.server.ts";
import { previewsOf } from "./of-page.server.ts";
import { NoPicture, type Preview, type PreviewReads } from "./preview.server.ts";

/** The cache of drawn pictures, by what is on them; each has 50 to 100 kB. */
const REMEMBERED = { most: 500, bytes: 24 * 1024 * 1024, weigh: (png: Uint8Array) => png.byteLength };

/** The most pictures that wait for their turn. Each takes some 40 ms, half of them off this thread. */
const MOST_WAITING = 24;

/** Draws pictures one at a time and caches them. Throws NoPicture. */
export function openPictures(draw = async (preview: Preview) => encodePng(drawCard(preview))) {
  const drawn = boundedCache<Uint8Array<ArrayBuffer>>(REMEMBERED);
  const waiting = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  let last: Promise<unknown> = Promise.resolve();
  return (preview: Preview): Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer> => {
    const key = JSON.stringify(preview);
    const known = drawn.get(key) ?? waiting.get(key);
    if (known) return known;
    if (waiting.size >= MOST_WAITING) throw new NoPicture();
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

export function previewRoutes(
  router: Router,
  reads: PreviewReads["reads"],
  { challenges, siteNames, data }: Deps,
): void {
  const previewOf = previewsOf(challenges.values());
  const pictureOf = openPictures();
  const reading: PreviewReads = { reads, site: siteNames, catalogue: data.catalogue.current };
  router.raw(preview, async ({ of }) => {
    try {
      const found = await previewOf(of ?? "", reading);
      if (!found) throw new NotFound("nothing-here");
      return new Response(await pictureOf(found), { headers: { "Content-Type": preview.contentType } });
    } catch (error) {
      if (!(error instanceof NoPicture)) throw error;
      // There is always a picture; this one says nothing about the page.
      return new Response(null, {
        status: 302,
        headers: { Location: SITE_CARD, "Cache-Control": "no-store" },
      });
    }
  });
}
