import type { RuleSection } from "./rules.ts";
import { afterYouSubmit, excludeUnusedTowers, linkOrUpload } from "./shared.ts";

/** The rules of FTTC (SPEC section 5). */
export const rulesFttc: readonly RuleSection[] = [
  { title: "Towers", items: ["Heroes are not allowed.", excludeUnusedTowers] },
  { title: "Proof", items: [linkOrUpload, "Enter every tower type that you used."] },
  afterYouSubmit,
];
