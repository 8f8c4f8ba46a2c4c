import { type ReactNode, useEffect, useRef, useState } from "react";
import { VerdictSign } from "../../../../../domain/fields/marks/VerdictSign.tsx";
import type { ChecklistItem } from "../../../../../domain/submissions/checklist.ts";
import { Hidden } from "../../../../ui/components/layout.tsx";
import { Stressed } from "../../../../ui/components/Rules.tsx";
import classes from "./Desk.module.css";
import type { Item } from "./load.server.ts";

/** What a helper found, by the rule's id: whether the run keeps it. A rule that is unchecked is absent. */
export type RuleMarks = Readonly<Record<string, boolean>>;

/** Whether the run keeps a rule: as the helper marked it, or else as the checks and the fields say; null: unknown. */
const isKept = ({ id, isMet, failedBy }: ChecklistItem, marks: RuleMarks): boolean | null =>
  marks[id] ?? (failedBy.length > 0 ? false : isMet);

/** The rules that the run breaks, as the helper or the entry itself says. */
export const failedItems = (items: readonly ChecklistItem[], marks: RuleMarks): readonly ChecklistItem[] =>
  items.filter((item) => isKept(item, marks) === false);

/**
 * The sentences of the rules that the run breaks; where its challenge code shows that, with what differs there.
 */
export const reasonsOf = (
  items: readonly ChecklistItem[],
  marks: RuleMarks,
  failures: Item["failures"],
): readonly Pick<ChecklistItem, "fails">[] =>
  failedItems(items, marks).map(({ fails, failedBy }) => {
    const shown = failures.filter(({ id, isOfCode }) => isOfCode && failedBy.includes(id));
    return { fails: [fails, ...shown.map(({ says }) => says)].join(" ") };
  });

/** Rules that are looked at together, and marked by one key. */
export interface RuleGroup {
  readonly label: string;
  readonly items: readonly ChecklistItem[];
}

/** What has to be looked at, what the site itself has checked, and what nothing here can tell. */
export interface Lines {
  readonly look: readonly RuleGroup[];
  readonly checked: readonly ChecklistItem[];
  readonly trusted: readonly ChecklistItem[];
}

/** Divides the rules of a completion, each line where its first rule stands. Marks move none of them. */
export function linesOf(items: readonly ChecklistItem[]): Lines {
  const isChecked = ({ isMet, failedBy }: ChecklistItem): boolean => isMet === true && failedBy.length === 0;
  const isTrusted = (item: ChecklistItem): boolean =>
    (item.by === "trust" || item.by === "standing") && isKept(item, {}) === null;
  const look = items.filter((item) => !isChecked(item) && !isTrusted(item));
  return {
    look: Array.from(
      Map.groupBy(look, ({ line }) => line),
      ([label, own]) => ({ label, items: own }),
    ),
    checked: items.filter(isChecked),
    trusted: items.filter(isTrusted),
  };
}

/** What a line is marked with, and in words. */
const SIGNS = {
  kept: ["done", "OK"],
  broken: ["unknown", "broken"],
  open: ["open", "unchecked"],
} as const;
type State = keyof typeof SIGNS;

function stateOf(items: readonly ChecklistItem[], marks: RuleMarks): State {
  const kept = items.map((item) => isKept(item, marks));
  if (kept.includes(false)) return "broken";
  return kept.includes(null) ? "open" : "kept";
}

/** The lines that are unchecked. */
export const openLines = ({ look }: Lines, marks: RuleMarks): readonly RuleGroup[] =>
  look.filter(({ items }) => stateOf(items, marks) === "open");

/** Returns the marks after a press on rules that are marked together: all kept, then all broken, then unchecked. */
export function nextMarks(marks: RuleMarks, ids: readonly string[]): RuleMarks {
  const others = Object.fromEntries(Object.entries(marks).filter(([id]) => !ids.includes(id)));
  const own = ids.map((id) => marks[id]);
  const next = own.every((mark) => mark === undefined) ? true : own.every(Boolean) ? false : undefined;
  return next === undefined ? others : { ...others, ...Object.fromEntries(ids.map((id) => [id, next])) };
}

/** The rules of a completion that is excepted from these checks: those mark none as broken. */
export const withoutExcepted = (
  items: readonly ChecklistItem[],
  excepted: readonly string[],
): ChecklistItem[] =>
  items.map((item) => ({ ...item, failedBy: item.failedBy.filter((id) => !excepted.includes(id)) }));

/** The rules once it is known whether a banned player is concerned; null: not yet. */
export const withStanding = (items: readonly ChecklistItem[], isBanned: boolean | null): ChecklistItem[] =>
  items.map((item) =>
    item.by === "standing" ? { ...item, isMet: isBanned === null ? null : !isBanned } : item,
  );

/** The rules of what is open, as far as a helper has marked them. */
export interface MarkedChecklist {
  readonly items: readonly ChecklistItem[];
  readonly lines: Lines;
  readonly marks: RuleMarks;
  readonly press: (ids: readonly string[]) => void;
  /** Marks the line of a place, from 1. */
  readonly pressDigit: (digit: number) => void;
  /** The line to which a key leads. */
  readonly led: { readonly label: string } | null;
  readonly lead: (label: string) => void;
  /** What the checks found that is no rule's, as a player reads it. */
  readonly findings: readonly string[];
}

