import { answer } from "../../contract/answers.ts";
import { HEADINGS } from "../../contract/site-pages.ts";
import { type AnswerState, STATES, signOf } from "../../derive/search/verdicts.ts";
import type { Preview, Verdict } from "./preview.ts";
import { answerOf, plain, type Reading } from "./reading.ts";

const VERDICTS: Readonly<Record<AnswerState, Verdict>> = {
  done: "done",
  pending: "pending",
  "not-yet": "open",
  "cannot-say": "unknown",
};

/** Returns the preview of an answer of /ask: the question, what can be said, and each challenge's verdict. */
export async function answerPreview(search: URLSearchParams, reading: Reading): Promise<Preview> {
  const text = search.get("q")?.trim() ?? "";
  const nothing = plain(reading, HEADINGS.ask, { line: "Has it been done? One question, every challenge." });
  if (text === "") return nothing;
  const answered = await answerOf(reading, answer, { q: text });
  if (!answered || answered.summary === null) return nothing;
  const { summary, answers } = answered;
  const best = (["done", "pending", "not-yet", "cannot-say"] as const).find((state) =>
    answers.some((each) => each.state === state),
  );
  if (best === undefined) return nothing;
  const labels = answers.filter(({ state }) => state === best).map(({ label }) => label);
  return plain(reading, summary, {
    stage: {
      kind: "verdicts",
      question: summary,
      verdicts: answers.map((each) => ({
        label: each.label,
        verdict: VERDICTS[each.state],
        words: signOf(each),
      })),
    },
    heading: STATES[best],
    line: labels.join(", "),
  });
}
