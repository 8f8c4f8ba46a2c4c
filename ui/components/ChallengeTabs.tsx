import { useEffect, useRef } from "react";
import { Link } from "react-router";
import classes from "./ChallengeTabs.module.css";

/** A challenge's list as one of the tabs. */
export interface ChallengeTab {
  readonly key: string;
  readonly label: string;
  /** Its list, with what narrows the one that is shown. */
  readonly to: string;
  /** How many it has under that; null: nothing narrows the list that is shown, or this one cannot take all of it. */
  readonly count: number | null;
}

/**
 * The lists of all challenges.
 * @param current the key of the one that is shown
 * @param countedFor what narrows them, in words; empty: nothing does
 */
export function ChallengeTabs({
  tabs,
  current,
  countedFor,
}: {
  tabs: readonly ChallengeTab[];
  current: string;
  countedFor: readonly string[];
}) {
  const list = useRef<HTMLUListElement>(null);
  // On a phone not all of them have room: the one that is shown stands in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each list
  useEffect(() => {
    const shown = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (!list.current || !shown) return;
    list.current.scrollLeft = shown.offsetLeft - (list.current.clientWidth - shown.offsetWidth) / 2;
  }, [current]);
  return (
    <nav aria-label="Lists" className={classes.tabs}>
      <ul ref={list} className={classes.list}>
        {tabs.map(({ key, label, to, count }) => (
          <li key={key}>
            <Link to={to} aria-current={key === current ? "page" : undefined} prefetch="intent">
              {label}
              {count !== null && <small> {count.toLocaleString("en-US")}</small>}
            </Link>
          </li>
        ))}
      </ul>
      {countedFor.length > 0 && (
        <p className={classes.words}>
          counts are for <bdi>{countedFor.join(" · ")}</bdi>
        </p>
      )}
    </nav>
  );
}
