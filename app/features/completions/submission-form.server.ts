import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from "obscenity";
import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { fieldsOfKind, submittedFields } from "../../../domain/challenges/fields.ts";
import { CHECKS } from "../../../domain/checks/index.ts";
import { type Field, kindOf, tidiedFor } from "../../../domain/fields/index.ts";
import { InvalidValue } from "../../../domain/fields/kind.ts";
import { CLEAR_CODE, readCode } from "../../../domain/fields/lines.ts";
import { withParagraph } from "../../../domain/fields/notes/kind.ts";
import { parseNames } from "../../../domain/fields/text-list.ts";
import { MAX_TOWERS } from "../../../domain/fields/towerset/kind.ts";
import { LONGEST_NAME } from "../../../domain/game/catalogue.ts";
import { ERASED_NAME, personKey } from "../../../domain/game/name-key.ts";
import { asWritten, isFarBeyond, oneLine, severalLines } from "../../../domain/game/typed-text.ts";
import { withoutCodes } from "../../../domain/game/words.ts";
import { LONGEST_REASON } from "../../../domain/limits.ts";
import { isShownByPrograms, presentRow, UNKNOWN, type WireRow } from "../../../domain/lists/row.ts";
import {
  checkLinks,
  type GivenLinks,
  linkName,
  linksByName,
  otherSlots,
  proofSlots,
  withOneAddressEach,
} from "../../../domain/media/proof-slots.ts";
import { about, type Fault, fault, type Problem } from "../../../domain/messages/index.ts";
import { mayGiveVerdict } from "../../../domain/submissions/policy.ts";
import { checkSubmission, isSameText, type Submission } from "../../../domain/submissions/submission.ts";
import { BadFields, BadForm } from "../../../server/errors.ts";
import { type ReceivedFile, type ReceivedForm, revisionIn } from "../../../server/forms.ts";
import type { WriteContext } from "../../api/router.server.ts";
import type { MapReference } from "../maps/repository.server.ts";
import { checkMeansOne, findToEdit, type Named } from "./find-named.server.ts";
import { faultOfNotes } from "./notes.server.ts";
import { completionOf, type StoredCompletion } from "./repository/stored-completion.server.ts";
import { NOT_LISTED } from "./repository/unresolved.server.ts";
import { submissionIdIn } from "./save.server.ts";

/** An attachment and which of the proofs that the rules ask for it is; null if it does not say. */
interface SubmittedAttachment {
  readonly file: ReceivedFile;
  readonly role: string | null;
}

/** A submission form that has been read: the completion's own fields (`submission`) and everything else. */
export interface SubmissionForm {
  readonly submission: Submission;
  /** The map that the submission names. */
  readonly map: MapReference;
  /** The proof as a file; null if it is a link or stays as it is. */
  readonly image: ReceivedFile | null;
  readonly attachments: readonly SubmittedAttachment[];
  readonly deleteAttachments: readonly string[];
  /** Links to what else the rules ask for. */
  readonly links: GivenLinks;
  readonly verify: boolean;
  /** Whether it is verified although another helper is looking at it. */
  readonly takes: boolean;
  /** A name of a tower or hero that is not listed yet; null: it has none. */
  readonly unlisted: string | null;
  /** The checks whose warnings the sender has looked at, by id. */
  readonly looked: readonly string[];
  /** The revision that the edit is based on; null for the current one. */
  readonly revision: number | null;
  /** The id that identifies the submission if it is resent. */
  readonly submissionId: string | null;
}

/** Codes of a missing reason, by what it is for. */
type MissingReason =
  | "no-reason"
  | "no-report-reason"
  | "no-name-evidence"
  | "no-denial-reason"
  | "no-ban-reason"
  | "no-wish-reason"
  | "no-proof-reason"
  | "no-canned-reason";

/** Reads a reason, by default that of a helper for rejecting a completion. Throws BadForm. */
export function readReason(text: string, missing: MissingReason = "no-reason"): string {
  const reason = isFarBeyond(text, LONGEST_REASON) ? text : severalLines(text);
  if (reason === "") throw new BadForm(missing);
  if (reason.length > LONGEST_REASON) throw new BadForm("reason-too-long", { most: LONGEST_REASON });
  return reason;
}

