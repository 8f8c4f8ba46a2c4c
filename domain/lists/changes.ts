/** What the list of changes can be narrowed to, as the address and the API call it. */
export const CHANGE_FILTERS = ["who", "action", "noun", "id", "from", "until"] as const;

/** The nouns of the list, and what people call them. The accounts' log is administrators' alone. */
export const CHANGED_NOUNS = new Map([
  ["completion", "Completions"],
  ["map", "Maps"],
  ["chimps-start", "CHIMPS starts"],
  ["balance-change", "Balance changes"],
  ["game-version", "Versions of the game"],
  ["spelling", "Spellings"],
  ["player", "Players"],
  ["act", "Imports"],
  ["account", "Accounts"],
]);

/** What the accounts' log is called among the nouns. */
export const ACCOUNT = "account";
