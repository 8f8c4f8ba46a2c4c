import {
  ANSWERS,
  answerPlayedWith,
  MOST_PLAYED_WITH,
  mutePlayedWith,
  type PlayedWith,
  playedWith,
} from "../../../domain/contract/played-with.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import { BadForm, NotFound } from "../../../server/errors.ts";
import { textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { readFilekeys } from "../completions/bulk.server.ts";
import { knownTime } from "../completions/repository/rows.server.ts";
import { nameOf } from "../completions/submission-outcome.server.ts";
import * as partnerAnswers from "./repository/played-with.server.ts";

/** What players say of completions that others submitted under their names. */
export function playedWithRoutes(router: Router, { data, challenges }: Deps): void {
  router.personal(playedWith, async (_, user) => {
    const [asked, answered, muted] = await Promise.all([
      // One more says whether there are more.
      partnerAnswers.listAsked(data.database, user.id, MOST_PLAYED_WITH + 1),
      partnerAnswers.listAnswered(data.database, user.id, MOST_PLAYED_WITH),
      partnerAnswers.listMuted(data.database, user.id, MOST_PLAYED_WITH),
    ]);
    const ids = [...asked, ...answered, ...muted].map(({ id }) => id);
    const found = new Map((await data.completions.findAllByIds(ids)).map((each) => [each.id, each]));
    const present = <Row extends { readonly id: string; readonly at: string }, More>(
      rows: readonly Row[],
      more: (row: Row) => More,
    ): (PlayedWith & More)[] =>
      rows.flatMap((row) => {
        const stored = found.get(row.id);
        const named = nameOf(stored, { challenges });
        if (!stored || !named) return [];
        return [
          { ...named, pending: stored.state.pending !== null, at: knownTime(row.at) ?? "", ...more(row) },
        ];
      });
    return {
      asked: present(asked.slice(0, MOST_PLAYED_WITH), ({ id }) => ({
        mayMute: (found.get(id)?.state.submitted_by ?? null) !== null,
      })),
      more: asked.length > MOST_PLAYED_WITH,
      answered: present(answered, ({ answer }) => ({ answer })),
      muted: present(muted, () => ({})),
    };
  });

  router.act(answerPlayedWith, async (form, { user, now }) => {
    const { entries = "", answer: text = "" } = textsOf(form);
    const answer = ANSWERS.find((each) => each === asWritten(text));
    if (!answer) throw new BadForm("not-a-choice", { subject: { field: "answer" }, choices: ANSWERS });
    const ids = readFilekeys(entries);
    if (answer === "none") await partnerAnswers.takeBack(data.database, user.id, ids);
    else if (
      (await partnerAnswers.answer(data.database, user.id, ids, { answer, at: now.toISOString() })) === 0
    )
      throw new NotFound("not-submitted-with-you");
  });

  router.act(mutePlayedWith, async (form, { user, now }) => {
    const { filekey = "", muted = "" } = textsOf(form);
    const id = asWritten(filekey);
    if (asWritten(muted) === "0") await partnerAnswers.unmute(data.database, user.id, id);
    else if (!(await partnerAnswers.mute(data.database, user.id, id, now.toISOString())))
      throw new NotFound("not-submitted-with-you");
  });
}
