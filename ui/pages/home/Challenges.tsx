import { Link } from "react-router";
import { counted } from "../../../game/counted.ts";
import { pages } from "../../../routes.ts";
import { Hidden } from "../../components/Hidden.tsx";
import { Balloon } from "./Balloon.tsx";
import classes from "./Challenges.module.css";
import type { ChallengeCard } from "./load.server.ts";

interface Props {
  readonly challenges: readonly ChallengeCard[];
}

/** Challenges as cards: what each is, and a balloon filled by the share of it that is done. */
export function Challenges({ challenges }: Props) {
  return (
    <ul className={classes.cards}>
      {challenges.map(({ key, label, name, summary, share }) => (
        <li key={key}>
          <Link to={pages.list(key)} prefetch="intent">
            <strong>{label}</strong>
            <Hidden>{name}</Hidden>
          </Link>
          <p>{summary}</p>
          {share && (
            <>
              <Balloon share={share.possible === 0 ? 0 : share.done / share.possible} />
              <p className={classes.share}>
                <b>{counted(share.done)}</b> of {counted(share.possible)} {share.of}
              </p>
              <p className={classes.verified}>{counted(share.verified)} verified</p>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
