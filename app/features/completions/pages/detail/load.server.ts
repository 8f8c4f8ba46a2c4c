import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { fieldsOfKind, OG_LABEL } from "../../../../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { type PublicChange, VERDICT_LABELS } from "../../../../../domain/contract/history.ts";
import type { Details } from "../../../../../domain/contract/page-context.ts";
import { pages, searchOf, TAKE_PROOF } from "../../../../../domain/contract/routes.ts";
import type { Field } from "../../../../../domain/fields/index.ts";
import { counted } from "../../../../../domain/game/counted.ts";
import { dayInWords } from "../../../../../domain/game/day-in-words.ts";
import { FIRST_KNOWN_PRICES } from "../../../../../domain/game/facts.ts";
import { type ChangedSince, changedSince } from "../../../../../domain/lists/changed-since.ts";
import { readKeyQuery } from "../../../../../domain/lists/key-query.ts";
import { readListQuery } from "../../../../../domain/lists/list-query.ts";
import {
  combinationOf,
  headingOf,
  playersOf,
  presentList,
  presentListRow,
  towersOf,
  type WireRow,
} from "../../../../../domain/lists/row.ts";
import { keyQueryOf } from "../../../../../domain/lists/url-state.ts";
import { watchedLink } from "../../../../../domain/media/link-hosts.ts";
import { problem, say } from "../../../../../domain/messages/index.ts";

import { type LineTexts, lineOf } from "../../../../ui/completions/line.server.ts";
import { type Proof, proofsOf, shownMedium } from "../../../../ui/completions/proof.server.ts";
import { codesOf, recordedFacts } from "../../../../ui/completions/recorded.server.ts";
import { playedTowers } from "../../../../ui/completions/tower.server.ts";
import type { PageContext } from "../../../../ui/context.ts";
import { tilesOf } from "../../../../ui/maps/tiles.server.ts";
import { marksOfRows } from "../../../../ui/marks.server.ts";
import { answerOrRefusal, outcomeOf } from "../../../../ui/outcome.server.ts";
import { recordRanksOf } from "../../../../ui/record-ranks.server.ts";
import { supersedingOf } from "../../../../ui/superseded-claims.server.ts";

/** When something was done, and by whom as far as they chose to show. */
export interface Deed {
  /** The number of its change; null if not known. */
  readonly seq: number | null;
  readonly day: string;
  /** Null if nobody knows. */
  readonly who: string | null;
}

const deedOf = (change: PublicChange | undefined): Deed | null =>
  change ? { seq: change.seq, day: change.at.slice(0, 10), who: change.who } : null;

/** Returns when a completion was submitted; null if that was before there was a history. */
const submissionIn = (history: readonly PublicChange[]): Deed | null =>
  deedOf(history.findLast(({ action }) => action === "add"));

/** When a second helper looked at a completion, and whether it had another proof then. */
interface Confirmation extends Deed {
  readonly isOfEarlierProof: boolean;
}

/** Whether a later change put back what one changed. */
const isUndone = ({ changes }: PublicChange, later: readonly PublicChange[]): boolean =>
  later.some(
    (each) =>
      each.action === "undo" &&
      changes.every(({ label, before, after }) =>
        each.changes.some((back) => back.label === label && back.before === after && back.after === before),
      ),
  );

/** Returns when a second helper looked at a completion as it is, but for its proof, and who; null: none has. */
export function confirmationOf(
  history: readonly PublicChange[],
  confirmedAt: string | null,
): Confirmation | null {
  if (confirmedAt === null) return null;
  const at = history.findIndex(({ action }) => action === "confirm");
  const since = at === -1 ? history : history.slice(0, at);
  const deed = deedOf(history[at]) ?? { seq: null, day: confirmedAt.slice(0, 10), who: null };
  const isOfEarlierProof = since.some(
    (change, place) => change.action === TAKE_PROOF && !isUndone(change, since.slice(0, place)),
  );
  return { ...deed, isOfEarlierProof };
}

/** Returns when a completion was verified, and by whom if the history says so. */
function verificationOf(history: readonly PublicChange[], verifiedAt: string | null): Deed | null {
  // What an import brings was verified before, elsewhere.
  const change = history.find(
    ({ action, changes }) =>
      action !== "import" &&
      changes.some(({ label, after }) => label === VERDICT_LABELS.verified && after === true),
  );
  return (
    deedOf(change) ?? (verifiedAt === null ? null : { seq: null, day: verifiedAt.slice(0, 10), who: null })
  );
}

/** Whether it was claimed to be an original before. */
const wasOriginal = (history: readonly PublicChange[]): boolean =>
  history.some(({ changes }) => changes.some(({ label, before }) => label === OG_LABEL && before === true));

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/**
 * Returns the text of notes that the server has rendered: of its HTML alone, in which every other sign is escaped. What
 * stands in a line of its own, or in a cell, is divided by a blank.
 */
export const textOfNotes = (html: string): string =>
  html
    .replace(/<\/?(?:a|code|em|strong|s|sup|sub)\b[^>]*>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(amp|lt|gt|quot);/g, (sign, name: string) => ENTITIES[name] ?? sign);

