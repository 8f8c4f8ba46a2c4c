import {
  addSpelling as addAddress,
  deleteSpelling as deleteAddress,
  spellings,
} from "../../contract/spellings.ts";
import type { Deps } from "../deps.ts";
import type { Router } from "../router.ts";
import { addSpelling, deleteSpelling } from "./writes.ts";

/** The read of spellings, which returns everything without paging; and the writes. */
export function spellingRoutes(router: Router, { data }: Deps): void {
  router.read(spellings, async () => ({ results: await data.spellings.findAllNamed() }));
  router.write(addAddress, addSpelling);
  router.write(deleteAddress, deleteSpelling);
}
