import {
  type AskedAnswer,
  askPlayer,
  type Message,
  ownThread,
  thread,
  writeOwn,
  writeToPlayer,
} from "../../../domain/contract/review.ts";
import { asWritten, severalLines } from "../../../domain/game/typed-text.ts";
import { HOURS_TO_ANSWER, LONGEST_MESSAGE } from "../../../domain/limits.ts";
import { BadParameter } from "../../../domain/lists/parameters.ts";
import { fault } from "../../../domain/messages/index.ts";
import type { User } from "../../../server/auth/user.ts";
import { ConstraintError } from "../../../server/db/database.ts";
import { BadForm, Conflict, NotFound, TooMany } from "../../../server/errors.ts";
import { type ReceivedForm, textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Data } from "../../api/repositories.server.ts";
import {
  definitionOf,
  entryFor,
  type Router,
  type WriteContext,
  writeContext,
} from "../../api/router.server.ts";
import { changesSince } from "../../audit/stale.server.ts";
import { completionLog, valuesOfCompletion } from "../completions/audit.server.ts";
import { refuseBanned } from "../completions/banned.server.ts";
import {
  type StoredCompletion,
  updateCompletion,
} from "../completions/repository/stored-completion.server.ts";
import { isDone, isMapGone, write } from "../completions/save.server.ts";
import {
  findSubmissionOutcome,
  mayAppeal,
  nameOf,
  reviewStateOf,
} from "../completions/submission-outcome.server.ts";
import { addressFor } from "../notices/mail.server.ts";
import {
  APPEALED,
  appealStatement,
  MESSAGES_AN_HOUR,
  type MessageRow,
  type NewMessage,
  type ReviewProgress,
} from "./repository/messages.server.ts";

const HOUR = 60 * 60_000;

/** Reads a form's message. Throws BadForm. */
function messageIn(form: ReceivedForm): { readonly filekey: string; readonly body: string } {
  const { filekey = "", body: text = "" } = textsOf(form);
  const named = asWritten(filekey);
  if (named === "") throw new BadForm("missing", { subject: { field: "filekey" } });
  // A text far beyond the limit is not worth putting into shape.
  const body = text.length > 2 * LONGEST_MESSAGE ? text : severalLines(text);
  if (body === "") throw new BadForm("no-message");
  if (body.length > LONGEST_MESSAGE) throw new BadForm("message-too-long", { most: LONGEST_MESSAGE });
  return { filekey: named, body };
}

const isRejected = ({ state }: StoredCompletion): boolean =>
  state.deleted_at !== null && state.rejection !== null;

/** Whether somebody submitted a completion, which is not gone for good. */
const isOf = (user: string, stored: StoredCompletion): boolean =>
  stored.state.submitted_by === user && (stored.state.deleted_at === null || isRejected(stored));

const present = (
  { private: isPrivate, author: _, revision: _about, ...row }: MessageRow,
  by: string | null,
): Message => ({
  ...row,
  private: isPrivate === 1,
  by,
});

const writtenBy = (
  { user, now }: WriteContext,
  { filekey, body }: { readonly filekey: string; readonly body: string },
): NewMessage => ({
  id: crypto.randomUUID(),
  completion: filekey,
  author: user.id,
  at: now.toISOString(),
  body,
});

/** Makes a rejected completion pending again, as it is, because its submitter says why. Throws Conflict. */
async function appeal(stored: StoredCompletion, body: string, context: WriteContext): Promise<void> {
  const { user } = context;
  if (!isRejected(stored)) throw new Conflict("not-rejected");
  await refuseBanned(context, stored.state);
  const definition = definitionOf(stored.challenge, context);
  const { id, state: before } = stored;
  if (await isMapGone(before.map_id, context)) throw new Conflict("map-changed", { map: before.map });
  const verified = { verified_by: null, verified_at: null };
  const state = { ...before, ...verified, deleted_at: null, rejection: null, pending: user.id };
  const statements = [
    appealStatement(writtenBy(context, { filekey: id, body })),
    updateCompletion(stored, state, user, entryFor(context, "resubmit")),
  ];
  try {
    const outcome = await write(statements, definition, { id, before, state }, context);
    if (!isDone(outcome, definition))
      throw new Conflict("completion-exists", { challenge: definition.label });
  } catch (error) {
    if (error instanceof ConstraintError && error.constraint === APPEALED)
      throw new Conflict("appealed-already", {}, { cause: error });
    throw error;
  }
}

async function findStored(filekey: string, { completions }: Data): Promise<StoredCompletion> {
  const stored = await completions.findById(filekey);
  if (!stored) throw new NotFound("completion-gone");
  return stored;
}

async function findOwn(filekey: string, user: string, data: Data): Promise<StoredCompletion> {
  const stored = await findStored(filekey, data);
  if (!isOf(user, stored)) throw new NotFound("completion-gone");
  return stored;
}

const questionIn = ({ until = null, answeredAt = null }: Partial<ReviewProgress> = {}) =>
  until === null ? null : { until, answeredAt };

