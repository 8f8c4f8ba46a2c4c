import { catalogueFile } from "../../../domain/contract/names.ts";
import { api } from "../../../domain/contract/routes.ts";
import { type Catalogue, oncePerCatalogue } from "../../../domain/game/catalogue.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";

interface CatalogueFile {
  readonly body: string;
  /** The SHA-256 of the body, in hexadecimal, cut short. */
  readonly hash: string;
}

const FILE = {};

/** Returns the file that browsers read the catalogue from. */
const fileOf = oncePerCatalogue(async (_: object, { rows }: Catalogue): Promise<CatalogueFile> => {
  const body = JSON.stringify(rows);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body)));
  return {
    body,
    hash: Array.from(digest.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join(""),
  };
});

/** The public reads of the game's towers and heroes. */
export const catalogueAnswers = ({ data }: Pick<Deps, "data">) => ({
  /** Returns the address of the file that holds the towers and heroes of the moment. */
  address: async (): Promise<string> => {
    const { hash } = await fileOf(FILE, await data.catalogue.current());
    return api.catalogueFile(hash);
  },
});

/** Registers the file of the game's towers and heroes: under its hash it is cached for ever. */
export function catalogueRoutes(router: Router, { data }: Pick<Deps, "data">): void {
  router.raw(catalogueFile, async ({ of }) => {
    const { body, hash } = await fileOf(FILE, await data.catalogue.current());
    const caching = of === hash ? "public, max-age=31536000, immutable" : "no-store";
    return new Response(body, { headers: { "Content-Type": "application/json", "Cache-Control": caching } });
  });
}
