import { useState } from "react";
import type { ChallengeDefinition } from "../../../challenges/define.ts";
import { Rules } from "../../components/Rules.tsx";
import classes from "./RulesBeside.module.css";

/** Windows with room for the rules beside the form. */
const ROOM = "(min-width: 64em)";

/** The rules, beside the form where there is room, otherwise folded above it. */
export function RulesBeside({ definition: { label, rules } }: { definition: ChallengeDefinition }) {
  const [isOpen] = useState(() => window.matchMedia(ROOM).matches);
  return (
    <aside className={classes.rules} aria-label={`${label} Rules`}>
      <details open={isOpen}>
        <summary>
          <h2>{label} Rules</h2>
        </summary>
        <div className={classes.sections}>
          <Rules rules={rules} />
        </div>
      </details>
    </aside>
  );
}
