import { notices, seeNotices } from "../../../domain/contract/notices.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import { headingOf } from "../../../domain/lists/heading.ts";
import { presentRow } from "../../../domain/lists/row.ts";
import { BadForm } from "../../../server/errors.ts";
import { textsOf } from "../../../server/form-texts.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { completionOf } from "../completions/repository/stored-completion.server.ts";
import { mailRoutes } from "./mail.server.ts";

/** Registers what people are told. */
export function noticeRoutes(router: Router, deps: Deps): void {
  const { data, challenges } = deps;
  mailRoutes(router, deps);
  router.personal(notices, async ({ count }, user) => {
    const [rows, unseen] = await Promise.all([
      count === 0 ? [] : data.notices.listNotices(user.id, count),
      data.notices.countUnseen(user.id),
    ]);
    const stored = await data.completions.findAllByIds([
      ...new Set(rows.map(({ completion }) => completion)),
    ]);
    const ofId = new Map(stored.map((each) => [each.id, each]));
    const results = rows.flatMap(({ id, kind, completion, data: json, at, seen_at }) => {
      const each = ofId.get(completion);
      const definition = each && challenges.get(each.challenge);
      if (!definition) return [];
      const { text = null, until = null } = JSON.parse(json) as { text?: string; until?: string };
      const heading = headingOf(definition, presentRow(definition, completionOf(each)));
      const told = { id, kind, at, seen: seen_at !== null, text, until };
      return [{ ...told, challenge: definition.key, filekey: completion, heading }];
    });
    return { results, unseen };
  });
  router.act(seeNotices, async (form, { user, now }) => {
    const until = asWritten(textsOf(form).until ?? "");
    if (until === "") throw new BadForm("missing", { subject: { field: "until" } });
    await data.notices.markSeen(user.id, until, now);
  });
}
