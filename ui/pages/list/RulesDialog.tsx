import type { RuleSection } from "../../../challenges/rules.ts";
import controls from "../../components/Controls.module.css";
import { Dialog } from "../../components/Dialog.tsx";
import { Rules } from "../../components/Rules.tsx";

/** The Rules button and its window. */
export function RulesDialog({ title, rules }: { title: string; rules: readonly RuleSection[] }) {
  return (
    <Dialog title={title} label="Rules" className={`${controls.button} ${controls.plain}`}>
      <Rules rules={rules} />
    </Dialog>
  );
}
