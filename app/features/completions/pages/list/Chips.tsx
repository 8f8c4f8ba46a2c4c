import { type FocusEvent, useEffect, useRef } from "react";
import { Link } from "react-router";
import { pages } from "../../../../../domain/contract/routes.ts";
import { MapMark } from "../../../../../domain/fields/map/MapMark.tsx";
import { TowerMark } from "../../../../../domain/fields/marks/TowerMark.tsx";
import { after, cleared, type ListChange, narrowing } from "../../../../../domain/lists/url-state.ts";
import { FollowPlace } from "../../../../ui/follows/FollowPlace.tsx";
import classes from "./Chips.module.css";
import type { Chip, Remark } from "./chips.server.ts";
import type { ListPageData } from "./load.server.ts";
import { useRequested } from "./use-requested.ts";

/** Returns a function that gives the address a step leads to, starting from what was last requested of the list. */
export function useSteps({ challenge, state }: ListPageData): (step: ListChange) => string {
  const requested = useRequested(state);
  return (step) => pages.list(challenge.key, after(requested, step));
}

type To = (step: ListChange) => string;

function Words({ chip: { label, value, corrected, mark, plate } }: { chip: Chip }) {
  return (
    <>
      {mark !== null && <TowerMark packed={mark} />}
      {plate !== null && <MapMark packed={plate} />}
      <small>{label}:</small> <bdi>{value}</bdi>
      {corrected !== null && (
        <small>
          {" "}
          for “<bdi>{corrected}</bdi>”
        </small>
      )}
    </>
  );
}

/** A chip with which nothing can be done. */
export function PlainChip({ chip }: { chip: Chip }) {
  return (
    <span className={classes.chip} data-category={chip.category ?? undefined}>
      <span className={classes.words}>
        <Words chip={chip} />
      </span>
    </span>
  );
}

function OneChip({ chip, to }: { chip: Chip; to: To }) {
  const { kind, keep, label, value, category } = chip;
  const isReading = kind === "reading" && keep !== null;
  return (
    <li className={classes.chip} data-kind={kind} data-category={category ?? undefined}>
      {isReading ? (
        <Link
          to={to(keep)}
          className={classes.words}
          title="Rows with these words match too. Click to show this alone."
          preventScrollReset
        >
          <Words chip={chip} />
        </Link>
      ) : (
        <span className={classes.words}>
          <Words chip={chip} />
        </span>
      )}
      <Link
        to={to(chip.remove)}
        className={classes.remove}
        aria-label={`Remove the filter ${label}: ${value}`}
        preventScrollReset
      >
        ×
      </Link>
    </li>
  );
}

/** A sentence with links to what to ask for instead. */
function RemarkLine({ remark: { sentence, question, ways }, to }: { remark: Remark; to: To }) {
  const between = (at: number): string => {
    if (at === ways.length - 1) return question?.startsWith("Did") ? "?" : ".";
    return at === ways.length - 2 ? " or " : ", ";
  };
  return (
    <p className={classes.remark}>
      {sentence} {question}{" "}
      {ways.map(({ name, step, to: elsewhere }, at) => (
        <span key={name}>
          <Link to={elsewhere ?? to(step ?? {})} preventScrollReset>
            {name}
          </Link>
          {between(at)}
        </span>
      ))}
    </p>
  );
}

/** Returns a key for a chip: what it says, and its number among the chips that say the same. */
function keyOf(chips: readonly Chip[], place: number): string {
  const said = chips.slice(0, place + 1).map(({ label, value }) => `${label}: ${value}`);
  const own = said.at(-1);
  return `${own} ${said.filter((each) => each === own).length}`;
}

function Row({ label, chips, to }: { label: string; chips: readonly Chip[]; to: To }) {
  return (
    <ul aria-label={label} className={classes.row}>
      {chips.map((chip, place) => (
        <OneChip key={keyOf(chips, place)} chip={chip} to={to} />
      ))}
    </ul>
  );
}

/** Everything that narrows the list, each with a link that removes it, and remarks on it. */
export function Chips({ page }: { page: ListPageData }) {
  const { challenge, chips, state } = page;
  const requested = useRequested(state);
  const to = useSteps(page);
  const place = useRef<HTMLDivElement>(null);
  /** Index of the link that has the focus; -1 if none has. */
  const focused = useRef(-1);
  const links = () => Array.from(place.current?.querySelectorAll("a") ?? []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each change of the chips
  useEffect(() => {
    // The link that had the focus is gone: the next one takes it over.
    if (focused.current === -1 || document.activeElement !== document.body) return;
    const left = links();
    (left[Math.min(focused.current, left.length - 1)] ?? place.current)?.focus();
  }, [chips]);
  const [set, typed] = [chips.filter(({ isTyped }) => !isTyped), chips.filter(({ isTyped }) => isTyped)];
  return (
    // It handles no key or press; it only tracks whether the focus is within.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      ref={place}
      tabIndex={-1}
      className={classes.chips}
      onFocus={({ target }: FocusEvent<Element>) => {
        focused.current = links().indexOf(target as HTMLAnchorElement);
      }}
      onBlur={() => {
        focused.current = -1;
      }}
    >
      {chips.length > 0 && (
        <div className={classes.strip}>
          {set.length > 0 && <Row label="Active filters" chips={set} to={to} />}
          {typed.length > 0 && (
            <>
              <span className={classes.understood}>Understood:</span>
              <Row label="Understood" chips={typed} to={to} />
            </>
          )}
          <Link
            to={pages.list(challenge.key, cleared(requested))}
            className={classes.clear}
            preventScrollReset
          >
            Clear all
          </Link>
          <FollowPlace challenge={challenge.key} query={narrowing(state)} name="this list" />
        </div>
      )}
      {[...chips.flatMap(({ remark }) => remark ?? []), ...(page.nothing?.remarks ?? [])].map((remark) => (
        <RemarkLine key={remark.sentence} remark={remark} to={to} />
      ))}
    </div>
  );
}
