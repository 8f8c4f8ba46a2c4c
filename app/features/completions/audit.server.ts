import { z } from "zod";
import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { identityOf, ogIdentityOf, rowFields } from "../../../domain/challenges/fields.ts";
import { VERDICT_LABELS } from "../../../domain/contract/history.ts";
import { pages, TAKE_PROOF } from "../../../domain/contract/routes.ts";
import { ATTRIBUTE_LABELS, attributeShape, packAttributes } from "../../../domain/fields/attributes.ts";
import { kindOf } from "../../../domain/fields/index.ts";
import type { WireValue } from "../../../domain/fields/kind.ts";
import { recordAmountOf } from "../../../domain/lists/record.ts";
import { headingOf, presentRow, type WireRow, withoutExtras } from "../../../domain/lists/row.ts";
import { linkLabel } from "../../../domain/media/proof-slots.ts";
import { ownerOf } from "../../../domain/submissions/policy.ts";

import type { LoggedChange } from "../../../server/db/history.ts";
import { mediaState } from "../../../server/db/media.ts";
import { Conflict, NotFound } from "../../../server/errors.ts";
import { definitionOf, entryFor, type WriteContext } from "../../api/router.server.ts";
import { nounLog } from "../../audit/noun-log.server.ts";
import type { Challenges, FollowedRow, Values } from "../../audit/types.server.ts";
import { reopenProposals } from "../proof-proposals/repository.server.ts";
import { proofLinks } from "./repository/claims.server.ts";
import {
  COMPLETION_SHAPE,
  type CompletionState,
  completionOf,
  NOT_CONFIRMED,
  type StoredCompletion,
  updateCompletion,
  withSecondLook,
} from "./repository/stored-completion.server.ts";
import { isDone, isMapGone, write } from "./save.server.ts";
import { authorizeConcern, authorizeVerdicts } from "./verdict-guard.server.ts";

const isLive = ({ deleted_at }: CompletionState): boolean => deleted_at === null;
const isWaiting = ({ deleted_at, pending }: CompletionState): boolean =>
  deleted_at === null && pending !== null;

/** Returns a completion as everybody may see it: what is stored of one that is not the original any more is hidden. */
function shownOf(state: CompletionState, id: string, context: Challenges) {
  const definition = definitionOf(state.challenge, context);
  const completion = completionOf({ id, state });
  return { definition, shown: completion.og ? completion : withoutExtras(definition, completion) };
}

/** Returns the publicly visible values of a completion, by the labels of its form. */
export function valuesOfCompletion(state: CompletionState, id: string, context: Challenges): Values {
  // A rejected one keeps its values, so that one sees what is mended when it is resubmitted.
  if (!isLive(state) && state.rejection === null) return {};
  const values: Record<string, WireValue> = {};
  const { definition, shown } = shownOf(state, id, context);
  for (const [, field] of rowFields(definition)) {
    const kind = kindOf(field);
    if (kind.isPublic(field)) values[field.label] = kind.present(shown, field);
  }
  const proof = state.media.find(({ key }) => key === id);
  return {
    ...values,
    [VERDICT_LABELS.verified]: state.pending === null,
    ...(state.confirmed_by ? { [VERDICT_LABELS.confirmed]: true } : {}),
    ...Object.fromEntries(state.links.map(({ role, url }) => [linkLabel(definition, role), url])),
    Attachments: state.media.filter(({ key }) => key !== id).length,
    "Uploaded proof": proof ? proof.hash.slice(0, 8) : null,
  };
}

/**
 * Returns a completion for programs that follow the changes: its own fields and its map's id. Lists show the extras of
 * its original; here only an original has any. Its links to proof stand beside them. The map's difficulty follows from the id, and of a claim it only says
 * that it is pending, not whose it is.
 */
function followedRow(state: CompletionState, id: string, context: Challenges): FollowedRow {
  const { definition, shown } = shownOf(state, id, context);
  const { difficulty: _, ...row } = presentRow(definition, shown);
  return { ...row, pending: state.pending !== null, mapId: state.map_id, links: state.links };
}

/** The schema of a logged state, without the columns that `recompute` makes from the others. */
const STATE = z.object({
  ...attributeShape(z),
  challenge: z.string(),
  map_id: z.int(),
  map: z.string(),
  og: z.literal([0, 1]),
  pending: z.string().nullable(),
  submitted_by: z.string().nullable(),
  created_at: z.string(),
  verified_by: z.string().nullable(),
  verified_at: z.string().nullable(),
  deleted_at: z.string().nullable(),
  rejection: z.string().nullable(),
  // Older entries say nothing of a second look.
  confirmed_by: z.string().nullable().default(null),
  confirmed_at: z.string().nullable().default(null),
  confirmed_revision: z.int().nullable().default(null),
  media: z.array(mediaState),
  links: proofLinks,
});

const { verified, confirmed } = VERDICT_LABELS;

