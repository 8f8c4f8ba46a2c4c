import {
  addSpelling as addAddress,
  deleteSpelling as deleteAddress,
  spellings,
} from "../../../domain/contract/reference.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { addSpelling, deleteSpelling } from "./commands.server.ts";

/** The read of spellings, which returns everything without paging; and the writes. */
export function spellingRoutes(router: Router, { data }: Deps): void {
  router.read(spellings, async () => ({ results: await data.spellings.findAllNamed() }));
  router.write(addAddress, addSpelling);
  router.write(deleteAddress, deleteSpelling);
}
