import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { counted } from "../../../domain/game/counted.ts";
import classes from "./ChallengeTabs.module.css";
import layout from "./layout.module.css";

/** A challenge's list as one of the tabs. */
export interface ChallengeTab {
  readonly key: string;
  readonly label: string;
  /** The list, narrowed like the one that is shown. */
  readonly to: string;
  /**
   * Whether to show how many completions it has under that narrowing: not if nothing narrows the list, or if this list
   * cannot take all of it.
   */
  readonly counts: boolean;
}

/**
 * Renders tabs for the lists of all challenges.
 * @param countOf returns how many completions a challenge's list has; null if not known yet, which leaves room for it
 * @param current the key of the list that is shown
 * @param countedFor what narrows the lists, in words; empty if nothing does
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
  // On a phone not all tabs fit, so the current one is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each list
  useEffect(() => {
    const shown = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (!list.current || !shown) return;
    list.current.scrollLeft = shown.offsetLeft - (list.current.clientWidth - shown.offsetWidth) / 2;
  }, [current]);
  return (
    <nav aria-label="Lists" className={classes.tabs}>
      <ul ref={list} className={classes.list}>
        {tabs.map(({ key, label, to, counts }) => {
          const count = countOf(key);
          return (
            <li key={key}>
              <Link to={to} aria-current={key === current ? "page" : undefined} prefetch="intent">
                {label}
                {counts && <small> {count !== null && counted(count)}</small>}
              </Link>
            </li>
          );
        })}
      </ul>
      {countedFor.length > 0 && (
        <p className={`${layout.cut} ${classes.words}`}>
          counts are for <bdi>{countedFor.join(" · ")}</bdi>
        </p>
      )}
    </nav>
  );
}
