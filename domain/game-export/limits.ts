/** The most bytes of a game's data as JSON. */
export const MOST_GAME_BYTES = 512 * 1024;
