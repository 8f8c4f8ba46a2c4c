import type { ChallengeDefinition } from "../../challenges/define.ts";
import { submittedFields } from "../../derive/fields.ts";
import { problemsOf } from "../../derive/form-problems.ts";
import { type Submission, submissionSchema } from "../../derive/submission.ts";
import { kindOf } from "../../fields/index.ts";
import { about, type Fault, fault, type Problem } from "../../messages/index.ts";
import { BadFields } from "../bad-fields.ts";
import type { Data } from "../data/index.ts";
import type { MapReference } from "../data/maps.ts";
import { BadForm } from "../errors.ts";
import { revisionIn } from "../form-texts.ts";
import type { ReceivedFile, ReceivedForm } from "../media/uploads.ts";
import { faultOfNotes } from "./notes.ts";
import { isProfane } from "./profanity.ts";
import { submissionIdIn } from "./submit-once.ts";

const LONGEST_REASON = 1_000;

/** Why a helper rejects a completion. Throws BadForm. */
export function readReason(text: string): string {
  const reason = text.trim();
  if (reason === "") throw new BadForm("no-reason");
  if (reason.length > LONGEST_REASON) throw new BadForm("reason-too-long", { most: LONGEST_REASON });
  return reason;
}

/** What a form asks for besides the completion's own fields. */
export interface SubmissionForm {
  readonly submission: Submission;
  /** The map that the submission names. */
  readonly map: MapReference;
  /** The proof as a file; null: a link, or what there is. */
  readonly image: ReceivedFile | null;
  readonly attachments: readonly ReceivedFile[];
  readonly deleteAttachments: readonly string[];
  readonly verify: boolean;
  /** Which completion is edited, by wire name of its keys (and filekey); null when one is added. */
  readonly edited: URLSearchParams | null;
  /** The revision that the edit is based on; null: the current one. */
  readonly revision: number | null;
  /** By which it is known when it is sent again. */
  readonly submissionId: string | null;
}

/** The one value of a text field, trimmed; empty where there is none. Throws BadForm when it is there twice. */
function textOf({ texts }: ReceivedForm, name: string): string {
  const values = [...new Set(texts.get(name) ?? [])];
  if (values.length > 1) throw new BadForm("given-twice", { subject: { field: name } });
  const value = values[0]?.trim() ?? "";
  if (value.includes("\0")) throw new BadForm("holds-nul", { subject: { field: name } });
  return value;
}

/** Reads a submitted form (SPEC section 7, "Member writes"); throws BadFields or BadForm. */
export async function readSubmissionForm(
  definition: ChallengeDefinition,
  form: ReceivedForm,
  data: Pick<Data, "maps">,
): Promise<SubmissionForm> {
  const images = form.files.filter(({ field }) => field === "image");
  if (images.length > 1) throw new BadForm("given-twice", { subject: { field: "image" } });
  return {
    ...(await readSubmission(definition, form, data)),
    image: images[0] ?? null,
    attachments: form.files.filter(({ field }) => field === "attachments"),
    deleteAttachments: form.texts.get("delete-attachments") ?? [],
    verify: textOf(form, "verify") === "on",
    edited: textOf(form, "edit") === "true" ? readEdited(definition, form) : null,
    revision: revisionIn(textOf(form, "revision")),
    submissionId: submissionIdIn(textOf(form, "submission-id")),
  };
}

async function readSubmission(
  definition: ChallengeDefinition,
  form: ReceivedForm,
  { maps }: Pick<Data, "maps">,
): Promise<{ submission: Submission; map: MapReference }> {
  const submitted = submittedFields(definition);
  const texts = Object.fromEntries(
    ["og", ...submitted.map(([name]) => name)].map((name) => [name, textOf(form, name)]),
  );
  const checked = submissionSchema(definition).safeParse(texts);
  const problems: Record<string, Problem> = checked.error ? { ...problemsOf(checked.error) } : {};

  const map = checked.data ? await maps.findByName(checked.data.map) : null;
  for (const [name, field] of submitted) {
    const { kind, label } = field;
    const text = texts[name] ?? "";
    const refuse = (found: Fault): void => {
      problems[name] ??= about({ field: label }, found);
    };
    const { freeText } = kindOf(field);
    if (kind === "map" && checked.data && map === null) refuse(fault("not-a-map", { name: text }));
    // Names of the game are checked against the game; what people write freely is held against the list.
    if (freeText !== "none" && isProfane(text)) refuse(fault("unwelcome-word"));
    const nesting = freeText === "markdown" ? faultOfNotes(text) : null;
    if (nesting !== null) refuse(nesting);
  }
  if (Object.keys(problems).length > 0 || !checked.data || map === null) throw new BadFields(problems);
  return { submission: checked.data, map };
}

/** The edited-… fields as the query that names a completion. */
function readEdited(definition: ChallengeDefinition, form: ReceivedForm): URLSearchParams {
  const edited = new URLSearchParams();
  for (const name of new Set([...definition.keys, "filekey"])) {
    const value = textOf(form, `edited-${name}`);
    if (value !== "") edited.append(name, value);
  }
  return edited;
}
