import { useSyncExternalStore } from "react";
import { dayInWords } from "../../../domain/game/day-in-words.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Days after which a date says more than how long ago it was. */
const MOST_DAYS = 30;

/** A day, or the day of a moment in UTC, as every page writes it: "25 Nov 2026". */
export const Day = ({ at }: { at: string }) => <time dateTime={at}>{dayInWords(at)}</time>;

/** "2 h ago"; null where a date says more, and for what has yet to come. */
export function agoInWords(at: string, now: number): string | null {
  const ago = now - Date.parse(at);
  // Two clocks are rarely the same to the second.
  if (!(ago > -MINUTE) || ago >= MOST_DAYS * DAY) return null;
  if (ago < MINUTE) return "just now";
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)} min ago`;
  if (ago < DAY) return `${Math.floor(ago / HOUR)} h ago`;
  return `${Math.floor(ago / DAY)} d ago`;
}

/** A moment (ISO 8601) to the minute, "25 Nov 2026, 14:05 UTC": a log and its filters are in UTC. */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at}>{`${dayInWords(at)}, ${at.slice(11, 16)} UTC`}</time>
);

const now = (): number => Math.floor(Date.now() / MINUTE) * MINUTE;

function everyMinute(onChange: () => void): () => void {
  const timer = setInterval(onChange, MINUTE / 4);
  return () => clearInterval(timer);
}

/**
 * A moment (ISO 8601): its day, which is in the page that is the same for everybody, or once the page's script runs how
 * long ago it was.
 */
export function Ago({ at, className }: { at: string; className?: string | undefined }) {
  const time = useSyncExternalStore<number | null>(everyMinute, now, () => null);
  return (
    <time
      dateTime={at}
      className={className}
      title={time === null ? undefined : new Date(at).toLocaleString()}
    >
      {(time === null ? null : agoInWords(at, time)) ?? dayInWords(at)}
    </time>
  );
}
