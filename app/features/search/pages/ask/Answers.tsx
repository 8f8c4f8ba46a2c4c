import { Link } from "react-router";
import controls from "../../../../../domain/fields/controls.module.css";
import { TowerMark } from "../../../../../domain/fields/marks/TowerMark.tsx";
import { VerdictSign } from "../../../../../domain/fields/marks/VerdictSign.tsx";
import { counted, withArticle } from "../../../../../domain/game/counted.ts";
import { SIGN_OF, signOf } from "../../../../../domain/search/verdicts.ts";
import { PlaySign } from "../../../../ui/completions/PlaySign.tsx";
import { Day } from "../../../../ui/components/Ago.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { Hidden } from "../../../../ui/components/layout.tsx";
import { useBrokenMedia } from "../../../../ui/components/use-broken-media.ts";
import classes from "./ask.module.css";
import type { AnswerCard } from "./load.server.ts";
import { byAnswer, inShort, inWords, JOINED_BY, quoted, uncapitalised } from "./words.ts";

type Found = AnswerCard["found"][number];

/** The least cost of what the challenge has of the question. */
function LeastCost({ least }: Pick<AnswerCard, "least">) {
  if (least === null) return null;
  const { map, cost, players, version, page } = least;
  return (
    <>
      {map === null ? "Least cost" : `${map}'s least cost`}: <Link to={page}>{cost}</Link> by{" "}
      <bdi>{players}</bdi>
      {version !== null && ` (${version})`}.
    </>
  );
}

/** The proof as a small picture, which leads to the completion. Its heading is a link, too, for the keyboard. */
function Thumbnail({ card: { thumbnail, found } }: { card: AnswerCard }) {
  const { isBroken, media } = useBrokenMedia<HTMLImageElement>();
  const [first] = found;
  if (thumbnail === null || isBroken || !first) return null;
  return (
    <Link to={first.page} className={classes.thumbnail} tabIndex={-1} aria-hidden="true">
      {thumbnail.kind === "picture" ? (
        <img {...media} src={thumbnail.url} alt="" loading="lazy" />
      ) : (
        <PlaySign kind={thumbnail.kind} />
      )}
    </Link>
  );
}

/** Returns the anchor of a challenge's answer in the page. */
const idOf = (challenge: string): string => `in-${challenge}`;

/** Says who played it, since when it has been here, and whether it is the original. */
function Facts({ found, others = 0 }: { found: Found; others?: number }) {
  const { players, day, original, sample, isPending } = found;
  return (
    <>
      by{" "}
      <strong>
        <bdi>{players}</bdi>
      </strong>
      {others > 0 && ` and ${counted(others)} more`}
      {day !== null && (
        <>
          {" · "}
          {isPending && "pending since "}
          <Day at={day} />
        </>
      )}
      {original !== null && !isPending && ` · ${original ? "OG" : "repeat"}`}
      {sample && (
        <>
          {" · "}
          <span className={classes.sample} title="Made up to show how the site works; not a real run">
            sample
          </span>
        </>
      )}
    </>
  );
}

