import { Link } from "react-router";
import { type Verdict as Sign, VerdictSign } from "../../../../../domain/fields/marks/VerdictSign.tsx";
import { counted } from "../../../../../domain/game/counted.ts";
import { STATES, signOf } from "../../../../../domain/search/verdicts.ts";
import { Hidden } from "../../../../ui/components/Hidden.tsx";
import classes from "./Answers.module.css";
import type { Card } from "./load.server.ts";
import { countsIn, inWords, JOINED_BY } from "./words.ts";

/** The sign of each answer. */
const VERDICTS: Readonly<Record<Card["state"], Sign>> = {
  done: "done",
  pending: "pending",
  "not-yet": "open",
  "cannot-say": "unknown",
};

type Found = Card["found"][number];

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
          {isPending && "waits for a helper since "}
          <time dateTime={day}>{day}</time>
        </>
      )}
      {original !== null && !isPending && ` · ${original ? "OG" : "repeat"}`}
      {sample && (
        <>
          {" · "}
          <span className={classes.sample} title="Made up to show the site; nobody played it">
            sample
          </span>
        </>
      )}
    </>
  );
}

/** What was found: details of the first, then links to all, with details of the others. */
function FoundLines({ card }: { card: Card }) {
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
        <p className={classes.quiet}>
          <Link to={lists.pending}>
            {pending} more {pending === 1 ? "waits" : "wait"} for a helper
          </Link>
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
function NearLines({ near }: Pick<Card, "near">) {
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
              <span className={classes.quiet}>
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

function Action({ card }: { card: Card }) {
  const { state, verified, pending, lists, found, submit, label } = card;
  if (submit !== null)
    return (
      <Link to={submit} className={classes.submit} aria-label={`Submit it as a ${label}`}>
        Submit it
      </Link>
    );
  const count = state === "done" ? verified : pending;
  const list = state === "done" ? lists.verified : lists.pending;
  const [first] = found;
  if (count === 0 || !first) return null;
  return count === 1 ? (
    <Link to={first.page} className={classes.open} aria-label={`Open ${first.heading}`}>
      Open
    </Link>
  ) : (
    <Link to={list} className={classes.open} aria-label={`All ${count} in ${label}`}>
      All {counted(count)}
    </Link>
  );
}

function Verdict({ card }: { card: Card }) {
  const { challenge, label, name, state, reason } = card;
  return (
    <li id={idOf(challenge)} className={classes.card} data-state={state}>
      <h2 title={name}>{label}</h2>
      <p className={classes.sign}>
        <VerdictSign verdict={VERDICTS[state]} />
        {signOf(card)}
      </p>
      <div className={classes.text}>
        {state === "cannot-say" && <p>{reason}</p>}
        {card.near.length > 0 && <NearLines near={card.near} />}
        {state === "not-yet" && card.hasNothingNear && (
          <p className={classes.quiet}>Nothing close to it is here either.</p>
        )}
        {(state === "done" || state === "pending") && <FoundLines card={card} />}
      </div>
      <div className={classes.action}>
        <Action card={card} />
      </div>
    </li>
  );
}

/** Challenges that cannot answer, in one card: there is nothing to do with any of them. */
function Unanswered({ cards }: { cards: readonly Card[] }) {
  const reasons = [...Map.groupBy(cards, ({ reason }) => reason ?? "")];
  return (
    <li className={classes.card} data-state="cannot-say" data-several>
      <h2 className={classes.sign}>
        <VerdictSign verdict="unknown" />
        {STATES["cannot-say"]}
      </h2>
      <div className={classes.text}>
        {reasons.map(([reason, each]) => (
          <p key={reason}>
            {each.map(({ challenge }) => (
              <span key={challenge} id={idOf(challenge)} />
            ))}
            {each.length > 1 && <strong>{each.map(({ label }) => label).join(", ")}: </strong>}
            {reason}
            {each.flatMap(({ near }) =>
              near.map(({ filters, verified, pending, list }) => (
                <span key={list} className={classes.quiet}>
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

/** The answers of all challenges in their usual order. If several cannot answer, they come together at the end. */
export function Answers({ cards }: { cards: readonly Card[] }) {
  const unanswered = cards.filter(({ state }) => state === "cannot-say");
  const alone = unanswered.length > 1 ? cards.filter((card) => !unanswered.includes(card)) : cards;
  return (
    <>
      <p className={classes.counts}>
        {countsIn(cards).map(({ state, count }) => (
          <span key={state}>
            <VerdictSign verdict={VERDICTS[state]} />
            {count} {STATES[state].toLowerCase()}
          </span>
        ))}
      </p>
      {cards.length > 1 && (
        <nav aria-label="Answers" className={classes.strip}>
          {cards.map(({ challenge, label, state }) => (
            <a key={challenge} href={`#${idOf(challenge)}`} data-state={state}>
              <VerdictSign verdict={VERDICTS[state]} />
              {label}
              <Hidden>: {STATES[state]}</Hidden>
            </a>
          ))}
        </nav>
      )}
      <ul className={classes.cards}>
        {alone.map((card) => (
          <Verdict key={card.challenge} card={card} />
        ))}
        {unanswered.length > 1 && <Unanswered cards={unanswered} />}
      </ul>
    </>
  );
}
