/** The most characters of a message between a player and helpers. */
export const LONGEST_MESSAGE = 2_000;

/** Hours that a player has to answer a question of a helper (SPEC section 9). */
export const HOURS_TO_ANSWER = 48;
