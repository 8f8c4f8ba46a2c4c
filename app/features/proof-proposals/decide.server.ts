import type { ProofDecidedAnswer } from "../../../domain/contract/proof-proposals.ts";
import { FURTHER, TAKE_PROOF } from "../../../domain/contract/routes.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";

import { BadForm, Conflict, NotFound } from "../../../server/errors.ts";
import { type FieldValues, type ReceivedForm, textsOf } from "../../../server/forms.ts";
import { definitionOf, entryFor, type WriteContext } from "../../api/router.server.ts";
import { changesSince, Stale } from "../../audit/stale.server.ts";
import { completionLog, valuesOfCompletion } from "../completions/audit.server.ts";
import { refuseBanned } from "../completions/banned.server.ts";
import { compareWithCodes } from "../completions/code-checks.server.ts";
import { proofAfter } from "../completions/commands.server.ts";
import {
  type CompletionState,
  type StoredCompletion,
  updateCompletion,
  withSecondLook,
} from "../completions/repository/stored-completion.server.ts";
import { write } from "../completions/save.server.ts";
import { readReason } from "../completions/submission-form.server.ts";
import { authorizeConcern, ownersOf } from "../completions/verdict-guard.server.ts";
import { decideProposal, isOpenProposal, type ProofProposal } from "./repository.server.ts";

const OUTCOMES = ["taken", "declined"] as const;

/** Returns a completion with a proposed proof, in the place of the one that it has or besides. */
function withProof(stored: StoredCompletion, proposal: ProofProposal, now: Date): CompletionState {
  const { id, state } = stored;
  const { role, link, hash, content_type: contentType, bytes, thumbnail } = proposal;
  const file =
    hash === null || contentType === null || bytes === null
      ? null
      : { field: "image", hash, contentType, bytes, thumbnail };
  const isProof = role === null;
  const form = {
    submission: { link: isProof ? link : state.link },
    image: isProof ? file : null,
    attachments: isProof || !file ? [] : [{ file, role: role === FURTHER ? null : role }],
    deleteAttachments: [],
    links: new Map(isProof || link === null ? [] : [[role, link]]),
  };
  const after = { ...state, link: form.submission.link, ...proofAfter(id, form, state, now) };
  return withSecondLook(stored, after);
}

/** Finds what a decision is about, as its helper saw it. Throws BadForm, NotFound, Conflict, Stale. */
async function findDecided({ proposal: given = "", revision = "" }: FieldValues, context: WriteContext) {
  const { data } = context;
  const proposal = await data.proofProposals.findOpen(asWritten(given));
  const stored = proposal && (await data.completions.findById(proposal.completion));
  if (!stored) throw new NotFound("no-such-proposal");
  const { id, state } = stored;
  if (state.deleted_at !== null || state.pending !== null) throw new Conflict("proposal-not-verified");
  if (!/^\d{1,9}$/.test(revision)) throw new BadForm("missing", { subject: { field: "revision" } });
  if (stored.revision !== Number(revision)) {
    const values = valuesOfCompletion(state, id, context);
    throw new Stale(await changesSince(completionLog, id, Number(revision), values, context), "completion");
  }
  return { proposal, stored };
}

/**
 * Takes over a proposed proof or declines it. Of two helpers at once the first decides. Throws BadForm, NotFound, Conflict,
 * Stale.
 */
export async function decide(form: ReceivedForm, context: WriteContext): Promise<ProofDecidedAnswer> {
  const { data, user, now } = context;
  const texts = textsOf(form);
  const outcome = OUTCOMES.find((each) => each === asWritten(texts.outcome ?? ""));
  if (!outcome) throw new BadForm("not-a-choice", { subject: { field: "outcome" }, choices: OUTCOMES });
  const reason = outcome === "declined" ? readReason(texts.reason ?? "", "no-proof-reason") : null;
  await refuseBanned(context);
  const { proposal, stored } = await findDecided(texts, context);
  const { id, state } = stored;
  const people = [proposal.person, state.submitted_by, ...(await ownersOf(state, data))];
  await authorizeConcern({ people, at: proposal.at }, "own-concern", context);
  const decision = { by: user.id, at: now.toISOString(), reason };
  if (outcome === "declined") {
    if (await data.proofProposals.decline(proposal.id, decision)) return { change: null };
    throw new NotFound("no-such-proposal");
  }
  const after = withProof(stored, proposal, now);
  const entry = entryFor(context, TAKE_PROOF);
  const taken = [
    updateCompletion(stored, after, user, entry, isOpenProposal(proposal.id)),
    ...decideProposal(proposal.id, { ...decision, state: "taken" }),
  ];
  const outcomeOf = await write(taken, definitionOf(stored.challenge, context), null, context).catch(
    async (error: unknown) => {
      // Another helper was first, or its person withdrew it.
      const isClosed = error instanceof Stale && !(await data.proofProposals.findOpen(proposal.id));
      throw isClosed ? new NotFound("no-such-proposal") : error;
    },
  );
  if (outcomeOf !== "done") throw new Stale([], "completion");
  // Where this fails, the job does it.
  await compareWithCodes([id], context).catch(() => {});
  const [last] = await data.history.findAllLast("completion", [id]);
  return { change: last?.actor === user.id ? last.seq : null };
}
