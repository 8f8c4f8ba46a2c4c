import {
  acceptName as acceptAddress,
  NAME_KINDS,
  type UnresolvedName,
  unresolved,
  withoutProof,
} from "../../../domain/contract/unresolved.ts";
import { nameKey } from "../../../domain/game/name-key.ts";
import { asWritten, oneLine } from "../../../domain/game/typed-text.ts";
import { wordsIn } from "../../../domain/game/words.ts";
import { headingOf, playersOf, presentRow } from "../../../domain/lists/row.ts";
import { about, fault } from "../../../domain/messages/index.ts";
import type { Meaning, Vocabulary } from "../../../domain/search/vocabulary.ts";
import { BadFields } from "../../../server/errors.ts";
import { type ReceivedForm, textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { completionOf } from "../completions/repository/stored-completion.server.ts";
import { type Acceptance, acceptName } from "./accept.server.ts";

const MOST_NEAREST = 3;
/** More than any name has, in letters: what is longer is not compared. */
const LONGEST_COMPARED = 60;
/** The fewest letters of a word by which a name is looked for, and the most words that are looked up. */
const SHORTEST_WORD = 4;
const MOST_WORDS = 5;

/** Returns what a name in a row may be meant for, as the search reads it: the nearest first. */
function nearestOf(
  { kind, name }: Pick<UnresolvedName, "kind" | "name">,
  vocabulary: Vocabulary,
): readonly string[] {
  if (name.length > LONGEST_COMPARED) return [];
  const words = wordsIn(name);
  const found: readonly Meaning[] = [
    ...(vocabulary.named(name)?.meanings ?? []),
    ...(words.length === 0 ? [] : vocabulary.allBegunBy(words)),
    ...vocabulary.near(nameKey(name), MOST_NEAREST),
    ...words
      .filter((word) => word.length >= SHORTEST_WORD)
      .slice(0, MOST_WORDS)
      .flatMap((word) => [...vocabulary.allBegunBy([word]), ...vocabulary.near(word, MOST_NEAREST)]),
  ];
  const names = found.filter((meaning) => meaning.kind === kind).map((meaning) => meaning.name);
  return [...new Set(names)].slice(0, MOST_NEAREST);
}

/** More than any name in a row has, in characters. */
const LONGEST_NAME = 1000;

/** Reads a form that says what a name means. Throws BadFields. */
function readAcceptance(form: ReceivedForm): Acceptance {
  const { kind: kindText = "", name = "", as = "", keepSpelling = "", after = "" } = textsOf(form);
  const kind = NAME_KINDS.find((each) => each === asWritten(kindText));
  if (!kind)
    throw new BadFields({ kind: about({ field: "kind" }, fault("not-a-choice", { choices: NAME_KINDS })) });
  for (const [field, text] of Object.entries({ name, as })) {
    if (text === "") throw new BadFields({ [field]: about({ field }, fault("missing")) });
    if (text.length > LONGEST_NAME)
      throw new BadFields({ [field]: about({ field }, fault("too-long", { most: LONGEST_NAME })) });
  }
  if (!/^\d{0,15}$/.test(after))
    throw new BadFields({ after: about({ field: "after" }, fault("not-a-whole-number")) });
  return {
    kind,
    name,
    as: oneLine(as),
    keepsSpelling: asWritten(keepSpelling) === "1",
    after: Number(after),
  };
}

/**
 * What moving in left to be mended: names in completions that are not resolved, and saying what one means;
 * completions without a proof.
 */
export function unresolvedRoutes(router: Router, { data, challenges }: Deps): void {
  router.personal(unresolved, async ({ offset, count }) => {
    const counts = (await data.completions.countUnresolved()).filter(({ challenge }) =>
      challenges.has(challenge),
    );
    const names = Array.from(Map.groupBy(counts, ({ kind, name }) => `${kind} ${name}`).values(), (rows) => ({
      kind: rows[0]?.kind ?? "tower",
      name: rows[0]?.name ?? "",
      rows: rows.map(({ challenge, count }) => ({
        challenge,
        count,
        label: challenges.get(challenge)?.label ?? challenge,
      })),
      total: rows.reduce((sum, { count }) => sum + count, 0),
    })).sort((one, other) => other.total - one.total || (one.name < other.name ? -1 : 1));
    const vocabulary = await data.search.vocabulary([...challenges.values()]);
    const page = names.slice(offset, offset + count);
    return {
      results: page.map(({ total: _, ...each }) => ({ ...each, nearest: nearestOf(each, vocabulary) })),
      count: names.length,
      more: offset + page.length < names.length,
    };
  });
  router.personal(withoutProof, async ({ offset, count }) => {
    const { ids, total } = await data.completions.findWithoutProof(offset, count);
    const stored = new Map((await data.completions.findAllByIds(ids)).map((each) => [each.id, each]));
    const results = ids.flatMap((id) => {
      const each = stored.get(id);
      const definition = challenges.get(each?.challenge ?? "");
      if (!each || !definition) return [];
      const row = presentRow(definition, completionOf(each));
      return {
        challenge: definition.key,
        filekey: id,
        heading: headingOf(definition, row),
        players: playersOf(definition, row),
        pending: each.state.pending !== null,
      };
    });
    return { results, count: total, more: offset + ids.length < total };
  });
  router.write(acceptAddress, (form, context) => acceptName(readAcceptance(form), context));
}
