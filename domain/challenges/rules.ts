import type { Field } from "../fields/index.ts";
import type { Catalogue } from "../game/catalogue.ts";
import { listed } from "../game/counted.ts";
import type { Problem } from "../messages/index.ts";

/**
 * A rule: one or a few sentences, or a sentence that introduces a list of short points. Texts are plain; a pair of **
 * marks what is stressed. The id stays the same even if the text changes, because other places refer to it.
 */
export interface RuleItem {
  readonly id: string;
  readonly text: string;
  readonly items?: readonly string[];
  /** It is a point of the rule before it, checked by itself: the Rules window does not say it again. */
  readonly isSaidBefore?: true;
  /** The kinds of field that show a form to meet it, once all of them are filled in. */
  readonly metBy?: readonly Field["kind"][];
  /** How it is checked; null: it explains how things are done, and a run cannot break it. */
  readonly check: RuleCheck | null;
}

/** How a rule is checked, and what a player reads who broke it. */
export interface RuleCheck {
  /**
   * What tells: the fields of the completion, its challenge code (a look where nothing is known of that), a look at its proof, whether its players and its account are banned, or nothing
   * but the player's word.
   */
  readonly by: "facts" | "code" | "look" | "standing" | "trust";
  /** What the desk calls it, in a few words. Rules that are looked at together have one line there. */
  readonly line: string;
  /** Of facts: whether what is wrong with a field breaks this rule. Whatever else is wrong there leaves it open. */
  readonly brokenBy?: (found: Problem) => boolean;
  /** The sentence that a rejection begins with. */
  readonly fails: string;
  /** The role of the proof slot that has to show it; "any": the proof itself, whatever it is. */
  readonly proof?: string;
  /** What the form says beside that slot, if the rule's own text would say too little. */
  readonly asks?: string;
  /**
   * The checks (domain/checks/) that tell instead, where they can: it is broken if one fails, at its proof slot if it has one,
   * and kept if none does and none is unknown.
   */
  readonly checkedBy?: readonly string[];
  /** It holds for completions with one of these towers or on one of these maps; absent: for all. */
  readonly towers?: readonly string[];
  readonly maps?: readonly string[];
}

/** One thing that the rules ask for as proof: each rule names its slot. A challenge's first slot is the proof itself; others are attachments. */
export interface ProofSlot {
  /** The name that an attachment is stored under. It stays the same even if the label changes. */
  readonly role: string;
  readonly label: string;
  /** A video rather than a picture. */
  readonly isVideo?: true;
}

/** A section of a challenge's rules, as shown in the Rules window (SPEC section 2, "Generic list page"). */
export interface RuleSection {
  readonly title: string;
  readonly items: readonly RuleItem[];
}

/** What the Rules window shows of a section. */
export interface ShownRules extends Pick<RuleSection, "title"> {
  readonly items: readonly Pick<RuleItem, "id" | "text" | "items">[];
}

/** Stands in a rule's text for the sentence on whom the catalogue excludes today. */
export const EXCLUDED_NOW = "{excluded}";

/** Returns a rule's text for a challenge, as of today's catalogue. */
export function ruleText({ text }: Pick<RuleItem, "text">, challenge: string, catalogue: Catalogue): string {
  if (!text.includes(EXCLUDED_NOW)) return text;
  const names = catalogue.names
    .filter(({ excludedFrom, kind }) => kind !== "upgrade" && excludedFrom.includes(challenge))
    .map(({ name }) => name);
  const all = listed(names);
  const are = names.length === 1 ? `this is ${all}` : `these are ${all}`;
  return text.replace(EXCLUDED_NOW, `At present ${names.length === 0 ? "there are none" : are}.`);
}

/** Returns what the Rules window shows of a challenge's rules. */
export const shownRules = (
  { key, rules }: { readonly key: string; readonly rules: readonly RuleSection[] },
  catalogue: Catalogue,
): readonly ShownRules[] =>
  rules.map(({ title, items }) => ({
    title,
    items: items
      .filter(({ isSaidBefore }) => !isSaidBefore)
      .map((rule) => ({
        id: rule.id,
        text: ruleText(rule, key, catalogue),
        ...(rule.items && { items: rule.items }),
      })),
  }));

// Rules that two or more challenges share. A rule of one challenge is defined in that challenge's file.

/** 2TC and LCC (SPEC section 5). */
export const hardChimps: RuleItem = {
  id: "hard-chimps",
  text: "Set the difficulty to **hard** and the game mode to **CHIMPS**.",
  check: {
    line: "Hard CHIMPS, rounds to 100",
    by: "code",
    checkedBy: ["code-difficulty", "code-mode"],
    fails: "The game must be on hard difficulty in CHIMPS mode.",
  },
};

