/** A word that newcomers do not know, and what it means. */
export interface Explanation {
  readonly word: string;
  readonly meaning: string;
}

/**
 * The words of the community that pages explain, in the order in which a newcomer meets them. The names of the challenges
 * are explained by their definitions.
 */
export const GLOSSARY = {
  chimps: {
    word: "CHIMPS",
    meaning:
      "The game's hardest mode: rounds 6 to 100 on hard difficulty. The letters stand for no Continues, no Hearts lost, no Income, no Monkey knowledge, no Powers and no Selling.",
  },
  og: {
    word: "OG",
    meaning:
      "The original: the first verified completion of its kind, for example the first with two towers in 2TC. Later completions of that kind still count, but are not the OG.",
  },
  rbs: {
    word: "RBS",
    meaning:
      "Red bloon seconds: how many seconds a red bloon takes from the entrance to the exit. The more, the longer the path.",
  },
  pending: {
    word: "Pending",
    meaning:
      "Submitted, but not yet checked. A helper looks at the proof, then verifies or rejects it. Until then it does not count as done.",
  },
  verified: {
    word: "Verified",
    meaning: "A helper has checked the proof, so the completion counts as done.",
  },
} as const satisfies Readonly<Record<string, Explanation>>;

export type Explained = keyof typeof GLOSSARY;

/** Part of a text: a word to explain, or what stands between such words. */
export interface TextPart {
  readonly text: string;
  readonly explains: Explained | null;
}

/** Splits a text so that each of these words is explained at its first place. Plurals and longer words are not it. */
export function splitAtWords(text: string, words: readonly Explained[]): readonly TextPart[] {
  const found = words
    .flatMap((explains) => {
      const place = new RegExp(`\\b${GLOSSARY[explains].word}\\b`, "i").exec(text);
      return place ? [{ explains, at: place.index, text: place[0] }] : [];
    })
    .sort((one, other) => one.at - other.at);
  const parts: TextPart[] = [];
  let end = 0;
  for (const { at, ...part } of found) {
    if (at > end) parts.push({ text: text.slice(end, at), explains: null });
    parts.push(part);
    end = at + part.text.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), explains: null });
  return parts;
}
