import { useId } from "react";
import { Link } from "react-router";
import { type Explained, splitAtWords } from "../../../domain/challenges/glossary.ts";
import { pages } from "../../../domain/contract/routes.ts";
import { counted } from "../../../domain/game/counted.ts";
import { Hidden } from "../../ui/components/small.tsx";
import { WithWords } from "../../ui/components/Word.tsx";
import classes from "./Challenges.module.css";
import type { ChallengeCard } from "./load.server.ts";

interface Props {
  readonly challenges: readonly ChallengeCard[];
  /** Words to explain in the first summary that has them. */
  readonly explains?: readonly Explained[];
}

/** Challenges as cards: what each is, and a balloon filled by the share of it that is done. */
export function Challenges({ challenges, explains = [] }: Props) {
  const first = challenges.find(({ summary }) => splitAtWords(summary, explains).length > 1);
  return (
    <ul className={classes.cards}>
      {challenges.map(({ key, label, name, summary, share }) => (
        <li key={key}>
          <Link to={pages.list(key)} prefetch="intent">
            <strong>{label}</strong>
            <Hidden>{name}</Hidden>
          </Link>
          <p>
            <WithWords text={summary} words={key === first?.key ? explains : []} />
          </p>
          {share && (
            <>
              <Balloon share={share.possible === 0 ? 0 : share.done / share.possible} />
              <p className={classes.share}>
                <b>{counted(share.done)}</b> of {counted(share.possible)}{" "}
                {share.of === "maps" ? "maps" : `${share.of === "names" ? "towers" : "pairs"} with an OG`}
              </p>
              <p className={classes.verified}>{counted(share.verified)} verified</p>
              <p className={classes.verified}>
                {share.possible > share.done && (
                  <Link to={share.of === "maps" ? pages.coverage() : pages.challengeCoverage(key)}>
                    {counted(share.possible - share.done)} {share.of !== "maps" && "OGs"} left
                    <Hidden> in {label}</Hidden>
                  </Link>
                )}
              </p>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Top and bottom of the balloon's skin, in the drawing's own units. */
const [TOP, BOTTOM] = [2, 40];

/** A balloon filled from below by a share, 0 to 1. The figure is shown beside it. */
function Balloon({ share }: { share: number }) {
  const id = useId();
  // Any share above 0 is visible.
  const height = share === 0 ? 0 : Math.max(share, 0.06) * (BOTTOM - TOP);
  const skin = "M17 2c8.6 0 15 6.6 15 15.4C32 28 22.6 36 18.6 40h-3.2C11.4 36 2 28 2 17.4 2 8.6 8.4 2 17 2z";
  return (
    <svg className={classes.balloon} viewBox="0 0 34 48" aria-hidden="true">
      <clipPath id={id}>
        <rect x="0" y={BOTTOM - height} width="34" height={height} />
      </clipPath>
      <path d={skin} className={classes.skin} />
      <path d={skin} className={classes.filled} clipPath={`url(#${id})`} />
      <path d={skin} className={classes.edge} />
      <path d="M17 40l-4.5 6h9z" className={classes.knot} />
      <path d="M9 16c0-4 2.6-7 6-7.6" className={classes.shine} />
    </svg>
  );
}