/** How browsers and programs write a checkbox. */
const CHECKED = ["on", "true", "1", "yes"];
const UNCHECKED = ["off", "false", "0", "no", ""];

/** Whether a checkbox of a form is checked. Throws BadForm for what is neither yes nor no. */
function isChecked(form: ReceivedForm, name: string): boolean {
  const text = textOf(form, name).toLowerCase();
  if (CHECKED.includes(text)) return true;
  if (UNCHECKED.includes(text)) return false;
  throw new BadForm("not-a-checkbox", { subject: { field: name } });
}

/** Returns a field's text; empty if there is none. Throws BadForm if it has two different ones, or a NUL. */
function sentIn({ texts }: ReceivedForm, name: string): string {
  const values = [...new Set(texts.get(name) ?? [])];
  if (values.length > 1) throw new BadForm("given-twice", { subject: { field: name } });
  const value = values[0] ?? "";
  if (value.includes("\0")) throw new BadForm("holds-nul", { subject: { field: name } });
  return value;
}

const textOf = (form: ReceivedForm, name: string): string => asWritten(sentIn(form, name));

/**
 * Reads a submitted form (SPEC section 7, "Member writes"). Throws BadFields or BadForm.
 * @param stored the completion being edited; null when one is added
 */
export async function readSubmissionForm(
  definition: ChallengeDefinition,
  form: ReceivedForm,
  stored: StoredCompletion | null,
  context: Pick<WriteContext, "data" | "catalogue">,
): Promise<SubmissionForm> {
  const images = form.files.filter(({ field }) => field === "image");
  if (images.length > 1) throw new BadForm("given-twice", { subject: { field: "image" } });
  const { problems, submission, map, links } = await readSubmission(definition, form, stored, context);
  if (Object.keys(problems).length > 0 || !submission || !map) throw new BadFields(problems);
  const names = new Set(unlistedIn(form));
  const unlisted = submission.towers.find((name) => names.has(name) && !context.catalogue.find(name)) ?? null;
  return {
    submission,
    map,
    image: images[0] ?? null,
    attachments: attachmentsIn(definition, form),
    deleteAttachments: form.texts.get("delete-attachments") ?? [],
    links,
    verify: isChecked(form, "verify"),
    takes: isChecked(form, "take"),
    unlisted,
    looked: [
      ...CHECKS.flatMap(({ id }) => (form.texts.get("looked")?.includes(id) ? [id] : [])),
      ...(unlisted === null ? [] : [NOT_LISTED]),
    ],
    revision: revisionIn(textOf(form, "revision")),
    submissionId: submissionIdOf(form),
  };
}

/** Returns the attachments with their roles: one role per attachment, in the same order, or none. Throws BadForm. */
function attachmentsIn(
  definition: ChallengeDefinition,
  { files, texts }: ReceivedForm,
): readonly SubmittedAttachment[] {
  const attached = files.filter(({ field }) => field === "attachments");
  const given = texts.get("attachment-roles");
  if (given === undefined) return attached.map((file) => ({ file, role: null }));
  const roles = proofSlots(definition).map(({ role }) => role);
  if (given.length !== attached.length || !given.every((role) => role === "" || roles.includes(role)))
    throw new BadForm("attachment-roles", { roles });
  return attached.map((file, at) => ({ file, role: given[at] || null }));
}

/**
 * Refuses a form for errors in its texts before its files arrive, so that a misspelt map costs no upload. A form that
 * has not yet said whether it is an edit is not checked. Throws BadFields, BadForm, NotFound.
 */
export async function checkBeforeFiles(
  definition: ChallengeDefinition,
  texts: ReceivedForm["texts"],
  context: WriteContext,
): Promise<void> {
  if (!texts.has("edit")) return;
  const form = { texts, files: [] };
  const edited = await findEdited(definition, form, context);
  // What is yet to come may say which of several claims is meant.
  if (edited && edited.others.length > 0) return;
  const stored = edited?.meant ?? null;
  const { problems } = await readSubmission(definition, form, stored, context);
  const known = Object.entries(problems).filter(([name]) => texts.has(name));
  if (known.length > 0) throw new BadFields(Object.fromEntries(known));
}

