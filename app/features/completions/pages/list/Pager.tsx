import { type FormEvent, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { leaveOnWheel } from "../../../../../domain/fields/leave-on-wheel.ts";
import { counted } from "../../../../../domain/game/counted.ts";
import { MOST_ROWS_OF_PAGE } from "../../../../../domain/limits.ts";
import { DEFAULT_PAGE } from "../../../../../domain/lists/url-state.ts";
import layout from "../../../../ui/components/layout.module.css";
import { Hidden } from "../../../../ui/components/layout.tsx";
import { TURNED } from "../../../../ui/components/use-url-form.ts";
import classes from "./list.module.css";
import type { ListPageData, ListRows } from "./load.server.ts";
import { useRequested } from "./use-requested.ts";

/** Id of the form of the list's controls. The pager's buttons submit it, so they work without script. */
export const FORM_ID = "list-controls";

/** Id of the place where the rows begin, to which Previous and Next lead. */
export const RESULTS_ID = "results";

interface Props {
  readonly page: ListPageData;
  readonly list: ListRows;
}

/** "Results X to Y of Z" (SPEC section 4) */
export function resultsInWords({ offset, count, results }: ListRows): string {
  const first = results.length === 0 ? 0 : offset + 1;
  const last = results.length === 0 ? 0 : offset + results.length;
  return `Results ${counted(first)} to ${counted(last)} of ${counted(count)}`;
}

/** How many there are. On a phone, beside chips, only the number is shown. */
export function Counter({ list }: { list: ListRows }) {
  return (
    <p className={`${layout.quiet} ${classes.counter}`} data-count={counted(list.count)}>
      {resultsInWords(list)}
    </p>
  );
}

export function Turn({ page: { challenge }, list: { offset, size, more } }: Props) {
  const turn = {
    type: "submit",
    form: FORM_ID,
    formAction: `${pages.list(challenge.key)}#${RESULTS_ID}`,
    name: "offset",
    className: controls.button,
  } as const;
  return (
    <div className={classes.turn}>
      <button {...turn} value={Math.max(offset - size, 0)} disabled={offset === 0}>
        Previous
      </button>
      <button {...turn} value={offset + size} disabled={!more}>
        Next
      </button>
    </div>
  );
}

const SIZES = [DEFAULT_PAGE, 50, MOST_ROWS_OF_PAGE];

/** A form to go to a page by its number and to choose the page size. It works without script. */
export function PageChoice({ page: { challenge, state }, list }: Props) {
  const navigate = useNavigate();
  const { offset: _, count: __, ...others } = useRequested(state);
  const { offset, size, count } = list;
  const [current, last] = [Math.floor(offset / size) + 1, Math.max(Math.ceil(count / size), 1)];
  const page = useRef<HTMLInputElement>(null);
  // It shows the current page. If it were rendered anew, somebody who turns pages by keyboard would lose the focus.
  useEffect(() => {
    if (page.current) page.current.value = String(current);
  }, [current]);
  const go = (from: number, rows: number): void => {
    const turned = { ...(from > 0 && { offset: from }), ...(rows !== DEFAULT_PAGE && { count: rows }) };
    navigate(pages.list(challenge.key, { ...others, ...turned }), {
      state: TURNED,
      preventScrollReset: true,
    });
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const number = Number(new FormData(event.currentTarget).get("page"));
    go((Math.min(Math.max(Math.trunc(number) || 1, 1), last) - 1) * size, size);
  };
  return (
    <form
      method="get"
      action={`${pages.list(challenge.key)}#${RESULTS_ID}`}
      className={`${controls.row} ${classes.choice}`}
      onSubmit={onSubmit}
    >
      {Object.entries(others).flatMap(([name, values]) =>
        [values]
          .flat()
          .map((value) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />),
      )}
      <label className={controls.field}>
        <span>Page</span>
        <input
          ref={page}
          type="number"
          name="page"
          min={1}
          max={last}
          defaultValue={current}
          required
          onWheel={leaveOnWheel}
        />
      </label>
      <span>of {counted(last)}</span>
      <button type="submit" className={controls.button}>
        Go
      </button>
      <label className={controls.field}>
        <Hidden>Results a page</Hidden>
        <select
          name="count"
          value={size}
          onChange={({ currentTarget: { value } }) =>
            // The first row stays on the page.
            go(Math.floor(offset / Number(value)) * Number(value), Number(value))
          }
        >
          {[...new Set([...SIZES, size])]
            .sort((one, other) => one - other)
            .map((rows) => (
              <option key={rows} value={rows}>
                {rows} a page
              </option>
            ))}
        </select>
      </label>
    </form>
  );
}
