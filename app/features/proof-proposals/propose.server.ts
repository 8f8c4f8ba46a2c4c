import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { FURTHER } from "../../../domain/contract/routes.ts";
import { tidiedFor } from "../../../domain/fields/index.ts";
import { InvalidValue, readBounded } from "../../../domain/fields/kind.ts";
import { linkKind } from "../../../domain/fields/link/kind.ts";
import { leadToSame } from "../../../domain/fields/link/target.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import { MOST_ATTACHMENTS, MOST_OPEN_PROPOSALS } from "../../../domain/limits.ts";
import { proofSlots } from "../../../domain/media/proof-slots.ts";
import { about } from "../../../domain/messages/index.ts";

import { authorize } from "../../../server/auth/user.ts";
import { BadFields, BadForm, Conflict, NotFound } from "../../../server/errors.ts";
import { type FieldValues, type ReceivedForm, textsOf } from "../../../server/forms.ts";
import { definitionOf, type WriteContext } from "../../api/router.server.ts";
import { refuseBanned } from "../completions/banned.server.ts";
import { ownMediaKey } from "../completions/commands.server.ts";
import type { StoredCompletion } from "../completions/repository/stored-completion.server.ts";
import { ownersOf } from "../completions/verdict-guard.server.ts";

/** Whether a completion is one's own: one submitted it, or owns the name of one of its players. */
export const isOwn = async (
  { state }: StoredCompletion,
  { id }: Pick<WriteContext["user"], "id">,
  data: WriteContext["data"],
): Promise<boolean> => state.submitted_by === id || (await ownersOf(state, data)).includes(id);

/** Returns the stored role of a proposal: null is the proof itself. Throws BadForm. */
function readRole(definition: ChallengeDefinition, text: string): string | null {
  const [first, ...others] = proofSlots(definition).map(({ role }) => role);
  const role = asWritten(text);
  if (role === "" || role === first) return null;
  const choices = [...others, FURTHER];
  if (!choices.includes(role))
    throw new BadForm("not-a-choice", { subject: { field: "role" }, choices: [first ?? "", ...choices] });
  return role;
}

/** Returns a proposed link; null if there is none. Throws BadFields, BadForm. */
function readLink(
  text: string,
  role: string | null,
  { id, state }: StoredCompletion,
  context: WriteContext,
): string | null {
  const field = { kind: "link", label: "Link" } as const;
  const link = tidiedFor(field, text);
  if (link === "") return null;
  if (role === FURTHER) throw new BadForm("further-proof-is-file");
  try {
    readBounded(linkKind, link, field, context.catalogue);
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    throw new BadFields({ link: about({ field: field.label }, error.fault) });
  }
  const key = ownMediaKey(link, context);
  if (key !== null && key.split("/", 1)[0] !== id)
    throw new BadForm("proof-of-another", { host: new URL(context.siteOrigin).host });
  const links = [state.link ?? "", ...state.links.map(({ url }) => url)];
  if (key !== null || links.some((each) => each === link || leadToSame(each, link)))
    throw new Conflict("proof-already-there");
  return link;
}

/** Finds the completion of a form, if its sender may propose a proof for it now. Throws BadForm, Forbidden, NotFound, Conflict. */
async function findMended({ filekey = "" }: FieldValues, context: WriteContext): Promise<StoredCompletion> {
  const { data, user } = context;
  await refuseBanned(context);
  const id = asWritten(filekey);
  if (id === "") throw new BadForm("missing", { subject: { field: "filekey" } });
  const stored = await data.completions.findById(id);
  if (!stored || stored.state.deleted_at !== null) throw new NotFound("no-such-filekey");
  authorize(await isOwn(stored, user, data), "not-yours-to-mend");
  if (stored.state.pending !== null) throw new Conflict("propose-for-pending");
  return stored;
}

/** Refuses a form by its texts, before its file is received. */
export async function checkBeforeFile(texts: ReceivedForm["texts"], context: WriteContext): Promise<void> {
  const given = textsOf({ texts });
  if (given.filekey === undefined) return;
  const stored = await findMended(given, context);
  readRole(definitionOf(stored.challenge, context), given.role ?? "");
}

/**
 * Records a proposed proof and returns its id; the same one while it is open keeps its id. Throws AppError for whatever
 * is refused.
 */
export async function propose(form: ReceivedForm, context: WriteContext): Promise<string> {
  const { data, user, now } = context;
  const texts = textsOf(form);
  const stored = await findMended(texts, context);
  const { id: completion, state } = stored;
  const role = readRole(definitionOf(stored.challenge, context), texts.role ?? "");
  const link = readLink(texts.link ?? "", role, stored, context);
  const [file, ...more] = form.files;
  if (more.length > 0) throw new BadForm("given-twice", { subject: { field: "image" } });
  if (file && link !== null) throw new BadForm("two-proofs");
  if (!file && link === null) throw new BadForm("proof-missing");
  if (file && state.media.some(({ hash }) => hash === file.hash)) throw new Conflict("proof-already-there");
  const beside = state.media.filter(({ key }) => key !== completion).length + state.links.length;
  if (role !== null && beside >= MOST_ATTACHMENTS)
    throw new BadForm("too-many-attachments", { most: MOST_ATTACHMENTS });
  const proposal = {
    id: crypto.randomUUID(),
    completion,
    person: user.id,
    role,
    link,
    hash: file?.hash ?? null,
    content_type: file?.contentType ?? null,
    bytes: file?.bytes ?? null,
    thumbnail: file?.thumbnail ?? null,
    at: now.toISOString(),
  };
  if (await data.proofProposals.add(proposal, MOST_OPEN_PROPOSALS)) return proposal.id;
  const same = await data.proofProposals.findSame(proposal);
  if (same !== null) return same;
  const [current] = await data.completions.findAllByIds([completion]);
  if (current?.state.deleted_at !== null) throw new NotFound("no-such-filekey");
  if (current.state.pending !== null) throw new Conflict("propose-for-pending");
  throw new Conflict("too-many-proposals", { most: MOST_OPEN_PROPOSALS });
}
