import type { RuleSection } from "./rules.ts";
import { afterYouSubmit, linkOrUpload, noSelectedHero, restrictPaths } from "./shared.ts";

/** The rules of LTC (SPEC section 5; which fields are required: sections 3 and 5, "Forms"). */
export const rulesLtc: readonly RuleSection[] = [
  { title: "Towers", items: [restrictPaths, noSelectedHero] },
  {
    title: "Completion types",
    items: [
      {
        text: "A map can have more than one kind of completion. Choose the type that fits yours:",
        items: [
          "**OG**: the original completion",
          "**Cheapest**: the completion that costs the least",
          "**Heroless**: a completion without a hero",
        ],
      },
    ],
  },
  {
    title: "Proof",
    items: [
      linkOrUpload,
      "Enter every tower that you used.",
      "You can also enter the upgrades, the game version (“Update”) and the date, but you do not have to.",
    ],
  },
  afterYouSubmit,
];
