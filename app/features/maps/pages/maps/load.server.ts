import type { PageContext } from "../../../../../domain/contract/page-context.ts";
import { loadGallery } from "./gallery.server.ts";
import { loadMap } from "./map.server.ts";

export function loadMapsPage(search: URLSearchParams, context: PageContext) {
  const map = search.get("map")?.trim() ?? "";
  return map === "" ? loadGallery(search, context) : loadMap(map, context);
}

type MapsPageData = Awaited<ReturnType<typeof loadMapsPage>>;
export type GalleryData = Extract<MapsPageData, { kind: "gallery" }>;
export type MapData = Extract<MapsPageData, { kind: "map" }>;
