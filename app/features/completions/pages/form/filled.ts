import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import type { EditInfo } from "../../../../../domain/contract/completions.ts";
import { CLEAR_CODE, readCode } from "../../../../../domain/fields/lines.ts";
import { withParagraph } from "../../../../../domain/fields/notes/kind.ts";
import type { Catalogue } from "../../../../../domain/game/catalogue.ts";
import { challengeCodesIn, isCode } from "../../../../../domain/game/words.ts";
import {
  checkLinks,
  linkName,
  linksByName,
  otherSlots,
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

export interface Filled extends ChosenFiles {
  readonly typed: DraftValues;
}

/** A form as it is sent, with the question settled whether it is an original. */
export interface Settled extends Filled {
  readonly og: boolean;
}

/** The name of a slot's file among the form's problems. The proof has its name on the wire. */
export const slotName = (role: string): string => `attachments-${role}`;

/** The code's name among the form's problems; it is no field on the wire. */
export const CODE = "challenge-code";

const textsToSend = ({ typed }: Filled) => ({
  ...typed.texts,
  notes: notesWithCode(typed.texts.notes ?? "", typed.code),
});

const linkOf = (edited: EditInfo | null): string | null =>
  typeof edited?.result.link === "string" ? edited.result.link : null;

/** Returns what the server would object to, as far as that is known before the form is sent. */
export function problemsIn(
  definition: ChallengeDefinition,
  filled: Settled,
  edited: EditInfo | null,
  uploads: UploadLimits,
  catalogue: Catalogue,
): Problems {
  const { typed, image, slots, attachments } = filled;
  const link = typed.mode === "link" ? typed.texts.link : "";
  const og = filled.og ? "on" : undefined;
  const recorded = { ...linksByName(definition, edited?.links ?? []), link: linkOf(edited) };
  const texts = withOneAddressEach(definition, { ...textsToSend(filled), link, og }, recorded);
  const found: Record<string, Problem> = {
    ...checkSubmission(definition, texts, catalogue, edited?.result).problems,
    ...checkLinks(definition, texts, edited?.links ?? [], catalogue).problems,
  };
  const hasUpload = edited !== null && edited.result.link === null;
  if (typed.mode === "link" && !link?.trim()) found.link ??= problem("proof-link-missing");
  if (typed.mode === "upload" && !image && !hasUpload) found.image = problem("proof-file-missing");
  if (typed.code !== "" && !isCode(typed.code))
    found[CODE] = about({ field: "Challenge code" }, fault("not-a-challenge-code"));
  // A problem with one file is reported at that file; too many files, or too much in all, at the attachments.
  const proof = typed.mode === "upload" && image ? [image] : [];
  const groups: (readonly [string, readonly File[]])[] = [
    ["image", proof],
    ...Object.entries(slots).map(([role, file]) => [slotName(role), [file]] as const),
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
export function refusalsIn({ typed, image, slots, attachments }: Filled, checks: FileChecks): Problems {
  const of = (name: string, file: File | null | undefined) => {
    const refusal = file ? checks.get(file)?.refusal : null;
    return refusal ? [[name, refusal] as const] : [];
  };
  return Object.fromEntries([
    // Reversed, so that the first refused attachment is last and its problem wins.
    ...[...attachments].reverse().flatMap((file) => of("attachments", file)),
    ...Object.entries(slots).flatMap(([role, file]) => of(slotName(role), file)),
    ...(typed.mode === "upload" ? of("image", image) : []),
  ]);
}

/**
 * Builds the form of SPEC section 7: the fields, og and verify as "on", and in an edit which completion it is about.
 */
export function bodyOf(
  definition: ChallengeDefinition,
  filled: Settled,
  edited: EditInfo | null,
  verify: boolean,
): FormData {
  const { typed, og, image, slots, attachments } = filled;
  const { main, ogExtras, notes, code } = formFields(definition);
  const texts: Readonly<Record<string, string>> = textsToSend(filled);
  const body = new FormData();
  // Which completion it is about comes first, and texts come before files, so that the server can refuse before it
  // takes the files.
  body.append("edit", edited ? "true" : "false");
  for (const name of edited ? new Set([...definition.keys, "filekey"]) : [])
    body.append(`edited-${name}`, String(edited?.result[name] ?? ""));
  if (edited) body.append("revision", String(typed.revision));
  for (const [name] of [...main, ...(og ? ogExtras : []), ...(code ? [code] : []), ...notes])
    body.append(name, texts[name] ?? "");
  // Programs that know no codes send none, so an empty one by itself removes nothing.
  if (edited && code && isNoCode(texts[code[0]] ?? "")) body.append(CLEAR_CODE, "on");
  for (const { role } of otherSlots(definition)) {
    const name = linkName(definition, role);
    // An empty one removes the link that is there.
    if (edited || texts[name]) body.append(name, texts[name] ?? "");
  }
  if (typed.unlisted.length > 0) {
    body.append("unlisted", "on");
    body.append("unlisted-names", JSON.stringify(typed.unlisted));
  }
  if (og) body.append("og", "on");
  // What is not listed yet cannot be verified.
  if (verify && typed.unlisted.length === 0) body.append("verify", "on");
  const roles = proofSlots(definition).flatMap(({ role }) => {
    const file = slots[role];
    return file ? [{ role, file }] : [];
  });
  const attached = [...roles, ...attachments.map((file) => ({ role: "", file }))];
  for (const { role } of attached) body.append("attachment-roles", role);
  for (const key of typed.deletions) body.append("delete-attachments", key);
  if (typed.mode === "link") body.append("link", typed.texts.link ?? "");
  else if (image) body.append("image", image);
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
export function withFile(
  definition: ChallengeDefinition,
  before: Filled,
  place: number,
  file: File | null,
): Filled {
  if (place === 0) return { ...before, image: file };
  const role = proofSlots(definition)[place]?.role;
  if (role === undefined) return before;
  const { [role]: _, ...others } = before.slots;
  const slots = file === null ? others : { ...others, [role]: file };
  return file === null ? { ...before, slots } : { ...withoutLink(definition, before, role), slots };
}

/** Returns the form without the box for a slot's link, whatever is in it. */
export function withoutLink(definition: ChallengeDefinition, before: Filled, role: string): Filled {
  const { [linkName(definition, role)]: _, ...texts } = before.typed.texts;
  return { ...before, typed: { ...before.typed, texts } };
}

export const withoutAttachment = (before: Filled, file: File): Filled => ({
  ...before,
  attachments: before.attachments.filter((each) => each !== file),
});

/** Returns the key of the file that a slot already has in an edit; null if it has none or it is to be deleted. */
export function existingIn(edited: EditInfo | null, { typed }: Filled, role: string): string | null {
  if (edited === null) return null;
  const at = edited.roles.indexOf(role);
  const key = at === -1 ? undefined : edited.files[at];
  return key === undefined || typed.deletions.includes(key) ? null : key;
}

/** Whether a slot still has room for a file. */
function isEmpty(
  definition: ChallengeDefinition,
  filled: Filled,
  place: number,
  edited: EditInfo | null,
): boolean {
  const { typed, image, slots } = filled;
  const hasUpload = edited !== null && edited.result.link === null;
  if (place === 0) return typed.mode === "upload" && image === null && !hasUpload;
  const role = proofSlots(definition)[place]?.role ?? "";
  const link = typed.texts[linkName(definition, role)];
  return slots[role] === undefined && link === undefined && existingIn(edited, filled, role) === null;
}

/**
 * Returns the form with more files. Each goes into the first empty slot of its kind; a video may also go into any
 * other empty slot. The rest become attachments.
 */
export function placeFiles(
  definition: ChallengeDefinition,
  before: Filled,
  files: readonly File[],
  edited: EditInfo | null,
): Filled {
  let now = before;
  for (const file of files) {
    const isVideo = file.type.startsWith("video/");
    const places = [...proofSlots(definition).entries()].filter(([at]) =>
      isEmpty(definition, now, at, edited),
    );
    const fitting =
      places.find(([, slot]) => isVideo === (slot.isVideo === true)) ?? (isVideo ? places[0] : undefined);
    now = fitting
      ? withFile(definition, now, fitting[0], file)
      : { ...now, attachments: [...now.attachments, file] };
  }
  return now;
}

/** Returns the slots beside the first that the rules ask for and in which there is nothing. */
export const unmetSlots = (
  definition: ChallengeDefinition,
  filled: Filled,
  edited: EditInfo | null,
  catalogue: Catalogue,
): ReturnType<typeof otherSlots> =>
  otherSlots(definition).filter(
    (slot) =>
      filled.slots[slot.role] === undefined &&
      !filled.typed.texts[linkName(definition, slot.role)]?.trim() &&
      existingIn(edited, filled, slot.role) === null &&
      requirementOf(definition, slot, filled.typed.texts, catalogue) !== null,
  );
