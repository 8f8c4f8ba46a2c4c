import {
  addMap,
  addMapToo,
  allMaps,
  deleteMap as deleteMapAddress,
  type MapInfo,
  mapInfo,
  mapNames,
} from "../../contract/maps.ts";
import { BadParameter } from "../../derive/parameters.ts";
import { fault } from "../../messages/index.ts";
import type { MapDetails } from "../data/maps.ts";
import type { Deps } from "../deps.ts";
import { NotFound } from "../errors.ts";
import { textsOf } from "../form-texts.ts";
import type { Router } from "../router.ts";
import { deleteMap, saveMap } from "./writes.ts";

function presentMap({ revision: _, ...details }: MapDetails): MapInfo {
  return details;
}

/** The reads of maps, which return everything without paging; and the writes (SPEC section 7). */
export function mapRoutes(router: Router, { data: { maps } }: Deps): void {
  router.read(mapNames, async ({ difficulty }) => ({
    results: await maps.findAllNames(difficulty?.toLowerCase() ?? null),
  }));
  router.read(allMaps, async () => ({ results: (await maps.findAllDetails()).map(presentMap) }));
  router.read(mapInfo, async ({ map: spelling }) => {
    if (spelling === null) throw new BadParameter("map", fault("missing"));
    const details = await maps.findDetailsByName(spelling);
    if (!details) throw new NotFound("no-such-map", { map: spelling });
    return details;
  });
  router.act(addMap, saveMap);
  router.act(addMapToo, saveMap);
  router.act(deleteMapAddress, (form, context) => deleteMap(textsOf(form).map ?? "", context));
}
