import { Suspense } from "react";
import controls from "../../../../../domain/fields/controls.module.css";
import { TowerMark } from "../../../../../domain/fields/marks/TowerMark.tsx";
import { VerdictSign } from "../../../../../domain/fields/marks/VerdictSign.tsx";
import { counted } from "../../../../../domain/game/counted.ts";
import { later } from "../../../../ui/components/later.ts";
import layout from "../../../../ui/components/layout.module.css";
import { Hidden } from "../../../../ui/components/small.tsx";
import { FollowPlace } from "../../../../ui/follows/FollowPlace.tsx";
import classes from "../coverage.module.css";
import type { OnMapsData } from "./load.server.ts";

const Wishes = later(async () => (await import("../../../../ui/wishes/Wishes.tsx")).Wishes);

const WORDS = { og: "OG", done: "Done", pending: "Pending", open: "Open" } as const;

/** What the cells say; where the form refuses the towers, an empty one is not open. */
const wordsWith = (problem: string | null) => ({
  ...WORDS,
  ...(problem !== null && { open: "Not possible" }),
});

/** One tower or pair on every map: who did it, or a link to the form. */
export function OnMaps({ content }: { content: OnMapsData }) {
  const { towers, back, backTo, done, maps, more, groups, problem, next, list } = content;
  const words = wordsWith(problem);
  return (
    <>
      <div className={`${controls.row} ${classes.towers}`}>
        <a href={back}>‹ {backTo}</a>
        {towers.map(({ name, mark }) => (
          <span key={name} className={classes.tower} data-category={mark.split(" ")[0]}>
            <TowerMark packed={mark} />
            {name}
          </span>
        ))}
        <h2>
          {more !== null && "At least "}
          {done} of {maps} maps
        </h2>
        <a href={list}>As a list</a>
        <FollowPlace {...content.followed} />
      </div>
      {problem !== null && <p role="alert">The form refuses it: {problem}</p>}
      {more !== null && <p>Only the first {counted(more.read)} completions are counted here.</p>}
      {next?.to && (
        <p className={`${controls.row} ${classes.next}`}>
          <VerdictSign verdict="open" />
          <span>
            <b>{next.map} is open</b>
            <br />
            Not in this index yet, and not pending.
          </span>
          <a href={next.to} className={`${controls.button} ${controls.call}`}>
            Submit this
          </a>
        </p>
      )}
      <Suspense fallback={null}>
        <Wishes {...content.wishes} />
      </Suspense>
      <ul className={layout.legend} aria-label="What the cells say">
        {Object.entries(words).map(([state, word]) => (
          <li key={state} data-state={state}>
            {word}
          </li>
        ))}
      </ul>
      {groups.map(({ difficulty, done: own, tiles }) => (
        <section key={difficulty}>
          <h3 className={classes.difficulty} data-difficulty={difficulty}>
            {difficulty}{" "}
            <small>
              {own} of {tiles.length}
            </small>
          </h3>
          <ul className={classes.tiles} data-difficulty={difficulty}>
            {tiles.map(({ map, abbreviation, state, players, to }) => {
              const says = (
                <>
                  <i aria-hidden="true" data-letters={abbreviation || map.slice(0, 3)} />
                  <b>{map}</b>
                  <span>
                    {state === "open" ? words.open.toLowerCase() : players}
                    {(state !== "open" || to !== null) && (
                      <Hidden>, {state === "open" ? "submit this" : words[state]}</Hidden>
                    )}
                  </span>
                </>
              );
              return (
                <li key={map} data-state={state}>
                  {to === null ? (
                    <span>{says}</span>
                  ) : (
                    <a href={to} title={map}>
                      {says}
                    </a>
                  )}
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </>
  );
}
