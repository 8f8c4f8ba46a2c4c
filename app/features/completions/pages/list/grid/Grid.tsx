import { memo, startTransition, useEffect, useState } from "react";
import { Link } from "react-router";
import { pages } from "../../../../../../domain/contract/routes.ts";
import controls from "../../../../../../domain/fields/controls.module.css";
import { unpackMapMark } from "../../../../../../domain/fields/marks/packed.ts";
import { TowerMark } from "../../../../../../domain/fields/marks/TowerMark.tsx";
import { DIFFICULTIES } from "../../../../../../domain/game/facts.ts";
import { Alert } from "../../../../../ui/components/Alert.tsx";
import layout from "../../../../../ui/components/layout.module.css";
import { Hidden } from "../../../../../ui/components/layout.tsx";
import type { ListPageData } from "../load.server.ts";
import { OldRows } from "../Waiting.tsx";
import { keysOf, useCursor } from "./Cursor.tsx";
import classes from "./Grid.module.css";
import type { GridData } from "./load.server.ts";

type Content = Extract<ListPageData["content"], { view: "table" }>;
type Challenge = ListPageData["challenge"];
type Tower = GridData["groups"][number]["towers"][number];

/** What each letter of a tower's cells stands for (load.server.ts). */
const STATES = { o: "og", d: "done", p: "pending" } as const;
const SIGNS = { og: "✓", done: "✓", pending: "…" } as const;
const WORDS = { og: "OG", done: "Done", pending: "Pending" } as const;

// Roles are explicit, because not every browser sees a table in elements that are not laid out as one. They are not, so
// that rows out of sight need no layout.

/** The row of a tower: what there is on each map, as a link where there is something. */
const TowerRow = memo(function TowerRow({
  tower: { name, mark, done, cells },
  challenge,
  maps,
  mapCount,
}: { tower: Tower; challenge: Challenge } & Pick<GridData, "maps" | "mapCount">) {
  return (
    <tr role="row">
      <th role="rowheader" scope="row" className={classes.name}>
        <a href={pages.list(challenge.key, { tower: name })}>
          <TowerMark packed={mark} />
          <span>{name}</span>
        </a>
      </th>
      <td role="cell" className={classes.count}>
        {`${done}/${mapCount}`}
      </td>
      {maps.map(({ map }, at) => {
        const state = STATES[cells[at] as keyof typeof STATES];
        if (!state) return <td key={map} role="cell" />;
        return (
          <td key={map} role="cell" data-is={state}>
            <a
              href={pages.notes(challenge.key, keysOf(challenge, name, map))}
              aria-label={`${WORDS[state]}: ${name} on ${map}`}
            >
              {SIGNS[state]}
            </a>
          </td>
        );
      })}
    </tr>
  );
});

/** Chooses the difficulty whose maps are shown. The choices are links, so that the URL holds the choice. */
function Difficulties({ challenge, chosen }: { challenge: Challenge; chosen: string }) {
  return (
    <nav className={`${controls.segments} ${classes.difficulties}`} aria-label="Difficulty" data-printed>
      {DIFFICULTIES.map((difficulty) => (
        <Link
          key={difficulty}
          to={pages.list(challenge.key, { difficulty, view: "table" })}
          aria-current={chosen === difficulty ? "true" : undefined}
          preventScrollReset
        >
          {difficulty}
        </Link>
      ))}
    </nav>
  );
}

function Legend() {
  return (
    <ul className={`${layout.legend} ${classes.legend}`} aria-label="What the cells say">
      {Object.entries(WORDS).map(([state, words]) => (
        <li key={state} data-is={state}>
          {words}
        </li>
      ))}
      <li data-is="open">Not in this index yet</li>
    </ul>
  );
}

