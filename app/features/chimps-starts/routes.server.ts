import { addChimpsStart, chimpsStarts, deleteChimpsStart } from "../../../domain/contract/chimps-starts.ts";
import { textsOf } from "../../../server/form-texts.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { addStart, deleteStart } from "./commands.server.ts";

/** The read of CHIMPS starts, which returns everything without paging; and the writes (SPEC section 7). */
export function chimpsStartRoutes(router: Router, { data }: Deps): void {
  router.read(chimpsStarts, async ({ map: spelling }) => {
    const map = spelling === null ? null : await data.maps.findByName(spelling);
    const isUnknown = spelling !== null && map === null;
    return { results: isUnknown ? [] : await data.chimpsStarts.findAll(map) };
  });
  router.act(addChimpsStart, addStart);
  router.act(deleteChimpsStart, (form, context) => deleteStart(textsOf(form).uuid ?? "", context));
}
