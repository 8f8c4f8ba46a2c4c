import type { RuleSection } from "./rules.ts";
import { afterYouSubmit, linkOrUpload, setupScreenshot, victoryScreenshot } from "./shared.ts";

/** Every tower but the one of the challenge must have fewer pops than this (SPEC sections 5 and 9). */
export const otherTowersPopLimit2mp = 42_693;

/** The rules of 2MP (SPEC sections 1 and 5). */
export const rules2mp: readonly RuleSection[] = [
  {
    title: "Pops",
    items: [
      "Get **2 million pops** on one tower.",
      "Regrow pops do not count towards the 2 million.",
      `Every other tower must have under **${otherTowersPopLimit2mp.toLocaleString("en-US")}** pops.`,
    ],
  },
  { title: "Proof", items: [linkOrUpload, victoryScreenshot, setupScreenshot] },
  afterYouSubmit,
];
