import { nameKey } from "../../game/name-key.ts";
import { distance, nameDistance, type PreparedSpelling, spellingOf } from "../../game/words.ts";
import type { Choice, RefusedChoice } from "../props.ts";

/** Maximum number of choices shown for a text; typing more words narrows them. */
const MOST_SHOWN = 60;

/** Maximum number of refused names shown at a time, each with the reason. */
const MOST_REFUSED = 3;

/** One line of the list. */
export interface Offer {
  readonly choice: Choice;
  /** Why it is not offered; null if it is. */
  readonly why: string | null;
  readonly isChoosable: boolean;
}

/** The lines under one heading; `label` is null if there is none. */
export interface OfferGroup {
  readonly label: string | null;
  readonly offers: readonly Offer[];
}

const spellings = new WeakMap<Choice, readonly PreparedSpelling[]>();

function spellingsOf(choice: Choice): readonly PreparedSpelling[] {
  const known = spellings.get(choice) ?? [choice.name, ...choice.spellings].map(spellingOf);
  spellings.set(choice, known);
  return known;
}

interface Match<Each extends Choice> {
  readonly choice: Each;
  readonly far: number;
}

/** Returns the choices that a text may name, most likely first. Equally likely ones keep their own order. */
function matchesOf<Each extends Choice>(choices: readonly Each[], text: string): readonly Match<Each>[] {
  return choices
    .flatMap((choice) => {
      const far = nameDistance(spellingsOf(choice), text);
      return far === null ? [] : [{ choice, far }];
    })
    .sort((one, other) => one.far - other.far);
}

/** Letters of a text below which a misspelling could mean nearly everything. */
const LEAST_MISSPELT = 4;

/** Returns the choices of which a text may be a misspelling: one letter off, or two where it is long. */
function misspelt<Each extends Choice>(choices: readonly Each[], text: string): readonly Match<Each>[] {
  const key = nameKey(text);
  if (key.length < LEAST_MISSPELT) return [];
  const most = key.length < 8 ? 1 : 2;
  return choices
    .flatMap((choice) => {
      const far = Math.min(...spellingsOf(choice).map((spelling) => distance(key, spelling.key, most)));
      return far > most ? [] : [{ choice, far }];
    })
    .sort((one, other) => one.far - other.far);
}

/** Returns the choice that a text spells in full; null if there is none, or if several match equally well. */
export function choiceCalled<Each extends Choice>(choices: readonly Each[], text: string): Each | null {
  const [first, second] = matchesOf(choices, text).filter(({ far }) => far < 1);
  return first && first.far < (second?.far ?? 1) ? first.choice : null;
}

/**
 * Returns what a text offers, in groups, most likely first. Refused names that match better than any choice come before
 * the choices. An empty text offers every choice, in its own order.
 */
export function offersFor(
  choices: readonly Choice[],
  refused: readonly RefusedChoice[],
  text: string,
): readonly OfferGroup[] {
  if (text.trim() === "") return grouped(choices.map((choice) => ({ choice, why: null, isChoosable: true })));
  const found = matchesOf(choices, text);
  const matches = found.length > 0 ? found : misspelt(choices, text);
  const nearest = matches[0]?.far ?? Number.POSITIVE_INFINITY;
  const meant = matchesOf(refused, text).filter(({ far }) => far < nearest);
  const shown = meant
    .slice(0, MOST_REFUSED)
    .map(({ choice }) => ({ choice, why: choice.why, isChoosable: choice.isAccepted }));
  const offered = matches
    .slice(0, MOST_SHOWN)
    .map(({ choice }) => ({ choice, why: null, isChoosable: true }));
  return [...(shown.length > 0 ? [{ label: null, offers: shown }] : []), ...grouped(offered)];
}

const grouped = (offers: readonly Offer[]): readonly OfferGroup[] =>
  Array.from(
    Map.groupBy(offers, ({ choice }) => choice.group ?? null),
    ([label, own]) => ({ label, offers: own }),
  );
