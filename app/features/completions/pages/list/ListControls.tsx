import { type FormEvent, useEffect, useMemo, useRef } from "react";
import { Link, useNavigate } from "react-router";
import { pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import type { Filter } from "../../../../../domain/fields/kind.ts";
import { LONGEST_SEARCH } from "../../../../../domain/limits.ts";
import {
  inOrder,
  type ListParameters,
  valuesOf,
  writeListState,
} from "../../../../../domain/lists/url-state.ts";
import { Dialog } from "../../../../ui/components/Dialog.tsx";
import { later } from "../../../../ui/components/later.ts";
import { KeyList } from "../../../../ui/components/SearchKeys.tsx";
import { isOn, useUrlForm } from "../../../../ui/components/use-url-form.ts";
import { FiltersPanel } from "./FiltersPanel.tsx";
import classes from "./list.module.css";
import type { ListPageData } from "./load.server.ts";
import { useRequested } from "./use-requested.ts";

/**
 * Makes Enter do more than search: keys that are plain filters leave the text and become filters of the address. Only
 * the answer to the text says what they are, so they leave once it has arrived.
 */
function useTypedKeys({ challenge, state, settled }: ListPageData) {
  const navigate = useNavigate();
  /** The text for which Enter was pressed, until something else is typed. */
  const entered = useRef<string | null>(null);

  function applyKeys(): boolean {
    if (entered.current === null || entered.current !== (state.parameters.query ?? "")) return false;
    entered.current = null;
    if (settled) navigate(pages.list(challenge.key, settled), { preventScrollReset: true, replace: true });
    return settled !== null;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each answer
  useEffect(() => void applyKeys(), [state]);

  return {
    forget: (): void => {
      entered.current = null;
    },
    /** Returns whether what the keys stand for has been requested, so that there is nothing more to request. */
    onSubmit: (event: FormEvent<HTMLFormElement>): boolean => {
      const { submitter } = event.nativeEvent as SubmitEvent;
      if (submitter?.getAttribute("name") === "offset") return false;
      entered.current = String(new FormData(event.currentTarget).get("query") ?? "").trim();
      return applyKeys();
    },
  };
}

const HowWordsAreRead = later(
  async () => (await import("../../../../ui/components/HowWordsAreRead.tsx")).HowWordsAreRead,
);

/** Parameters of the form's own fields, except the boxes behind "Filters". */
const OWN = ["query", "sortby", "count", "offset"];

/** Returns the filters that the form has no field for. They stay as they are whatever is chosen. */
function othersIn({ challenge, boxes }: ListPageData, requested: ListParameters): readonly Filter[] {
  const own = [...OWN, ...boxes.map(({ name }) => name), ...(challenge.versionBox ? ["version"] : [])];
  // A ticked box sends its own value; there is no box for "not pending".
  const ticked = ["pending", ...(challenge.hasOg ? ["og"] : [])].filter((name) =>
    isOn(valuesOf(requested, name)[0]),
  );
  return Object.keys(requested)
    .filter((name) => !own.includes(name) && !ticked.includes(name))
    .flatMap((name) => valuesOf(requested, name).map((value): Filter => [name, value]));
}

/** Search, filters and what the pager's buttons send, in a form that works without script. */
export function ListControls({ id, page }: { id: string; page: ListPageData }) {
  const { challenge, state } = page;
  const { parameters } = state;
  const requested = useRequested(state);
  // A text that is too long to be searched for stays in its box, cut, until somebody sends it.
  const given = useMemo(
    () => ({ ...writeListState(state), ...(page.tooLong !== null && { query: page.tooLong }) }),
    [state, page.tooLong],
  );
  const form = useUrlForm(given, (fields) => pages.list(challenge.key, inOrder(fields)), requested);
  const settling = useTypedKeys(page);
  return (
    <search className={classes.inLine}>
      <form
        {...form}
        id={id}
        method="get"
        action={pages.list(challenge.key)}
        className={classes.inLine}
        onInput={(event) => {
          settling.forget();
          form.onInput(event);
        }}
        onSubmit={(event) => {
          if (settling.onSubmit(event)) event.preventDefault();
          else form.onSubmit(event);
        }}
      >
        {/* First, so that Enter in a field presses this button and not one of the pager's. */}
        <button type="submit" hidden />
        <div className={`${controls.field} ${classes.search}`}>
          <input
            aria-label="Search"
            name="query"
            type="search"
            placeholder={`Search ${challenge.label}`}
            defaultValue={parameters.query ?? page.tooLong ?? ""}
            maxLength={LONGEST_SEARCH}
          />
          <Dialog
            title={`How to search ${challenge.label}s`}
            label="?"
            name="How to search"
            className={classes.how}
            onceOpen={<HowWordsAreRead />}
          >
            <KeyList challenge={challenge.key} keys={page.keys} />
            <Link to={pages.searchHelp()}>All search keys</Link>
          </Dialog>
        </div>
        <noscript>
          <button type="submit" className={controls.button}>
            Search
          </button>
        </noscript>
        <FiltersPanel page={page} requested={requested}>
          {challenge.versionBox && (
            <label className={`${controls.field} ${classes.version}`}>
              <span>Version</span>
              <input
                name="version"
                placeholder="44 or 44.1"
                defaultValue={parameters.version ?? ""}
                maxLength={20}
              />
            </label>
          )}
          <label className={controls.check}>
            <input type="checkbox" name="pending" value="1" defaultChecked={isOn(parameters.pending)} />
            Pending completions only
          </label>
          {challenge.hasOg && (
            <label className={controls.check}>
              <input type="checkbox" name="og" value="1" defaultChecked={isOn(parameters.og)} />
              OG completions only
            </label>
          )}
        </FiltersPanel>
        {requested.sortby && <input type="hidden" name="sortby" value={String(requested.sortby)} />}
        {parameters.count && <input type="hidden" name="count" value={parameters.count} />}
        {othersIn(page, requested).map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
      </form>
    </search>
  );
}
