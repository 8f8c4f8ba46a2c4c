import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { MOST_ATTACHMENTS } from "../../../domain/limits.ts";
import { mayChange, mayGiveVerdict, ownerOf } from "../../../domain/submissions/policy.ts";
import { authorize } from "../../../server/auth/user.ts";
import type { MediaState } from "../../../server/db/media.ts";
import { BadForm, Conflict } from "../../../server/errors.ts";
import type { ReceivedFile } from "../../../server/forms.ts";
import { entryFor, type WriteContext } from "../../api/router.server.ts";
import { changesSince, Stale } from "../../audit/stale.server.ts";
import { completionLog, valuesOfCompletion } from "./audit.server.ts";
import { claimsOf, type Named } from "./find-named.server.ts";
import { linksAfter } from "./repository/claims.server.ts";
import {
  acknowledgeWarnings,
  type CompletionState,
  columnsOf,
  insertCompletion,
  NOT_CONFIRMED,
  type StoredCompletion,
  updateCompletion,
} from "./repository/stored-completion.server.ts";
import {
  isDone,
  isMapGone,
  NotListed,
  type Recorded,
  type SaveOutcome,
  storeResult,
  write,
} from "./save.server.ts";
import type { SubmissionForm } from "./submission-form.server.ts";
import { authorizeVerdicts } from "./verdict-guard.server.ts";

/** Throws BadForm for a link to media of another completion than `own`, unless it was the completion's before. */
function checkLinks(
  { submission, links }: SubmissionForm,
  before: Pick<CompletionState, "link" | "links"> | null,
  context: WriteContext,
  own: string | null = null,
): void {
  const existing = before === null ? [] : [before.link, ...before.links.map(({ url }) => url)];
  for (const link of [submission.link, ...links.values()]) {
    const key = link === null ? null : ownMediaKey(link, context);
    if (link === null || key === null || key === own || existing.includes(link)) continue;
    const { host } = new URL(context.siteOrigin);
    throw new BadForm("proof-of-another", { host });
  }
}

/**
 * Returns the form and media with the completion's own files where the form's links lead to them: as its proof, or as
 * what the link would show.
 */
function withOwnProof(
  form: SubmissionForm,
  { id, state: { media } }: StoredCompletion,
  context: WriteContext,
): { readonly form: SubmissionForm; readonly media: readonly MediaState[] } {
  const fileAt = (link: string | null) =>
    media.find(({ key }) => link !== null && key === ownMediaKey(link, context));
  const shown = new Map<string, string>();
  const links = new Map(form.links);
  for (const [role, link] of form.links) {
    const file = fileAt(link);
    // The proof itself has no role: what it shows besides is a link to it.
    if (!file || file.key === id) continue;
    shown.set(file.key, role);
    links.set(role, null);
  }
  const withRoles = media.map((each) => ({ ...each, role: shown.get(each.key) ?? each.role }));
  const own = fileAt(form.submission.link);
  if (!own) return { form: { ...form, links }, media: withRoles };
  const others = withRoles.filter((each) => each.key !== id);
  return {
    form: { ...form, links, submission: { ...form.submission, link: null } },
    media: [{ ...own, key: id, role: null }, ...others],
  };
}

const toMedia = (
  key: string,
  { hash, contentType, bytes, thumbnail }: ReceivedFile,
  at: string,
  role: string | null,
): MediaState => ({
  key,
  hash,
  content_type: contentType,
  bytes,
  created_at: at,
  thumbnail,
  role,
});

/** What a form says of a completion's proof. */
type ProofForm = Pick<SubmissionForm, "image" | "attachments" | "deleteAttachments" | "links"> & {
  readonly submission: Pick<SubmissionForm["submission"], "link">;
};

/** Returns the media of a completion after a form: its proof (under the filekey itself) and its attachments. */
function mediaAfter(
  id: string,
  form: ProofForm,
  { media: before, link }: Pick<CompletionState, "media" | "link">,
  now: Date,
): readonly MediaState[] {
  const at = now.toISOString();
  const { image, attachments, deleteAttachments, submission } = form;
  const proof = image
    ? [toMedia(id, image, at, null)]
    : // A link takes the place of a file. Rows from elsewhere may have both.
      before.filter(({ key }) => key === id && (submission.link === null || link !== null));
  const remaining = before.filter(({ key }) => key !== id && !deleteAttachments.includes(key));
  // A millisecond apart, so that they stay in the order of the form.
  const fresh = attachments.map(({ file, role }, place) =>
    toMedia(`${id}/attach/${crypto.randomUUID()}`, file, new Date(now.getTime() + place).toISOString(), role),
  );
  return [...proof, ...remaining, ...fresh];
}

