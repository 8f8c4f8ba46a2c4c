import {
  addMap,
  addMapToo,
  allMaps,
  deleteMap as deleteMapAddress,
  type MapInfo,
  mapInfo,
  mapNames,
} from "../../../domain/contract/maps.ts";
import { BadParameter } from "../../../domain/lists/parameters.ts";
import { fault } from "../../../domain/messages/index.ts";
import { NotFound } from "../../../server/errors.ts";
import { textsOf } from "../../../server/form-texts.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { deleteMap, saveMap } from "./commands.server.ts";
import type { MapDetails } from "./repository.server.ts";

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
