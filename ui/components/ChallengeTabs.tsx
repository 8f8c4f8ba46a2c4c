import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { counted } from "../../game/counted.ts";
import classes from "./ChallengeTabs.module.css";

/** A challenge's list as one of the tabs. */
export interface ChallengeTab {
  readonly key: string;
  readonly label: string;
  /** Its list, with what narrows the one that is shown. */
  readonly to: string;
  /** Whether it says how many it has under that: not where nothing narrows the list, or where this one cannot take all of it. */
  readonly counts: boolean;
}

/**
 * The lists of all challenges.
 * @param countOf how many the list of a challenge has; null: it is not known yet, and room is kept for it
 * @param current the key of the one that is shown
 * @param countedFor what narrows them, in words; empty: nothing does
 */
export function ChallengeTabs({
  tabs,
  current,
  countOf,
  countedFor,
}: {
  tabs: readonly ChallengeTab[];
  current: string;
  countOf: (key: string) => number | null;
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
        {tabs.map(({ key, label, to, counts }) => (
          <li key={key}>
            <Link to={to} aria-current={key === current ? "page" : undefined} prefetch="intent">
              {label}
              {counts && <small> {counted(countOf(key) ?? 0)}</small>}
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
