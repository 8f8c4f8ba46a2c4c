import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { counted } from "../../../../../domain/game/counted.ts";
import { cleared, type ListParameters } from "../../../../../domain/lists/url-state.ts";
import { Icon } from "../../../../ui/components/Icon.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { Hidden } from "../../../../ui/components/layout.tsx";
import { useClosingMenus } from "../../../../ui/components/use-closing-menus.ts";
import { isOn } from "../../../../ui/components/use-url-form.ts";
import { loadTowerNames } from "../../../../ui/tower-names.ts";
import classes from "./FiltersPanel.module.css";
import type { ListPageData } from "./load.server.ts";
import { useIsWaiting } from "./Waiting.tsx";

type BoxData = ListPageData["boxes"][number];

/** A parameter that takes several values has up to this many boxes, or one more than are filled in. */
const SEVERAL = 2;

const isOneOf = ({ box, places }: BoxData): boolean => box.takes === "choice" && places === 1;

/** Whether it is one of the controls that are always in sight. */
const isInSight = ({ name }: BoxData): boolean => name === "record";

const isTowerOrMap = ({ box }: BoxData): boolean => box.takes === "name" && box.of !== "player";

/** Orders boxes: what was played where, then what one button chooses, then the rest. */
function byUse(one: BoxData, other: BoxData): number {
  const rank = (data: BoxData): number => (isTowerOrMap(data) ? 0 : isOneOf(data) ? 1 : 2);
  return rank(one) - rank(other);
}

/** The boxes of one parameter: plain fields of the list's form, which work without script. */
function Box({ data, lists }: { data: BoxData; lists: string }) {
  const { name, label, box, options, values, places } = data;
  if (box.takes === "choice") {
    if (isOneOf(data))
      return (
        <fieldset className={`${controls.group} ${classes.oneOf}`}>
          <legend>{label}</legend>
          <div className={isInSight(data) ? controls.segments : `${controls.row} ${classes.options}`}>
            {[{ value: "", label: box.none ?? "Any" }, ...options].map((option) => (
              <label
                key={option.value}
                className={isInSight(data) ? undefined : controls.option}
                data-difficulty={option.value}
              >
                <input
                  type="radio"
                  name={name}
                  value={option.value}
                  defaultChecked={(values[0] ?? "") === option.value}
                />
                {option.label}
              </label>
            ))}
          </div>
        </fieldset>
      );
    return (
      <fieldset className={`${controls.group} ${controls.row} ${classes.choices}`}>
        <legend>{label}</legend>
        {options.map((option) => (
          <label key={option.value} className={controls.check}>
            <input
              type="checkbox"
              name={name}
              value={option.value}
              defaultChecked={values.includes(option.value)}
            />
            {option.label}
          </label>
        ))}
      </fieldset>
    );
  }
  const shown = Math.max(values.length, Math.min(places, Math.max(SEVERAL, values.length + 1)));
  return Array.from({ length: shown }, (_, place) => (
    // Boxes of one parameter differ only by their place.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <label key={place} className={controls.field}>
      <span>{shown > 1 ? `${label} ${place + 1}` : label}</span>
      <input
        name={name}
        placeholder={box.takes === "text" ? box.example : undefined}
        defaultValue={values[place] ?? ""}
        autoComplete="off"
        list={box.takes === "name" && box.of !== "player" ? `${lists}-${box.of}` : undefined}
        data-whole=""
      />
    </label>
  ));
}

interface FilterNames {
  readonly tower: readonly string[];
  readonly map: readonly string[];
}

/**
 * Loads the game's towers and the index's maps: hundreds of names, only for somebody who opens the boxes. If they
 * cannot be fetched, any spelling can still be typed.
 */
async function loadFilterNames(): Promise<FilterNames> {
  const maps = async () => {
    const answer = await fetch(api.maps({ names: "game" }));
    return ((await answer.json()) as { results: readonly string[] }).results;
  };
  const [tower, map] = await Promise.all([loadTowerNames().catch(() => []), maps().catch(() => [])]);
  return { tower, map };
}