/** Returns what is known of whether a player reads what helpers write. */
async function findReader(id: string, { data, signIn, mail }: Deps) {
  const [account, heardOf, person] = await Promise.all([
    signIn.findAccount?.(id),
    data.messages.findLastSeen(id),
    data.notices.findPerson(id),
  ]);
  const seen =
    [account?.signedInAt, heardOf]
      .flatMap((at) => at ?? [])
      .sort()
      .at(-1) ?? null;
  return {
    hasAccount: account === undefined ? null : account !== null,
    isBlocked: account?.blocked ?? false,
    getsMail: mail !== null && (await addressFor("turn", id, person, signIn)) !== null,
    seen,
  };
}

/** Returns the thread of a submission as its player reads it. Throws NotFound. */
async function readOwn(filekey: string, user: string, { data, challenges }: Deps) {
  const stored = await findOwn(filekey, user, data);
  const found = (await findSubmissionOutcome([stored], { data, challenges })).get(filekey);
  if (!found) throw new NotFound("completion-gone");
  const { progress, came } = found;
  const messages = await data.messages.findThread(filekey, false);
  return {
    challenge: stored.challenge,
    heading: nameOf(stored, { challenges })?.heading ?? stored.challenge,
    state: reviewStateOf(stored),
    reason: stored.state.rejection,
    place: progress.place,
    question: questionIn(progress),
    mayAppeal: mayAppeal(stored, progress),
    came,
    messages: messages.map((row) => present(row, null)),
  };
}

async function writeAsPlayer(form: ReceivedForm, context: WriteContext): Promise<void> {
  const message = messageIn(form);
  const { data, user } = context;
  const stored = await findOwn(message.filekey, user.id, data);
  if (asWritten(textsOf(form).appeal ?? "") === "1") return appeal(stored, message.body, context);
  if (stored.state.pending !== user.id || stored.state.deleted_at !== null) throw new Conflict("thread-over");
  if (!(await data.messages.writeAsPlayer(writtenBy(context, message))))
    throw new TooMany(HOUR / 1000, "too-many-messages", { most: MESSAGES_AN_HOUR });
}

/** Returns the thread of a completion as helpers read it. Throws NotFound. */
async function readAsHelper(filekey: string, user: User, deps: Deps) {
  const { data } = deps;
  const { state } = await findStored(filekey, data);
  const progress = (await data.messages.findReviewProgress([filekey])).get(filekey);
  const messages = await data.messages.findThread(filekey, true);
  // What helpers asked for, or why they rejected it, is about what it was then.
  const about = messages.findLast(({ kind }) => kind === "ask" || kind === "rejected");
  const context = await writeContext(deps, user);
  const differs =
    about && state.pending !== null && state.deleted_at === null
      ? await changesSince(
          completionLog,
          filekey,
          about.revision,
          valuesOfCompletion(state, filekey, context),
          context,
        )
      : [];
  const nameHelper = await context.verifiers.called(messages.map(({ author }) => author));
  const player = state.pending ?? state.submitted_by;
  const by = ({ author, side }: MessageRow): string =>
    author === user.id ? "You" : side === "player" ? "The player" : nameHelper(author);
  return {
    question: questionIn(progress),
    differs,
    reader: player === null ? null : await findReader(player, deps),
    messages: messages.map((row) => present(row, by(row))),
  };
}

async function writeAsHelper(form: ReceivedForm, context: WriteContext): Promise<void> {
  const { data } = context;
  const message = messageIn(form);
  await findStored(message.filekey, data);
  const isPrivate = asWritten(textsOf(form).private ?? "") === "1";
  if (!(await data.messages.writeAsHelper(writtenBy(context, message), isPrivate)))
    throw new Conflict("nobody-reads");
}

async function ask(form: ReceivedForm, context: WriteContext): Promise<AskedAnswer> {
  const { data, user, now, verifiers } = context;
  const message = messageIn(form);
  const asking = { helper: user.id, now: now.toISOString() };
  const holder = (await data.review.findHolders([message.filekey], asking)).get(message.filekey)?.holder;
  if (holder !== undefined)
    throw new Conflict("held-by", { who: (await verifiers.called([holder]))(holder) });
  const until = new Date(now.getTime() + HOURS_TO_ANSWER * HOUR).toISOString();
  if (await data.messages.ask(writtenBy(context, message), until)) return { until };
  const { state } = await findStored(message.filekey, data);
  const isPending = state.deleted_at === null && state.pending !== null;
  throw new Conflict(isPending ? "nobody-to-ask" : "does-not-wait");
}

export function threadRoutes(router: Router, deps: Deps): void {
  router.personal(ownThread, async ({ filekey }, user) => {
    if (filekey === null) throw new BadParameter("filekey", fault("missing"));
    return readOwn(filekey, user.id, deps);
  });
  router.act(writeOwn, writeAsPlayer);
  router.personal(thread, async ({ filekey }, user) => {
    if (filekey === null) throw new BadParameter("filekey", fault("missing"));
    return readAsHelper(filekey, user, deps);
  });
  router.act(writeToPlayer, writeAsHelper);
  router.write(askPlayer, ask);
}
