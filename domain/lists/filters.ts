/** The query parameters that filter balance changes, on their page and in the API, in canonical order. */
export const BALANCE_CHANGE_PARAMETERS = ["tower", "version", "version_end"] as const;

/** What narrows the queue of what waits for a helper: parameters of its page and of the API, in canonical order. */
export const QUEUE_FILTERS = ["challenge", "map", "og", "record", "first", "answered", "code"] as const;

/** The number of draws that an address can name, from 0. */
export const SEEDS = 1000;

/** The filters of a draw, in the order in which they are named where nothing is left. */
export const UNDONE_FILTERS = ["tower", "map", "difficulty", "not", "affordable", "player"] as const;
export type UndoneFilter = (typeof UNDONE_FILTERS)[number];

/** What the list of changes can be narrowed to, as the address and the API call it. */
export const CHANGE_FILTERS = ["who", "action", "noun", "id", "from", "until"] as const;

/** The nouns of the list, and what people call them. The accounts' log is administrators' alone. */
export const CHANGED_NOUNS = new Map([
  ["completion", "Completions"],
  ["map", "Maps"],
  ["chimps-start", "CHIMPS starts"],
  ["balance-change", "Balance changes"],
  ["game-version", "Versions of the game"],
  ["tower", "Towers"],
  ["hero", "Heroes"],
  ["spelling", "Spellings"],
  ["player", "Players"],
  ["report", "Reports and second looks"],
  ["code-backfill", "Codes of old completions"],
  ["import", "Imports"],
  ["account", "Accounts"],
]);

/** What reports and doubts are called among the nouns. */
export const REPORT = "report";

/** What the accounts' log is called among the nouns. */
export const ACCOUNT = "account";
