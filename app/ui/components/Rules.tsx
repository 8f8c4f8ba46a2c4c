import type { ReactNode } from "react";
import type { RuleItem, RuleSection } from "../../../domain/challenges/rules.ts";

/** Renders text whose emphasised parts are between pairs of **. */
export function Stressed({ text }: { text: string }) {
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

interface Props {
  readonly rules: readonly RuleSection[];
  /** Returns what stands before a rule in the place of its bullet; null leaves the bullet. */
  readonly signOf?: (rule: RuleItem) => ReactNode;
}

/** Renders the rules of a challenge, section by section. */
export function Rules({ rules, signOf }: Props) {
  return rules.map((section) => (
    <section key={section.title}>
      <h3>{section.title}</h3>
      <ul>
        {section.items.map((item) => {
          const sign = signOf?.(item) ?? null;
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
