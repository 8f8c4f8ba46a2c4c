import { pages } from "../../../../domain/contract/routes.ts";
import type { Headline } from "../../../../domain/contract/search.ts";
import { listed } from "../../../../domain/game/counted.ts";
import type { AskedKind } from "../../../../domain/search/asked.ts";
import type { UnderstoodPart } from "../../../../domain/search/understand.ts";
import type { Deps } from "../../../api/deps.server.ts";
import { done, newest, record, who } from "./completions.server.ts";
import { board, count, player } from "./counts.server.ts";
import { cannotSay, form, left, list, map, page, rules } from "./pages.server.ts";
import {
  type AnswerQuestion,
  type AskedQuestion,
  cannot,
  countAll,
  listOf,
  numberOf,
  of,
  only,
  type Said,
  subjectOf,
} from "./question.server.ts";

const FINDS: Readonly<Record<AskedKind, AnswerQuestion>> = {
  done,
  who,
  count,
  record,
  board,
  left,
  form,
  rules,
  player,
  map,
  newest,
  page,
  "cannot-say": cannotSay,
};

/** The kinds whose answer is a number or a name of exactly what was asked: a word that is not understood makes it another. */
const EXACT: ReadonlySet<AskedKind> = new Set([
  ...(["done", "who", "count", "record", "board", "newest", "player"] as const),
]);

/** Says what is known of what was understood of a question with words that were not. */
async function known(question: AskedQuestion, deps: Pick<Deps, "data">): Promise<Said | null> {
  if (question.filters.length === 0) return null;
  const { number } = await countAll(question, deps);
  if (number === 0) return null;
  const label = `${subjectOf(question)}: ${numberOf(number, "completion")}`;
  return { label, number, link: listOf(question) };
}

/** The kinds whose answer names what is verified. */
const OF_VERIFIED: ReadonlySet<AskedKind> = new Set(["who", "newest", "record", "count"]);

/** Where somebody may look who asked what cannot be said. */
function nearestPage(question: AskedQuestion): string | null {
  const { asked, scope, isOfSome, filters } = question;
  const [kind] = asked.kinds;
  const challenge = isOfSome && scope.length === 1 ? scope[0]?.key : null;
  if (kind === "board") return pages.players({ board: challenge });
  if (kind === "record" && scope.some(({ key, record }) => record && (key === challenge || !challenge)))
    return pages.records({ challenge, map: of(filters, "map")[0] });
  return listOf(question);
}

/** Returns the kinds to try: what a question names alone says what it asks for, too. */
function kindsOf({ asked: { kinds, traits }, filters, isOfSome }: AskedQuestion): readonly AskedKind[] {
  // Of what is pending there are numbers alone.
  if (of(filters, "pending").includes("1"))
    return [...kinds.filter((kind) => kind === "count"), ...kinds.filter((kind) => !OF_VERIFIED.has(kind))];
  const isPlain = kinds.every((kind) => kind === "done" || kind === "who");
  const isOfPlayer =
    filters.some(([name]) => name === "person") && !filters.some(([name]) => ["tower", "map"].includes(name));
  if (isPlain && isOfPlayer && !traits.has("first")) return ["player", ...kinds];
  return kinds.length === 1 && traits.has("what") && isOfSome && filters.length === 0 ? ["rules"] : kinds;
}

const typedIn = ({ kind, typed, value }: UnderstoodPart): string =>
  kind === "unread" ? value : typed.replaceAll('"', "").trim();

/** Words that divide or deny: what is left of a question without them is another question. */
const TURNING: ReadonlySet<string> = new Set("not no nor never or without except but".split(" "));

/** Words that ask for some of what is known, rather than for any of it: "fastest", "45k", "more". */
const SELECTING =
  /^(?:\p{L}{2,}est|\p{L}*\d.*|one|two|three|more|less|fewer|than|over|under|solo|single|alone)$/iu;
const COMPARING = /^(?:more|less|fewer|than|over|under)$/i;

/** Says why a question is not answered as a whole. */
function doubtOf(open: readonly UnderstoodPart[]): string {
  const either = open.find(({ kind }) => kind === "either");
  if (either) return `“${typedIn(either)}” could be ${either.value}`;
  const words = open.map((part) => `“${typedIn(part)}”`);
  if (open.some(({ kind }) => kind === "text" || kind === "filter"))
    return `an answer is only possible without ${listed(words)}`;
  return `${listed(words)} ${words.length === 1 ? "is" : "are"} not known here`;
}

/** Returns the kind of a question's answer, and the answer itself in one line. Null: it asks for nothing. */
export async function headlineOf(
  question: AskedQuestion,
  deps: Pick<Deps, "data" | "challenges">,
): Promise<{ readonly kind: AskedKind; readonly headline: Headline | null }> {
  const { open, filters, answers, asked } = question;
  const unread = open.map(typedIn).filter((typed) => typed !== "");
  const whole = (kind: AskedKind, { label, number, link, links = [], ignored = [], isUnknown }: Said) => ({
    kind: isUnknown ? ("cannot-say" as const) : kind,
    headline: { label, number, link, links, ignored: [...unread, ...ignored] },
  });
  const isOfList = asked.kinds.length === 1 && only(filters, "pending", "og", "difficulty", "completiontype");
  const listed =
    isOfList && open.length === 0 && !asked.traits.has("what") ? await list(question, deps) : null;
  if (listed) return whole("page", listed);
  for (const kind of kindsOf(question)) {
    if (EXACT.has(kind) && open.length > 0) continue;
    const said = await FINDS[kind](question, deps);
    if (said) return whole(kind, said);
  }
  if (open.length === 0) {
    const said = await list({ ...question, filters: [] }, deps);
    const reason = answers.find((each) => each.reason !== null)?.reason;
    if (reason)
      return whole("cannot-say", { label: `${subjectOf(question)}: ${reason}`, number: null, link: null });
    return said && filters.length === 0 ? whole("page", said) : { kind: "cannot-say", headline: null };
  }
  const doubt = doubtOf(open);
  const isTurned = open.some(
    (part) =>
      ["text", "filter"].includes(part.kind) ||
      TURNING.has(typedIn(part).toLowerCase()) ||
      COMPARING.test(typedIn(part)),
  );
  const asksMore =
    asked.kinds.some((kind) => kind !== "done" && EXACT.has(kind)) ||
    open.some((part) => SELECTING.test(typedIn(part)));
  if (asksMore) return whole("cannot-say", cannot(doubt, isTurned ? null : nearestPage(question)));
  const part = isTurned ? null : await known(question, deps);
  if (part) return whole("done", { ...part, label: `${part.label} (${doubt})` });
  return whole("cannot-say", cannot(doubt, null));
}
