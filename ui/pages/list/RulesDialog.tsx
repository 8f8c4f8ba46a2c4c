import type { RuleItem, RuleSection } from "../../../challenges/rules.ts";
import controls from "../../components/Controls.module.css";
import { Dialog } from "../../components/Dialog.tsx";

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

/** The Rules button and its window. */
export function RulesDialog({ title, rules }: { title: string; rules: readonly RuleSection[] }) {
  return (
    <Dialog title={title} label="Rules" className={`${controls.button} ${controls.plain}`}>
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
    </Dialog>
  );
}
