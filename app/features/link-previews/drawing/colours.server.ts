import { DIFFICULTIES } from "../../../../domain/game/facts.ts";
import type { Verdict } from "../preview.server.ts";

/** The light colours of app/ui/theme.css, under the names they have there (card.test.ts compares them). */
export const COLOURS = {
  "--paper": "#fbf8f1",
  "--surface": "#fffdf8",
  "--sunk": "#f2ecdf",
  "--ink": "#17262b",
  "--quiet": "#54605f",
  "--coral-6": "#c63a1f",
  "--reed-7": "#0a5d55",
  "--mark-primary": "#1b6ca8",
  "--mark-military": "#4b7716",
  "--mark-magic": "#7444b8",
  "--mark-support": "#b34c10",
  "--mark-hero": "#e9bd27",
  "--mark-hero-text": "#2a2100",
  "--category-primary-fg": "#124b76",
  "--category-military-fg": "#3a5618",
  "--category-magic-fg": "#573687",
  "--category-support-fg": "#863910",
  "--paragon-inner": "#f5cf4a",
  "--done": "#0f7166",
  "--done-sign": "#ffffff",
  "--done-text": "#0a5d55",
  "--done-ground": "#dff0ea",
  "--pending": "#f0bf3a",
  "--pending-sign": "#2e2400",
  "--pending-text": "#6a4c00",
  "--pending-ground": "#fdf0cf",
  "--open-text": "#a52c15",
  "--open-line": "#e04e31",
  "--open-ground": "#fff4ef",
  "--difficulty-1": "#d8ece5",
  "--difficulty-1-text": "#084a44",
  "--difficulty-2": "#93ccbf",
  "--difficulty-2-text": "#063833",
  "--difficulty-3": "#0f7166",
  "--difficulty-3-text": "#ffffff",
  "--difficulty-4": "#17262b",
  "--difficulty-4-text": "#ffd9cc",
  "--stamp": "#b8331a",
} as const;

export const WHITE = "#ffffff";

interface TowerColours {
  readonly ground: `#${string}`;
  readonly shape: `#${string}`;
  /** The letters on the shape. */
  readonly letters: `#${string}`;
}

const onGround = (category: "primary" | "military" | "magic" | "support"): TowerColours => ({
  ground: COLOURS[`--mark-${category}`],
  shape: WHITE,
  letters: COLOURS[`--category-${category}-fg`],
});

/** A tower's colours by its category. Gold takes dark shapes; a name that is not a tower's gets neutral colours. */
export const TOWER_COLOURS = {
  primary: onGround("primary"),
  military: onGround("military"),
  magic: onGround("magic"),
  support: onGround("support"),
  hero: {
    ground: COLOURS["--mark-hero"],
    shape: COLOURS["--mark-hero-text"],
    letters: COLOURS["--mark-hero"],
  },
  unknown: { ground: COLOURS["--quiet"], shape: WHITE, letters: COLOURS["--quiet"] },
} as const satisfies Record<string, TowerColours>;

/** Returns the colours of a map of this difficulty and its number of pips; null if there is no such difficulty. */
export function lookOf(difficulty: string) {
  const pips = ([1, 2, 3, 4] as const)[(DIFFICULTIES as readonly string[]).indexOf(difficulty)];
  return pips === undefined
    ? null
    : { ground: COLOURS[`--difficulty-${pips}`], on: COLOURS[`--difficulty-${pips}-text`], pips };
}

/** The ground of a verdict's words, and the words themselves. */
export const VERDICT_COLOURS: Readonly<
  Record<Verdict, { readonly ground: `#${string}`; readonly words: `#${string}` }>
> = {
  done: { ground: COLOURS["--done-ground"], words: COLOURS["--done-text"] },
  pending: { ground: COLOURS["--pending-ground"], words: COLOURS["--pending-text"] },
  open: { ground: COLOURS["--open-ground"], words: COLOURS["--open-text"] },
  unknown: { ground: COLOURS["--surface"], words: COLOURS["--quiet"] },
};
