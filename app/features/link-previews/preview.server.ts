import { tiersShown } from "../../../domain/fields/marks/packed.ts";
import type { Catalogue } from "../../../domain/game/catalogue.ts";
import { type TowerMark, towerMarkOf } from "../../../domain/game/marks.ts";
import { describeError } from "../../../server/errors.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { CompletionAnswers } from "../completions/routes.server.ts";
import type { mapAnswers } from "../maps/routes.server.ts";
import type { playerAnswers } from "../players/commands.server.ts";
import type { openAnswers } from "../search/answer.server.ts";

/** Whether something is done: `open` means not in this index, `unknown` that it could not be answered. */
export type PreviewSign = "done" | "pending" | "open" | "unknown";

/** A tower in a preview; it has no mark if the catalogue does not have its name. */
export interface PreviewTower {
  readonly name: string;
  readonly mark: TowerMark | null;
  /** The tiers of its three paths, such as "2-5-0"; null if none are known. */
  readonly tiers: string | null;
}

export interface PreviewPlate {
  readonly difficulty: string;
  readonly abbreviation: string;
}

/** What fills the upper part of a preview. */
export type PreviewStage =
  | { readonly kind: "towers"; readonly towers: readonly PreviewTower[] }
  /** With a `plate`, the words are a map's name and have the map's own colour as ground. */
  | { readonly kind: "words"; readonly words: string; readonly plate: PreviewPlate | null }
  | {
      readonly kind: "verdicts";
      readonly question: string;
      readonly verdicts: readonly {
        readonly label: string;
        readonly verdict: PreviewSign;
        readonly words: string;
      }[];
    };

/** Everything drawn for one page: equal previews look the same. */
export interface Preview {
  /** A challenge's label, such as "2TC". */
  readonly tag: string | null;
  /** What else narrows the page, worded like the chips of filters. */
  readonly chips: readonly string[];
  readonly stage: PreviewStage;
  readonly plate: PreviewPlate | null;
  readonly verdict: PreviewSign | null;
  /** The large line of the foot; `line` is the quiet one below it. */
  readonly heading: string;
  readonly line: string;
  readonly isOriginal: boolean;
  readonly siteName: string;
}

/** What a preview is made from: the site's own reads and its names. */
export interface PreviewReads {
  readonly reads: {
    readonly completions: Pick<CompletionAnswers, "list" | "notes" | "understood">;
    readonly maps: Pick<ReturnType<typeof mapAnswers>, "all" | "info">;
    readonly players: Pick<ReturnType<typeof playerAnswers>, "player">;
    readonly search: { readonly answer: ReturnType<typeof openAnswers> };
  };
  readonly site: Deps["siteNames"];
  readonly catalogue: () => Promise<Catalogue>;
}

/** The index failed to read something, or too many pictures are being made: the site's own card is sent. */
export class NoPicture extends Error {
  override readonly name = "NoPicture";
}

/** Returns what a read returns; null if it refuses, which the page itself explains. Throws NoPicture. */
export async function answerOf<Result>(read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await read();
  } catch (error) {
    const { status, message, unexpected } = describeError(error);
    if (unexpected) console.error("A link preview:", error);
    if (status >= 500) throw new NoPicture(message);
    return null;
  }
}

/** Returns a tower by its name or a spelling, with its recorded upgrades. */
export function towerOf(name: string, catalogue: Catalogue, upgrades: string | null = null): PreviewTower {
  const tower = catalogue.find(name);
  if (!tower) return { name, mark: null, tiers: null };
  const mark = towerMarkOf(tower);
  const tiers = mark.category === "hero" ? null : (tiersShown(mark.tiers ?? undefined, upgrades) ?? null);
  return { name: tower.name, mark, tiers };
}

/** Returns the plate of a map; null if no such map is listed. */
export async function plateOf(reading: PreviewReads, name: unknown): Promise<PreviewPlate | null> {
  const all = await answerOf(reading.reads.maps.all);
  const map = all?.find((each) => each.map === name);
  return map ? { difficulty: map.difficulty, abbreviation: map.abbreviation } : null;
}

/** Returns a preview with only a page's heading; `more` overrides any part of it. */
export const plain = ({ site }: PreviewReads, words: string, more: Partial<Preview> = {}): Preview => ({
  tag: null,
  chips: [],
  plate: null,
  verdict: null,
  heading: "",
  line: site.tagline,
  isOriginal: false,
  siteName: site.shortName,
  stage: { kind: "words", words, plate: null },
  ...more,
});
