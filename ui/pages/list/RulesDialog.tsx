import { Button } from "@mantine/core";
import { useId, useRef } from "react";
import type { RuleItem, RuleSection } from "../../../challenges/rules.ts";
import classes from "./RulesDialog.module.css";

/** Text whose stressed parts stand between pairs of **. */
function Stressed({ text }: { text: string }) {
  return text.split("**").map((part, index) => (index % 2 === 1 ? <strong key={part}>{part}</strong> : part));
}

function Item({ item }: { item: RuleItem }) {
  return (
    <>
      <Stressed text={item.text} />
      {item.items && (
        <ul>
          {item.items.map((point) => (
            <li key={point}>
              <Stressed text={point} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/**
 * The Rules button and its window: the browser's own modal dialog, which keeps the focus, closes on Escape and needs
 * no script where the browser knows `command` (the click handler serves the others).
 */
export function RulesDialog({ title, rules }: { title: string; rules: readonly RuleSection[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const invoker = { commandfor: id, command: "show-modal" };
  const closer = { commandfor: id, command: "close" };
  const byHand = typeof HTMLButtonElement !== "undefined" && !("command" in HTMLButtonElement.prototype);
  return (
    <>
      <Button {...invoker} onClick={() => byHand && dialog.current?.showModal()}>
        Rules
      </Button>
      {/* A click on the backdrop lands on the dialog itself. The keyboard has Escape. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <dialog
        ref={dialog}
        id={id}
        className={classes.dialog}
        aria-labelledby={`${id}-title`}
        onClick={(event) => event.target === dialog.current && dialog.current.close()}
      >
        <div className={classes.sheet}>
          <header className={classes.head}>
            <h2 id={`${id}-title`}>{title}</h2>
            <Button variant="default" {...closer} onClick={() => byHand && dialog.current?.close()}>
              Close
            </Button>
          </header>
          {rules.map((section) => (
            <section key={section.title}>
              <h3>{section.title}</h3>
              <ul>
                {section.items.map((item) => (
                  <li key={item.id}>
                    <Item item={item} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </dialog>
    </>
  );
}
