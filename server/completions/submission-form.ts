import type { ChallengeDefinition } from "../../challenges/define.ts";
import { rowFields } from "../../derive/fields.ts";
import { type Submission, submissionSchema } from "../../derive/submission.ts";
import { isSubmitted } from "../../fields/index.ts";
import { BadFields } from "../bad-fields.ts";
import type { Data } from "../data/index.ts";
import { BadForm } from "../errors.ts";
import type { ReceivedFile, ReceivedForm } from "../media/uploads.ts";
import { isProfane } from "./profanity.ts";

/** File fields of a submission. */
export const FILE_FIELDS: ReadonlySet<string> = new Set(["image", "attachments"]);

/** What a form asks for besides the completion's own fields. */
export interface SubmissionForm {
  readonly submission: Submission;
  /** The proof as a file; null: a link, or what there is. */
  readonly image: ReceivedFile | null;
  readonly attachments: readonly ReceivedFile[];
  readonly deleteAttachments: readonly string[];
  readonly verify: boolean;
  /** Which completion is edited, by wire name of its keys (and filekey); null when one is added. */
  readonly edited: URLSearchParams | null;
  /** The revision that the edit is based on; null: the current one. */
  readonly revision: number | null;
}

/** The one value of a text field, trimmed; empty where there is none. Throws BadForm when it is there twice. */
function textOf({ texts }: ReceivedForm, name: string): string {
  const values = [...new Set(texts.get(name) ?? [])];
  if (values.length > 1) throw new BadForm(`${name} is given more than once.`);
  const value = values[0]?.trim() ?? "";
  if (value.includes("\0")) throw new BadForm(`${name} holds a NUL character.`);
  return value;
}

/** Reads a submitted form (SPEC section 7, "Member writes"); throws BadFields or BadForm. */
export async function readSubmissionForm(
  definition: ChallengeDefinition,
  form: ReceivedForm,
  data: Pick<Data, "maps">,
): Promise<SubmissionForm> {
  const images = form.files.filter(({ field }) => field === "image");
  if (images.length > 1) throw new BadForm("image is given more than once.");
  const revision = textOf(form, "revision");
  if (!/^\d{0,15}$/.test(revision)) throw new BadForm("revision is not a number.");
  return {
    submission: await readSubmission(definition, form, data),
    image: images[0] ?? null,
    attachments: form.files.filter(({ field }) => field === "attachments"),
    deleteAttachments: form.texts.get("delete-attachments") ?? [],
    verify: textOf(form, "verify") === "on",
    edited: textOf(form, "edit") === "true" ? readEdited(definition, form) : null,
    revision: revision === "" ? null : Number(revision),
  };
}

async function readSubmission(
  definition: ChallengeDefinition,
  form: ReceivedForm,
  { maps }: Pick<Data, "maps">,
): Promise<Submission> {
  const submitted = rowFields(definition).filter(([, field]) => isSubmitted(field));
  const texts = Object.fromEntries(
    ["og", ...submitted.map(([name]) => name)].map((name) => [name, textOf(form, name)]),
  );
  const problems: Record<string, string> = {};
  const checked = submissionSchema(definition).safeParse(texts);
  for (const { path, message } of checked.error?.issues ?? []) problems[String(path[0])] ??= message;

  const map = checked.data ? await maps.findName(checked.data.map) : null;
  for (const [name, { kind, label }] of submitted) {
    if (kind === "map" && checked.data && map === null)
      problems[name] ??= `${label} is not a map that the index knows: "${texts[name]}".`;
    // Names of the game are checked against the game; what people write freely is held against the list.
    if (["notes", "person", "upgrade", "upgradeset"].includes(kind) && isProfane(texts[name] ?? ""))
      problems[name] ??= `${label} holds a word that is not welcome here.`;
  }
  if (Object.keys(problems).length > 0 || !checked.data || map === null) throw new BadFields(problems);
  return { ...checked.data, map };
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
