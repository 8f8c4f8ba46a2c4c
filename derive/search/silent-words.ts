/** What people write between names: it never costs a result. */
export const CONNECTING = new Set(["+", "&", "|", "/", ",", "x", "and", "on", "with", "vs", "by"]);

/** Those of them that are no letters: no name begins or ends with one. */
export const SIGNS = new Set(["+", "&", "|", "/", ","]);

/** Words of a question that no completion is found by: "has anyone done … yet?" */
export const ASKING = new Set([
  ...["has", "have", "is", "was", "been", "did", "does", "do", "done", "ever", "yet", "already"],
  ...[
    "anyone",
    "anybody",
    "someone",
    "somebody",
    "completed",
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

/** Words of any sentence: a name that merely begins so is not meant by them, and what denies is not passed over. */
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

/** Whether a word says nothing where something else is asked, too. */
export const isConnecting = (word: string): boolean => CONNECTING.has(word) || ASKING.has(word);
