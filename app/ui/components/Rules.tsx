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

/** Renders the rules of a challenge, section by section. */
export function Rules({ rules }: { rules: readonly RuleSection[] }) {
  return rules.map((section) => (
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
  ));
}
