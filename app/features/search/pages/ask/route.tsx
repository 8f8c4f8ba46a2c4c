import { Link } from "react-router";
import { pages } from "../../../../../domain/contract/routes.ts";
import type { UnderstoodPartAnswer } from "../../../../../domain/contract/search.ts";
import { HEADINGS } from "../../../../../domain/contract/site-pages.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { MapMark } from "../../../../../domain/fields/map/MapMark.tsx";
import type { PackedMarks } from "../../../../../domain/fields/marks/packed.ts";
import { TowerMark } from "../../../../../domain/fields/marks/TowerMark.tsx";
import { useAnnouncement } from "../../../../ui/announce.ts";
import { CopyButton } from "../../../../ui/components/CopyButton.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { NothingFound } from "../../../../ui/components/layout.tsx";
import { pageContext } from "../../../../ui/context.ts";
import { pageMeta } from "../../../../ui/meta.ts";
import { withStatus } from "../../../../ui/outcome.server.ts";
import { AskField } from "../../../../ui/search/AskField.tsx";
import { Examples } from "../../../../ui/search/Examples.tsx";
import { useSite } from "../../../../ui/use-site.ts";
import type { Route } from "./+types/route";
import { Answers, Counts } from "./Answers.tsx";
import classes from "./ask.module.css";
import { type AskPageData, loadAskPage } from "./load.server.ts";
import { headingOf, LEADS_TO, preview } from "./words.ts";

const HEADING = HEADINGS.ask;

export const loader = async ({ url, context }: Route.LoaderArgs) =>
  withStatus(await loadAskPage(url.searchParams, context.get(pageContext)));

/** Puts the answer into the title, where a chat shows it. */
export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return [];
  const { text, cards } = args.loaderData;
  return pageMeta(args, headingOf(args.loaderData) ?? HEADING, {
    url: pages.ask(text),
    ...(cards.length > 0 ? { description: preview(cards) } : {}),
  });
};

/** Says what questions can be, and links to all lists. */
function Introduction({ lists }: Pick<AskPageData, "lists">) {
  return (
    <>
      <p>
        Type towers, a map or a player, in any spelling and order. For each challenge the answer says whether
        it has been done, is pending, or is not in this index yet.
      </p>
      <Examples />
      <h2>All lists</h2>
      <ul className={`${layout.cards} ${classes.lists}`}>
        {lists.map(({ key, label, name }) => (
          <li key={key}>
            <Link to={pages.list(key)}>{label}</Link> {name}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The address of this answer, and wider questions: about each tower or map alone. */
function Further({ page: { text, parts } }: { page: AskPageData }) {
  const { origin } = useSite();
  const named = parts.flatMap(({ filter }) =>
    filter && ["tower", "map"].includes(filter.parameter) ? [filter] : [],
  );
  return (
    <p className={`${controls.row} ${classes.further}`}>
      <CopyButton text={origin + pages.ask(text)} name="Link">
        Copy link to this answer
      </CopyButton>
      {parts.length > 1 &&
        named.map(({ parameter, value }) => (
          <Link key={`${parameter} ${value}`} to={pages.ask(value)}>
            {parameter === "map" ? `Everything on ${value}` : `${value} everywhere`}
          </Link>
        ))}
      <Link
        to={pages.undone({
          tower: named.flatMap(({ parameter, value }) => (parameter === "tower" ? [value] : [])),
          map: named.find(({ parameter }) => parameter === "map")?.value,
        })}
      >
        Give me an open one
      </Link>
    </p>
  );
}

/** What the heading leaves out of the question, and the pages that it leads to. */
function Led({ page: { kind, headline } }: { page: AskPageData }) {
  if (headline === null) return null;
  const { link, links, ignored } = headline;
  const words = LEADS_TO[kind];
  const left = ignored.join(", ");
  const isOfEach = links.length > 1 && (kind === "form" || kind === "rules");
  return (
    <>
      {ignored.length > 0 && (
        <p className={layout.quiet}>
          Ignored: <bdi key={left}>{left}</bdi>
        </p>
      )}
      {((words !== null && link !== null) || links.length > 0) && (
        <p className={`${controls.row} ${classes.led}`}>
          {isOfEach && <span>Choose a challenge:</span>}
          {words !== null && link !== null && !isOfEach && (
            <Link to={link} key={link} className={`${controls.button} ${controls.call}`}>
              {words}
            </Link>
          )}
          {links.map((each) => (
            <Link key={each.link} to={each.link}>
              {each.label}
            </Link>
          ))}
        </p>
      )}
    </>
  );
}

export default function AskPage({ loaderData: page }: Route.ComponentProps) {
  const { text, kind, headline, parts, people, cards, marks, lists, error, isTooLong } = page;
  const head = headingOf(page) ?? HEADING;
  useAnnouncement(error === null && !isTooLong ? head : null);
  return (
    <>
      <div className={classes.question}>
        <AskField look="large" placeholder="Has it been done?" text={text} />
        {parts.length > 0 && <Understood parts={parts} marks={marks} />}
      </div>
      <div className={`${controls.row} ${classes.top}`}>
        <span className={`${controls.row} ${classes.marks}`}>
          <MarksOf parts={parts} marks={marks} />
        </span>
        <h1 key={head} className={classes.heading}>
          {head}
        </h1>
        {cards.length > 0 && kind === "done" && <Counts cards={cards} />}
      </div>
      <Led page={page} />
      {people.length > 0 && kind !== "player" && (
        <p className={`${controls.row} ${classes.further}`}>
          {people.map((name) => (
            <Link key={name} to={pages.player(name)}>
              All that {name} has done
            </Link>
          ))}
        </p>
      )}
      {isTooLong && (
        <p role="alert">
          That is a long question. Please use fewer words: two towers, a map and a player are enough.
        </p>
      )}
      {error !== null && <p role="alert">This could not be answered: {error}</p>}
      {text !== "" && error === null && !isTooLong && cards.length === 0 && headline === null && (
        <NothingFound>No tower, map or player was found in this. Please name one.</NothingFound>
      )}
      {cards.length > 0 ? (
        <>
          <Answers cards={cards} />
          <Further page={page} />
        </>
      ) : (
        headline === null && <Introduction lists={lists} />
      )}
    </>
  );
}

type Part = UnderstoodPartAnswer;

/** Whether a part asks for nothing that could be answered. */
const isOpen = ({ kind, filter }: Part): boolean =>
  ["unknown", "unknown-key", "either", "unread"].includes(kind) || (kind === "words" && filter === null);

/** The mark of the tower or the map that a part was understood as. */
function MarkOf({ part: { filter }, marks }: { part: Part; marks: PackedMarks }) {
  if (filter?.parameter === "tower") return <TowerMark packed={marks.towers[filter.value]} />;
  if (filter?.parameter === "map") return <MapMark packed={marks.maps[filter.value]} />;
  return null;
}

/** The marks of everything that a question names, before its heading. */
export function MarksOf({ parts, marks }: { parts: readonly Part[]; marks: PackedMarks }) {
  const known = parts.filter(
    ({ filter }) => filter && (filter.value in marks.towers || filter.value in marks.maps),
  );
  return known.map((part) => <MarkOf key={`${part.typed} ${part.without}`} part={part} marks={marks} />);
}

function Chip({ part, marks }: { part: Part; marks: PackedMarks }) {
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
export function Understood({ parts, marks }: { parts: readonly Part[]; marks: PackedMarks }) {
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
