import { notices, seeNotices } from "../../../domain/contract/notices.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import { BadForm } from "../../../server/errors.ts";
import { textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { contentsOf } from "./contents.server.ts";
import { mailRoutes } from "./mail.server.ts";

/** Registers people's notices. */
export function noticeRoutes(router: Router, deps: Deps): void {
  const { data } = deps;
  mailRoutes(router, deps);
  router.personal(notices, async ({ count }, user) => {
    const [rows, unseen] = await Promise.all([
      count === 0 ? [] : data.notices.listNotices(user.id, count),
      data.notices.countUnseen(user.id),
    ]);
    const contents = await contentsOf(rows, deps);
    const results = rows.flatMap(({ id, kind, at, seen_at }, index) => {
      const tells = contents[index];
      return tells ? [{ id, kind, at, seen: seen_at !== null, ...tells }] : [];
    });
    return { results, unseen };
  });
  router.act(seeNotices, async (form, { user, now }) => {
    const until = asWritten(textsOf(form).until ?? "");
    if (until === "") throw new BadForm("missing", { subject: { field: "until" } });
    await data.notices.markSeen(user.id, until, now);
  });
}
