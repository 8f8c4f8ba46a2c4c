import type { Context, Hono } from "hono";
import type { ChallengeDefinition } from "../../challenges/define.ts";
import { readCount } from "../../derive/parameters.ts";
import { presentRow, type WireRow } from "../../derive/row.ts";
import { api } from "../../routes.ts";
import type { Deps } from "../app.ts";
import type { Person } from "../auth/person.ts";
import { requireMember } from "../auth/sign-in.ts";
import { completionOf } from "../data/submissions.ts";
import { BadForm } from "../errors.ts";
import { parametersOf } from "../read-route.ts";
import type { WriteContext } from "../write-context.ts";
import { readEntries } from "./entries.ts";
import { mayChange, mayVerify } from "./policy.ts";
import { FILE_FIELDS, readSubmissionForm } from "./submission-form.ts";
import { addCompletion, deleteCompletions, editCompletion, findToEdit } from "./writes.ts";

/** Answer of a submission: whether it was recorded, or was there already. */
export interface SubmitAnswer {
  readonly inserted: boolean;
  readonly filekey?: string;
}

/** What an edit form starts from. */
export interface EditInfo {
  /** The row with its own OG extras: null unless it is the OG. */
  readonly result: WireRow;
  readonly revision: number;
  /** The keys of its attachments. */
  readonly files: readonly string[];
  readonly mayEdit: boolean;
  readonly mayVerify: boolean;
  /** Why a helper rejected it; null for one that was not. */
  readonly rejection: string | null;
}

/** One of a member's own submissions. */
export interface OwnSubmission {
  readonly challenge: string;
  readonly row: WireRow;
  readonly state: "pending" | "verified" | "rejected";
  /** Why it was rejected. */
  readonly reason: string | null;
  /** ISO 8601, UTC. */
  readonly updatedAt: string;
}

export interface MySubmissionsAnswer {
  readonly results: readonly OwnSubmission[];
  readonly count: number;
  readonly more: boolean;
}

const PERSONAL = { "Cache-Control": "no-store" } as const;

/** What every write works with. */
export function writeContext({ data, siteOrigin, mediaOrigin }: Deps, person: Person): WriteContext {
  return { data, person, siteOrigin, mediaOrigin, now: new Date() };
}

async function submit(c: Context, definition: ChallengeDefinition, deps: Deps): Promise<Response> {
  const person = await requireMember(c, deps.signIn);
  const received = await deps.receiveForm(c.req.raw, FILE_FIELDS);
  const form = await readSubmissionForm(definition, received, deps.data);
  const context = writeContext(deps, person);
  const recorded = form.edited
    ? await editCompletion(definition, form, form.edited, context)
    : await addCompletion(definition, form, context);
  return c.json<SubmitAnswer>(
    recorded ? { inserted: true, ...recorded } : { inserted: false },
    200,
    PERSONAL,
  );
}

async function remove(c: Context, definition: ChallengeDefinition, deps: Deps): Promise<Response> {
  const context = writeContext(deps, await requireMember(c, deps.signIn));
  const { texts } = await deps.receiveForm(c.req.raw, new Set());
  const filekeys = await readEntries(definition, texts.get("entries")?.[0] ?? "", context);
  await deleteCompletions(filekeys, () => definition, context);
  return c.json({}, 200, PERSONAL);
}

async function editInfo(c: Context, definition: ChallengeDefinition, deps: Deps): Promise<Response> {
  const person = await requireMember(c, deps.signIn);
  const stored = await findToEdit(definition, parametersOf(c), { data: deps.data, person });
  const { state, revision, id } = stored;
  const answer: EditInfo = {
    result: presentRow(definition, completionOf(stored)),
    revision,
    files: state.media.map(({ key }) => key).filter((key) => key !== id),
    mayEdit: mayChange(person, state),
    mayVerify: mayVerify(person, state),
    rejection: state.rejection,
  };
  return c.json(answer, 200, PERSONAL);
}

/** The writes of one challenge, and what its edit form reads. */
export function submitRoutes(app: Hono, definition: ChallengeDefinition, deps: Deps): void {
  const { key } = definition;
  app.post(api.addSubmit(key), (c) => submit(c, definition, deps));
  app.post(api.deleteSubmit(key), (c) => remove(c, definition, deps));
  app.get(api.editInfo(key), (c) => editInfo(c, definition, deps));
}

/** Own submissions on a page. */
const MOST_OWN = 100;
const OWN_PAGE = 20;

export async function mySubmissions(c: Context, { data, signIn, challenges }: Deps): Promise<Response> {
  const person = await requireMember(c, signIn);
  const parameters = parametersOf(c);
  const count = readCount(parameters, "count", MOST_OWN) ?? OWN_PAGE;
  const offset = readCount(parameters, "offset", Number.MAX_SAFE_INTEGER) ?? 0;
  const { rows, total } = await data.submissions.listOf(person.id, offset, count);
  const results = rows.flatMap((stored): OwnSubmission[] => {
    const definition = challenges.get(stored.challenge);
    if (!definition) return [];
    const { rejection, deleted_at, pending } = stored.state;
    return [
      {
        challenge: stored.challenge,
        row: presentRow(definition, completionOf(stored)),
        state: deleted_at !== null ? "rejected" : pending === null ? "verified" : "pending",
        reason: rejection,
        updatedAt: stored.updatedAt,
      },
    ];
  });
  return c.json<MySubmissionsAnswer>(
    { results, count: total, more: offset + rows.length < total },
    200,
    PERSONAL,
  );
}

/** The definition of a challenge that a stored row names. */
export function definitionIn(deps: Deps): (challenge: string) => ChallengeDefinition {
  return (challenge) => {
    const definition = deps.challenges.get(challenge);
    if (!definition) throw new BadForm(`There is no challenge "${challenge}".`);
    return definition;
  };
}
