import { z } from "zod";
import { MOST_OPEN_PROPOSALS } from "../limits.ts";
import { count, DONE, type Endpoint, flag, get, post, required, text } from "./define.ts";
import { Named } from "./notices.ts";
import { api, FURTHER } from "./routes.ts";

// Proof that players propose for what is verified: in the place of what is there, or besides. Private until it is taken over.

const Proposal = Named.extend({
  proposal: z.string().describe("Its id: a UUID."),
  shows: z
    .string()
    .describe("Which proof it is: Proof, the label of one that the rules ask for, or Further file."),
  isProof: z.boolean().describe("It takes the place of the proof itself. False: it stands beside."),
  link: z.string().nullable().describe("Null: it is a file."),
  file: z
    .object({
      contentType: z.string(),
      bytes: z.int(),
      thumbnail: z.boolean().describe("Whether there is a small picture of it."),
    })
    .nullable()
    .describe("Null: it is a link."),
  at: z.string().describe("ISO 8601, UTC."),
});

const Own = Proposal.extend({
  state: z.enum(["open", "taken", "declined"]),
  decidedAt: z.string().nullable().describe("ISO 8601, UTC; null: it is open."),
  reason: z.string().nullable().describe("Why it was declined."),
  waits: z
    .boolean()
    .describe("Helpers can decide on it. False: they have, or its completion is not verified any more."),
});
/** A proof that one has proposed. */
export type OwnProposal = z.infer<typeof Own>;

const OwnProposals = z.object({
  results: z.array(Own).readonly().describe("The newest first, 50 at most."),
  mayPropose: z.boolean().describe("With a filekey: it is verified, and one submitted it or is its player."),
  roles: z
    .array(z.object({ role: z.string(), label: z.string() }))
    .readonly()
    .describe("If one may propose: what a proof can be, the proof itself first."),
});
export type OwnProposalsAnswer = z.infer<typeof OwnProposals>;

export const ownProposals = get(
  api.ownProposals(),
  { filekey: text("A completion's filekey: of this one alone.") },
  {
    access: "member",
    summary: "Proofs that one has proposed, and what came of them",
    result: OwnProposals,
    mayNameOthers: ["filekey"],
  },
);

const Proposed = z.object({
  proposal: z.string().describe("Its id. The same, sent again while it is open, is the same one."),
});

export const proposeProof = post(api.proposeProof(), {
  access: "member",
  summary: `Proposes a link or a file (image) as proof of a verified completion, to be taken over by a helper. Whoever submitted it or owns the name of one of its players may; ${MOST_OPEN_PROPOSALS} can be open. role says which of its challenge's proofs it is (absent: the proof itself; ${FURTHER}: a further file)`,
  result: Proposed,
  fields: ["filekey", "role", "link"],
  files: ["image"],
  own: ["filekey"],
});

export const withdrawProof = post(api.withdrawProof(), {
  access: "member",
  summary: "Withdraws one's own proposed proof while it is open",
  result: DONE,
  fields: ["proposal"],
  own: ["proposal"],
});

export const proposedFile = get(
  api.proposedFile(),
  {
    proposal: required(text("The proposal's id.")),
    thumbnail: flag("1 or true: a small picture of it, where there is one."),
  },
  {
    access: "member",
    summary: "The file of an open proposal, for its person, verifiers and helpers; 404 for everybody else",
    result: null,
    contentType: "application/octet-stream",
    own: ["proposal"],
  },
);

const Linked = z.object({
  kind: z.literal("link"),
  name: z.string(),
  url: z.string(),
  host: z.string().nullable(),
  player: z.string().nullable().describe("The address of the host's player for it."),
  ending: z.string().nullable().describe("When its address stops working, in words."),
});

const Waiting = Proposal.extend({
  linked: Linked.nullable().describe("What the link leads to; null: it is a file."),
  revision: z.int().describe("The completion's: what a decision on it names."),
  confirmed: z.boolean().describe("A second helper has looked at the completion with the proof that it has."),
  by: z.string().nullable().describe("What its person's account is called; null: it has no name."),
  account: z.string().nullable().describe("Its address, for administrators alone."),
  elsewhere: z
    .array(Named)
    .readonly()
    .describe("Other completions that have the same link or file, ten at most of each."),
});
/** A proof that waits for a helper's decision. */
export type WaitingProposal = z.infer<typeof Waiting>;

const WaitingProposals = z.object({
  results: z.array(Waiting).readonly().describe("The oldest first."),
  count: z.int().describe("All that wait."),
});
export type ProofProposalsAnswer = z.infer<typeof WaitingProposals>;

const MOST_LISTED = 100;

export const proofProposals = get(
  api.proofProposals(),
  {
    count: count(MOST_LISTED, MOST_LISTED, "Proposals wanted, 0 to 100; 0 asks for the number alone."),
  },
  {
    access: "verifier",
    summary: "Proofs that players propose for what is verified",
    result: WaitingProposals,
  },
);

const Decided = z.object({
  change: z
    .int()
    .nullable()
    .describe("If it is taken over, its number in the log: /admin/undo-change takes it."),
});
export type ProofDecidedAnswer = z.infer<typeof Decided>;

export const decideProof = post(api.decideProof(), {
  access: "verifier",
  summary:
    "Takes over a proposed proof (outcome=taken), which leaves the completion verified, or declines it with a reason (outcome=declined). revision is that of the completion as it was seen",
  result: Decided,
  fields: ["proposal", "outcome", "reason", "revision"],
});

export const proofProposalAddresses = [
  ...[ownProposals, proposeProof, withdrawProof, proposedFile, proofProposals, decideProof],
] as readonly Endpoint[];