/** Returns the media and links of a completion after a form. Throws BadForm for too many. */
export function proofAfter(
  id: string,
  form: ProofForm,
  before: Pick<CompletionState, "media" | "link" | "links">,
  now: Date,
): Pick<CompletionState, "media" | "links"> {
  const media = mediaAfter(id, form, before, now);
  const links = linksAfter(form.links, before.links);
  if (media.filter(({ key }) => key !== id).length + links.length > MOST_ATTACHMENTS)
    throw new BadForm("too-many-attachments", { most: MOST_ATTACHMENTS });
  return { media, links };
}

/** @param before what an edit finds: it keeps its proof as it is, even if none is there */
function checkProof(
  { submission: { link }, image }: SubmissionForm,
  before: { readonly hasFile: boolean; readonly hasLink: boolean } | null,
): void {
  if (image && link !== null) throw new BadForm("two-proofs");
  if (image || link !== null || before?.hasFile) return;
  if (before === null || before.hasLink) throw new BadForm("proof-missing");
}

/** Throws NotListed if a form names a tower or hero that nobody has listed yet: it is not verified. */
function checkListed({ unlisted }: SubmissionForm): void {
  if (unlisted !== null) throw new NotListed(unlisted);
}

/** Records a new completion: pending, unless a verifier verifies it at once. */
export async function addCompletion(
  definition: ChallengeDefinition,
  form: SubmissionForm,
  context: WriteContext,
): Promise<Recorded> {
  const { user, now } = context;
  checkProof(form, null);
  checkLinks(form, null, context);
  const at = now.toISOString();
  const id = crypto.randomUUID();
  const pending: CompletionState = {
    ...columnsOf(definition, form.submission, form.map),
    challenge: definition.key,
    pending: user.id,
    submitted_by: user.id,
    created_at: at,
    verified_by: null,
    verified_at: null,
    ...NOT_CONFIRMED,
    deleted_at: null,
    rejection: null,
    ...proofAfter(id, form, { media: [], link: null, links: [] }, now),
  };
  const verified = { pending: null, verified_by: user.id, verified_at: at };
  const isVerifying = form.verify && mayGiveVerdict(user, pending);
  if (isVerifying) checkListed(form);
  const state = isVerifying ? { ...pending, ...verified } : pending;
  const statements = [
    ...storeResult(form.submissionId, { filekey: id }, context),
    insertCompletion(id, state, entryFor(context, "add")),
    ...(form.looked.length > 0 ? [acknowledgeWarnings(id, form.looked)] : []),
  ];
  const outcome = await write(statements, definition, { id, before: null, state }, context).catch(
    (error: unknown) => {
      // Nobody can have changed a new completion, so it is the map that no longer exists.
      throw error instanceof Stale ? new Conflict("map-changed", { map: state.map }) : error;
    },
  );
  return isDone(outcome, definition) ? { filekey: id } : null;
}

/**
 * Changes a completion. A member's stays pending, and a rejected one becomes pending; a verifier's edit of a pending row
 * keeps its submitter unless it verifies it; a verified row that a verifier edits stays verified. Throws Forbidden,
 * Stale.
 */
