import type { RuleSection } from "./rules.ts";

// Rule texts of two challenges or more. A text with one user lives in that challenge's own file.

/** 2TC and LCC (SPEC section 5). */
export const hardChimps = "Set the difficulty to **hard** and the game mode to **CHIMPS**.";

/** 2TC and LCC (SPEC sections 5 and 9; LCD has an end round of its own). */
export const endRound100 = "The end round must be **100**.";

/** 2TC, LCC and LCD (SPEC section 5). */
export const slidersAt100 = "Leave all sliders at **100%**.";

/** 2TC and FTTC (SPEC section 5). */
export const excludeUnusedTowers = "Exclude every tower that you do not use.";

/** 2TC and LTC (SPEC section 5). */
export const restrictPaths =
  "Restrict the paths and crosspaths of your towers, so that only the upgrades you use are available.";

/** 2TC and LTC (SPEC section 5). */
export const noSelectedHero = "Do not select the “selected hero” option.";

/** 2TC, 2MP and 2TCC (SPEC section 5). */
export const victoryScreenshot = "Show a screenshot of the victory screen.";

/** 2TC, 2MP and 2TCC (SPEC section 5). */
export const setupScreenshot = "Also show a screenshot of your final tower setup.";

/** All seven (SPEC section 2, "2TC add/edit form"; section 3, common fields; section 7, member writes). */
export const linkOrUpload =
  "Give a link to your completion, or upload an image or a video of it. You can add more files as attachments.";

/** LCC and LCD: what their forms require (SPEC section 5). */
export const moneyVersionDate =
  "Enter the cash that you spent, the game version (“Update”) and the date of your completion.";

/** All seven: pending entries and who may edit them (SPEC sections 4 and 6). */
export const afterYouSubmit: RuleSection = {
  title: "After you submit",
  items: [
    "Your completion is shown as pending until a helper verifies it.",
    "You can edit your completion while it is pending.",
  ],
};