interface Read {
  readonly problems: Readonly<Record<string, Problem>>;
  readonly submission: Submission | null;
  readonly map: MapReference | null;
  readonly links: GivenLinks;
}

/** Reads and checks a form's texts; a field that an edit leaves unchanged is not checked. */
async function readSubmission(
  definition: ChallengeDefinition,
  form: ReceivedForm,
  stored: StoredCompletion | null,
  { data: { maps, players }, catalogue }: Pick<WriteContext, "data" | "catalogue">,
): Promise<Read> {
  const recorded = stored && presentRow(definition, completionOf(stored));
  const submitted = submittedFields(definition);
  const texts: Record<string, string> = Object.fromEntries(
    submitted.map(([name, field]) => {
      const text = tidiedFor(field, sentIn(form, name));
      // As an established address answers it, so that a form that was filled from it can send it back.
      const isUnknown = text === UNKNOWN && recorded?.[name] === null && isShownByPrograms(field);
      return [name, isUnknown ? "" : text];
    }),
  );
  const names = otherSlots(definition).map(({ role }) => linkName(definition, role));
  for (const name of names) if (form.texts.has(name)) texts[name] = textOf(form, name);
  Object.assign(texts, withOneAddressEach(definition, texts, recordedLinks(definition, recorded, stored)));
  Object.assign(texts, settledCodes(definition, texts, recorded, isChecked(form, CLEAR_CODE)));
  if (isChecked(form, "og")) texts.og = "on";
  const unlisted = unlistedIn(form);
  const known = catalogue.withUnlisted(unlisted);
  const checked = checkSubmission(definition, texts, known, recorded);
  const linked = checkLinks(definition, texts, stored?.state.links ?? [], catalogue);
  const problems: Record<string, Problem> = { ...checked.problems, ...linked.problems };

  const stays = (name: string, field: Field): boolean =>
    recorded !== null && isSameText(field, texts[name], recorded[name]);
  let map: MapReference | null = null;
  /** The fields of the players who were read, by their ids: joined names are one player's. */
  const seen = new Map<number, string>();
  for (const [name, field] of submitted) {
    const { kind, label } = field;
    const text = texts[name] ?? "";
    const refuse = (found: Fault): void => {
      problems[name] ??= about({ field: label }, found);
    };
    // What is refused already, such as a text that is too long, is not looked at further.
    if (problems[name]) continue;
    if (kind === "map" && stored && stays(name, field))
      map = { id: stored.state.map_id, name: stored.state.map };
    else if (kind === "map" && text !== "") {
      map = await maps.findByName(text);
      if (map === null) refuse(fault("not-a-map", { name: text }));
    }
    if (kind === "person" && text !== "") {
      const named = await players.findNamed(text);
      const other = named.player === null ? null : seen.get(named.player);
      if (named.isBanned && !stays(name, field)) refuse(fault("player-banned", { name: text }));
      if (other !== null && other !== undefined && !stays(name, field))
        refuse(fault("same-player", { other }));
      if (named.player !== null) seen.set(named.player, label);
    }
    if (kind === "person" && !stays(name, field) && personKey(text) === ERASED_NAME)
      refuse(fault("nobodys-name", { name: text }));
    const { freeText } = kindOf(field);
    if (freeText === "none" || stays(name, field)) continue;
    // Names of the game are checked against the game, free text against the list of bad words.
    if (isProfane(text)) refuse(fault("unwelcome-word"));
    const nesting = freeText === "markdown" ? faultOfNotes(text) : null;
    if (nesting !== null) refuse(nesting);
  }
  for (const [name, field] of submitted)
    if (kindOf(field).attribute === "towers" && unlisted.some(isProfane) && !stays(name, field))
      problems[name] ??= about({ field: field.label }, fault("unwelcome-word"));
  return { problems, submission: checked.submission, map, links: linked.links };
}