/** What was found: details of the first, then links to all, with details of the others. */
function FoundLines({ card }: { card: AnswerCard }) {
  const { found, verified, pending, state, lists } = card;
  const [first, ...next] = found;
  if (!first) return null;
  const others = (state === "done" ? verified : pending) - 1;
  return (
    <>
      <p>
        <Facts found={first} others={others} />
      </p>
      <ul className={classes.found}>
        {[first, ...next].map((each) => (
          <li key={each.page}>
            <span className={classes.foundMarks}>
              {each.marks.map((mark) => (
                <TowerMark key={mark} packed={mark} />
              ))}
            </span>
            <Link to={each.page}>{each.heading}</Link>
            {each.proof !== null && (
              <>
                {" ("}
                <a
                  href={each.proof}
                  rel="noopener nofollow ugc"
                  target="_blank"
                  aria-label={`Proof of ${each.heading}`}
                >
                  proof
                </a>
                )
              </>
            )}
            {each !== first && (
              <span>
                {" "}
                <Facts found={each} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {state === "done" && pending > 0 && (
        <p className={layout.quiet}>
          <Link to={lists.pending}>{pending} more pending</Link>
        </p>
      )}
    </>
  );
}

const countOf = (verified: number, pending: number): string =>
  [verified > 0 ? `${counted(verified)} done` : "", pending > 0 ? `${counted(pending)} pending` : ""]
    .filter(Boolean)
    .join(", ");

/** What there is with one filter less, or with only those that the challenge records. */
function NearLines({ near }: Pick<AnswerCard, "near">) {
  return (
    <ul className={classes.found}>
      {near.map(({ without, filters, verified, pending, examples, list }) => {
        const joined = JOINED_BY[without.parameter];
        const count = verified + pending;
        return (
          <li key={list}>
            <Link to={list}>{inWords(filters)}</Link>
            {`: ${countOf(verified, pending)}`}
            {joined && examples.length > 0 && (
              <span className={layout.quiet}>
                , {joined} {examples.join(", ")}
                {count > examples.length && " …"}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** What each meaning of words that fit several names comes to. */
function EachMeaning({ card: { each, rest, state } }: { card: AnswerCard }) {
  return (
    <ul className={classes.found} data-state={state}>
      {each.map(({ name, list, without, ...said }) => (
        <li key={name}>
          <strong>{name}</strong>:{" "}
          {said.verified + said.pending > 0 ? <Link to={list}>{inShort(said)}</Link> : inShort(said)}
          {without.length > 0 && <span>, without {quoted(without)}</span>}
        </li>
      ))}
      {rest && (
        <li>
          <span>
            <Link to={rest.list}>Without {quoted(rest.without)}</Link>: {countOf(rest.verified, rest.pending)}
          </span>
        </li>
      )}
    </ul>
  );
}

/** Says that the answer leaves out what was not understood. */
function Without({ card: { without, state } }: { card: AnswerCard }) {
  return without.length === 0 || state === "cannot-say" ? null : (
    <p className={layout.quiet}>without {quoted(without)}</p>
  );
}

function Action({ card }: { card: AnswerCard }) {
  const { state, verified, pending, lists, found, submit, label } = card;
  if (submit !== null)
    return (
      <Link
        to={submit}
        className={`${controls.button} ${controls.call}`}
        aria-label={`Submit it as ${withArticle(label)}`}
      >
        Submit it
      </Link>
    );
  const count = state === "done" ? verified : pending;
  const list = state === "done" ? lists.verified : lists.pending;
  const [first] = found;
  if (count === 0 || !first) return null;
  return count === 1 ? (
    <Link to={first.page} className={controls.button} aria-label={`Open ${first.heading}`}>
      Open
    </Link>
  ) : (
    <Link to={list} className={controls.button} aria-label={`All ${count} in ${label}`}>
      All {counted(count)}
    </Link>
  );
}

function Verdict({ card }: { card: AnswerCard }) {
  const { challenge, label, name, state, reason } = card;
  return (
    <li id={idOf(challenge)} className={classes.card} data-state={state}>
      <h2 title={name}>{label}</h2>
      <p className={classes.sign}>
        <VerdictSign verdict={SIGN_OF[state]} />
        {signOf(card)}
      </p>
      <div className={classes.text}>
        {reason !== null && <p>{reason}</p>}
        <Without card={card} />
        {card.each.length > 0 && <EachMeaning card={card} />}
        {card.near.length > 0 && <NearLines near={card.near} />}
        {state === "not-yet" && card.hasNothingNear && (
          <p className={layout.quiet}>Nothing similar has been recorded either.</p>
        )}
        {(state === "done" || state === "pending") && <FoundLines card={card} />}
        {card.least !== null && (
          <p>
            <LeastCost least={card.least} />
          </p>
        )}
      </div>
      <Thumbnail card={card} />
      <div className={classes.action}>
        <Action card={card} />
      </div>
    </li>
  );
}

/** Challenges that cannot answer for the same reason, in one card: there is nothing to do with any of them. */
function Unanswered({ sign, cards }: { sign: string; cards: readonly AnswerCard[] }) {
  const reasons = [...Map.groupBy(cards, ({ reason }) => reason ?? "")];
  return (
    <li className={classes.card} data-state="cannot-say" data-several>
      <h2 className={classes.sign}>
        <VerdictSign verdict="unknown" />
        {sign}
      </h2>
      <div className={classes.text}>
        {reasons.map(([reason, each]) => (
          <p key={reason}>
            {each.map(({ challenge }) => (
              <span key={challenge} id={idOf(challenge)} />
            ))}
            {each.length > 1 && <strong>{each.map(({ label }) => label).join(", ")}: </strong>}
            {reason}
            {each.map(({ challenge, least }) => (
              <span key={challenge}>
                {" "}
                <LeastCost least={least} />
              </span>
            ))}
            {each.flatMap(({ near }) =>
              near.map(({ filters, verified, pending, list }) => (
                <span key={list} className={layout.quiet}>
                  {" "}
                  <Link to={list}>{inWords(filters)}</Link>: {countOf(verified, pending)}
                </span>
              )),
            )}
          </p>
        ))}
      </div>
    </li>
  );
}

/** Whether a card says nothing but why it cannot answer. */
const isUnanswered = ({ state, each, submit }: AnswerCard): boolean =>
  state === "cannot-say" && each.length === 0 && submit === null;

export function Counts({ cards }: { cards: readonly AnswerCard[] }) {
  return (
    <p className={`${controls.row} ${classes.counts}`}>
      {byAnswer(cards).map(({ state, name, cards: group }) => (
        <span key={name}>
          <VerdictSign verdict={SIGN_OF[state]} />
          {group.length} {uncapitalised(name)}
        </span>
      ))}
    </p>
  );
}

/**
 * The answers of all challenges in their usual order. Those that cannot answer for the same reason come together at the
 * end.
 */
export function Answers({ cards }: { cards: readonly AnswerCard[] }) {
  const several = [...Map.groupBy(cards.filter(isUnanswered), signOf)].filter(([, same]) => same.length > 1);
  const unanswered = several.flatMap(([, same]) => same);
  const alone = cards.filter((card) => !unanswered.includes(card));
  return (
    <>
      {cards.length > 1 && (
        <nav aria-label="Answers" className={classes.strip}>
          {cards.map((card) => (
            <a key={card.challenge} href={`#${idOf(card.challenge)}`} data-state={card.state}>
              <VerdictSign verdict={SIGN_OF[card.state]} />
              {card.label}
              <Hidden>: {signOf(card)}</Hidden>
            </a>
          ))}
        </nav>
      )}
      <ul className={layout.near}>
        {alone.map((card) => (
          <Verdict key={card.challenge} card={card} />
        ))}
        {several.map(([sign, same]) => (
          <Unanswered key={sign} sign={sign} cards={same} />
        ))}
      </ul>
    </>
  );
}