/** Completions in the change log. */
export const completionLog = nounLog<CompletionState, StoredCompletion>({
  noun: "completion",
  isPublic: true,
  shapes: { [COMPLETION_SHAPE]: STATE },
  title(state, id, context) {
    const definition = definitionOf(state.challenge, context);
    return headingOf(definition, presentRow(definition, completionOf({ id, state })));
  },
  page: (state, id) => pages.notes(state.challenge, { filekey: id }),
  isThere: isLive,
  credits: ({ people }) => JSON.parse(people),
  reason: ({ rejection }) => rejection,
  values: valuesOfCompletion,
  row: followedRow,
  challenge: ({ challenge }) => challenge,
  fields: {
    ...ATTRIBUTE_LABELS,
    map_id: "Map",
    og: "OG",
    media: "Files",
    links: "Links",
    submitted_by: "Submitter",
    pending: verified,
    verified_by: verified,
    verified_at: verified,
    confirmed_by: confirmed,
    confirmed_at: confirmed,
    confirmed_revision: confirmed,
    deleted_at: "Deleted",
    rejection: "Rejected",
  },
  async find(id, { data }) {
    const stored = await data.completions.findById(id);
    if (!stored) throw new NotFound("completion-gone");
    return stored;
  },
  async recompute(target, context) {
    const map = await context.data.maps.findById(target.map_id);
    const completion = completionOf({ id: "", state: target });
    const definition = definitionOf(target.challenge, context);
    return {
      ...NOT_CONFIRMED,
      ...target,
      map: map?.state.map ?? target.map,
      ...packAttributes(completion),
      identity: identityOf(definition, completion),
      og_identity: ogIdentityOf(definition, completion),
      record_amount: recordAmountOf(definition, completion),
    };
  },
  today: (state, { catalogue }) => ({
    ...state,
    towers: JSON.stringify((JSON.parse(state.towers) as string[]).map(catalogue.todaysNameOf)),
  }),
  async write(stored, target, context, { action, at }) {
    const definition = definitionOf(stored.challenge, context);
    const isOfProof = action === TAKE_PROOF;
    const other = target ?? { ...stored.state, deleted_at: context.now.toISOString() };
    const after = isOfProof ? withSecondLook(stored, other) : other;
    // An undo may be a verdict, too. A helper who has it open elsewhere gets a conflict.
    const isOwnWithdrawal = ownerOf(stored.state) === context.user.id && !isLive(after);
    if (isWaiting(stored.state) && !isWaiting(after) && !isOwnWithdrawal)
      await authorizeVerdicts([stored], context, { takes: true });
    // To bring back what was rejected is to decide anew.
    const { deleted_at, rejection, submitted_by } = stored.state;
    if (deleted_at !== null && rejection !== null && isLive(after))
      await authorizeConcern({ people: [submitted_by], at: deleted_at }, "own-concern", context);
    await checkMap(stored.state, after, context);
    const isVerified = isWaiting(stored.state) && after.pending === null;
    const isDenied = isVerified && after.og === 1 && (await context.data.players.areOfBanned([after]))[0];
    const state = isDenied ? { ...after, og: 0 as const } : after;
    const act = updateCompletion(stored, state, context.user, entryFor(context, "undo"));
    const written = { id: stored.id, before: stored.state, state };
    const reopened = isOfProof ? reopenProposals(stored.id, at) : [];
    const outcome = await write([act, ...reopened], definition, written, context);
    if (!isDone(outcome, definition))
      throw new Conflict("completion-exists", { challenge: definition.label });
  },
});

/** Throws Conflict if a completion would return to a map that has been deleted. */
async function checkMap(
  before: CompletionState,
  after: CompletionState,
  context: WriteContext,
): Promise<void> {
  const comesBack = after.map_id !== before.map_id || (isLive(after) && !isLive(before));
  if (comesBack && (await isMapGone(after.map_id, context)))
    throw new Conflict("its-map-gone", { map: after.map });
}

/** A change of a completion that is news, for those who follow the claims or the verified ones. */
export interface Announcement {
  readonly channel: "pending" | "verified";
  readonly what: "submitted" | "edited" | "verified";
  readonly state: CompletionState;
}

/**
 * Returns the announcement of a change: a completion now waits for a helper, is now verified, or was edited by itself (what
 * changes many at once is no news of each). Null for all others.
 */
export function announcementOf({ noun, action, act, before, after }: LoggedChange): Announcement | null {
  if (noun !== "completion" || after === null || action === "undo") return null;
  const [was, state] = [before as CompletionState | null, after as CompletionState];
  if (state.deleted_at !== null) return null;
  const channel = state.pending === null ? "verified" : "pending";
  const wasThere = was !== null && was.deleted_at === null;
  if (wasThere && (was.pending === null) === (state.pending === null))
    return action === "edit" && !act ? { channel, what: "edited", state } : null;
  if (channel === "verified") return { channel, what: "verified", state };
  return ["add", "resubmit"].includes(action) ? { channel, what: "submitted", state } : null;
}

/** A completion in the log as everybody may read it; its fields are named as in its list. */
export interface ShownCompletion {
  readonly definition: ChallengeDefinition;
  readonly row: WireRow;
  readonly links: CompletionState["links"];
  readonly media: CompletionState["media"];
}

/** Returns what everybody may see of a completion. Of a claim it says that it is pending, and not whose it is. */
export function showCompletion(state: CompletionState, id: string, context: Challenges): ShownCompletion {
  const { links, ...row } = followedRow(state, id, context);
  return {
    definition: definitionOf(state.challenge, context),
    row: row as WireRow,
    links: state.links,
    media: state.media,
  };
}