/** 2TC and LCC (SPEC sections 5 and 9; LCD has an end round of its own). */
export const endRound100: RuleItem = {
  id: "end-round-100",
  text: "The end round must be **100**.",
  check: {
    line: "Hard CHIMPS, rounds to 100",
    by: "code",
    checkedBy: ["code-end-round"],
    fails: "The end round must be 100.",
  },
};

/** 2TC, LCC and LCD (SPEC section 5). */
export const slidersAt100: RuleItem = {
  id: "sliders-100",
  text: "Leave all sliders at **100%**.",
  check: {
    line: "Sliders at 100%",
    by: "code",
    checkedBy: ["code-sliders"],
    fails: "All sliders must be at 100%.",
  },
};

/** 2TC and FTTC (SPEC section 5). */
export const excludeUnusedTowers: RuleItem = {
  id: "exclude-unused",
  text: "Exclude every tower that you do not use.",
  check: {
    line: "Unused towers and paths excluded",
    by: "code",
    checkedBy: ["code-towers"],
    fails: "Towers that you do not use must be excluded.",
  },
};

/** 2TC and LTC (SPEC section 5). */
export const restrictPaths: RuleItem = {
  id: "restrict-paths",
  text: "Restrict the paths and crosspaths of your towers, so that only the upgrades you use are available.",
  check: {
    line: "Unused towers and paths excluded",
    by: "code",
    checkedBy: ["code-tiers"],
    fails: "The paths and crosspaths that you do not use must be restricted.",
  },
};

/** 2TC and LTC (SPEC section 5). */
export const noSelectedHero: RuleItem = {
  id: "no-selected-hero",
  text: "Do not select the “selected hero” option.",
  check: {
    line: "Unused towers and paths excluded",
    by: "code",
    checkedBy: ["code-selected-hero"],
    fails: "The “selected hero” option must not be selected.",
  },
};

/** 2TC, 2MP and 2TCC (SPEC section 5). */
export const victoryScreenshot: RuleItem = {
  id: "victory-screenshot",
  text: "Show a screenshot of the victory screen.",
  check: {
    line: "Victory and set-up screenshots",
    by: "look",
    proof: "victory",
    checkedBy: ["proof-roles"],
    fails: "We need a screenshot of the victory screen.",
  },
};

/** 2TC, 2MP and 2TCC (SPEC section 5). */
export const setupScreenshot: RuleItem = {
  id: "setup-screenshot",
  text: "Also show a screenshot of your final tower setup.",
  check: {
    line: "Victory and set-up screenshots",
    by: "look",
    proof: "setup",
    checkedBy: ["proof-roles"],
    fails: "We need a screenshot of your final tower setup.",
  },
};

/** All seven (SPEC section 2, "2TC add/edit form"; section 3, common fields; section 7, member writes). */
export const linkOrUpload: RuleItem = {
  id: "proof",
  text: "Give a link to your completion, or upload an image or a video of it. You can add more files as attachments.",
  check: {
    line: "Proof shows this run",
    by: "look",
    proof: "any",
    fails: "The proof does not show this completion.",
  },
};

/** LCC and LCD, whose forms require these (SPEC section 5). */
export const moneyVersionDate: RuleItem = {
  id: "cash-version-date",
  metBy: ["money", "version", "date"],
  text: "Enter the cash that you spent, the game version (“Update”) and the date of your completion.",
  check: {
    line: "Cash, version and date given",
    by: "facts",
    brokenBy: ({ code }) => code === "missing",
    fails: "We need the cash that you spent, the game version and the date.",
  },
};

/** All seven: pending entries and who may edit them (SPEC sections 4 and 6). */
export const afterYouSubmit: RuleSection = {
  title: "After you submit",
  items: [
    {
      id: "pending-until-verified",
      text: "Your completion is shown as pending until a helper verifies it.",
      check: null,
    },
    { id: "edit-while-pending", text: "You can edit your completion while it is pending.", check: null },
  ],
};

// Slots that two or more challenges share, in the order in which they are shown.

/** 2TC, 2MP and 2TCC (SPEC section 5). */
export const victorySlot: ProofSlot = {
  role: "victory",
  label: "Victory screen",
};

/** 2TC, 2MP and 2TCC (SPEC section 5). */
export const setupSlot: ProofSlot = {
  role: "setup",
  label: "Tower set-up",
};

/** Anything that shows the completion, for challenges whose rules name nothing. */
export const anySlot: ProofSlot = { role: "proof", label: "Picture or video" };
