/** What people write between names. It never excludes a result. */
export const CONNECTING = new Set(["+", "&", "|", "/", ",", "x", "and", "on", "with", "vs", "by"]);

/** The connecting words that are signs: no name begins or ends with one. */
export const SIGNS = new Set(["+", "&", "|", "/", ","]);

/** Words that only phrase a question; no completion is searched by them: "has anyone done … yet?" */
export const ASKING = new Set([
  ...["has", "have", "is", "was", "been", "did", "does", "do", "done", "ever", "yet", "already"],
  ...[
    "anyone",
    "anybody",
    "someone",
    "somebody",
    "completed",
    "completion",
    "completions",
    "chimps",
    "beaten",
    "the",
    "of",
    "in",
    "for",
    "to",
    "at",
    "using",
  ],
]);

/** Common words. They never stand for a name that only begins with them, but are searched for: negations matter. */
export const COMMON = new Set([
  ...[
    "not",
    "no",
    "never",
    "nor",
    "without",
    "except",
    "but",
    "if",
    "or",
    "be",
    "me",
    "my",
    "you",
    "it",
    "this",
  ],
  ...[
    "that",
    "all",
    "any",
    "every",
    "most",
    "least",
    "less",
    "more",
    "only",
    "just",
    "still",
    "can",
    "could",
  ],
  ...[
    "will",
    "would",
    "should",
    "how",
    "what",
    "when",
    "where",
    "who",
    "why",
    "which",
    "there",
    "here",
    "from",
  ],
  ...["first", "last", "one", "two", "three", "four", "true", "best", "new", "old", "left", "open", "other"],
]);

/** Whether a word is ignored beside any other word. */
export const isConnecting = (word: string): boolean => CONNECTING.has(word) || ASKING.has(word);
