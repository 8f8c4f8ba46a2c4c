import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { fieldsOfKind } from "../../../domain/challenges/fields.ts";
import {
  type AcceptedAnswer,
  acceptName as acceptAddress,
  NAME_KINDS,
  type UnresolvedName,
  unresolved,
  withoutProof,
} from "../../../domain/contract/unresolved.ts";
import { MOST_ENTRIES } from "../../../domain/fields/text-list.ts";
import { refusalOf as refusalAlone } from "../../../domain/fields/tower/kind.ts";
import { refusalInSet } from "../../../domain/fields/towerset/kind.ts";
import type { TowerName } from "../../../domain/game/catalogue.ts";
import { nameKey } from "../../../domain/game/name-key.ts";
import { asWritten, oneLine } from "../../../domain/game/typed-text.ts";
import { wordsIn } from "../../../domain/game/words.ts";
import { headingOf, playersOf, presentRow } from "../../../domain/lists/row.ts";
import { about, fault, type Problem, problem, say } from "../../../domain/messages/index.ts";
import type { Meaning, Vocabulary } from "../../../domain/search/vocabulary.ts";
import { authorize } from "../../../server/auth/user.ts";
import { AppError, BadFields, NotFound } from "../../../server/errors.ts";
import { type ReceivedForm, textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import { asOneAct, definitionOf, entryFor, type Router, type WriteContext } from "../../api/router.server.ts";
import {
  type CompletionState,
  columnsOf,
  completionOf,
  type StoredCompletion,
  updateCompletion,
} from "../completions/repository/stored-completion.server.ts";
import { write } from "../completions/save.server.ts";
import { addSpelling, mayEditSpellings } from "../spellings/commands.server.ts";

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
 * What moving in left to be mended: names in completions that nobody has resolved, and saying what one means;
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
        ...{ challenge, count },
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
        ...{ challenge: definition.key, filekey: id },
        ...{ heading: headingOf(definition, row), players: playersOf(definition, row) },
        pending: each.state.pending !== null,
      };
    });
    return { results, count: total, more: offset + ids.length < total };
  });
  router.write(acceptAddress, (form, context) => acceptName(readAcceptance(form), context));
}

/** As many completions as one act can undo, with the spelling. */
const MOST_AT_ONCE = MOST_ENTRIES - 1;

/** What is accepted: completions with this name of this kind get another. */
export interface Acceptance {
  readonly kind: "tower" | "map";
  /** As the rows have it. */
  readonly name: string;
  /** What it is, by any of its names. */
  readonly as: string;
  readonly keepsSpelling: boolean;
  /** The place in the table of the last completion that was looked at; 0: from the start. */
  readonly after: number;
}

type Meant =
  | { readonly name: string; readonly map: number; readonly tower: null }
  | { readonly name: string; readonly map: null; readonly tower: TowerName };

/** Finds what a helper names. Throws BadFields. */
async function findMeant({ kind, as }: Acceptance, { data, catalogue }: WriteContext): Promise<Meant> {
  const map = kind === "map" ? await data.maps.findByName(as) : null;
  if (map) return { name: map.name, map: map.id, tower: null };
  const tower = kind === "tower" ? catalogue.find(as) : null;
  if (!tower) throw new BadFields({ as: problem("no-such-tower-or-map", { name: as }) });
  return { name: tower.name, map: null, tower };
}

/** Returns why a completion cannot have this tower in the place of the other; null if it can. */
function refusalOf(
  definition: ChallengeDefinition,
  towers: readonly string[],
  name: string,
  tower: TowerName,
): Problem | null {
  const isThere = towers.includes(tower.name);
  for (const [, field] of fieldsOfKind(definition, "towerset")) {
    if (field.set && isThere) return problem("tower-there-already", { tower: tower.name });
    const refusal = refusalInSet(field, tower);
    if (refusal) return about({ field: field.label }, fault(...refusal));
  }
  for (const [, field] of fieldsOfKind(definition, "tower")) {
    const refusal = towers[field.position] === name ? refusalAlone(field, tower) : null;
    if (refusal) return about({ field: field.label }, fault(...refusal));
  }
  return tower.kind === "hero" && isThere ? problem("tower-there-already", { tower: tower.name }) : null;
}

