import type { Context } from "hono";
import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import {
  decideProof,
  ownProposals,
  proofProposals,
  proposedFile,
  proposeProof,
  withdrawProof,
} from "../../../domain/contract/proof-proposals.ts";
import { FURTHER } from "../../../domain/contract/routes.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import { linkedProof } from "../../../domain/media/linked-proof.ts";
import { proofSlots, roleLabel } from "../../../domain/media/proof-slots.ts";

import { requireFor } from "../../../server/auth/sign-in.ts";
import type { User } from "../../../server/auth/user.ts";
import { NotFound } from "../../../server/errors.ts";
import { textsOf } from "../../../server/forms.ts";
import { type MediaStore, sendFile } from "../../../server/media/store.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { isConfirmedNow, type StoredCompletion } from "../completions/repository/stored-completion.server.ts";
import { nameOf } from "../completions/submission-outcome.server.ts";
import { decide } from "./decide.server.ts";
import { checkBeforeFile, isOwn, propose } from "./propose.server.ts";
import type { ProofProposal } from "./repository.server.ts";

/** Own proposals in one answer, and other completions with the same proof. */
const MOST_OWN = 50;
const MOST_ELSEWHERE = 10;

/** How long a file's sender waits for the store to begin, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** What the proof itself is called, and a file that is none of the proofs that the rules ask for. */
const PROOF_LABEL = "Proof";
const FURTHER_LABEL = "Further file";

const isVerified = ({ state: { deleted_at, pending } }: StoredCompletion): boolean =>
  deleted_at === null && pending === null;

/** As the completion's page calls it. */
const labelOf = (definition: ChallengeDefinition, role: string | null): string =>
  role === null ? PROOF_LABEL : (roleLabel(definition, role) ?? FURTHER_LABEL);

/** Returns proposals with their completions; those of a challenge that the site does not have are left out. */
async function present(proposals: readonly ProofProposal[], deps: Deps) {
  const { data, challenges } = deps;
  const ids = new Set(proposals.map(({ completion }) => completion));
  const found = new Map((await data.completions.findAllByIds([...ids])).map((each) => [each.id, each]));
  return proposals.flatMap((proposal) => {
    const stored = found.get(proposal.completion);
    const definition = stored && challenges.get(stored.challenge);
    const name = nameOf(stored, deps);
    if (!definition || !name) return [];
    const { id, role, link, content_type: contentType, bytes, thumbnail, at } = proposal;
    const file =
      contentType === null || bytes === null ? null : { contentType, bytes, thumbnail: thumbnail !== null };
    const shown = { ...name, proposal: id, shows: labelOf(definition, role), isProof: role === null };
    return [{ proposal, stored, shown: { ...shown, link, file, at } }];
  });
}

/** Finds the other completions with a link or a file, by what people call them. */
async function elsewhere({ completion, link, hash }: ProofProposal, deps: Deps) {
  const { data, challenges } = deps;
  const ids =
    link !== null
      ? await data.completions.findIdsOfSameLink(completion, [link], [...challenges.keys()], MOST_ELSEWHERE)
      : await data.media.listCompletionsWith(hash ?? "", MOST_ELSEWHERE + 1);
  const others = await data.completions.findAllByIds(ids.filter((id) => id !== completion));
  return others.flatMap((each) => (each.state.deleted_at === null ? (nameOf(each, deps) ?? []) : []));
}

/** Returns what a member proposed, and where they may propose proof of a completion. */
async function listOwn(filekey: string | null, user: User, deps: Deps) {
  const { data, challenges } = deps;
  const [rows, stored] = await Promise.all([
    data.proofProposals.listOwn(user.id, filekey, MOST_OWN),
    filekey === null ? null : data.completions.findById(filekey),
  ]);
  const results = (await present(rows, deps)).map(({ proposal: { state, ...row }, stored: of, shown }) => ({
    ...shown,
    state,
    decidedAt: row.decided_at,
    reason: row.reason,
    waits: state === "open" && isVerified(of),
  }));
  const definition = challenges.get(stored?.challenge ?? "");
  if (!definition || !stored || !isVerified(stored) || !(await isOwn(stored, user, data)))
    return { results, mayPropose: false, roles: [] };
  const [first, ...others] = proofSlots(definition).map(({ role, label }) => ({ role, label }));
  const proof = first ? [{ role: first.role, label: PROOF_LABEL }] : [];
  const roles = [...proof, ...others, { role: FURTHER, label: FURTHER_LABEL }];
  return { results, mayPropose: true, roles };
}

/** Returns the oldest open proposals, as helpers see them. */
async function listOpen(count: number, user: User, deps: Deps) {
  const { data, signIn, now } = deps;
  const today = () => now().toISOString().slice(0, 10);
  const [open, total] = await Promise.all([
    count === 0 ? [] : data.proofProposals.listOpen(count),
    data.proofProposals.countOpen(),
  ]);
  const people = [...new Set(open.map(({ person }) => person))];
  const [names, addresses] = await Promise.all([
    signIn.names?.knownNames(people),
    user.isAdministrator ? signIn.people?.addresses(people) : undefined,
  ]);
  const results = await Promise.all(
    (await present(open, deps)).map(async ({ proposal, stored, shown }) => ({
      ...shown,
      revision: stored.revision,
      confirmed: isConfirmedNow(stored),
      by: names?.get(proposal.person) ?? null,
      account: addresses?.get(proposal.person) ?? null,
      linked: shown.link === null ? null : linkedProof(shown.link, shown.shows, today),
      elsewhere: await elsewhere(proposal, deps),
    })),
  );
  return { results, count: total };
}

/** Sends a proposal's file, or its small picture where there is one. Null: there is none. */
async function send(
  c: Context,
  proposal: ProofProposal,
  isSmall: boolean,
  media: MediaStore,
): Promise<Response | null> {
  const { thumbnail, content_type: contentType } = proposal;
  const hash = isSmall && thumbnail !== null ? thumbnail : proposal.hash;
  const bytes = hash === null ? null : await media.sizeOf(hash, TIMEOUT_MS);
  if (hash === null || bytes === null) return null;
  const headers = new Headers({
    "Content-Type": hash === thumbnail ? "image/webp" : (contentType ?? ""),
    "Cache-Control": "no-store",
    // An uploaded file must never act as a page of this site.
    "Content-Security-Policy": "sandbox; default-src 'none'",
  });
  return sendFile(c, headers, bytes, (range) => media.read(hash, range, TIMEOUT_MS));
}

export function proofProposalRoutes(router: Router, deps: Deps): void {
  const { data, media, signIn } = deps;
  router.personal(ownProposals, ({ filekey }, user) => listOwn(filekey, user, deps));
  router.write(
    proposeProof,
    async (form, context) => ({ proposal: await propose(form, context) }),
    checkBeforeFile,
  );

  router.act(withdrawProof, async (form, { user }) => {
    if (!(await data.proofProposals.withdraw(asWritten(textsOf(form).proposal ?? ""), user.id)))
      throw new NotFound("no-such-proposal");
  });

  router.personal(proofProposals, ({ count }, user) => listOpen(count, user, deps));
  router.write(decideProof, decide);

  router.raw(proposedFile, async ({ proposal: id, thumbnail: isSmall }, c) => {
    const user = await requireFor(proposedFile, c, signIn);
    const proposal = await data.proofProposals.findOpen(id ?? "");
    if (!proposal || !(user.isVerifier || user.id === proposal.person)) throw new NotFound("no-such-file");
    const file = await send(c, proposal, isSmall, media);
    if (!file) throw new NotFound("no-such-file");
    return file;
  });
}