interface Props {
  readonly page: ListPageData;
  readonly requested: ListParameters;
  /** The controls that are always in sight where there is room for them. */
  readonly children: ReactNode;
}

/**
 * The filters of a list, behind one button. The controls that are always in sight beside a wide table are behind it,
 * too, on a phone. So what the button opens is its sibling, and the style sheet decides what is shown when.
 */
export function FiltersPanel({ page, requested, children }: Props) {
  const { challenge, boxes, state } = page;
  const [names, setNames] = useState<FilterNames | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLDetailsElement>(null);
  const lists = useId();
  useClosingMenus(place, "stays");
  const setIn = (some: readonly BoxData[]): number =>
    some.reduce((sum, { values }) => sum + values.length, 0);
  const shown = boxes.filter(isInSight);
  const behind = setIn(boxes) - setIn(shown);
  const { pending, og, version } = state.parameters;
  const inSight =
    setIn(shown) +
    Number(isOn(pending)) +
    Number(challenge.hasOg && isOn(og)) +
    Number(challenge.versionBox && !!version);

  const offerNames = async (): Promise<void> => {
    setNames(await loadFilterNames());
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    // It was opened before the script was loaded.
    if (button.current?.open) void offerNames().catch(() => {});
  }, []);

  return (
    <div ref={place} className={classes.filters} data-menu="">
      <details
        ref={button}
        className={classes.toggle}
        onToggle={(event) => event.currentTarget.open && !names && void offerNames().catch(() => {})}
      >
        <summary className={controls.button}>
          <Icon name="filters" />
          <span className={classes.word}>Filters</span>
          <HowMany count={behind} className={classes.wide} />
          <HowMany count={behind + inSight} className={classes.narrow} />
        </summary>
      </details>
      <div className={classes.panel}>
        <div className={`${layout.popup} ${classes.popup}`}>
          <div className={`${controls.row} ${classes.title}`}>
            <h2>Filters</h2>
            <ClearAll page={page} requested={requested} />
          </div>
          <div className={classes.boxes}>
            {boxes
              .filter((data) => !isInSight(data))
              .toSorted(byUse)
              .map((data) => (
                <Box key={data.name} data={data} lists={lists} />
              ))}
          </div>
          <div className={`${controls.row} ${classes.actions}`}>
            <button
              type="submit"
              className={`${controls.button} ${controls.main}`}
              onClick={() => button.current?.removeAttribute("open")}
            >
              <Show page={page} />
            </button>
            <ClearAll page={page} requested={requested} />
          </div>
        </div>
        <div className={`${controls.row} ${classes.always}`}>
          {children}
          {shown.map((data) => (
            <Box key={data.name} data={data} lists={lists} />
          ))}
        </div>
        {(["tower", "map"] as const).map((of) => (
          <datalist key={of} id={`${lists}-${of}`}>
            {names?.[of].map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        ))}
      </div>
    </div>
  );
}

function ClearAll({ page: { challenge }, requested }: Pick<Props, "page" | "requested">) {
  return (
    <Link to={pages.list(challenge.key, cleared(requested))} preventScrollReset>
      Clear all
    </Link>
  );
}

/** "Show 23 completions", as soon as it is known how many there are. */
function Show({ page: { content } }: Pick<Props, "page">) {
  const isWaiting = useIsWaiting();
  const count = content.view === "list" ? (content.page?.count ?? null) : null;
  if (count === null || isWaiting) return <>Show</>;
  return <>{`Show ${counted(count)} ${count === 1 ? "completion" : "completions"}`}</>;
}

/** How many of the controls behind the button are set, once for wide and once for narrow windows. */
function HowMany({ count, className }: { count: number; className: string | undefined }) {
  return count === 0 ? null : (
    <span className={`${classes.set} ${className}`}>
      {count}
      <Hidden> set</Hidden>
    </span>
  );
}
