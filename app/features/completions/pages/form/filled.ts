import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import type { ProofSlot } from "../../../../../domain/challenges/rules.ts";
import type { EditInfo } from "../../../../../domain/contract/completions.ts";
import { CLEAR_CODE, readCode } from "../../../../../domain/fields/lines.ts";
import { withParagraph } from "../../../../../domain/fields/notes/kind.ts";
import type { Catalogue } from "../../../../../domain/game/catalogue.ts";
import { challengeCodesIn, isCode } from "../../../../../domain/game/words.ts";
import {
  checkLinks,
  linkName,
  linksByName,
  proofSlots,
  requirementOf,
  withOneAddressEach,
} from "../../../../../domain/media/proof-slots.ts";
import { problemOfFiles, type UploadLimits } from "../../../../../domain/media/upload-limits.ts";
import { about, fault, type Problem, type Problems, problem } from "../../../../../domain/messages/index.ts";
import { formFields } from "../../../../../domain/submissions/form.ts";
import { checkSubmission } from "../../../../../domain/submissions/submission.ts";
import type { DraftValues } from "../../../../ui/forms/draft.ts";
import type { ChosenFiles } from "../../../../ui/forms/draft-files.ts";
import type { FileChecks } from "../../../../ui/forms/file-checks.ts";

/** What somebody has filled in. */
export interface Filled extends ChosenFiles {
  readonly typed: DraftValues;
}

/** A form, and what is filled in. */
export interface FormContent extends Filled {
  readonly definition: ChallengeDefinition;
  /** The completion being edited; null when one is added. */
  readonly edited: EditInfo | null;
}

/** A form as it is sent, with the question settled whether it is an original. */
export interface Settled extends FormContent {
  readonly og: boolean;
}

/** The code's name among the form's problems; it is no field on the wire. */
export const CODE = "challenge-code";

/** Returns the fields of what was done: those of an original only if it is one. */
export function fieldsOfWhat({ definition, og }: Settled) {
  const { main, ogExtras } = formFields(definition);
  return [...main, ...(og ? ogExtras : [])];
}

const textsToSend = ({ typed }: Filled) => ({
  ...typed.texts,
  notes: notesWithCode(typed.texts.notes ?? "", typed.code),
});

const linkOf = (edited: EditInfo | null): string | null =>
  typeof edited?.result.link === "string" ? edited.result.link : null;

/** Returns what the server would object to, as far as that is known before the form is sent. */
export function problemsIn(form: Settled, uploads: UploadLimits, catalogue: Catalogue): Problems {
  const { definition, edited, typed, attachments } = form;
  const slots = slotsOf(form);
  const [proof] = slots;
  const link = proof?.link ?? "";
  const og = form.og ? "on" : undefined;
  const recorded = { ...linksByName(definition, edited?.links ?? []), link: linkOf(edited) };
  const texts = withOneAddressEach(definition, { ...textsToSend(form), link, og }, recorded);
  const found: Record<string, Problem> = {
    ...checkSubmission(definition, texts, catalogue, edited?.result).problems,
    ...checkLinks(definition, texts, edited?.links ?? [], catalogue).problems,
  };
  if (proof && isEmpty(proof)) {
    if (proof.link === null) found.image ??= problem("proof-file-missing");
    else found.link ??= problem("proof-link-missing");
  }
  if (typed.code !== "" && !isCode(typed.code))
    found[CODE] = about({ field: "Challenge code" }, fault("not-a-challenge-code"));
  // A problem with one file is reported at that file; too many files, or too much in all, at the attachments.
  const groups: (readonly [string, readonly File[]])[] = [
    ...slots.map(({ fileName, file }) => [fileName, file ? [file] : []] as const),
    ["attachments", attachments],
  ];
  const refused = groups.flatMap(([name, files]) => {
    const refusal = problemOfFiles(files, uploads);
    return refusal === null ? [] : [[name, refusal] as const];
  });
  for (const [name, refusal] of refused) found[name] ??= refusal;
  const together = problemOfFiles(
    groups.flatMap(([, files]) => files),
    uploads,
  );
  if (refused.length === 0 && together !== null) found.attachments ??= together;
  return found;
}

