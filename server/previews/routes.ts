import { preview } from "../../contract/site.ts";
import { SITE_CARD } from "../../routes.ts";
import type { Deps } from "../deps.ts";
import { NotFound } from "../errors.ts";
import type { Router } from "../router.ts";
import { previewsOf } from "./of-page.ts";
import { openPictures, TooManyPictures } from "./pictures.ts";
import { NotRead } from "./reading.ts";

/** Registers the picture that a link to a page is shown with. */
export function previewRoutes(router: Router, { challenges, siteNames }: Deps): void {
  const previewOf = previewsOf(challenges.values());
  const pictureOf = openPictures();
  const reading = { ask: router.ask, site: siteNames };
  router.raw(preview, async ({ of }) => {
    try {
      const found = await previewOf(of ?? "", reading);
      if (!found) throw new NotFound("nothing-here");
      return new Response(await pictureOf(found), { headers: { "Content-Type": preview.contentType } });
    } catch (error) {
      if (!(error instanceof TooManyPictures || error instanceof NotRead)) throw error;
      // There is always a picture; this one says nothing about the page.
      return new Response(null, {
        status: 302,
        headers: { Location: SITE_CARD, "Cache-Control": "no-store" },
      });
    }
  });
}
