import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** What is in the live region. */
interface Announcement {
  readonly text: string;
  /** Its number on this page, since the same text may be announced again. */
  readonly number: number;
}

let latest: Announcement = { text: "", number: 0 };
const listeners = new Set<() => void>();

export const latestAnnouncement = (): Announcement => latest;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Has screen readers read a text, through the one live region that every page has (PageFrame.tsx). */
export function announce(text: string): void {
  latest = { text, number: latest.number + 1 };
  for (const listener of listeners) listener();
}

/**
 * Announces what a page shows whenever that, or the query of its address, has changed in place (WCAG 4.1.3). What a page
 * shows first is not announced: screen readers then read its title.
 * @param text what it shows, in a few words; null while that is not known
 */
export function useAnnouncement(text: string | null): void {
  const { pathname, search } = useLocation();
  const before = useRef<{ readonly pathname: string; readonly shown: string } | null>(null);
  useEffect(() => {
    if (text === null) return;
    const { current } = before;
    const shown = `${search} ${text}`;
    before.current = { pathname, shown };
    if (current?.pathname === pathname && current.shown !== shown) announce(text);
  }, [pathname, search, text]);
}
