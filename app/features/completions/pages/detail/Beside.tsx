import { useRef } from "react";
import { Link } from "react-router";
import { pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { counted } from "../../../../../domain/game/counted.ts";
import type { WireRow } from "../../../../../domain/lists/row.ts";
import { keyQueryOf } from "../../../../../domain/lists/url-state.ts";
import { Icon } from "../../../../ui/components/Icon.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { Hidden } from "../../../../ui/components/layout.tsx";
import type { ListOrigin } from "../../../../ui/list-origin.ts";
import { useShortcuts } from "../../../../ui/shortcuts.ts";
import classes from "./completion.module.css";
import type { NotesPageData } from "./load.server.ts";
import { differenceOf, useNeighbours } from "./neighbours.ts";

interface Props {
  readonly challenge: NotesPageData["challenge"];
  readonly completion: NonNullable<NotesPageData["completion"]>;
  readonly came: ListOrigin;
}

/** Links to the completions before and after this one in the list that somebody came from. */
export function Beside({ challenge, completion: { row, naming }, came }: Props) {
  const neighbours = useNeighbours(came, String(row.filekey));
  const place = useRef<HTMLElement>(null);
  useTurningKeys(place);
  if (!neighbours) return null;
  const { at, count, previous, next } = neighbours;
  const shared = { challenge, naming, row, came };
  return (
    <nav ref={place} className={classes.beside} aria-label="The list one came from">
      <span className={classes.place}>
        {counted(at + 1)} of {counted(count)}
      </span>
      {previous && <Turn {...shared} to={previous} at={at - 1} direction="previous" />}
      {next && <Turn {...shared} to={next} at={at + 1} direction="next" />}
    </nav>
  );
}

/** Label and key of the turns to the previous and the next completion. */
const TURNS = {
  previous: { label: "Previous", key: "k" },
  next: { label: "Next", key: "j" },
} as const;

interface TurnProps {
  readonly challenge: NotesPageData["challenge"];
  readonly naming: NonNullable<NotesPageData["completion"]>["naming"];
  readonly row: WireRow;
  readonly came: ListOrigin;
  readonly to: WireRow;
  readonly at: number;
  readonly direction: keyof typeof TURNS;
}

function Turn({ challenge, naming, row, came, to, at, direction }: TurnProps) {
  const { label, key } = TURNS[direction];
  const state: ListOrigin = { list: { ...came.list, at } };
  const page = pages.notes(challenge.key, keyQueryOf(challenge.keys, to));
  return (
    <Link
      to={page}
      state={state}
      // However many turns were made, Back leads to the list.
      replace
      className={`${controls.button} ${classes.turn}`}
      data-direction={direction}
      data-key={key}
      aria-keyshortcuts={key}
    >
      <Icon name={direction} />
      <Hidden>{label}: </Hidden>
      <span className={`${layout.cut} ${layout.hiddenOnPhone} ${classes.name}`}>
        {differenceOf(naming, row, to)}
      </span>
      <span className={`${layout.hiddenOnPhone} ${classes.key}`} aria-hidden="true">
        {key.toUpperCase()}
      </span>
    </Link>
  );
}

/** Makes J lead to the next and K to the previous completion. */
function useTurningKeys(place: { readonly current: HTMLElement | null }): void {
  useShortcuts((key) => {
    if (key !== "j" && key !== "k") return false;
    place.current?.querySelector<HTMLAnchorElement>(`[data-key="${key}"]`)?.click();
    return true;
  });
}
