import type { ChallengeDefinition } from "../../challenges/define.ts";
import {
  challengeWrites,
  mySubmissions,
  type OwnSubmission,
  rejectCompletion as rejectAddress,
  verifyCompletions as verifyAddress,
} from "../../contract/completions.ts";
import { presentRow } from "../../derive/row.ts";
import type { Deps } from "../app.ts";
import { completionOf, type StoredCompletion } from "../data/completions/states.ts";
import { textsOf } from "../form-texts.ts";
import type { Router } from "../router.ts";
import { readEntries, readFilekeys } from "./entries.ts";
import { mayChange, mayVerify } from "./policy.ts";
import { readReason, readSubmissionForm } from "./submission-form.ts";
import { once } from "./submit-once.ts";
import {
  addCompletion,
  deleteCompletions,
  editCompletion,
  findToEdit,
  rejectCompletion,
  verifyCompletions,
} from "./writes.ts";

/** The writes of one challenge, and what its edit form reads. */
export function submitRoutes(router: Router, definition: ChallengeDefinition, { data }: Deps): void {
  const { submit, remove, edit } = challengeWrites(definition);
  router.write(submit, async (received, context) => {
    const form = await readSubmissionForm(definition, received, data);
    const recorded = await once(form.submissionId, context, () =>
      form.edited
        ? editCompletion(definition, form, form.edited, context)
        : addCompletion(definition, form, context),
    );
    return recorded ? { inserted: true, ...recorded } : { inserted: false };
  });
  router.act(remove, async (form, context) => {
    const filekeys = await readEntries(definition, textsOf(form).entries ?? "", context);
    await deleteCompletions(filekeys, context);
  });
  router.personal(edit, async (given, user) => {
    const stored = await findToEdit(definition, given, { data, user });
    const { state, revision, id } = stored;
    return {
      result: presentRow(definition, completionOf(stored)),
      revision,
      files: state.media.map(({ key }) => key).filter((key) => key !== id),
      mayEdit: mayChange(user, state),
      mayVerify: mayVerify(user) && state.pending !== null,
      rejection: state.rejection,
    };
  });
}

function presentOwn(stored: StoredCompletion, definition: ChallengeDefinition): OwnSubmission {
  const { rejection, deleted_at, pending } = stored.state;
  return {
    challenge: stored.challenge,
    row: presentRow(definition, completionOf(stored)),
    state: deleted_at !== null ? "rejected" : pending === null ? "verified" : "pending",
    reason: rejection,
    updatedAt: stored.updatedAt,
  };
}

/** What members see of their own completions of all challenges, and what helpers do to anybody's. */
export function helperRoutes(router: Router, { data, challenges }: Deps): void {
  router.personal(mySubmissions, async ({ count, offset }, user) => {
    const { rows, total } = await data.completions.findAllBySubmitter(user.id, offset, count);
    const results = rows.flatMap((stored) => {
      const definition = challenges.get(stored.challenge);
      return definition ? [presentOwn(stored, definition)] : [];
    });
    return { results, count: total, more: offset + rows.length < total };
  });
  router.act(verifyAddress, async (form, context) => {
    await verifyCompletions(readFilekeys(textsOf(form).entries ?? ""), context);
  });
  router.act(rejectAddress, async (form, context) => {
    const { filekey = "", reason = "" } = textsOf(form);
    await rejectCompletion(filekey.trim(), readReason(reason), context);
  });
}