/** Most changes of a completion that its page lists; the API has more. */
const MOST_CHANGES = 50;

/** Details of a completion that was deleted while its page was being made. */
const NO_DETAILS: Omit<Details, "challenge"> = {
  revision: 0,
  notesHtml: null,
  verifiedAt: null,
  confirmedAt: null,
  code: null,
  codeCheckedAt: null,
  playersAgree: false,
  isSample: false,
  files: [],
  links: [],
  gone: [],
};

/** Returns the first words of the notes as they read when they are rendered, for link previews. */
function excerpt(notes: string, html: string | null): string {
  const words = (html === null ? notes : textOfNotes(html)).replace(/\s+/g, " ").trim();
  return words.length > 180 ? `${words.slice(0, 179)}…` : words;
}

/** Says of proofs that cannot be found any more since when that is, and when they were seen. */
function goneAmong(proofs: readonly Proof[], gone: Details["gone"], verifiedAt: string | null) {
  const verified = verifiedAt === null ? "" : `; it was verified on ${dayInWords(verifiedAt)}`;
  return proofs.flatMap(({ kind, name, url: link }) => {
    const watched = kind === "link" ? watchedLink(link)?.url : undefined;
    const found = gone.find(({ url }) => url === watched);
    return found
      ? [{ name, words: `It could not be found since ${dayInWords(found.since)}${verified}.` }]
      : [];
  });
}

/** Returns the copies of what cannot be found any more. */
const copiesOf = (gone: Details["gone"], { site }: PageContext): Proof[] =>
  gone.flatMap(({ copy }) => (copy ? [shownMedium(copy, copy.key, "Kept by the index", site)] : []));

/** Returns what link previews say below the heading. */
const descriptionOf = (definition: ChallengeDefinition, row: WireRow, words: string): string =>
  `${row.pending === null ? "By" : "Pending. By"} ${playersOf(definition, row)}. ${words}`.trim();

/** Returns the fields by which people tell the completions of a list apart. */
const namingFields = (definition: ChallengeDefinition) =>
  Object.entries<Field>(definition.fields).flatMap(([name, { kind }]) =>
    kind === "tower" || kind === "towerset" || kind === "map" || kind === "person" || kind === "money"
      ? [{ name, kind }]
      : [],
  );

const inCash = (amount: number): string => `$${counted(Math.abs(amount))}`;

/** Says what a completion's towers cost now. */
function pricesInWords({ verdict, more, until }: ChangedSince, areTowersKnown: boolean): string {
  if (verdict === "harder") return `Harder now: its towers cost ${inCash(more)} more.`;
  if (verdict === "same") return `As it was: none of its towers' prices has changed up to ${until}.`;
  if (verdict === "changed")
    return more === 0
      ? "Changed: its towers cost the same in all."
      : `Changed: its towers cost ${inCash(more)} less.`;
  if (verdict === "between")
    return "Prices of its towers have changed, but it is not known whether before or after its version.";
  const why = areTowersKnown
    ? `No prices known before ${FIRST_KNOWN_PRICES}.`
    : "Not all of its towers are known here, so neither are their prices.";
  return why;
}

/** Loads what has changed since a completion's version, and its combination's last one; null where nothing has. */
async function pricesSince(definition: ChallengeDefinition, row: WireRow, context: PageContext) {
  const catalogue = await context.catalogue();
  const since = changedSince(definition, row, catalogue);
  const combination = combinationOf(definition, row);
  if (!since || !combination) return null;
  const query = searchOf({ ...combination.parameters, pending: "0", sortby: "newest", count: 5 });
  const { body } = await answerOrRefusal(() =>
    context.reads.completions.dated(definition, readListQuery(definition, query, catalogue)),
  );
  const others = (body?.rows ?? []).map((each, at) => ({
    other: presentListRow(definition, each),
    at: body?.appeared[at] ?? null,
  }));
  const last = others.find(({ other }) => other.filekey !== row.filekey && combination.isSame(other));
  const areTowersKnown = towersOf(definition, row).every((name) => catalogue.find(name) !== null);
  const { version, until, verdict, changes } = since;
  const isPartly = verdict === "unknown" && areTowersKnown;
  return {
    version,
    until,
    words: pricesInWords(since, areTowersKnown),
    changed: `${changes.length} ${changes.length === 1 ? "price" : "prices"} changed${isPartly ? ` since ${FIRST_KNOWN_PRICES}` : ""}`,
    changes: changes.map(
      (each) => `${each.what}: ${inCash(each.before)} → ${inCash(each.now)} in ${each.version}`,
    ),
    last: last?.at
      ? {
          map: String(last.other.map),
          day: last.at.slice(0, 10),
          page: pages.notes(definition.key, keyQueryOf(definition.keys, last.other)),
        }
      : null,
  };
}