/** Returns the names of towers and heroes that are not listed yet, as a form repeats them. Throws BadForm. */
function unlistedIn(form: ReceivedForm): readonly string[] {
  const [text, subject] = [textOf(form, "unlisted-names"), { field: "unlisted-names" }];
  if (!isChecked(form, "unlisted") || text === "") return [];
  try {
    const names = parseNames(text).map(oneLine);
    const odd = names.some((name) => name.length > LONGEST_NAME || !/[\p{L}\p{N}]/u.test(name));
    if (odd || names.length > MAX_TOWERS)
      throw new BadForm("not-names-to-list", { subject, most: LONGEST_NAME });
    return names;
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    throw new BadForm("not-json", { subject });
  }
}

/** Returns the links of the completion being edited, by the names of their form fields. */
const recordedLinks = (
  definition: ChallengeDefinition,
  recorded: WireRow | null,
  stored: StoredCompletion | null,
): Readonly<Record<string, string | null>> => ({
  ...linksByName(definition, stored?.state.links ?? []),
  link: typeof recorded?.link === "string" ? recorded.link : null,
});

/**
 * Returns the texts of codes, and of the notes with what was sent as a code and is none. An edit that sends no code leaves
 * the recorded one, unless the form says that it goes.
 */
function settledCodes(
  definition: ChallengeDefinition,
  texts: Readonly<Record<string, string>>,
  recorded: WireRow | null,
  isCleared: boolean,
): Record<string, string> {
  let notes = texts.notes ?? "";
  const codes = fieldsOfKind(definition, "code").map(([name, field]) => {
    const [sent = "", before] = [texts[name], String(recorded?.[name] ?? "")];
    if (recorded && isSameText(field, sent, before)) return [name, sent];
    const { code, rest } = readCode(sent);
    if (rest !== "") notes = withParagraph(notes, `${field.label}: ${rest}`);
    return [name, code ?? (isCleared || rest !== "" ? "" : before)];
  });
  return { ...Object.fromEntries(codes), notes };
}

/**
 * Returns the completion that a form edits, and the other claims that it could mean; null when one is added. Throws
 * BadForm, NotFound, and Conflict for a form that verifies one of several.
 */
export async function findEdited(
  definition: ChallengeDefinition,
  form: ReceivedForm,
  context: Pick<WriteContext, "data" | "user">,
): Promise<Named<StoredCompletion> | null> {
  const edited = readEdited(definition, form);
  if (isChecked(form, "edit")) {
    const named = await findToEdit(definition, edited, context, (name) => textOf(form, name));
    if (isChecked(form, "verify") && mayGiveVerdict(context.user, named.meant.state))
      checkMeansOne(definition, named.meant.id, named.others);
    return named;
  }
  // A form that names a completion is no new one.
  if (edited.size > 0) throw new BadForm("edited-without-edit");
  return null;
}

/** Returns the id of a form's submission; null if it has none. Throws BadForm. */
export const submissionIdOf = (form: ReceivedForm): string | null =>
  submissionIdIn(textOf(form, "submission-id"));

/** Returns the edited-… fields as the query that names a completion. */
function readEdited(definition: ChallengeDefinition, form: ReceivedForm): URLSearchParams {
  const edited = new URLSearchParams();
  for (const name of new Set([...definition.keys, "filekey"])) {
    const value = textOf(form, `edited-${name}`);
    if (value !== "") edited.append(name, value);
  }
  return edited;
}

/** Game terms that a pattern of the list might match; a test checks every name of the game against the list. */
const GAME_TERMS = ["domination", "assassin", "bloonjitsu", "shinobi"];

const dataset = englishDataset.build();

const matcher = new RegExpMatcher({
  ...dataset,
  whitelistedTerms: [...(dataset.whitelistedTerms ?? []), ...GAME_TERMS],
  ...englishRecommendedTransformers,
});

/**
 * Whether a text contains a word of the list (from the package obscenity) that is not part of a game term. The list
 * reads digits as letters, but rounds, lives and cash are numbers ("455"), and short forms have few letters ("n16"): a
 * match of fewer than three letters does not count. The letters of a challenge code are random.
 */
export function isProfane(text: string): boolean {
  const written = withoutCodes(text);
  return matcher
    .getAllMatches(written)
    .some(
      ({ startIndex, endIndex }) =>
        (written.slice(startIndex, endIndex + 1).match(/\p{L}/gu)?.length ?? 0) >= 3,
    );
}
