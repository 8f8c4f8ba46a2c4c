import type { Deps } from "../app/api/deps.server.ts";
import type { Router } from "../app/api/router.server.ts";
import { health, ready } from "../domain/contract/site.ts";
import { describeError, errorHeaders } from "../server/errors.ts";

/** Reports whether the process serves, and whether it can save: a site that can only read is alive but not ready. */
export function healthRoutes(router: Router, { data }: Pick<Deps, "data">): void {
  router.read(health, () => ({ ok: true }));
  router.raw(ready, async (_, c) => {
    const headers = { "Cache-Control": "no-store" };
    try {
      await data.ready();
      return c.json({ ok: true }, 200, headers);
    } catch (error) {
      const { message } = describeError(error);
      return c.json({ ok: false, error: message }, 503, { ...headers, ...errorHeaders(error) });
    }
  });
}
