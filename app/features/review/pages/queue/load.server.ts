import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { challengeReads } from "../../../../../domain/contract/completions.ts";
import { allMaps } from "../../../../../domain/contract/maps.ts";
import { names } from "../../../../../domain/contract/names.ts";
import type { PageContext } from "../../../../../domain/contract/page-context.ts";
import { headingOf, playersOf } from "../../../../../domain/lists/heading.ts";
import { say } from "../../../../../domain/messages/index.ts";
import { checklistOf } from "../../../../../domain/submissions/checklist.ts";
import { textsOfRow } from "../../../../../domain/submissions/form.ts";
import { warningsIn } from "../../../../../domain/submissions/warnings.ts";
import { ask } from "../../../../ui/ask.server.ts";
import { proofsOf } from "../../../../ui/completions/proof.server.ts";
import { codesOf, recordedFacts } from "../../../../ui/completions/recorded.server.ts";
import { playedTowers } from "../../../../ui/completions/tower.server.ts";
import { marksOf } from "../../../../ui/marks.server.ts";
import { takersOf } from "../../../../ui/taken-claims.server.ts";

// What is loaded here is public, as on the completion's own page. The queue, and what helpers alone know, are asked for
// with a token.

/** Loads what is public of a completion; null if there is none with this filekey. */
async function loadItem(filekey: string, context: PageContext) {
  const details = await context.detailsOf(filekey);
  const definition = details && CHALLENGES.get(details.challenge);
  if (!definition) return null;
  const { list } = challengeReads(definition);
  const [found, known] = await Promise.all([ask(context, list, { filekey, count: 1 }), ask(context, names)]);
  const row = found.body?.results[0];
  if (!row) return null;
  const [taken, marks] = await Promise.all([takersOf([row], context), marksOf(definition, [row], context)]);
  const checking = { newestVersion: known.body?.newestVersion ?? null, isHelper: true };
  const notes = String(row.notes ?? "");
  return {
    challenge: definition.key,
    filekey,
    row,
    /** What a verdict names. It was read before all else here, so nothing that is shown is older. */
    revision: details.revision,
    heading: headingOf(definition, row),
    players: playersOf(definition, row),
    isTaken: taken[filekey] !== undefined,
    towers: playedTowers(definition, row),
    marks,
    facts: recordedFacts(definition, row),
    codes: codesOf(definition, row, notes),
    warnings: warningsIn(definition, textsOfRow(definition, row), row.og === true, checking).map(say),
    checklist: checklistOf(definition, textsOfRow(definition, row)),
    proofs: proofsOf(definition, row, details, context),
    notes,
    notesHtml: details.notesHtml,
  };
}

/** Loads the completion that the address names, and the maps that the queue can be narrowed to. */
export async function loadQueuePage(search: URLSearchParams, context: PageContext) {
  const filekey = search.get("filekey");
  const [item, maps] = await Promise.all([
    filekey === null ? null : loadItem(filekey, context),
    ask(context, allMaps),
  ]);
  return { item, maps: (maps.body?.results ?? []).map(({ map }) => map) };
}

type QueuePageData = Awaited<ReturnType<typeof loadQueuePage>>;

/** The completion that is looked at. */
export type Item = NonNullable<QueuePageData["item"]>;
