/**
 * The words of the community that pages explain, in the order in which a newcomer meets them. The names of the challenges
 * are explained by their definitions.
 */
export const WORDS = {
  chimps: "CHIMPS",
  og: "OG",
  rbs: "RBS",
  pending: "Pending",
  verified: "Verified",
} as const;

export type Explained = keyof typeof WORDS;

/** Part of a text: a word to explain, or what stands between such words. */
export interface TextPart {
  readonly text: string;
  readonly explains: Explained | null;
}

/** Splits a text so that each of these words is explained at its first place. Plurals and longer words are not it. */
export function splitAtWords(text: string, words: readonly Explained[]): readonly TextPart[] {
  const found = words
    .flatMap((explains) => {
      const place = new RegExp(`\\b${WORDS[explains]}\\b`, "i").exec(text);
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