function Head({ maps }: Pick<GridData, "maps">) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col" className={classes.name}>
          Tower
        </th>
        <th role="columnheader" scope="col" className={classes.count}>
          Done
        </th>
        {maps.map(({ map, mark }) => (
          <th key={map} role="columnheader" scope="col" data-difficulty={unpackMapMark(mark).difficulty}>
            <a href={pages.maps({ map })} title={map}>
              <i aria-hidden="true" data-letters={unpackMapMark(mark).abbreviation || map.slice(0, 3)} />
              <Hidden>{map}</Hidden>
            </a>
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The towers of a type, or the heroes. */
const Group = memo(function Group({
  group: { group, category, towers },
  challenge,
  maps,
  mapCount,
}: { group: GridData["groups"][number]; challenge: Challenge } & Pick<GridData, "maps" | "mapCount">) {
  const done = towers.reduce((sum, tower) => sum + tower.done, 0);
  return (
    <tbody role="rowgroup" data-category={category}>
      <tr role="row">
        {/* biome-ignore lint/a11y/useSemanticElements: it is one */}
        <th role="rowheader" colSpan={maps.length + 2} scope="rowgroup" className={classes.group}>
          <span>{group}</span>
          <span>
            {done} of {towers.length * mapCount}
          </span>
        </th>
      </tr>
      {towers.map((tower) => (
        <TowerRow key={tower.name} tower={tower} challenge={challenge} maps={maps} mapCount={mapCount} />
      ))}
    </tbody>
  );
});

/** Groups of the first screen: a page with all of them takes seconds to parse on a phone. */
const FIRST_GROUPS = 3;

/** The groups that scripts would add, to be read without scripts. The towers are links, but the ticks are not. */
function PlainTable({
  table: { maps, mapCount },
  groups,
  challenge,
}: {
  table: GridData;
  groups: GridData["groups"];
  challenge: Challenge;
}) {
  return (
    <table className={classes.table}>
      <Head maps={maps} />
      <tbody>
        {groups.flatMap(({ towers }) =>
          towers.map(({ name, done, cells }) => (
            <tr key={name}>
              <th scope="row" className={classes.name}>
                <a href={pages.list(challenge.key, { tower: name })}>{name}</a>
              </th>
              <td className={classes.count}>{`${done}/${mapCount}`}</td>
              {maps.map(({ map }, at) => (
                <td key={map}>{SIGNS[STATES[cells[at] as keyof typeof STATES]]}</td>
              ))}
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}

/** Returns how many groups to show: the first ones, then another whenever the browser is idle. */
function useGroupsShown(all: number): number {
  const [shown, setShown] = useState(FIRST_GROUPS);
  useEffect(() => {
    if (shown >= all) return;
    const more = (): void => startTransition(() => setShown(shown + 1));
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(more);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(more, { timeout: 500 });
    return () => cancelIdleCallback(idle);
  }, [shown, all]);
  return shown;
}

function Table({ table, challenge }: { table: GridData; challenge: Challenge }) {
  const { maps, mapCount, groups } = table;
  const cursor = useCursor(challenge, table);
  const shown = useGroupsShown(groups.length);
  const tableOf = (some: GridData["groups"]) => (
    <table role="table" className={classes.table}>
      <Head maps={maps} />
      {some.map((group) => (
        <Group key={group.group} group={group} challenge={challenge} maps={maps} mapCount={mapCount} />
      ))}
    </table>
  );
  return (
    <div className={classes.frame}>
      {/* It scrolls, so a keyboard must be able to reach it. */}
      <section
        className={classes.scroll}
        aria-label="Completions by tower and map"
        aria-describedby="grid-keys"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        {...cursor.handlers}
      >
        <p id="grid-keys" hidden>
          Arrow keys move from cell to cell.
        </p>
        <div className={classes.ground}>
          <i ref={cursor.column} className={classes.column} hidden aria-hidden="true" />
          {tableOf(groups.slice(0, shown))}
        </div>
        <noscript>
          <PlainTable table={table} groups={groups.slice(FIRST_GROUPS)} challenge={challenge} />
        </noscript>
      </section>
      {/* The Tab key goes on from here. */}
      <span ref={cursor.end} tabIndex={-1} />
    </div>
  );
}

/** What has been done and what has not: map by tower (SPEC section 2, "2mp has Table"), one difficulty at a time. */
export function CompletionGrid({ page: { challenge }, content }: { page: ListPageData; content: Content }) {
  const { table, error } = content;
  return (
    <section>
      {error !== null && <Alert color="coral" title={error} role="alert" />}
      {table && (
        <>
          <div className={`${controls.row} ${classes.tools}`}>
            <Difficulties challenge={challenge} chosen={table.difficulty} />
            <Legend />
          </div>
          <OldRows>
            <Table table={table} challenge={challenge} />
          </OldRows>
        </>
      )}
    </section>
  );
}
