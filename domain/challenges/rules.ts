import type { Field } from "../fields/index.ts";

/**
 * A rule: one or a few sentences, or a sentence that introduces a list of short points. Texts are plain; a pair of **
 * marks what is stressed. The id stays the same even if the text changes, because other places refer to it.
 */
export interface RuleItem {
  readonly id: string;
  readonly text: string;
  readonly items?: readonly string[];
  /** The kinds of field that show a form to meet it, once all of them are filled in. Proof slots name theirs. */
  readonly metBy?: readonly Field["kind"][];
}

/** A section of a challenge's rules, as shown in the Rules window (SPEC section 2, "Generic list page"). */
export interface RuleSection {
  readonly title: string;
  readonly items: readonly RuleItem[];
}

// Rules that two or more challenges share. A rule of one challenge is defined in that challenge's file.

/** 2TC and LCC (SPEC section 5). */
export const hardChimps: RuleItem = {
  id: "hard-chimps",
  text: "Set the difficulty to **hard** and the game mode to **CHIMPS**.",
};

/** 2TC and LCC (SPEC sections 5 and 9; LCD has an end round of its own). */
export const endRound100: RuleItem = { id: "end-round-100", text: "The end round must be **100**." };

/** 2TC, LCC and LCD (SPEC section 5). */
export const slidersAt100: RuleItem = { id: "sliders-100", text: "Leave all sliders at **100%**." };

/** 2TC and FTTC (SPEC section 5). */
export const excludeUnusedTowers: RuleItem = {
  id: "exclude-unused",
  text: "Exclude every tower that you do not use.",
};

/** 2TC and LTC (SPEC section 5). */
export const restrictPaths: RuleItem = {
  id: "restrict-paths",
  text: "Restrict the paths and crosspaths of your towers, so that only the upgrades you use are available.",
};

/** 2TC and LTC (SPEC section 5). */
export const noSelectedHero: RuleItem = {
  id: "no-selected-hero",
  text: "Do not select the “selected hero” option.",
};

/** 2TC, 2MP and 2TCC (SPEC section 5). */
export const victoryScreenshot: RuleItem = {
  id: "victory-screenshot",
  text: "Show a screenshot of the victory screen.",
};

/** 2TC, 2MP and 2TCC (SPEC section 5). */
export const setupScreenshot: RuleItem = {
  id: "setup-screenshot",
  text: "Also show a screenshot of your final tower setup.",
};

/** All seven (SPEC section 2, "2TC add/edit form"; section 3, common fields; section 7, member writes). */
export const linkOrUpload: RuleItem = {
  id: "proof",
  text: "Give a link to your completion, or upload an image or a video of it. You can add more files as attachments.",
};

/** LCC and LCD, whose forms require these (SPEC section 5). */
export const moneyVersionDate: RuleItem = {
  id: "cash-version-date",
  metBy: ["money", "version", "date"],
  text: "Enter the cash that you spent, the game version (“Update”) and the date of your completion.",
};

/** All seven: pending entries and who may edit them (SPEC sections 4 and 6). */
export const afterYouSubmit: RuleSection = {
  title: "After you submit",
  items: [
    { id: "pending-until-verified", text: "Your completion is shown as pending until a helper verifies it." },
    { id: "edit-while-pending", text: "You can edit your completion while it is pending." },
  ],
};