export async function editCompletion(
  definition: ChallengeDefinition,
  submitted: SubmissionForm,
  { meant: stored, others }: Named<StoredCompletion>,
  context: WriteContext,
): Promise<Recorded> {
  const { user, now } = context;
  const { id, state: before } = stored;
  authorize(mayChange(user, ownerOf(before)), "only-own-completions", { act: "edit" });
  const { form, media } = withOwnProof(submitted, stored, context);
  if (form.revision !== null && form.revision !== stored.revision)
    throw new Stale(
      await changesSince(completionLog, id, form.revision, valuesOfCompletion(before, id, context), context),
      "completion",
    );
  checkProof(form, { hasFile: media.some(({ key }) => key === id), hasLink: before.link !== null });
  checkLinks(form, before, context, id);

  const at = now.toISOString();
  const isResubmitting = before.deleted_at !== null;
  // A rejected completion returns to the queue, even if a verifier sends it.
  const isVerifying = form.verify && mayGiveVerdict(user, before);
  if (isVerifying) {
    checkListed(form);
    await authorizeVerdicts([stored], context, { takes: form.takes, mayBeOwn: true });
  }
  const after: CompletionState = {
    ...before,
    ...columnsOf(definition, form.submission, form.map),
    ...(isVerifying ? { pending: null, verified_by: user.id, verified_at: at } : {}),
    ...(isResubmitting ? { deleted_at: null, rejection: null, pending: before.submitted_by } : {}),
    ...(isResubmitting ? { verified_by: null, verified_at: null } : {}),
    ...proofAfter(id, form, { ...before, media }, now),
  };
  const action = isVerifying ? "verify" : isResubmitting ? "resubmit" : "edit";
  const store = (state: CompletionState, recorded: NonNullable<Recorded>): Promise<SaveOutcome> =>
    write(
      [
        ...storeResult(form.submissionId, recorded, context),
        updateCompletion(stored, state, user, entryFor(context, action)),
        ...(form.looked.length > 0 ? [acknowledgeWarnings(id, form.looked)] : []),
      ],
      definition,
      { id, before, state },
      context,
    );
  if (isResubmitting && (await isMapGone(after.map_id, context)))
    throw new Conflict("map-changed", { map: after.map });
  const edited = { filekey: id, ...claimsOf(others) };
  const isDenied = isVerifying && after.og === 1 && (await context.data.players.areOfBanned([after]))[0];
  const outcome = isDenied ? "original-taken" : await store(after, edited);
  if (outcome !== "original-taken" || !isVerifying) return isDone(outcome, definition) ? edited : null;
  // It came second, or is a banned player's: its OG extras stay, hidden, for an undo.
  const notOriginal = { ...edited, notOriginal: true } as const;
  return isDone(await store({ ...after, og: 0 }, notOriginal), definition) ? notOriginal : null;
}

type Site = Pick<WriteContext, "siteOrigin" | "mediaOrigin">;

/** Addresses and names of this machine. Browsers take all of `localhost` to it; `media.localhost` is the media host. */
const LOCAL = /^(127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|(.+\.)?(?<!^media\.)localhost)$/;

/** The ports that an address may leave out. */
const COMMON_PORTS = new Set(["80", "443"]);

/** Returns an IPv4 address that is written as IPv6, such as [::ffff:7f00:1], in its own form; any other name as it is. */
function withoutIpv6(name: string): string {
  const [, ...halves] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(name) ?? [];
  if (halves.length === 0) return name;
  return halves
    .map((half) => Number.parseInt(half, 16))
    .flatMap((half) => [half >> 8, half & 0xff])
    .join(".");
}

/**
 * Normalizes a host as the network sees it: without trailing dots, with one name for this machine, without a common
 * port. The URL has normalized its case and every other way to write an IPv4 address.
 */
function hostOf({ hostname, port }: URL): string {
  const name = withoutIpv6(hostname.replace(/(?<!\.)\.+$/, ""));
  return `${LOCAL.test(name) ? "localhost" : name}:${COMMON_PORTS.has(port) ? "" : port}`;
}

/** Decodes a path up to three times; no server of ours decodes more often. */
function decoded(path: string): string {
  let text = path;
  for (let times = 0; times < 3; times += 1) {
    try {
      text = decodeURIComponent(text);
    } catch {
      return text;
    }
  }
  return text;
}

/**
 * Returns the media key that a link names on this site or its media host, however the address is spelled; null if it
 * leads elsewhere. Such a link would make one completion's proof depend on another's.
 */
export function ownMediaKey(link: string, { siteOrigin, mediaOrigin }: Site): string | null {
  const url = URL.parse(link);
  if (!url) return null;
  const site = new URL(siteOrigin);
  const path = decoded(url.pathname).replace(/[/\\]+/g, "/");
  // A site whose name is a number has no host for media below it.
  const isOf = (origin: string): boolean => {
    const own = URL.parse(origin);
    return own !== null && hostOf(url) === hostOf(own);
  };
  if (isOf(`${site.protocol}//media.${site.host}`) || (mediaOrigin !== null && isOf(mediaOrigin)))
    return path.slice(1);
  return isOf(siteOrigin) && path.startsWith("/media/") ? path.slice("/media/".length) : null;
}
