import type { TowerMark } from "../../game/marks.ts";

/** Whether something is done: `open` means not in this index, `unknown` that it could not be answered. */
export type Verdict = "done" | "pending" | "open" | "unknown";

/** A tower in a preview; it has no mark if the catalogue does not have its name. */
export interface PreviewTower {
  readonly name: string;
  readonly mark: TowerMark | null;
  /** The tiers of its three paths, such as "2-5-0"; null if none are known. */
  readonly tiers: string | null;
}

/** A map's plate. */
export interface PreviewPlate {
  readonly difficulty: string;
  readonly abbreviation: string;
}

/** What fills the upper part of a preview. */
export type Stage =
  | { readonly kind: "towers"; readonly towers: readonly PreviewTower[] }
  /** With a `plate`, the words are a map's name and have the map's own colour as ground. */
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

/** Everything drawn for one page: equal previews look the same. */
export interface Preview {
  /** A challenge's label, such as "2TC". */
  readonly tag: string | null;
  /** What else was asked for, worded like the chips of filters. */
  readonly chips: readonly string[];
  readonly stage: Stage;
  readonly plate: PreviewPlate | null;
  readonly verdict: Verdict | null;
  /** The large line of the foot; `line` is the quiet one below it. */
  readonly heading: string;
  readonly line: string;
  readonly isOriginal: boolean;
  /** The name of the site. */
  readonly siteName: string;
}
