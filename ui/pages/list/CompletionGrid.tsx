import { Alert } from "@mantine/core";
import { memo } from "react";
import { Link } from "react-router";
import type { TableAnswer } from "../../../contract/completions.ts";
import { writeListState } from "../../../derive/url-state.ts";
import { DIFFICULTIES } from "../../../game/facts.ts";
import { pages } from "../../../routes.ts";
import classes from "./CompletionGrid.module.css";
import type { ListPageData } from "./load.server.ts";
import { OldRows } from "./Waiting.tsx";

type Content = Extract<ListPageData["content"], { view: "table" }>;
type Maps = readonly { readonly map: string; readonly bit: number }[];

/** One tower: a check mark under each map on which it is done. */
const TowerRow = memo(function TowerRow({ tower, done, maps }: { tower: string; done: bigint; maps: Maps }) {
  const marks = maps.map(({ map, bit }) => ({ map, isDone: ((done >> BigInt(bit)) & 1n) === 1n }));
  const count = marks.filter(({ isDone }) => isDone).length;
  return (
    <tr>
      <th scope="row">{tower}</th>
      <td className={classes.count}>
        {count}/{maps.length}
      </td>
      {marks.map(({ map, isDone }) =>
        isDone ? (
          <td key={map} title={map}>
            ✓
          </td>
        ) : (
          <td key={map} />
        ),
      )}
    </tr>
  );
});

/** Which difficulties to show: links, so that the choice stands in the URL. */
function Difficulties({ page: { challenge, state } }: { page: ListPageData }) {
  const chosen = state.parameters.difficulty ?? "";
  return (
    <p className={classes.difficulties}>
      {["", ...DIFFICULTIES].map((difficulty) => (
        <Link
          key={difficulty}
          to={pages.list(
            challenge.key,
            writeListState({ view: "table", parameters: difficulty ? { difficulty } : {} }),
          )}
          aria-current={chosen === difficulty ? "true" : undefined}
          preventScrollReset
        >
          {difficulty || "All maps"}
        </Link>
      ))}
    </p>
  );
}

function Grid({
  table,
  content,
  difficulty,
}: {
  table: TableAnswer;
  content: Content;
  difficulty: string | undefined;
}) {
  const maps = table.mapList
    .map((entry, bit) => ({ ...entry, bit }))
    .filter((entry) => !difficulty || entry.difficulty === difficulty.toLowerCase());
  const doneBy = (tower: string): bigint => BigInt(`0x${table.tableData[tower] ?? "0"}`);
  return (
    // Scrolls by itself: a keyboard must be able to reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={classes.scroll} aria-label="Completions by tower and map" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Tower</th>
            <th scope="col">Done</th>
            {maps.map(({ map }) => (
              <th key={map} scope="col">
                <span>{map}</span>
              </th>
            ))}
          </tr>
        </thead>
        {content.groups.map(({ group, category, towers }) => (
          <tbody key={group} data-category={category}>
            <tr className={classes.group}>
              <th colSpan={maps.length + 2} scope="rowgroup">
                <span>{group}</span>
              </th>
            </tr>
            {towers.map((tower) => (
              <TowerRow key={tower} tower={tower} done={doneBy(tower)} maps={maps} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

/** What has been done and what has not: map by tower (SPEC section 2, "2mp has Table"). Verified completions only. */
export function CompletionGrid({ page, content }: { page: ListPageData; content: Content }) {
  return (
    <section>
      <Difficulties page={page} />
      {content.error !== null && <Alert color="coral" title={content.error} role="alert" />}
      {content.table && (
        <OldRows>
          <Grid table={content.table} content={content} difficulty={page.state.parameters.difficulty} />
        </OldRows>
      )}
    </section>
  );
}
