import type { RuleSection } from "./rules.ts";
import {
  afterYouSubmit,
  endRound100,
  hardChimps,
  linkOrUpload,
  moneyVersionDate,
  slidersAt100,
} from "./shared.ts";

/** The most cash that an LCC may have spent, inclusive (SPEC sections 5 and 9). */
export const maxCashSpentLcc = 178909;

/** The rules of LCC (SPEC sections 5 and 9). */
export const rulesLcc: readonly RuleSection[] = [
  {
    title: "Game settings",
    items: [
      hardChimps,
      "Keep the default settings.",
      endRound100,
      slidersAt100,
      "Leave all boxes unchecked.",
      "Do not set the least-cash condition to **99999999**.",
    ],
  },
  {
    title: "Cost",
    items: [
      `You may spend at most **${maxCashSpentLcc}** cash.`,
      "The least cost is tracked per major version of the game.",
    ],
  },
  { title: "Proof", items: [linkOrUpload, moneyVersionDate] },
  afterYouSubmit,
];
