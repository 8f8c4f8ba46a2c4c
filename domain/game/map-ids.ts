/** The game's ids of maps that are not called by their words, each with a capital. */
const OTHERWISE: Readonly<Record<string, string>> = {
  "Monkey Meadow": "Tutorial",
  "Three Mines 'Round": "ThreeMinesAround",
  "Town Center": "TownCentre",
  "#Ouch": "#ouch",
};

/** Returns the game's own id of a map of the facts (56.3). */
export const mapIdOf = (name: string): string =>
  OTHERWISE[name] ??
  name
    .replaceAll("'", "")
    .split(" ")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