/** Returns what is wrong with the chosen files, by field. It is shown at once, not only when the form is sent. */
export function refusalsIn(form: FormContent, checks: FileChecks): Problems {
  const of = (name: string, file: File | null) => {
    const refusal = file ? checks.get(file)?.refusal : null;
    return refusal ? [[name, refusal] as const] : [];
  };
  return Object.fromEntries([
    // Reversed, so that the first refused attachment is last and its problem wins.
    ...[...form.attachments].reverse().flatMap((file) => of("attachments", file)),
    ...slotsOf(form).flatMap(({ fileName, file }) => of(fileName, file)),
  ]);
}

/**
 * Builds the form of SPEC section 7: the fields, og and verify as "on", and in an edit which completion it is about.
 */
export function bodyOf(form: Settled, verify: boolean): FormData {
  const { definition, edited, typed, og } = form;
  const { notes, code } = formFields(definition);
  const texts: Readonly<Record<string, string>> = textsToSend(form);
  const body = new FormData();
  const [proof, ...others] = slotsOf(form);
  // Which completion it is about comes first, and texts come before files, so that the server can refuse before it
  // takes the files.
  body.append("edit", edited ? "true" : "false");
  for (const name of edited ? new Set([...definition.keys, "filekey"]) : [])
    body.append(`edited-${name}`, String(edited?.result[name] ?? ""));
  if (edited) body.append("revision", String(typed.revision));
  for (const [name] of [...fieldsOfWhat(form), ...(code ? [code] : []), ...notes])
    body.append(name, texts[name] ?? "");
  // Programs that know no codes send none, so an empty one by itself removes nothing.
  if (edited && code && isNoCode(texts[code[0]] ?? "")) body.append(CLEAR_CODE, "on");
  // An empty one removes the link that is there.
  for (const { linkName, link } of others) if (edited || link) body.append(linkName, link ?? "");
  if (typed.unlisted.length > 0) {
    body.append("unlisted", "on");
    body.append("unlisted-names", JSON.stringify(typed.unlisted));
  }
  if (og) body.append("og", "on");
  // What is not listed yet cannot be verified.
  if (verify && typed.unlisted.length === 0) body.append("verify", "on");
  const attached = [
    ...others.flatMap(({ role, file }) => (file ? [{ role, file }] : [])),
    ...form.attachments.map((file) => ({ role: "", file })),
  ];
  for (const { role } of attached) body.append("attachment-roles", role);
  for (const key of typed.deletions) body.append("delete-attachments", key);
  if (proof?.link != null) body.append(proof.linkName, proof.link);
  else if (proof?.file) body.append(proof.fileName, proof.file);
  for (const { file } of attached) body.append("attachments", file);
  return body;
}

/** Whether a text for a code says that there is none. */
function isNoCode(text: string): boolean {
  const { code, rest } = readCode(text);
  return code === null && rest === "";
}

/** Returns what the box for the code has. */
export function writtenCode(definition: ChallengeDefinition, { code, texts }: DraftValues): string {
  const [name] = formFields(definition).code ?? [];
  return name === undefined ? code : (texts[name] ?? "");
}

/** Returns what may hold the code: what is in its box, or the only one in the notes. */
export function textOfCode(definition: ChallengeDefinition, typed: DraftValues): string {
  const written = writtenCode(definition, typed);
  const [code = "", ...others] = challengeCodesIn(typed.texts.notes ?? "");
  return isNoCode(written) && others.length === 0 ? code : written;
}

/** Whether the code is given, be it in its own box or in the notes. */
export const hasCode = (definition: ChallengeDefinition, typed: DraftValues): boolean =>
  !isNoCode(writtenCode(definition, typed)) || challengeCodesIn(typed.texts.notes ?? "").length > 0;

