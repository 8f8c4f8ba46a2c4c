import type { ReactNode } from "react";
import type { RuleItem, ShownRules } from "../../../domain/challenges/rules.ts";

/** Renders text whose emphasised parts are between pairs of **. */
export function Stressed({ text }: { text: string }) {
  return (
    <>
      {text.split("**").map((part, index) => (index % 2 === 1 ? <strong key={part}>{part}</strong> : part))}
    </>
  );
}

function Item({ item }: { item: ShownRules["items"][number] }) {
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

interface Props {
  readonly rules: readonly ShownRules[];
  /** Returns what stands before a rule in the place of its bullet, by the rule's id; null leaves the bullet. */
  readonly signOf?: (id: RuleItem["id"]) => ReactNode;
}

/** Renders the rules of a challenge, section by section. */
export function Rules({ rules, signOf }: Props) {
  return rules.map((section) => (
    <section key={section.title}>
      <h3>{section.title}</h3>
      <ul>
        {section.items.map((item) => {
          const sign = signOf?.(item.id) ?? null;
          return (
            <li key={item.id} data-sign={sign !== null || undefined}>
              {sign}
              <Item item={item} />
            </li>
          );
        })}
      </ul>
    </section>
  ));
}
