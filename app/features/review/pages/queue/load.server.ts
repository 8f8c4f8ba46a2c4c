import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { nameOfKind } from "../../../../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import {
  type CheckedMap,
  type CheckFacts,
  mapsByName,
  releasedBy,
} from "../../../../../domain/checks/check.ts";
import { isCheckedByCode, isCodeCheck } from "../../../../../domain/checks/code.ts";
import { checked } from "../../../../../domain/checks/index.ts";
import { fullRecording, missingRecording, shownProofs } from "../../../../../domain/checks/proof.ts";
import { type PackedMarks, packMapMark } from "../../../../../domain/fields/marks/packed.ts";
import type { Catalogue } from "../../../../../domain/game/catalogue.ts";
import { amountInWords, bestFirst, recordAmountOfRow } from "../../../../../domain/lists/record.ts";
import { headingOf, playersOf, towersOf, type WireRow } from "../../../../../domain/lists/row.ts";
import { linkTexts } from "../../../../../domain/media/proof-slots.ts";
import { say } from "../../../../../domain/messages/index.ts";
import { checklistOf } from "../../../../../domain/submissions/checklist.ts";
import { type FormTexts, textsOfRow } from "../../../../../domain/submissions/form.ts";
import { proofsOf } from "../../../../ui/completions/proof.server.ts";
import { codesOf, recordedFacts } from "../../../../ui/completions/recorded.server.ts";
import { playedTowers } from "../../../../ui/completions/tower.server.ts";
import type { PageContext } from "../../../../ui/context.ts";
import { listBy } from "../../../../ui/list.server.ts";
import { towerMarksOf } from "../../../../ui/marks.server.ts";
import { supersedingOf } from "../../../../ui/superseded-claims.server.ts";

// What is loaded here is public, as on the completion's own page. The queue, and what helpers alone know, are asked for
// with a token.

/** Loads what is public of a completion; null if there is none with this filekey. */
async function loadItem(filekey: string, maps: Promise<readonly CheckedMap[]>, context: PageContext) {
  const details = await context.detailsOf(filekey);
  const definition = details && CHALLENGES.get(details.challenge);
  if (!definition) return null;
  const [found, known] = await Promise.all([
    listBy(definition, { filekey, count: 1 }, context),
    context.reads.names.all(),
  ]);
  const row = found?.results[0];
  if (!row) return null;
  const [taken, record, facts] = await Promise.all([
    supersedingOf([row], context),
    recordBeside(definition, row, context),
    maps,
  ]);
  const notes = String(row.notes ?? "");
  const { code } = details;
  const catalogue = await context.catalogue();
  return {
    challenge: definition.key,
    filekey,
    row,
    /** What a verdict names. It was read before all else here, so nothing that is shown is older. */
    revision: details.revision,
    heading: headingOf(definition, row),
    players: playersOf(definition, row),
    isTaken: taken[filekey] !== undefined,
    label: definition.label,
    /** What it cost, where that and not its towers tells it from others. */
    cost:
      definition.record?.by === "money" && towersOf(definition, row).length === 0
        ? amountInWords(definition, recordAmountOfRow(definition, row))
        : null,
    towers: playedTowers(definition, row, catalogue),
    facts: recordedFacts(definition, row),
    codes: codesOf(definition, row, notes),
    ...checksOf(definition, row, linkTexts(definition, details.links), catalogue, {
      newestVersion: known.newestVersion,
      maps: mapsByName(facts),
      released: releasedBy(known.released),
      proof: shownProofs(definition, row, details),
      record,
      code: code?.document ?? null,
    }),
    /** What the game's server says of its challenge code; null: nothing is known of it. */
    code: code && {
      foundAt: code.foundAt,
      createdAt: code.document.createdAt,
      version: code.document.gameVersion,
    },
    proofs: proofsOf(definition, row, details, context),
    notes,
    notesHtml: details.notesHtml,
  };
}

/** Returns what the checks say of a completion: what fails, and of what nothing can be known. */
function checksOf(
  definition: ChallengeDefinition,
  row: WireRow,
  links: FormTexts,
  catalogue: Catalogue,
  facts: CheckFacts,
) {
  const texts = { ...textsOfRow(definition, row), ...links };
  const outcomes = checked(definition, texts, row.og === true, catalogue, facts);
  const found = outcomes.flatMap(({ check: { id, level }, outcome }) =>
    outcome === "unknown"
      ? []
      : outcome.map(({ at, problem }) => ({ id, level, at, says: say(problem), isOfCode: isCodeCheck(id) })),
  );
  // Of two towers that are the same in one field, the same is found twice.
  const isRepeated = ({ id, says }: (typeof found)[number], at: number): boolean =>
    found.findIndex((each) => each.id === id && each.says === says) < at;
  // That the whole run must be seen says more than that some recording must.
  const isCovered = (id: string): boolean =>
    id === missingRecording.id && found.some((each) => each.id === fullRecording.id);
  const failures = found.filter((each, at) => !isRepeated(each, at) && !isCovered(each.id));
  return {
    failures,
    codeCheck: isCheckedByCode(outcomes)
      ? ("agrees" as const)
      : found.some(({ isOfCode, level }) => isOfCode && level !== "note")
        ? ("differs" as const)
        : ("open" as const),
    checklist: checklistOf(definition, texts, catalogue, outcomes),
    unknown: outcomes.flatMap(({ check, outcome }) =>
      // Without a document all that it would tell is one thing that is not known.
      outcome !== "unknown" || (facts.code === null && isCodeCheck(check.id)) ? [] : [check.whether],
    ),
  };
}

/** Loads the least cash of the other verified completions of its map; null: there is none, or the challenge has no such record. */
async function recordBeside(
  definition: ChallengeDefinition,
  { map, filekey }: WireRow,
  context: PageContext,
): Promise<number | null> {
  const { record } = definition;
  const name = nameOfKind(definition, "money");
  if (record?.by !== "money" || name === null) return null;
  const best = { map: String(map), pending: "0", sortby: bestFirst(definition)?.sortby, count: 2 };
  const found = await listBy(definition, best, context);
  const other = found?.results.find((each) => each.filekey !== filekey);
  return typeof other?.[name] === "number" ? other[name] : null;
}

/** Loads the completion that the address names, the maps that the queue can be narrowed to, and the marks of its rows. */
export async function loadQueuePage(search: URLSearchParams, context: PageContext) {
  const filekey = search.get("filekey");
  const maps = context.reads.maps.all();
  const [item, listed] = await Promise.all([
    filekey === null ? null : loadItem(filekey, maps, context),
    maps,
  ]);
  const plates = listed.map(({ map, difficulty, abbreviation }) => [
    map,
    packMapMark(difficulty, abbreviation),
  ]);
  const catalogue = await context.catalogue();
  // The queue, which the browser asks for, may name any tower.
  const towers = towerMarksOf(
    catalogue.names.map(({ name }) => name),
    catalogue,
  );
  const marks: PackedMarks = { towers, maps: Object.fromEntries(plates) };
  return { item, maps: listed.map(({ map }) => map), marks };
}

type QueuePageData = Awaited<ReturnType<typeof loadQueuePage>>;

/** The completion that is looked at. */
export type Item = NonNullable<QueuePageData["item"]>;
