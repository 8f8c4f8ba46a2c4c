import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { fieldsOfKind } from "../../../../../domain/challenges/fields.ts";
import { challengeReads } from "../../../../../domain/contract/completions.ts";
import { history as historyOf } from "../../../../../domain/contract/history.ts";
import type { Details, PageContext } from "../../../../../domain/contract/page-context.ts";
import { pages } from "../../../../../domain/contract/routes.ts";
import type { Field } from "../../../../../domain/fields/index.ts";
import { headingOf, playersOf } from "../../../../../domain/lists/heading.ts";
import { keyQueryOf } from "../../../../../domain/lists/key-of.ts";
import type { WireRow } from "../../../../../domain/lists/row.ts";
import { roleLabel } from "../../../../../domain/media/proofs.ts";
import { problem, say } from "../../../../../domain/messages/index.ts";
import { challengeCodesIn } from "../../../../../domain/submissions/challenge-codes.ts";
import { ask, askAndTell } from "../../../../ui/ask.server.ts";
import { linkedProofs, type Proof, shownMedium } from "../../../../ui/completions/proof.server.ts";
import { playedTowers } from "../../../../ui/completions/tower.server.ts";
import { standingsOf } from "../../../../ui/standings.server.ts";
import { takersOf } from "../../../../ui/taken-claims.server.ts";
import { loadAround } from "./around.server.ts";
import { recordedFacts, submissionIn, verificationOf } from "./facts.server.ts";
import { textOfNotes } from "./text-of-notes.ts";

/** Most changes of a completion that its page lists; the API has more. */
const MOST_CHANGES = 50;

/** Returns the completion's proof, then links to what else the rules ask for, and then its attachments. */
function proofsOf(
  definition: ChallengeDefinition,
  { filekey, link }: WireRow,
  { files, links }: Pick<Details, "files" | "links">,
  { site }: PageContext,
): readonly Proof[] {
  const key = String(filekey);
  const linked = [
    ...(typeof link === "string" ? [{ name: "Proof", url: link }] : []),
    ...links.map(({ role, url }) => ({ name: roleLabel(definition, role) ?? "Link", url })),
  ];
  const proof = files.find((file) => file.key === key) ?? null;
  const attachments = files
    .filter((file) => file !== proof)
    .map((file, place) => {
      const shows = roleLabel(definition, file.role);
      return shownMedium(file, file.key, shows ?? `Attachment ${place + 1}`, site);
    });
  return [
    ...(typeof link === "string" ? [] : [shownMedium(proof, key, "Proof", site)]),
    ...linkedProofs(linked),
    ...attachments,
  ];
}

/** Details of a completion that was deleted while its page was being made. */
const NO_DETAILS: Details = { notesHtml: null, verifiedAt: null, isSample: false, files: [], links: [] };

/** Returns the first words of the notes as they read when they are rendered, for link previews. */
function excerpt(notes: string, html: string | null): string {
  const words = (html === null ? notes : textOfNotes(html)).replace(/\s+/g, " ").trim();
  return words.length > 180 ? `${words.slice(0, 179)}…` : words;
}

/** Returns what link previews say below the heading. */
const descriptionOf = (definition: ChallengeDefinition, row: WireRow, words: string): string =>
  `${row.pending === null ? "By" : "Waits for a helper. By"} ${playersOf(definition, row)}. ${words}`.trim();

/** Returns the fields by which people tell the completions of a list apart. */
const namingFields = (definition: ChallengeDefinition) =>
  Object.entries<Field>(definition.fields).flatMap(([name, { kind }]) =>
    kind === "tower" || kind === "towerset" || kind === "map" || kind === "person" || kind === "money"
      ? [{ name, kind }]
      : [],
  );

/** Returns the challenge codes of a completion: that of its field, then those that its notes mention. */
function codesOf(definition: ChallengeDefinition, row: WireRow, notes: string): readonly string[] {
  const own = fieldsOfKind(definition, "code").flatMap(([name]) => (row[name] ? [String(row[name])] : []));
  return [...new Set([...own, ...challengeCodesIn(notes)])];
}

/** Loads everything that the notes page shows: the notes, their completion, its proof and its attachments. */
export async function loadNotesPage(
  definition: ChallengeDefinition,
  search: URLSearchParams,
  context: PageContext,
) {
  const names = [...definition.keys, "filekey"];
  const query = Object.fromEntries(names.map((name) => [name, search.get(name)]));
  const { key, label } = definition;
  const challenge = { key, label, keys: definition.keys };
  const reads = challengeReads(definition);
  const answer = await askAndTell(context, reads.notes, query);
  if (answer.error !== null)
    return { challenge, error: answer.error, status: answer.status, completion: null };

  const found = await askAndTell(context, reads.list, { ...query, count: 1 });
  if (found.error !== null) return { challenge, error: found.error, status: found.status, completion: null };
  const [row] = found.body.results;
  if (!row) {
    const error = say(problem("no-such-completion", { challenge: label }));
    return { challenge, error, status: 404, completion: null };
  }
  const filekey = String(row.filekey);
  const [changes, details, taken, around, standings] = await Promise.all([
    ask(context, historyOf, { filekey }),
    context.detailsOf(filekey),
    takersOf([row], context),
    loadAround(definition, row, context),
    standingsOf(definition, [row], context),
  ]);
  const history = changes.body?.results ?? [];
  const { notesHtml, verifiedAt, isSample, ...shown } = details ?? NO_DETAILS;
  return {
    challenge,
    error: null,
    status: 200,
    completion: {
      row,
      takenBy: taken[filekey] ?? null,
      heading: headingOf(definition, row),
      description: descriptionOf(definition, row, excerpt(answer.body.notes, notesHtml)),
      page: pages.notes(key, keyQueryOf(definition.keys, row)),
      towers: playedTowers(definition, row),
      facts: recordedFacts(definition, row),
      submitted: submissionIn(history),
      verified: row.pending === null ? verificationOf(history, verifiedAt) : null,
      isSample,
      standing: standings[filekey] ?? null,
      naming: namingFields(definition),
      notes: answer.body.notes,
      notesHtml,
      codes: codesOf(definition, row, answer.body.notes),
      proofs: proofsOf(definition, row, shown, context),
      history: history.slice(0, MOST_CHANGES),
      olderChanges: Math.max(history.length - MOST_CHANGES, 0),
      around,
    },
  };
}

export type NotesPageData = Awaited<ReturnType<typeof loadNotesPage>>;
