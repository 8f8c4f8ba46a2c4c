/** The role of a proposed file that is none of the proofs that the rules ask for. */
export const FURTHER = "attachment";

/** What the log calls it when a helper takes over a proof that a player proposed. */
export const TAKE_PROOF = "take-proof";

/** The field of a submission that says whether pictures behind its links are copied: 1 or 0; absent: as before. */
export const KEEP_COPY = "keep-copy";
