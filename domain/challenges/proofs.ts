/** One thing that the rules ask for as proof. A challenge's first slot is the proof itself; others are attachments. */
export interface ProofSlot {
  /** The name that an attachment is stored under. It stays the same even if the label changes. */
  readonly role: string;
  readonly label: string;
  /** The rules that require it, by id, the strictest first: the first that applies says why. */
  readonly askedBy: readonly AskingRule[];
  /** A video rather than a picture. */
  readonly isVideo?: true;
}

/** A rule that asks for proof: of completions with one of its towers and maps where it lists any, else of all. */
export interface AskingRule {
  readonly rule: string;
  readonly towers?: readonly string[];
  readonly maps?: readonly string[];
  /** What it asks for, if its own text says more than that; absent if the text will do. */
  readonly says?: string;
}

// Slots that two or more challenges share, in the order in which they are shown.

/** 2TC, 2MP and 2TCC (SPEC section 5). */
export const victorySlot: ProofSlot = {
  role: "victory",
  label: "Victory screen",
  askedBy: [{ rule: "victory-screenshot" }, { rule: "proof" }],
};

/** 2TC, 2MP and 2TCC (SPEC section 5). */
export const setupSlot: ProofSlot = {
  role: "setup",
  label: "Tower set-up",
  askedBy: [{ rule: "setup-screenshot" }],
};

/** Anything that shows the completion, for challenges whose rules name nothing. */
export const anySlot: ProofSlot = { role: "proof", label: "Picture or video", askedBy: [{ rule: "proof" }] };
