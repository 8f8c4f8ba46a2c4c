import type { ChallengeDefinition } from "../../../challenges/define.ts";
import type { EditInfo } from "../../../contract/completions.ts";
import { formFields } from "../../../derive/form.ts";
import { problemsOf } from "../../../derive/form-problems.ts";
import { submissionSchema } from "../../../derive/submission.ts";
import { problemOfFiles, type UploadLimits } from "../../../derive/upload-limits.ts";
import { type Problem, type Problems, problem } from "../../../messages/index.ts";
import type { Typed } from "./draft.ts";
import type { ChosenFiles } from "./draft-files.ts";

/** A form as it is filled in. */
export interface Filled extends ChosenFiles {
  readonly typed: Typed;
}

/** What the server would say about the form, as far as it can be known before it is sent. */
export function problemsIn(
  definition: ChallengeDefinition,
  { typed, image, attachments }: Filled,
  edited: EditInfo | null,
  uploads: UploadLimits,
): Problems {
  const link = typed.mode === "link" ? typed.texts.link : "";
  const og = typed.og ? "on" : undefined;
  const { error } = submissionSchema(definition, edited?.result).safeParse({ ...typed.texts, link, og });
  const found: Record<string, Problem> = error ? { ...problemsOf(error) } : {};
  const hasUpload = edited !== null && edited.result.link === null;
  if (typed.mode === "link" && !link?.trim()) found.link ??= problem("proof-link-missing");
  if (typed.mode === "upload" && !image && !hasUpload) found.image = problem("proof-file-missing");
  const proof = typed.mode === "upload" && image ? [image] : [];
  const ofProof = problemOfFiles(proof, uploads);
  const ofFiles = problemOfFiles([...proof, ...attachments], uploads);
  if (ofProof !== null) found.image ??= ofProof;
  else if (ofFiles !== null) found.attachments ??= ofFiles;
  return found;
}

/** The form as SPEC section 7 has it: the fields, og and verify as "on", and on an edit what it is about. */
export function bodyOf(
  definition: ChallengeDefinition,
  { typed, image, attachments }: Filled,
  edited: EditInfo | null,
  verify: boolean,
): FormData {
  const { main, ogExtras, notes } = formFields(definition);
  const body = new FormData();
  // What it is about comes first, and the texts before the files: the server says what is wrong before it takes those.
  body.append("edit", edited ? "true" : "false");
  for (const name of edited ? new Set([...definition.keys, "filekey"]) : [])
    body.append(`edited-${name}`, String(edited?.result[name] ?? ""));
  if (edited) body.append("revision", String(typed.revision));
  for (const [name] of [...main, ...(typed.og ? ogExtras : []), ...notes])
    body.append(name, typed.texts[name] ?? "");
  if (typed.og) body.append("og", "on");
  if (verify) body.append("verify", "on");
  if (typed.mode === "link") body.append("link", typed.texts.link ?? "");
  else if (image) body.append("image", image);
  for (const file of attachments) body.append("attachments", file);
  for (const key of typed.deletions) body.append("delete-attachments", key);
  return body;
}
