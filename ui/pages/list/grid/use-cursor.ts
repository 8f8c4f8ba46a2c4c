import { type FocusEvent, type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { pages } from "../../../../routes.ts";
import { useOwnLinks } from "../../../components/use-own-links.ts";
import type { ListPageData } from "../load.server.ts";
import { type CellAt, keysOf } from "./cell.ts";

/** Before the maps: the tower and how many maps it is done on. */
const HEADS = 2;

const MOVES: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The cell of a map that something stands in; null: it stands in none. */
function cellOf(target: EventTarget | null): HTMLTableCellElement | null {
  const cell = target instanceof Element ? target.closest<HTMLTableCellElement>("tbody td") : null;
  return cell && cell.cellIndex >= HEADS ? cell : null;
}

/** The cell beside another, over the rows that head a group; at the edge the same one. */
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

/** What a cell is of, as its row's and its column's heads say. */
function readCell(cell: HTMLTableCellElement): CellAt | null {
  const row = cell.parentElement as HTMLTableRowElement;
  const head = (cell.closest("table") as HTMLTableElement).rows[0]?.cells[cell.cellIndex];
  const map = head?.textContent;
  const tower = row.cells[0]?.textContent;
  return map && tower ? { tower, map, state: (cell.dataset.is ?? "open") as CellAt["state"] } : null;
}

/**
 * One cursor over the table: under the pointer, or where the arrow keys lead the focus. Tab leaves the table, whose links
 * are too many to step through; Enter follows a link, and on a cell where nothing is leads to the form. Its column is
 * marked by one bar: the cells are left alone.
 */
export function useCursor(challenge: ListPageData["challenge"]) {
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
    setCell(at && readCell(at));
  }

  /** Gives the focus to what is in a cell; an empty one says what it is by itself. */
  function enter(at: HTMLTableCellElement): void {
    const link = at.querySelector("a");
    if (!link) {
      const read = readCell(at);
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
      const read = readCell(at);
      if (read) navigate(pages.addForm(challenge.key, keysOf(challenge, read.tower, read.map)));
    }
  }

  return {
    frame,
    column,
    /** Behind the table, for the focus. */
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
