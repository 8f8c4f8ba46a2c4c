/** One of the things that the rules ask for as proof. The first of a challenge is the proof itself, the others are attachments. */
export interface ProofSlot {
  /** What an attachment is stored under; it stays whatever the label becomes. */
  readonly role: string;
  readonly label: string;
  /** The rules that ask for it, by their ids, what is stricter first: the first that applies says what is asked for. */
  readonly askedBy: readonly AskingRule[];
  /** It is a video rather than a picture. */
  readonly isVideo?: true;
}

/** A rule that asks for proof, of a completion with one of these names where it has some, else of every one. */
export interface AskingRule {
  readonly rule: string;
  readonly towers?: readonly string[];
  readonly maps?: readonly string[];
  /** What it asks for, where its own text speaks of more; absent: its text. */
  readonly says?: string;
}

// Slots of two challenges or more, in the order in which they are shown.

/** 2TC, 2MP and 2TCC (SPEC section 5). */
export const victorySlot: ProofSlot = {
  role: "victory",
  label: "Victory screen",
  askedBy: [{ rule: "victory-screenshot" }],
};

/** 2TC, 2MP and 2TCC (SPEC section 5). */
export const setupSlot: ProofSlot = {
  role: "setup",
  label: "Tower set-up",
  askedBy: [{ rule: "setup-screenshot" }],
};

/** Where the rules name nothing: whatever shows the completion. */
export const anySlot: ProofSlot = { role: "proof", label: "Picture or video", askedBy: [{ rule: "proof" }] };
