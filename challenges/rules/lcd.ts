import type { RuleSection } from "./rules.ts";
import { afterYouSubmit, linkOrUpload, moneyVersionDate, slidersAt100 } from "./shared.ts";

/** The most cash that an LCD may have spent, inclusive (SPEC sections 5 and 9). */
export const maxCashSpentLcd = 20200;

/** The rules of LCD (SPEC sections 5 and 9). */
export const rulesLcd: readonly RuleSection[] = [
  {
    title: "Game settings",
    items: [
      "Set the difficulty to **easy** and the game mode to **deflation**.",
      "The end round must be **60**.",
      slidersAt100,
      "Powers, continues and selling are not allowed.",
    ],
  },
  { title: "Cost", items: [`You may spend at most **${maxCashSpentLcd}** cash.`] },
  { title: "Proof", items: [linkOrUpload, moneyVersionDate] },
  afterYouSubmit,
];
