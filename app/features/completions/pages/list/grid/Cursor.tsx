import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { ListAnswer } from "../../../../../../domain/contract/completions.ts";
import { api, pages } from "../../../../../../domain/contract/routes.ts";
import { useOwnLinks } from "../../../../../ui/components/use-own-links.ts";
import type { ListPageData } from "../load.server.ts";
import classes from "./Grid.module.css";
import type { GridData } from "./load.server.ts";

export interface CellAt {
  readonly tower: string;
  readonly map: string;
  readonly state: "og" | "done" | "pending" | "open";
}

/** Returns the parameters that name one of the table's completions in an address: its tower and its map. */
export function keysOf(
  { keys }: Pick<ListPageData["challenge"], "keys">,
  tower: string,
  map: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(keys.map((key) => [key, key === "map" ? map : tower]));
}

/** Milliseconds to wait, so that a pointer that only passes asks for nothing. */
const PAUSE_MS = 150;

/** Players by the address that was requested, so that each is requested only once. */
const known = new Map<string, string>();

/** Returns who did what a cell stands for; null until it is known. */
function usePlayer(address: string | null): string | null {
  const [player, setPlayer] = useState<string | null>(null);
  useEffect(() => {
    setPlayer(address === null ? null : (known.get(address) ?? null));
    if (address === null || known.has(address)) return;
    const asking = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { results } = (await (await fetch(address, { signal: asking.signal })).json()) as ListAnswer;
        const person = results[0]?.person;
        if (typeof person !== "string") return;
        known.set(address, person);
        setPlayer(person);
      } catch {
        // The cell does without the player, who is on the completion's page.
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [address]);
  return player;
}

const SAYS = { og: "The original", done: "Done", pending: "Pending" } as const;

export function CellCard({
  challenge,
  cell: { tower, map, state },
}: {
  challenge: ListPageData["challenge"];
  cell: CellAt;
}) {
  const names = keysOf(challenge, tower, map);
  const player = usePlayer(
    state === "open" ? null : api.list(challenge.key, { ...names, count: "1", names: "game" }),
  );
  return (
    <div className={classes.card}>
      <strong>
        {tower} on {map}
      </strong>
      {state === "open" ? (
        <span>
          Not in this index yet. <Link to={pages.addForm(challenge.key, names)}>Add it</Link>
        </span>
      ) : (
        <span>
          {SAYS[state]}
          {player !== null && (
            <>
              , by <bdi>{player}</bdi>
            </>
          )}
        </span>
      )}
    </div>
  );
}

/** Number of columns before the maps: the tower, and how many maps it is done on. */
const HEADS = 2;

const MOVES: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Returns the map's cell that an element is in; null if it is in none. */
function cellOf(target: EventTarget | null): HTMLTableCellElement | null {
  const cell = target instanceof Element ? target.closest<HTMLTableCellElement>("tbody td") : null;
  return cell && cell.cellIndex >= HEADS ? cell : null;
}

/** Returns the cell beside another, skipping the rows that head a group; at the edge the same cell. */
function neighbour(
  cell: HTMLTableCellElement,
  [down, right]: readonly [number, number],
): HTMLTableCellElement {
  const row = cell.parentElement as HTMLTableRowElement;
  if (right !== 0) return row.cells[Math.max(cell.cellIndex + right, HEADS)] ?? cell;
  const { rows } = cell.closest("table") as HTMLTableElement;
  for (let at = row.rowIndex + down; at > 0; at += down) {
    const next = rows[at];
    if (!next) break;
    const found = next.cells[cell.cellIndex];
    if (found) return found;
  }
  return cell;
}

/** Returns what a cell is about, by its place: the browser may have translated what the headings say. */
function readCell(cell: HTMLTableCellElement, { maps, groups }: GridData): CellAt | null {
  const { rowIndex } = cell.parentElement as HTMLTableRowElement;
  const map = maps[cell.cellIndex - HEADS]?.map;
  // A row heads the columns, and one heads each group.
  const tower = groups.flatMap(({ towers }) => [null, ...towers])[rowIndex - 1]?.name;
  return map && tower ? { tower, map, state: (cell.dataset.is ?? "open") as CellAt["state"] } : null;
}

/**
 * One cursor over the table: under the pointer, or where the arrow keys move the focus. Tab leaves the table, which
 * has too many links to step through. Enter follows a link; on an empty cell it leads to the form. One bar marks the
 * cursor's column, so that the cells themselves do not change.
 */
export function useCursor(challenge: ListPageData["challenge"], table: GridData) {
  const navigate = useNavigate();
  const frame = useRef<HTMLElement>(null);
  const column = useRef<HTMLElement>(null);
  const end = useRef<HTMLSpanElement>(null);
  const [cell, setCell] = useState<CellAt | null>(null);

  function point(at: HTMLTableCellElement | null): void {
    const bar = column.current;
    if (!bar) return;
    bar.hidden = at === null;
    if (at) {
      const { left } = (bar.parentElement as HTMLElement).getBoundingClientRect();
      bar.style.transform = `translateX(${at.getBoundingClientRect().left - left}px)`;
    }
    setCell(at && readCell(at, table));
  }

  /** Focuses the link in a cell, or an empty cell itself, which gets a label that says what it is. */
  function enter(at: HTMLTableCellElement): void {
    const link = at.querySelector("a");
    if (!link) {
      const read = readCell(at, table);
      at.tabIndex = -1;
      if (read) at.setAttribute("aria-label", `${read.tower} on ${read.map}: not in this index yet`);
    }
    (link ?? at).focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = cellOf(event.target);
    const move = MOVES[event.key];
    if (move) {
      const from =
        at ?? frame.current?.querySelector<HTMLTableCellElement>(`tbody td:nth-child(${HEADS + 1})`);
      if (!from) return;
      event.preventDefault();
      enter(at ? neighbour(at, move) : from);
    } else if (event.key === "Tab" && !event.shiftKey) {
      // The browser goes on from there.
      end.current?.focus();
    } else if (event.key === "Tab" && event.target !== frame.current) {
      frame.current?.focus();
      event.preventDefault();
    } else if (event.key === "Enter" && at && event.target === at) {
      const read = readCell(at, table);
      if (read) navigate(pages.addForm(challenge.key, keysOf(challenge, read.tower, read.map)));
    }
  }

  return {
    frame,
    column,
    /** An element after the table, which takes the focus so that Tab leaves the table. */
    end,
    cell,
    handlers: {
      onKeyDown,
      onFocus: (event: FocusEvent) => point(cellOf(event.target)),
      onPointerOver: (event: PointerEvent) => point(cellOf(event.target)),
      onPointerLeave: () => point(cellOf(document.activeElement)),
      onClick: useOwnLinks(),
    },
  };
}
