import { Catalogue, type CatalogueRow } from "../../domain/game/catalogue.ts";

const loading = new Map<string, Promise<Catalogue>>();

/** Loads the towers and heroes from a file, which never changes: once, and once more after a failure. */
export function loadCatalogue(address: string): Promise<Catalogue> {
  const known = loading.get(address);
  if (known) return known;
  const made = fetch(address)
    .then(async (response) => {
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      return new Catalogue((await response.json()) as CatalogueRow[]);
    })
    .catch((error: unknown) => {
      loading.delete(address);
      throw error;
    });
  loading.set(address, made);
  return made;
}
