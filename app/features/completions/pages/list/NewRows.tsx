import { useEffect, useState } from "react";
import { Link } from "react-router";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { DATED_SINCE, listRequest } from "../../../../../domain/lists/url-state.ts";
import { Hidden } from "../../../../ui/components/layout.tsx";
import { onOwnWrites } from "../../../../ui/own-writes.ts";
import classes from "./list.module.css";
import type { ListPageData } from "./load.server.ts";

const MINUTE = 60_000;
/** A tab that is idle for so long asks no more until somebody does. */
const UNTOUCHED = 30 * MINUTE;
const LONGEST_PAUSE = 16 * MINUTE;

/** Signs that somebody is at the tab. */
const SIGNS = ["pointerdown", "keydown", "scroll", "focus", "visibilitychange"] as const;

interface Since {
  readonly seq: number;
  readonly filekeys: readonly string[];
}

/**
 * Asks once a minute how many completions of a list are new since it was shown. Returns a function that ends it. A tab
 * that is hidden, offline or left alone does not ask; after an error the pause doubles. What was written in another tab of
 * this browser is not new.
 */
function watchForNew(address: (since?: number) => string, tell: (count: number) => void): () => void {
  const own = new Set<string>();
  let fresh: readonly string[] = [];
  const say = (): void => tell(fresh.filter((filekey) => !own.has(filekey)).length);
  const ignoreOwn = onOwnWrites((filekeys) => {
    for (const filekey of filekeys) own.add(filekey);
    say();
  });
  const ended = new AbortController();
  const { signal } = ended;
  let since: number | undefined;
  let pause = MINUTE;
  let touched = Date.now();
  let askedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isWatched = (): boolean =>
    !document.hidden && navigator.onLine && Date.now() - touched < UNTOUCHED && !signal.aborted;

  function plan(): void {
    if (isWatched()) timer ??= setTimeout(ask, askedAt + pause - Date.now());
  }

  async function ask(): Promise<void> {
    if (isWatched()) {
      askedAt = Date.now();
      try {
        const response = await fetch(address(since), { signal });
        if (!response.ok) throw new Error(`HTTP ${response.status}`);
        const { seq, filekeys }: Since = await response.json();
        pause = MINUTE;
        since ??= seq;
        fresh = filekeys;
        say();
      } catch {
        pause = Math.min(2 * pause, LONGEST_PAUSE);
      }
    }
    // Only now: a sign while it was asked must not plan the next one by the pause of before.
    timer = undefined;
    plan();
  }

  const onSign = (): void => {
    touched = Date.now();
    plan();
  };
  for (const sign of SIGNS) addEventListener(sign, onSign, { signal, passive: true, capture: true });
  addEventListener("online", plan, { signal });
  plan();
  return () => {
    ended.abort();
    ignoreOwn();
    clearTimeout(timer);
  };
}

/** A link to the newest rows of a list once there are some that it does not show. Nothing moves by itself. */
export function NewRows({ page: { challenge, state } }: { page: ListPageData }) {
  const [count, setCount] = useState(0);
  const { sortby: _, offset: __, ...shown } = listRequest(state);
  useEffect(() => {
    // What is new in the list that was shown before says nothing of this one.
    setCount(0);
    const { sortby: _, offset: __, count: ___, since: date, ...narrowed } = listRequest(state);
    const filters = { ...narrowed, ...(date !== undefined && { [DATED_SINCE]: date }) };
    return watchForNew(
      (since) => api.since(challenge.key, { ...filters, ...(since !== undefined && { since }) }),
      setCount,
    );
  }, [challenge.key, state]);
  return (
    <>
      {/* Its words stay the same, so that it is read out once. */}
      <Hidden>
        <span role="status">{count > 0 && "There are new completions."}</span>
      </Hidden>
      {count > 0 && (
        <div className={classes.fresh}>
          <Link to={pages.list(challenge.key, shown)} className={`${controls.button} ${controls.call}`}>
            {count} new
          </Link>
        </div>
      )}
    </>
  );
}
