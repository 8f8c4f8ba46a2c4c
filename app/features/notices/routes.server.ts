import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { type Notice, notices, seeNotices } from "../../../domain/contract/notices.ts";
import { dayInWords } from "../../../domain/game/day-in-words.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import { amountInWords } from "../../../domain/lists/record.ts";
import { headingOf, playersOf, presentRow } from "../../../domain/lists/row.ts";
import { BadForm } from "../../../server/errors.ts";
import { textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { completionOf, type StoredCompletion } from "../completions/repository/stored-completion.server.ts";
import { findSubmissionOutcome, reviewStateOf } from "../completions/submission-outcome.server.ts";
import { mailRoutes } from "./mail.server.ts";
import type { NoticeRow } from "./repository.server.ts";

/** What a notice tells, in words. */
export type NoticeContent = Pick<Notice, "challenge" | "filekey" | "heading" | "text" | "came" | "until">;

/** Returns what notices tell; null for one of a completion that is not there. */
export async function contentsOf(
  notices: readonly NoticeRow[],
  { data, challenges }: Pick<Deps, "data" | "challenges">,
): Promise<readonly (NoticeContent | null)[]> {
  const ids = new Set(notices.flatMap(({ completion }) => completion ?? []));
  const all = await data.completions.findAllByIds([...ids]);
  const found = new Map(all.map((each) => [each.id, each]));
  // What was decided anew since then is no word on an older verdict.
  const tellsOf = ({ kind, completion }: NoticeRow, stored: StoredCompletion): boolean =>
    completion === stored.id && kind === reviewStateOf(stored);
  const decided = all.filter((stored) => notices.some((notice) => tellsOf(notice, stored)));
  const asked = notices.flatMap(({ kind, completion }) => (kind === "ask" && completion ? [completion] : []));
  const [came, questions] = await Promise.all([
    findSubmissionOutcome(decided, { data, challenges }),
    data.messages.findReviewProgress(asked),
  ]);
  return notices.map((notice) => {
    const { completion, data: json } = notice;
    const { name = "", text = null, until, by } = JSON.parse(json) as NoticeData;
    if (completion === null)
      return { challenge: "", filekey: "", heading: name, text, came: null, until: null };
    const stored = found.get(completion);
    const definition = stored && challenges.get(stored.challenge);
    if (!definition) return null;
    const also = tellsOf(notice, stored) ? (came.get(completion)?.came ?? null) : null;
    const question = questions.get(completion);
    const isOpen = question?.until === until && question?.answeredAt === null;
    const shown = { ...ofCompletion(notice, definition, stored, by), ...(text && { text }) };
    return { ...shown, came: also, until: (isOpen && until) || null };
  });
}

/** What the column `data` may have. */
interface NoticeData {
  /** Of a notice that is about no completion: the name that it is about. */
  readonly name?: string;
  readonly text?: string | null;
  readonly until?: string;
  /** By how much a record fell. */
  readonly by?: number;
}

function ofCompletion(
  { kind }: NoticeRow,
  definition: ChallengeDefinition,
  stored: StoredCompletion,
  by: number | undefined,
) {
  const row = presentRow(definition, completionOf(stored));
  const { date } = stored.state;
  const shown = { challenge: definition.key, filekey: stored.id, heading: headingOf(definition, row) };
  if (kind === "played-with") return { ...shown, text: `As a run of ${playersOf(definition, row)}.` };
  const played = kind === "record-superseded" && date ? `, played on ${dayInWords(date)}` : "";
  return {
    ...shown,
    text:
      by === undefined
        ? null
        : `${by === 0 ? "As good, by" : `By ${amountInWords(definition, by)}, to`} ${playersOf(definition, row)}${played}.`,
  };
}

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
