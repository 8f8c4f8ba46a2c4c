import type { RuleSection } from "../../../challenges/rules.ts";
import { Dialog } from "../../components/Dialog.tsx";
import { Rules } from "../../components/Rules.tsx";

/** The Rules button and its window. */
export function RulesDialog({ title, rules }: { title: string; rules: readonly RuleSection[] }) {
  return (
    <Dialog title={title} label="Rules">
      <Rules rules={rules} />
    </Dialog>
  );
}
