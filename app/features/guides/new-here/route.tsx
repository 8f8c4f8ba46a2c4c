import type { ReactNode } from "react";
import { Link } from "react-router";
import { type Explained, WORDS } from "../../../../domain/challenges/glossary.ts";
import { CHALLENGES } from "../../../../domain/challenges/index.ts";
import { MEANINGS } from "../../../../domain/challenges/meanings.ts";
import { pages } from "../../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../../domain/contract/site-pages.ts";
import controls from "../../../../domain/fields/controls.module.css";
import { MapCell } from "../../../../domain/fields/map/Cell.tsx";
import { packMapMark } from "../../../../domain/fields/marks/packed.ts";
import { OgStamp } from "../../../../domain/fields/marks/Stamps.tsx";
import { TowerChip } from "../../../../domain/fields/tower/TowerChip.tsx";
import { MAPS } from "../../../../domain/game/maps.ts";
import layout from "../../../ui/components/layout.module.css";
import { pageContext } from "../../../ui/context.ts";
import { towerMarksOf } from "../../../ui/marks.server.ts";
import { pageMeta } from "../../../ui/meta.ts";
import type { Route } from "./+types/route";
import classes from "./new-here.module.css";

/** What the row in the picture shows. Nobody played it, so it names no player. */
const EXAMPLE = {
  towers: ["Absolute Zero", "Grand Saboteur"],
  map: "Quad",
  player: "Player",
  version: "44.1",
  date: "2024-07-31",
  verified: "2 h ago",
} as const;

/** Loads every challenge with what it asks for, and the row of the picture with its marks. */
export async function loader({ context }: Route.LoaderArgs) {
  const challenges = Array.from(CHALLENGES.values(), ({ key, label, navLabel, name, summary }) => ({
    key,
    label,
    name,
    summary,
    // The menu may call it something else.
    alsoCalled: navLabel === undefined || navLabel === label ? null : navLabel,
  }));
  const map = MAPS.find(({ name }) => name === EXAMPLE.map);
  const marks = {
    towers: towerMarksOf(EXAMPLE.towers, await context.get(pageContext).catalogue()),
    maps: map ? { [map.name]: packMapMark(map.difficulty, map.abbreviation) } : {},
  };
  return { challenges, example: { ...EXAMPLE, marks } };
}

const TITLE = HEADINGS.newHere;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, TITLE, {
    url: pages.newHere(),
    description: "What CHIMPS, OG, 2TC and the other words of this site mean, on one screen.",
  });

/** The words of the site, for somebody who has followed a link to it. */
export default function NewHerePage({ loaderData: { challenges, example } }: Route.ComponentProps) {
  return (
    <article className={classes.guide}>
      <h1>{TITLE}</h1>
      <p>
        Players set each other challenges in Bloons TD 6. This site records which ones have been done, by
        whom, and with what proof. These are the words it uses.
      </p>
      <dl className={`${layout.facts} ${classes.words}`}>
        {(Object.keys(WORDS) as Explained[]).map((key) => (
          <div key={key}>
            <dt>{WORDS[key]}</dt>
            <dd>{MEANINGS[key]}</dd>
          </div>
        ))}
      </dl>
      <h2>The challenges</h2>
      <dl className={`${layout.facts} ${classes.words}`}>
        {challenges.map(({ key, label, name, summary, alsoCalled }) => (
          <div key={key}>
            <dt>
              <Link to={pages.list(key)}>{label}</Link>
              {alsoCalled && <small>or {alsoCalled}</small>}
            </dt>
            <dd>
              <b>{name}</b>
              {summary}
            </dd>
          </div>
        ))}
      </dl>
      <h2>How to read a row</h2>
      <ExampleRow example={example} />
    </article>
  );
}

/** A row as the list of 2TC shows it, with numbers, and what each part of it says. The picture itself says nothing more. */
export function ExampleRow({ example }: Pick<Route.ComponentProps["loaderData"], "example">) {
  const { towers, map, player, version, date, verified, marks } = example;
  const parts: readonly { readonly shown: ReactNode; readonly says: string }[] = [
    {
      shown: towers.map((tower) => (
        <TowerChip key={tower} name={tower} upgrades={null} marks={marks} narrowed={null} />
      )),
      says: "The towers that won the game",
    },
    {
      shown: <MapCell value={map} upgrades={null} marks={marks} narrowed={null} />,
      says: "The map. The bars show how hard it is",
    },
    { shown: player, says: "Who played it. “(Pending)” follows until a helper has checked it" },
    {
      shown: (
        <>
          <span>{version}</span>
          <span>{date}</span>
        </>
      ),
      says: "The game version and the day, if it is the OG",
    },
    {
      shown: (
        <span>
          <u>Link</u> | <u>Notes</u>
        </span>
      ),
      says: "The proof, and a page with everything known about it",
    },
    { shown: <OgStamp />, says: "The stamp of an OG" },
    { shown: verified, says: "When it was verified" },
  ];
  return (
    <figure>
      <div className={`${layout.card} ${controls.row} ${classes.row}`} aria-hidden="true">
        {parts.map(({ shown, says }) => (
          <div key={says} className={classes.part}>
            <div className={`${controls.row} ${classes.shown}`}>{shown}</div>
          </div>
        ))}
      </div>
      <figcaption>
        <ol className={classes.legend}>
          {parts.map(({ says }) => (
            <li key={says}>{says}.</li>
          ))}
        </ol>
      </figcaption>
    </figure>
  );
}
