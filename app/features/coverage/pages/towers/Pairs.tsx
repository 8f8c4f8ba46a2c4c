import { Suspense, useState } from "react";
import { pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { TowerMark } from "../../../../../domain/fields/marks/TowerMark.tsx";
import { later } from "../../../../ui/components/later.ts";
import layout from "../../../../ui/components/layout.module.css";
import { Hidden } from "../../../../ui/components/layout.tsx";
import classes from "../coverage.module.css";
import type { PairsData, TowersCoverage } from "./load.server.ts";

const AllPairs = later(async () => (await import("./AllPairs.tsx")).AllPairs);

/** Which step of the ramp a share is shown in: 0, or 1 to 5, where the last is half and more. */
const stepOf = (share: number): number => (share === 0 ? 0 : Math.min(5, 1 + Math.floor(share * 8)));

/** Of so many maps, how many steps of the ramp. */
const MAPS_OF_A_STEP = 5;

const asShare = ({ done, possible }: { done: number; possible: number }): number =>
  possible === 0 ? 0 : done / possible;

/** The share in per cent. What is done in part is neither 0 nor 100. */
function percent(share: number): number {
  if (share === 0 || share === 1) return share * 100;
  return Math.min(99, Math.max(1, Math.round(share * 100)));
}

/** What the page's address keeps from one depth to the next. */
const othersOf = ({ player, hasParagons }: TowersCoverage) => ({ player, paragons: hasParagons ? 1 : null });

/** Types by types. Each column's head stands where its cells begin. */
function Types({ page, content: { groups, rows, chosen } }: { page: TowersCoverage; content: PairsData }) {
  const isChosen = (one: string, other: string): boolean => {
    const names = chosen?.types.map(({ name }) => name) ?? [];
    return names.length === 2 && [names.join(), names.toReversed().join()].includes([one, other].join());
  };
  return (
    // It scrolls, so a keyboard must be able to reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={layout.scroll} aria-label="Types by types" tabIndex={0}>
      <table className={classes.types}>
        <tbody>
          {[null, ...groups].map((row, at) => (
            <tr key={row?.name ?? ""}>
              {row ? (
                <th scope="row">
                  <span className={layout.hiddenOnPhone}>{row.name}</span>
                  <TowerMark packed={row.mark} />
                </th>
              ) : (
                <td />
              )}
              {row &&
                (rows[at - 1] ?? []).map((sum, column) => {
                  const other = groups[column];
                  if (!other) return null;
                  const share = asShare(sum);
                  return sum.possible === 0 ? (
                    <td key={other.name} data-cannot="">
                      <Hidden>cannot be</Hidden>
                    </td>
                  ) : (
                    <td
                      key={other.name}
                      data-step={stepOf(share)}
                      data-chosen={isChosen(row.name, other.name) || undefined}
                    >
                      <a
                        href={pages.challengeCoverage(page.challenge.key, {
                          types: `${row.name},${other.name}`,
                          ...othersOf(page),
                        })}
                        title={`${row.name} and ${other.name}: ${sum.done} of ${sum.possible}`}
                      >
                        {share === 0 ? <Hidden>0</Hidden> : percent(share)}
                        <Hidden>
                          {" "}
                          per cent of {row.name} and {other.name}
                        </Hidden>
                      </a>
                    </td>
                  );
                })}
              {groups[at] && (
                <th scope="col">
                  <TowerMark packed={groups[at].mark} />
                  <Hidden>{groups[at].name}</Hidden>
                </th>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <Legend />
    </section>
  );
}

/** Names by names, of two types. */
function ChosenTypes({ page, chosen }: { page: TowersCoverage; chosen: NonNullable<PairsData["chosen"]> }) {
  const { types, sum, columns, rows } = chosen;
  const [first, second] = types;
  return (
    <section className={`${layout.card} ${classes.chosen}`} aria-labelledby="chosen-types">
      <h2 id="chosen-types" className={controls.row}>
        <TowerMark packed={first.mark} />
        {first.name} × <TowerMark packed={second.mark} />
        {second.name}
      </h2>
      <p>
        <b>
          {sum.done} of {sum.possible} pairs
        </b>{" "}
        done ({percent(asShare(sum))}%){sum.pending > 0 && `, ${sum.pending} pending`}. Below: on how many
        maps.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so a keyboard must be able to reach it */}
      <section className={layout.scroll} aria-label={`${first.name} by ${second.name}`} tabIndex={0}>
        <table className={classes.names}>
          <thead>
            <tr>
              <td />
              {columns.map(({ name, short }) => (
                <th key={name} scope="col" title={name}>
                  <span aria-hidden="true">{short}</span>
                  <Hidden>{name}</Hidden>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, cells }) => (
              <tr key={name}>
                <th scope="row" className={layout.cut}>
                  {name}
                </th>
                {cells.map(({ maps, isPending }, at) => {
                  const other = columns[at]?.name ?? "";
                  return maps === null ? (
                    <td key={other} data-cannot="">
                      <Hidden>cannot be</Hidden>
                    </td>
                  ) : (
                    <td
                      key={other}
                      data-step={maps === 0 ? 0 : Math.min(5, Math.ceil(maps / MAPS_OF_A_STEP))}
                      data-pending={isPending || undefined}
                    >
                      <a
                        href={pages.challengeCoverage(page.challenge.key, {
                          towers: `${name},${other}`,
                          player: page.player,
                        })}
                        title={`${name} and ${other}`}
                      >
                        {maps === 0 ? <Hidden>0</Hidden> : maps}
                        <Hidden>
                          {" "}
                          maps with {name} and {other}
                          {isPending && ", pending"}
                        </Hidden>
                      </a>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function Legend() {
  return (
    <p className={`${controls.row} ${classes.ramp}`}>
      none
      {[0, 1, 2, 3, 4, 5].map((step) => (
        <i key={step} data-step={step} aria-hidden="true" />
      ))}
      half and more
      <i data-cannot="" aria-hidden="true" />
      cannot be
    </p>
  );
}

/** Pairs by types, and those of two types beside them. */
export function Pairs({ page, content }: { page: TowersCoverage; content: PairsData }) {
  const { chosen, unknown } = content;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {unknown.length > 0 && <p role="alert">There is no tower type {unknown.join(", ")}.</p>}
      <div className={`${layout.stack} ${classes.pairs}`} data-chosen={chosen !== null || undefined}>
        {chosen && <ChosenTypes page={page} chosen={chosen} />}
        <Types page={page} content={content} />
      </div>
      <details className={classes.all} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Every pair in one picture</summary>
        <noscript>The picture needs JavaScript. The tables above say the same.</noscript>
        {isOpen && (
          <Suspense fallback={<p role="status">Loading …</p>}>
            <AllPairs page={page} />
          </Suspense>
        )}
      </details>
    </>
  );
}
