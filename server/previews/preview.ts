import type { TowerMark } from "../../game/marks.ts";

/** Whether something is done: `open` is not in this index, `unknown` could not be answered. */
export type Verdict = "done" | "pending" | "open" | "unknown";

/** A tower as a preview shows it; without a mark where the catalogue has no such name. */
export interface PreviewTower {
  readonly name: string;
  readonly mark: TowerMark | null;
  /** The tiers of its three paths, "2-5-0"; null: none are known. */
  readonly tiers: string | null;
}

/** A map's plate. */
export interface PreviewPlate {
  readonly difficulty: string;
  readonly abbreviation: string;
}

/** What the upper part of a preview is filled by. */
export type Stage =
  | { readonly kind: "towers"; readonly towers: readonly PreviewTower[] }
  /** `plate`: the words are a map's name, on the map's own colour. */
  | { readonly kind: "words"; readonly words: string; readonly plate: PreviewPlate | null }
  | {
      readonly kind: "verdicts";
      readonly question: string;
      readonly verdicts: readonly {
        readonly label: string;
        readonly verdict: Verdict;
        readonly words: string;
      }[];
    };

/** All that is drawn of one page: what is the same here looks the same. */
export interface Preview {
  /** A challenge's label, "2TC". */
  readonly tag: string | null;
  /** What else was asked for, in the words of a filter's chip. */
  readonly chips: readonly string[];
  readonly stage: Stage;
  readonly plate: PreviewPlate | null;
  readonly verdict: Verdict | null;
  /** The large line of the foot, and the quiet one under it. */
  readonly heading: string;
  readonly line: string;
  readonly isOriginal: boolean;
  /** What the site calls itself. */
  readonly siteName: string;
}
