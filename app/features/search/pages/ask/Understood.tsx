import { Link } from "react-router";
import { pages } from "../../../../../domain/contract/routes.ts";
import type { UnderstoodPartAnswer } from "../../../../../domain/contract/search.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { MapMark } from "../../../../../domain/fields/map/MapMark.tsx";
import type { Marks } from "../../../../../domain/fields/marks/packed.ts";
import { TowerMark } from "../../../../../domain/fields/marks/TowerMark.tsx";
import layout from "../../../../ui/components/layout.module.css";
import classes from "./ask.module.css";

type Part = UnderstoodPartAnswer;

/** Whether a part asks for nothing that could be answered. */
const isOpen = ({ kind, filter }: Part): boolean =>
  ["unknown", "unknown-key", "either", "unread"].includes(kind) || (kind === "words" && filter === null);

/** The mark of the tower or the map that a part was understood as. */
function MarkOf({ part: { filter }, marks }: { part: Part; marks: Marks }) {
  if (filter?.parameter === "tower") return <TowerMark packed={marks.towers[filter.value]} />;
  if (filter?.parameter === "map") return <MapMark packed={marks.maps[filter.value]} />;
  return null;
}

/** The marks of everything that a question names, before its heading. */
export function MarksOf({ parts, marks }: { parts: readonly Part[]; marks: Marks }) {
  const known = parts.filter(
    ({ filter }) => filter && (filter.value in marks.towers || filter.value in marks.maps),
  );
  return known.map((part) => <MarkOf key={`${part.typed} ${part.without}`} part={part} marks={marks} />);
}

function Chip({ part, marks }: { part: Part; marks: Marks }) {
  const { label, value, corrected, guess, without } = part;
  // The part that was not read may be very long: its value is only "…".
  const typed = part.kind === "unread" ? value : part.typed;
  return (
    <li className={classes.chip} data-open={isOpen(part)}>
      {isOpen(part) ? (
        <strong>{typed} ?</strong>
      ) : (
        <span>
          <MarkOf part={part} marks={marks} />
          {label}:{" "}
          <strong>
            <bdi>{value}</bdi>
          </strong>
          {corrected && ` (corrected from ${typed})`}
          {guess && ` (guessed from ${typed})`}
        </span>
      )}
      <Link to={pages.ask(without)} aria-label={`Ask without ${isOpen(part) ? typed : value}`}>
        <span aria-hidden="true">×</span>
      </Link>
    </li>
  );
}

const UNREAD = "The rest is too long to read.";

/** Returns the sentence about a word that names nothing, or several things. */
function saidOf({ kind, typed, value }: Part): string {
  if (kind === "either") return `“${typed}” could be ${value}.`;
  if (kind === "unread") return UNREAD;
  if (kind === "unknown-key") return `“${value}:” is not a search key.`;
  // Some completion contains the word, in its notes for instance, but the word does not tell completions apart.
  if (kind === "words") return `“${typed}” is not a tower, map or player.`;
  return `“${typed}” is not a tower, map or player known here.`;
}

function Doubt({ part }: { part: Part }) {
  const { kind, near } = part;
  return (
    <p className={classes.doubt}>
      <strong>{saidOf(part)}</strong>
      {near.length > 0 && (
        <>
          {kind === "either" ? " Which do you mean: " : " Did you mean "}
          {near.map(({ name, text }, at) => (
            <span key={text}>
              {at > 0 && (at === near.length - 1 ? " or " : ", ")}
              <Link to={pages.ask(text)}>{name}</Link>
            </span>
          ))}
          ?
        </>
      )}
    </p>
  );
}

/** How the question was understood, part by part, each with a link to the question without it. */
export function Understood({ parts, marks }: { parts: readonly Part[]; marks: Marks }) {
  return (
    <>
      <ul className={`${controls.row} ${classes.parts}`} aria-label="Understood">
        <li className={`${layout.quiet} ${classes.head}`} aria-hidden="true">
          Understood
        </li>
        {parts.map((part) => (
          <Chip key={`${part.typed} ${part.without}`} part={part} marks={marks} />
        ))}
      </ul>
      {parts.filter(isOpen).map((part) => (
        <Doubt key={`${part.typed} ${part.without}`} part={part} />
      ))}
    </>
  );
}