/** What is found that no rule is about. Of a note only helpers read. */
export const findingsBesides = (
  items: readonly Pick<ChecklistItem, "failedBy">[],
  failures: Item["failures"],
  excepted: readonly string[],
): string[] =>
  failures
    .filter(({ id, level }) => level !== "note" && !excepted.includes(id))
    .filter(({ id }) => !items.some(({ failedBy }) => failedBy.includes(id)))
    .map(({ says }) => says);

/**
 * Marks the rules of a completion; `excepted` are the checks that helpers except it from.
 * @param isBanned null: not known yet
 */
export function useChecklist(
  item: Item | null,
  exceptions: readonly { readonly check: string }[],
  isBanned: boolean | null,
): MarkedChecklist {
  // What was marked on another completion, or on what a player changed since, counts no more.
  const of = item ? `${item.filekey} ${item.revision}` : "";
  const nothing = { of, marks: {} as RuleMarks, led: null as MarkedChecklist["led"] };
  const [last, setMarked] = useState(nothing);
  const marked = last.of === of ? last : nothing;
  const { marks } = marked;
  const excepted = exceptions.map(({ check }) => check);
  const items = withStanding(withoutExcepted(item?.checklist ?? [], excepted), isBanned);
  const lines = linesOf(items);
  const press = (ids: readonly string[]): void => setMarked({ ...marked, marks: nextMarks(marks, ids) });
  return {
    ...marked,
    items,
    lines,
    press,
    findings: findingsBesides(items, item?.failures ?? [], excepted),
    lead: (label) => setMarked({ ...marked, led: { label } }),
    pressDigit(digit) {
      const line = lines.look[digit - 1];
      if (line) press(line.items.map(({ id }) => id));
    },
  };
}

/** The rules of a completion. A press marks one as kept, another as broken, a third as unchecked. */
export function Checklist({ checklist }: { readonly checklist: MarkedChecklist }) {
  const { lines, marks, led } = checklist;
  const { look, checked, trusted } = lines;
  const open = openLines(lines, marks).length;
  const byCode = checked.filter(({ by }) => by === "code").length;
  const list = useRef<HTMLDivElement>(null);
  // At once, or as soon as the rules are there.
  useEffect(() => {
    const line = led && list.current?.querySelector<HTMLElement>(`[data-line="${led.label}"]`);
    line?.focus({ preventScroll: true });
    line?.scrollIntoView({ block: "nearest" });
  }, [led]);
  return (
    <div ref={list} className={classes.checklist}>
      <h3>
        Checklist <small>{open === 0 ? "nothing to check" : `${open} to check`}</small>
      </h3>
      <ol>
        {look.map((line, at) => (
          <LineOf key={line.label} line={line} digit={at + 1} checklist={checklist} />
        ))}
      </ol>
      {checked.length > 0 && (
        <Folded items={checked} checklist={checklist}>
          {checked.length} checked by the site
          {byCode > 0 && `, ${byCode} of them by the challenge code`}
        </Folded>
      )}
      {trusted.length > 0 && (
        <Folded items={trusted} checklist={checklist}>
          {trusted.length} can’t be checked
        </Folded>
      )}
    </div>
  );
}

interface LineProps {
  readonly line: RuleGroup;
  /** The key that marks it. */
  readonly digit: number;
  readonly checklist: MarkedChecklist;
}

function LineOf({ line: { label, items }, digit, checklist }: LineProps) {
  const { marks, press } = checklist;
  const [isWhole, setWhole] = useState(false);
  const state = stateOf(items, marks);
  const [sign, words] = SIGNS[state];
  const isFound = items.some(({ id, failedBy }) => failedBy.length > 0 && marks[id] === undefined);
  return (
    <li>
      <div>
        <button
          type="button"
          data-line={label}
          data-state={state}
          onClick={() => press(items.map(({ id }) => id))}
        >
          <kbd>{digit}</kbd>
          <VerdictSign verdict={sign} />
          <span>
            {label}
            {isFound && <small> As the checks found</small>}
          </span>
          <Hidden>: {words}</Hidden>
        </button>
        <button
          type="button"
          className={classes.unfold}
          aria-expanded={isWhole}
          aria-label={`The whole rule: ${label}`}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? "▾" : "▸"}
        </button>
      </div>
      {isWhole && <Whole items={items} checklist={checklist} />}
    </li>
  );
}

/** Each rule in its own words, to be marked by itself. */
function Whole({
  items,
  checklist: { marks, press },
}: {
  readonly items: readonly ChecklistItem[];
  readonly checklist: MarkedChecklist;
}) {
  return (
    <ul>
      {items.map((item) => {
        const { id, text, points } = item;
        const state = item.by === "trust" && marks[id] === undefined ? "trust" : stateOf([item], marks);
        const [sign, words] = state === "trust" ? (["open", "can’t be checked"] as const) : SIGNS[state];
        return (
          <li key={id}>
            <button type="button" data-rule={id} data-state={state} onClick={() => press([id])}>
              <VerdictSign verdict={sign} />
              <span>
                <Stressed text={text} />
                {points.length > 0 && (
                  <small>
                    {" "}
                    <Stressed text={points.join("; ")} />
                  </small>
                )}
              </span>
              <Hidden>: {words}</Hidden>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Folded({
  items,
  checklist,
  children,
}: {
  readonly items: readonly ChecklistItem[];
  readonly checklist: MarkedChecklist;
  readonly children: ReactNode;
}) {
  return (
    <details>
      <summary>{children}</summary>
      <Whole items={items} checklist={checklist} />
    </details>
  );
}
