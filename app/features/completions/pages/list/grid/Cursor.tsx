import { type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from "react";
import { useNavigate } from "react-router";
import { pages } from "../../../../../../domain/contract/routes.ts";
import { useOwnLinks } from "../../../../../ui/components/use-own-links.ts";
import type { ListPageData } from "../load.server.ts";
import type { GridData } from "./load.server.ts";

/** Returns the parameters that name one of the table's completions in an address: its tower and its map. */
export function keysOf(
  { keys }: Pick<ListPageData["challenge"], "keys">,
  tower: string,
  map: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(keys.map((key) => [key, key === "map" ? map : tower]));
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

/** Returns a cell's tower and map, by its place: the browser may have translated what the headings say. */
function readCell(
  cell: HTMLTableCellElement,
  { maps, groups }: GridData,
): { readonly tower: string; readonly map: string } | null {
  const { rowIndex } = cell.parentElement as HTMLTableRowElement;
  const map = maps[cell.cellIndex - HEADS]?.map;
  // A row heads the columns, and one heads each group.
  const tower = groups.flatMap(({ towers }) => [null, ...towers])[rowIndex - 1]?.name;
  return map && tower ? { tower, map } : null;
}

/**
 * One cursor over the table: under the pointer, or where the arrow keys move the focus. Tab leaves the table, which
 * has too many links to step through. Enter, like a click, follows a link; on an empty cell it leads to the form. One bar
 * marks the cursor's column, so that the cells themselves do not change.
 */
export function useCursor(challenge: ListPageData["challenge"], table: GridData) {
  const navigate = useNavigate();
  const followLink = useOwnLinks();
  const column = useRef<HTMLElement>(null);
  const end = useRef<HTMLSpanElement>(null);

  function point(at: HTMLTableCellElement | null): void {
    const bar = column.current;
    if (!bar) return;
    bar.hidden = at === null;
    if (at) {
      const { left } = (bar.parentElement as HTMLElement).getBoundingClientRect();
      bar.style.transform = `translateX(${at.getBoundingClientRect().left - left}px)`;
    }
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

  /** Opens the form for an empty cell. */
  function add(at: HTMLTableCellElement | null): void {
    const read = at && at.dataset.is === undefined ? readCell(at, table) : null;
    if (read) navigate(pages.addForm(challenge.key, keysOf(challenge, read.tower, read.map)));
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = cellOf(event.target);
    const move = MOVES[event.key];
    if (move) {
      event.preventDefault();
      const first = `tbody td:nth-child(${HEADS + 1})`;
      const next = at ? neighbour(at, move) : event.currentTarget.querySelector<HTMLTableCellElement>(first);
      if (next) enter(next);
    } else if (event.key === "Tab" && !event.shiftKey) {
      // The browser goes on from there.
      end.current?.focus();
    } else if (event.key === "Tab" && event.target !== event.currentTarget) {
      event.currentTarget.focus();
      event.preventDefault();
    } else if (event.key === "Enter") add(at);
  }

  return {
    column,
    /** An element after the table, which takes the focus so that Tab leaves the table. */
    end,
    handlers: {
      onKeyDown,
      onFocus: (event: FocusEvent) => point(cellOf(event.target)),
      onPointerOver: (event: PointerEvent) => point(cellOf(event.target)),
      onPointerLeave: () => point(cellOf(document.activeElement)),
      onClick: (event: MouseEvent) => {
        followLink(event);
        add(cellOf(event.target));
      },
    },
  };
}