export async function loadNotesPage(
  definition: ChallengeDefinition,
  search: URLSearchParams,
  context: PageContext,
) {
  const names = [...definition.keys, "filekey"];
  const query = Object.fromEntries(names.map((name) => [name, search.get(name)]));
  const { key, label } = definition;
  const challenge = { key, label, keys: definition.keys };
  const { completions } = context.reads;
  const catalogue = await context.catalogue();
  const answer = await outcomeOf(() =>
    completions.notes(definition, readKeyQuery(definition, searchOf(query), catalogue)),
  );
  if (answer.error !== null)
    return { challenge, error: answer.error, status: answer.status, completion: null };

  const found = await outcomeOf(() =>
    completions.list(definition, readListQuery(definition, searchOf({ ...query, count: 1 }), catalogue)),
  );
  if (found.error !== null) return { challenge, error: found.error, status: found.status, completion: null };
  const [row] = presentList(definition, found.body).results;
  if (!row) {
    const error = say(problem("no-such-completion", { challenge: label }));
    return { challenge, error, status: 404, completion: null };
  }
  const filekey = String(row.filekey);
  const [changes, details, taken, around, standings] = await Promise.all([
    answerOrRefusal(() => context.reads.history.ofCompletion(filekey)),
    context.detailsOf(filekey),
    supersedingOf([row], context),
    loadAround(definition, row, context),
    recordRanksOf(definition, [row], context, true),
  ]);
  const history = changes.body ?? [];
  const { notesHtml, verifiedAt, confirmedAt, codeCheckedAt, playersAgree, isSample, ...shown } =
    details ?? NO_DETAILS;
  const proofs = [...proofsOf(definition, row, shown, context), ...copiesOf(shown.gone, context)];
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
      towers: playedTowers(definition, row, catalogue),
      facts: recordedFacts(definition, row),
      submitted: submissionIn(history),
      verified: row.pending === null ? verificationOf(history, verifiedAt) : null,
      codeChecked:
        codeCheckedAt === null
          ? null
          : {
              what: towersOf(definition, row).length > 0 ? "map, towers and settings" : "map and settings",
              at: codeCheckedAt,
            },
      confirmed: confirmationOf(history, confirmedAt),
      playersAgree,
      isNoLongerOriginal: row.pending === null && row.og !== true && wasOriginal(history),
      isSample,
      standing: standings[filekey] ?? null,
      prices: await pricesSince(definition, row, context),
      naming: namingFields(definition),
      notes: answer.body.notes,
      notesHtml,
      codes: codesOf(definition, row, answer.body.notes),
      proofs,
      gone: goneAmong(proofs, shown.gone, verifiedAt),
      history: history.slice(0, MOST_CHANGES),
      olderChanges: Math.max(history.length - MOST_CHANGES, 0),
      around,
    },
  };
}

export type NotesPageData = Awaited<ReturnType<typeof loadNotesPage>>;

/** Most completions listed in each part. */
const MOST_LINES = 6;

interface ListOfThem {
  readonly challenge: string;
  readonly label: string;
  readonly count: number;
  readonly page: string;
}

/** Some completions that have something in common, and the lists of all of them. */
export interface Some {
  readonly lines: readonly LineTexts[];
  readonly lists: readonly ListOfThem[];
}

/** Loads the newest completions of a map or a player, without the completion itself. */
async function someOf(
  query: { readonly challenge?: string; readonly map?: string; readonly person?: string },
  filekey: unknown,
  context: PageContext,
) {
  const { body } = await answerOrRefusal(() =>
    context.reads.completions.appeared({ ...query, count: MOST_LINES + 1 }),
  );
  const { challenge: _, ...parameters } = query;
  const newest = (body?.results ?? [])
    .flatMap(({ challenge, verified, completion }) => {
      const definition = CHALLENGES.get(challenge);
      return definition ? [{ definition, verified, row: completion as WireRow }] : [];
    })
    .filter(({ row }) => row.filekey !== filekey)
    .slice(0, MOST_LINES);
  return {
    found: newest,
    hasPage: body?.hasPage === true,
    lines: newest.map(({ definition, row, verified }) => lineOf(definition, row, verified)),
    lists: (body?.lists ?? []).map(({ challenge, count }) => ({
      challenge,
      label: CHALLENGES.get(challenge)?.label ?? challenge,
      count,
      page: pages.list(challenge, parameters),
    })),
  };
}

/** Loads what else there is: the same towers on other maps, and other completions on its map and by its players. */
export async function loadAround(definition: ChallengeDefinition, row: WireRow, context: PageContext) {
  const names = new Set(fieldsOfKind(definition, "person").flatMap(([name]) => row[name] ?? []));
  const map = String(row.map);
  const [tiles, onMap, byPlayers] = await Promise.all([
    tilesOf(definition, row, context),
    someOf({ challenge: definition.key, map }, row.filekey, context),
    Promise.all(
      Array.from(names, async (name) => {
        const person = String(name);
        return { person, ...(await someOf({ person }, row.filekey, context)) };
      }),
    ),
  ]);
  const found = [onMap, ...byPlayers].flatMap((some) => some.found);
  return {
    tiles,
    onMap: { lines: onMap.lines, lists: onMap.lists },
    byPlayers: byPlayers.map(({ found: _, ...each }) => each),
    marks: await marksOfRows([{ definition, row }, ...found], context),
  };
}

export type Neighbourhood = Awaited<ReturnType<typeof loadAround>>;
