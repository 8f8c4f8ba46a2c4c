import type { Hono } from "hono";
import { api } from "../../routes.ts";
import type { Deps } from "../app.ts";
import { requireHelper } from "../auth/sign-in.ts";
import { writeContext } from "../completions/submit-routes.ts";
import type { ReceivedForm } from "../media/uploads.ts";
import type { WriteContext } from "../write-context.ts";
import {
  addBalanceChange,
  addStart,
  deleteBalanceChange,
  deleteMap,
  deleteStart,
  saveMap,
  textsOf,
} from "./writes.ts";

/** The writes of maps, CHIMPS starts and balance changes (SPEC section 7, "Admin writes"). Helpers only. */
export function referenceWriteRoutes(app: Hono, deps: Deps): void {
  function write(path: string, act: (form: ReceivedForm, context: WriteContext) => Promise<void>): void {
    app.post(path, async (c) => {
      const context = writeContext(deps, await requireHelper(c, deps.signIn));
      await act(await deps.receiveForm(c.req.raw, new Set(["image"])), context);
      return c.json({}, 200, { "Cache-Control": "no-store" });
    });
  }
  write(api.addMap(), saveMap);
  write(api.addMapToo(), saveMap);
  write(api.deleteMap(), (form, context) => deleteMap(textsOf(form).map ?? "", context));
  write(api.addChimpsStart(), addStart);
  write(api.deleteChimpsStart(), (form, context) => deleteStart(textsOf(form).uuid ?? "", context));
  write(api.addBalanceChange(), addBalanceChange);
  write(api.deleteBalanceChange(), (form, context) => deleteBalanceChange(textsOf(form).uuid ?? "", context));
}
