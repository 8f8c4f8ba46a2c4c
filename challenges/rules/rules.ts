/**
 * A rule as one sentence or a few, or a sentence that introduces a list of short points.
 * Texts are plain; a pair of ** marks what is stressed.
 */
export type RuleItem = string | { readonly text: string; readonly items: readonly string[] };

/**
 * One section of a challenge's rules as the Rules window shows it (SPEC section 2, "Generic list page").
 * Texts are plain; a pair of ** marks what is stressed.
 */
export interface RuleSection {
  readonly title: string;
  readonly items: readonly RuleItem[];
}
