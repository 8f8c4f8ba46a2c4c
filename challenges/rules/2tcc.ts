import type { RuleSection } from "./rules.ts";
import { afterYouSubmit, linkOrUpload, setupScreenshot, victoryScreenshot } from "./shared.ts";

/** The rules of 2TCC (SPEC section 5). */
export const rules2tcc: readonly RuleSection[] = [
  {
    title: "Game and towers",
    items: ["Play a real co-op game with another player.", "Each player uses one tower."],
  },
  { title: "Proof", items: [linkOrUpload, victoryScreenshot, setupScreenshot] },
  { title: "Fair play", items: ["Do not use cash glitches.", "Do not use the disconnect trick."] },
  afterYouSubmit,
];