/** Returns the notes with the code on a line of its own, unless they already contain it. */
export function notesWithCode(notes: string, code: string): string {
  if (
    code === "" ||
    notes
      .toUpperCase()
      .split(/[^A-Z0-9]+/)
      .includes(code)
  )
    return notes;
  return withParagraph(notes, `Challenge code: ${code}`);
}

/** Returns the form with a file in a slot, in the place of a link; null removes it. The first slot is the proof. */
export function withFile(before: FormContent, slot: FilledSlot, file: File | null): FormContent {
  const { role, isFirst, linkName } = slot;
  if (isFirst) return { ...before, image: file };
  const { [role]: _, ...others } = before.slots;
  const slots = file === null ? others : { ...others, [role]: file };
  return file === null ? { ...before, slots } : { ...withoutLink(before, linkName), slots };
}

/** Returns the form without the box for a link, whatever is in it. @param name of its field */
export function withoutLink(before: FormContent, name: string): FormContent {
  const { [name]: _, ...texts } = before.typed.texts;
  return { ...before, typed: { ...before.typed, texts } };
}

/** A slot of the form, and what is in it. The first is the proof itself. */
export interface FilledSlot extends ProofSlot {
  readonly isFirst: boolean;
  /** The names of its file and of its link among the form's problems. */
  readonly fileName: string;
  readonly linkName: string;
  readonly file: File | null;
  /** What is in its box for a link; null: it has no such box. */
  readonly link: string | null;
  /** The file that the edited completion keeps in it: its place among the attachments, "proof"; null: none. */
  readonly keeps: number | "proof" | null;
}

/** Returns what is in each slot. */
export const slotsOf = (form: FormContent): readonly FilledSlot[] =>
  proofSlots(form.definition).map((slot, place) => {
    const { definition, edited, typed, image, slots } = form;
    const name = linkName(definition, slot.role);
    if (place > 0) {
      const at = edited?.roles.indexOf(slot.role) ?? -1;
      return {
        ...slot,
        isFirst: false,
        fileName: `attachments-${slot.role}`,
        linkName: name,
        file: slots[slot.role] ?? null,
        link: typed.texts[name] ?? null,
        keeps: at === -1 || typed.deletions.includes(edited?.files[at] ?? "") ? null : at,
      };
    }
    const isLink = typed.mode === "link";
    return {
      ...slot,
      isFirst: true,
      fileName: "image",
      linkName: name,
      file: isLink ? null : image,
      link: isLink ? (typed.texts[name] ?? "") : null,
      keeps: !isLink && edited !== null && edited.result.link === null ? "proof" : null,
    };
  });

/** Whether there is nothing in a slot but perhaps an empty box for a link. */
const isEmpty = ({ file, link, keeps }: FilledSlot): boolean =>
  file === null && keeps === null && !link?.trim();

/**
 * Returns the form with more files. Each goes into the first empty slot of its kind; a video may also go into any
 * other empty slot. The rest become attachments.
 */
export function placeFiles(before: FormContent, files: readonly File[]): FormContent {
  let now = before;
  for (const file of files) {
    const isVideo = file.type.startsWith("video/");
    const free = slotsOf(now).filter((slot) => isEmpty(slot) && slot.link === null);
    const fitting =
      free.find((slot) => isVideo === (slot.isVideo === true)) ?? (isVideo ? free[0] : undefined);
    now = fitting ? withFile(now, fitting, file) : { ...now, attachments: [...now.attachments, file] };
  }
  return now;
}

/** Returns the slots beside the first that the rules ask for and in which there is nothing. */
export const unmetSlots = (form: FormContent, catalogue: Catalogue): readonly FilledSlot[] =>
  slotsOf(form).filter(
    (slot) =>
      !slot.isFirst &&
      isEmpty(slot) &&
      requirementOf(form.definition, slot, form.typed.texts, catalogue) !== null,
  );
