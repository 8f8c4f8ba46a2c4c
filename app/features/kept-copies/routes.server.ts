import { keepCopies, keptCopies } from "../../../domain/contract/kept-copies.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import { problem, say } from "../../../domain/messages/index.ts";
import { BadForm, NotFound } from "../../../server/errors.ts";
import { textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { wantCopies } from "../completions/copies.server.ts";
import { nameOf } from "../completions/submission-outcome.server.ts";
import * as stored from "./repository.server.ts";

/** Copies of pictures behind links to proof, for those who submitted them. */
export function keptCopyRoutes(router: Router, { data, challenges, keepsCopies }: Deps): void {
  router.personal(keptCopies, async ({ filekey, count }, user) => {
    const [isOn, { copies, bytes }, rows] = await Promise.all([
      stored.isWanted(data.database, user.id),
      stored.count(data.database, user.id),
      stored.list(data.database, user.id, filekey, count),
    ]);
    const ids = [...new Set(rows.map(({ completion }) => completion))];
    const found = new Map((await data.completions.findAllByIds(ids)).map((each) => [each.id, each]));
    const results = rows.flatMap(({ completion, why, ...row }) => {
      const named = nameOf(found.get(completion), { challenges });
      return named ? [{ ...named, ...row, why: why === null ? null : say(problem(why)) }] : [];
    });
    return { isPossible: keepsCopies, isOn, copies, bytes, results };
  });

  router.act(keepCopies, async (form, { user, now }) => {
    const { on = "", filekey = "" } = textsOf(form);
    const [isOn, of] = [asWritten(on), asWritten(filekey) || null];
    if (isOn !== "1" && isOn !== "0")
      throw new BadForm("not-a-choice", { subject: { field: "on" }, choices: ["1", "0"] });
    if (of === null) await data.notices.savePerson(user.id, { keeps_copies: isOn === "1" ? 1 : 0 });
    if (isOn === "0") return void (await stored.remove(data.database, user.id, of));
    const wanted = await wantCopies(user.id, of, now, { data, keepsCopies });
    if (of !== null && wanted === 0) throw new NotFound("nothing-to-copy");
  });
}