/** Gives one completion the name that is meant; returns why it stays as it is, or null. */
async function mend(
  stored: StoredCompletion,
  name: string,
  meant: Meant,
  context: WriteContext,
): Promise<Problem | null> {
  const definition = definitionOf(stored.challenge, context);
  const { id, state } = stored;
  const completion = completionOf(stored);
  const { tower } = meant;
  const refusal = tower && refusalOf(definition, completion.towers, name, tower);
  if (refusal) return refusal;
  const map =
    meant.map === null ? { id: state.map_id, name: state.map } : { id: meant.map, name: meant.name };
  const towers = tower
    ? completion.towers.map((each) => (each === name ? tower.name : each))
    : completion.towers;
  const after: CompletionState = { ...state, ...columnsOf(definition, { ...completion, towers }, map) };
  const act = updateCompletion(stored, after, context.user, entryFor(context, "edit"));
  const challenge = definition.label;
  try {
    const outcome = await write([act], definition, { id, before: state, state: after }, context);
    if (outcome === "done") return null;
    return outcome === "taken"
      ? problem("completion-exists", { challenge })
      : problem("original-exists", { challenge });
  } catch (error) {
    // Whatever is not about this completion ends all of it.
    if (!(error instanceof AppError) || error.status >= 429) throw error;
    return error.problem;
  }
}

/** Adds the old name as a spelling of what it was meant for; says why not where spellings refuse it. */
async function keepSpelling(
  spelling: string,
  { name }: Meant,
  context: WriteContext,
): Promise<NonNullable<AcceptedAnswer["spelling"]>> {
  const texts = new Map([
    ["spelling", [spelling]],
    ["name", [name]],
  ]);
  try {
    await addSpelling({ texts, files: [] }, context);
    return { kept: true, error: null };
  } catch (error) {
    if (!(error instanceof BadFields)) throw error;
    return { kept: false, error: Object.values(error.fields).map(say).join(" ") };
  }
}

/**
 * Gives completions with an unresolved name the name that is meant, each by itself: one that cannot have it stays as it
 * is. All that it changes is one act. Throws BadFields, NotFound, Forbidden.
 */
async function acceptName(acceptance: Acceptance, context: WriteContext): Promise<AcceptedAnswer> {
  authorize(mayEditSpellings(context.user));
  const { kind, name, after, keepsSpelling } = acceptance;
  const { completions } = context.data;
  const meant = await findMeant(acceptance, context);
  // One more says whether there are more.
  const holders = await completions.findHolders(kind, name, after, MOST_AT_ONCE + 1);
  if (holders.length === 0 && after === 0) throw new NotFound("no-unknown-name", { name });
  const now = holders.slice(0, MOST_AT_ONCE);
  const together = asOneAct(context);
  const stored = new Map(
    (await completions.findAllByIds(now.map(({ id }) => id))).map((each) => [each.id, each]),
  );
  const left: AcceptedAnswer["left"][number][] = [];
  for (const { id } of now) {
    const each = stored.get(id);
    const refusal = each ? await mend(each, name, meant, together) : null;
    if (!each || refusal === null) continue;
    const { challenge } = each;
    const definition = definitionOf(challenge, context);
    const heading = headingOf(definition, presentRow(definition, completionOf(each)));
    left.push({ challenge, filekey: id, heading, error: say(refusal) });
  }
  return {
    changed: now.length - left.length,
    left,
    next: holders.length > now.length ? (now.at(-1)?.seq ?? null) : null,
    name: meant.name,
    spelling: keepsSpelling && after === 0 ? await keepSpelling(name, meant, together) : null,
  };
}
