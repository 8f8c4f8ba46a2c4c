/** One thing that the rules ask for as proof: each rule names its slot (rules.ts). A challenge's first slot is the proof itself; others are attachments. */
export interface ProofSlot {
  /** The name that an attachment is stored under. It stays the same even if the label changes. */
  readonly role: string;
  readonly label: string;
  /** A video rather than a picture. */
  readonly isVideo?: true;
}

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
