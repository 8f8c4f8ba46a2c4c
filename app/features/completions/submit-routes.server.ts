import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import {
  challengeWrites,
  lookAlikes,
  type MySubmissionsAnswer,
  mySubmissions,
  type OwnSubmission,
  rejectCompletion as rejectAddress,
  verifyCompletions as verifyAddress,
} from "../../../domain/contract/completions.ts";
import type { SubmissionOutcome } from "../../../domain/contract/notices.ts";
import { KEEP_COPY } from "../../../domain/contract/routes.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import { UNDO_DAYS } from "../../../domain/limits.ts";
import { BadParameter } from "../../../domain/lists/parameters.ts";
import { headingOf, presentRow } from "../../../domain/lists/row.ts";
import { DEFAULT_PAGE } from "../../../domain/lists/url-state.ts";
import { fault } from "../../../domain/messages/index.ts";
import { mayChange, ownerOf } from "../../../domain/submissions/policy.ts";

import { textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import { type Router, writeContext } from "../../api/router.server.ts";
import { notePictures } from "../media/pictures.server.ts";
import type { ReviewProgress } from "../review/repository/messages.server.ts";
import { refuseBanned } from "./banned.server.ts";
import {
  deleteCompletions,
  readEntries,
  readFilekeys,
  readSeen,
  rejectCompletions,
  verifyCompletions,
} from "./bulk.server.ts";
import { compareWithCodes } from "./code-checks.server.ts";
import { addCompletion, editCompletion } from "./commands.server.ts";
import { chooseCopies } from "./copies.server.ts";
import { claimsOf, findToEdit } from "./find-named.server.ts";
import {
  completionOf,
  isConfirmedNow,
  type StoredCompletion,
} from "./repository/stored-completion.server.ts";
import { recordOnce } from "./save.server.ts";
import {
  checkBeforeFiles,
  findEdited,
  readReason,
  readSubmissionForm,
  submissionIdOf,
} from "./submission-form.server.ts";
import { findSubmissionOutcome, mayAppeal, reviewStateOf } from "./submission-outcome.server.ts";
import { verdictRefusals } from "./verdict-guard.server.ts";

/** Most completions with the same link, file or picture, and most players with names alike, that a helper is warned of. */
const MOST_ALIKE = 10;

/** Whether a form decides although another helper is looking at it. */
const isTaken = ({ take = "" }: Readonly<Record<string, string>>): boolean => asWritten(take) === "1";

/** Registers the writes of one challenge and what its edit form reads. */
export function submitRoutes(router: Router, definition: ChallengeDefinition, deps: Deps): void {
  const { data } = deps;
  const { submit, remove, edit } = challengeWrites(definition);
  router.write(
    submit,
    async (received, context) => {
      await refuseBanned(context);
      const recorded = await recordOnce(submissionIdOf(received), context, async () => {
        const edited = await findEdited(definition, received, context);
        const form = await readSubmissionForm(definition, received, edited?.meant ?? null, context);
        return edited
          ? editCompletion(definition, form, edited, context)
          : addCompletion(definition, form, context);
      });
      // Where these fail, the jobs do it.
      if (recorded) await compareWithCodes([recorded.filekey], deps).catch(() => {});
      const [keepsCopy] = received.texts.get(KEEP_COPY) ?? [];
      if (recorded && keepsCopy !== undefined)
        await chooseCopies(
          context.user.id,
          recorded.filekey,
          asWritten(keepsCopy) === "1",
          context.now,
          deps,
        );
      if (recorded) await notePictures(received, deps).catch(() => {});
      return recorded ? { inserted: true, ...recorded } : { inserted: false };
    },
    async (texts, context) => {
      await refuseBanned(context);
      await checkBeforeFiles(definition, texts, context);
    },
  );
  router.act(remove, async (form, context) => {
    const texts = textsOf(form);
    const filekeys = await readEntries(definition, texts.entries ?? "", context);
    await deleteCompletions(filekeys, context, isTaken(texts));
  });
  router.personal(edit, async (given, user) => {
    const { meant: stored, others } = await findToEdit(definition, given, { data, user });
    const { state, revision, id } = stored;
    const progress = (await data.messages.findReviewProgress([id])).get(id);
    const isAsked = state.pending === user.id && progress?.until != null && progress.answeredAt === null;
    const messages = isAsked ? await data.messages.findThread(id, false) : [];
    const refusals = await verdictRefusals([stored], await writeContext(deps, user), {
      takes: true,
      mayBeOwn: true,
    });
    const attached = state.media.filter(({ key }) => key !== id);
    return {
      result: presentRow(definition, completionOf(stored)),
      revision,
      files: attached.map(({ key }) => key),
      roles: attached.map(({ role }) => role),
      links: state.links,
      mayEdit: mayChange(user, ownerOf(state)),
      mayVerify: !refusals.has(id),
      rejection: state.rejection,
      question: messages.findLast(({ kind }) => kind === "ask")?.body ?? null,
      ...claimsOf(others),
    };
  });
}

function presentOwn(
  stored: StoredCompletion,
  definition: ChallengeDefinition,
  { progress, came }: { readonly progress: ReviewProgress; readonly came: SubmissionOutcome },
): OwnSubmission {
  const { rejection, deleted_at } = stored.state;
  return {
    challenge: stored.challenge,
    row: presentRow(definition, completionOf(stored)),
    state: reviewStateOf(stored),
    confirmed: deleted_at === null && isConfirmedNow(stored),
    reason: rejection,
    came,
    updatedAt: stored.updatedAt,
    place: progress.place,
    answerUntil: progress.answeredAt === null ? progress.until : null,
    messages: progress.messages,
    mayAppeal: mayAppeal(stored, progress),
  };
}

/** Registers what members see of their own completions in all challenges, and what helpers do to anybody's. */
export function helperRoutes(router: Router, { data, challenges }: Deps): void {
  router.personal(mySubmissions, async ({ count, offset }, user) => {
    const { rows, total } = await data.completions.findAllBySubmitter(user.id, offset, count);
    const found = await findSubmissionOutcome(rows, { data, challenges });
    const results = rows.flatMap((stored) => {
      const definition = challenges.get(stored.challenge);
      const came = found.get(stored.id);
      return definition && came ? [presentOwn(stored, definition, came)] : [];
    });
    const withdrawn = offset === 0 ? await findWithdrawn(user.id) : [];
    return { results, count: total, more: offset + rows.length < total, withdrawn };
  });
  /** Finds what a member deleted and may still bring back. */
  async function findWithdrawn(member: string): Promise<MySubmissionsAnswer["withdrawn"]> {
    const since = new Date(Date.now() - UNDO_DAYS * 24 * 60 * 60 * 1000).toISOString();
    const deleted = await data.completions.findDeletedClaims(member, since, DEFAULT_PAGE);
    const last = new Map(
      (
        await data.history.findAllLast(
          "completion",
          deleted.map(({ id }) => id),
        )
      ).map((change) => [change.id, change]),
    );
    return deleted.flatMap((stored) => {
      const definition = challenges.get(stored.challenge);
      const change = last.get(stored.id);
      if (!definition || change?.action !== "delete" || change.actor !== member) return [];
      const heading = headingOf(definition, presentRow(definition, completionOf(stored)));
      return [{ challenge: definition.key, filekey: stored.id, heading, at: change.at }];
    });
  }
  router.personal(lookAlikes, async ({ filekey }) => {
    if (filekey === null) throw new BadParameter("filekey", fault("missing"));
    const [own] = await data.completions.findAllByIds([filekey]);
    const urls = own ? [own.state.link ?? "", ...own.state.links.map(({ url }) => url)] : [];
    const [ofLink, ofFile, ofPicture, players] = await Promise.all([
      data.completions.findIdsOfSameLink(filekey, urls, [...challenges.keys()], MOST_ALIKE),
      data.completions.findIdsOfSameFile(filekey, MOST_ALIKE),
      data.completions.findSamePictures(filekey, MOST_ALIKE),
      data.completions.findAlikePlayers(filekey, MOST_ALIKE),
    ]);
    const ids = new Set([...ofLink, ...ofFile, ...ofPicture.map(({ id }) => id)]);
    const loaded = await data.completions.findAllByIds([...ids]);
    const found = new Map(loaded.map((each) => [each.id, each]));
    const present = (id: string) => {
      const stored = found.get(id);
      const definition = stored && challenges.get(stored.challenge);
      if (!definition) return [];
      const heading = headingOf(definition, presentRow(definition, completionOf(stored)));
      return [{ challenge: definition.key, filekey: id, heading, pending: stored.state.pending !== null }];
    };
    const pictures = ofPicture.flatMap(({ id, own, other }) =>
      present(id).map((each) => ({ ...each, own, other })),
    );
    return { links: ofLink.flatMap(present), files: ofFile.flatMap(present), pictures, players };
  });
  router.write(verifyAddress, (form, context) => {
    const texts = textsOf(form, "seen");
    const seen = readSeen(form.texts.get("seen") ?? []);
    return verifyCompletions(readFilekeys(texts.entries ?? ""), seen, context, isTaken(texts));
  });
  router.act(rejectAddress, async (form, context) => {
    const texts = textsOf(form);
    const { filekey, entries, reason = "" } = texts;
    const filekeys = entries === undefined ? [asWritten(filekey ?? "")] : readFilekeys(entries);
    await rejectCompletions(filekeys, readReason(reason), context, isTaken(texts));
  });
}
