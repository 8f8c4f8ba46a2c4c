import { useEffect, useRef, useState } from "react";
import { VerdictSign } from "../../../../../domain/fields/marks/VerdictSign.tsx";
import type { ChecklistItem } from "../../../../../domain/submissions/checklist.ts";
import { Hidden } from "../../../../ui/components/layout.tsx";
import { Stressed } from "../../../../ui/components/Rules.tsx";
import classes from "./Desk.module.css";
import type { Item } from "./load.server.ts";

/** What a helper found, by the rule's id: whether the run keeps it. A rule that nobody looked at is absent. */
export type Marks = Readonly<Record<string, boolean>>;

/** The rules that nobody has looked at yet, and that only a look can tell. */
export const openItems = (items: readonly ChecklistItem[], marks: Marks): readonly ChecklistItem[] =>
  items.filter(({ id, by }) => by === "look" && marks[id] === undefined);

/** Whether the run keeps a rule: as the helper marked it, or else as the checks and the fields say; null: unknown. */
const isKept = ({ id, isMet, failedBy }: ChecklistItem, marks: Marks): boolean | null =>
  marks[id] ?? (failedBy.length > 0 ? false : isMet);

/** The rules that the run breaks, as the helper or the entry itself says. */
export const failedItems = (items: readonly ChecklistItem[], marks: Marks): readonly ChecklistItem[] =>
  items.filter((item) => isKept(item, marks) === false);

/** Returns the marks after a press on a rule: kept, then broken, then not looked at. */
export function nextMark(marks: Marks, id: string): Marks {
  const { [id]: mark, ...others } = marks;
  return mark === false ? others : { ...others, [id]: mark === undefined };
}

/** The rules of a completion that is excepted from these checks: those mark none as broken. */
export const withoutExcepted = (
  items: readonly ChecklistItem[],
  excepted: readonly string[],
): ChecklistItem[] =>
  items.map((item) => ({ ...item, failedBy: item.failedBy.filter((id) => !excepted.includes(id)) }));

/** How many rules the digit keys reach; 0 leads them to the next ones. */
const DIGITS = 9;

/** What a rule is marked with, and in words. */
const SIGNS = {
  kept: ["done", "kept"],
  broken: ["unknown", "broken"],
  open: ["open", "not looked at"],
  trusted: ["open", "on trust"],
} as const;

function stateOf(item: ChecklistItem, marks: Marks): keyof typeof SIGNS {
  const mark = isKept(item, marks);
  if (mark !== null) return mark ? "kept" : "broken";
  return item.by === "trust" ? "trusted" : "open";
}

/** The rules of what is open, as far as a helper has marked them. */
export interface MarkedChecklist {
  readonly items: readonly ChecklistItem[];
  readonly marks: Marks;
  /** The place of the rule that the key 1 reaches, from 0. */
  readonly from: number;
  readonly press: (id: string) => void;
  readonly pressDigit: (digit: number) => void;
  /** Leads the digits to the next rules, and after the last ones to the first. */
  readonly leadDigits: () => void;
  /** The rule to which a key leads, and whether it gets the focus, too. */
  readonly led: { readonly id: string; readonly isFocused: boolean } | null;
  readonly lead: (id: string) => void;
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

/** Marks the rules of a completion; `excepted` are the checks that helpers except it from. */
export function useChecklist(
  item: Item | null,
  exceptions: readonly { readonly check: string }[],
): MarkedChecklist {
  // What was marked on another completion, or on what a player changed since, counts no more.
  const of = item ? `${item.filekey} ${item.revision}` : "";
  const nothing = { of, marks: {} as Marks, from: 0, led: null as MarkedChecklist["led"] };
  const [last, setMarked] = useState(nothing);
  const marked = last.of === of ? last : nothing;
  const { marks, from } = marked;
  const excepted = exceptions.map(({ check }) => check);
  const items = withoutExcepted(item?.checklist ?? [], excepted);
  const press = (id: string): void => setMarked({ ...marked, marks: nextMark(marks, id) });
  return {
    ...marked,
    ...{ items, press },
    findings: findingsBesides(items, item?.failures ?? [], excepted),
    lead: (id) => setMarked({ ...marked, led: { id, isFocused: true } }),
    pressDigit(digit) {
      const rule = items[from + digit - 1];
      if (rule) press(rule.id);
    },
    leadDigits() {
      const next = from + DIGITS < items.length ? from + DIGITS : 0;
      setMarked({ ...marked, from: next, led: { id: items[next]?.id ?? "", isFocused: false } });
    },
  };
}

/** The rules of a completion. A press marks one as kept, another as broken, a third as not looked at. */
export function Checklist({ checklist }: { readonly checklist: MarkedChecklist }) {
  const { items, marks, press, from, led } = checklist;
  const open = openItems(items, marks).length;
  const [isWhole, setWhole] = useState(true);
  const list = useRef<HTMLOListElement>(null);
  // At once, or as soon as the rules are there.
  useEffect(() => {
    const rule = led && list.current?.querySelector<HTMLElement>(`[data-rule="${led.id}"]`);
    if (led?.isFocused) rule?.focus({ preventScroll: true });
    rule?.scrollIntoView({ block: "nearest" });
  }, [led]);
  return (
    <details
      open={isWhole}
      onToggle={(event) => setWhole(event.currentTarget.open)}
      className={classes.checklist}
    >
      <summary>
        Checklist <small>{open === 0 ? "all looked at" : `${open} of ${items.length} to look at`}</small>
      </summary>
      <ol ref={list}>
        {items.map((item, at) => {
          const state = stateOf(item, marks);
          const [sign, words] = SIGNS[state];
          return (
            <li key={item.id}>
              <button type="button" data-rule={item.id} data-state={state} onClick={() => press(item.id)}>
                <span aria-hidden="true">{at >= from && at < from + DIGITS ? at - from + 1 : ""}</span>
                <VerdictSign verdict={sign} />
                <span>
                  <Stressed text={item.text} />
                  {item.points.length > 0 && (
                    <small>
                      {" "}
                      <Stressed text={item.points.join("; ")} />
                    </small>
                  )}
                  {item.failedBy.length > 0 && marks[item.id] === undefined && (
                    <small> As the checks found</small>
                  )}
                </span>
                <Hidden>: {words}</Hidden>
              </button>
            </li>
          );
        })}
      </ol>
    </details>
  );
}
