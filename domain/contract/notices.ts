import { z } from "zod";
import { count, DONE, type Endpoint, get, post } from "./define.ts";
import { api, NEW_PROOF, pages, THREAD } from "./routes.ts";

/** What people read by mail, each with its switch: what it says, and whether it is on at first. */
export const MAILS = {
  turn: { label: "A helper asks me something", isOn: true },
  verdict: { label: "My submission is verified, rejected, deleted or pending again", isOn: true },
  message: { label: "A message about my submission, or an answer to my question", isOn: false },
  report: {
    label: "A helper has decided on my report, doubt or proposed proof, or on my name as a player",
    isOn: false,
  },
  record: { label: "A record of mine falls, or is mine again", isOn: false },
  wish: { label: "What I wish for is verified", isOn: false },
  follow: { label: "Something is verified in what I follow", isOn: false },
  proof: { label: "A proof of mine cannot be found any more", isOn: false },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly isOn: boolean }>>;

export type MailKind = keyof typeof MAILS;
export const MAIL_KINDS = Object.keys(MAILS) as [MailKind, ...MailKind[]];

/** What a kind of notice tells a person about a completion, or about the name in its heading. */
interface NoticeOf {
  readonly mail: MailKind;
  /** Its first words, before the heading. */
  readonly title: string;
  /** What to do, and where. */
  readonly act: string;
  readonly path: (of: Readonly<Record<"challenge" | "filekey" | "heading", string>>) => string;
}

const ownPage: NoticeOf["path"] = ({ challenge, filekey }) => pages.notes(challenge, { filekey });

const ownThread: NoticeOf["path"] = (of) => `${ownPage(of)}#${THREAD}`;

export const NOTICES = {
  ask: { mail: "turn", title: "Your turn: a helper asks about", act: "Answer", path: ownThread },
  reply: { mail: "message", title: "A helper wrote about", act: "Read the thread", path: ownThread },
  verified: { mail: "verdict", title: "Verified:", act: "View it", path: ownPage },
  rejected: { mail: "verdict", title: "Rejected:", act: "See what you can do", path: ownPage },
  removed: {
    mail: "verdict",
    title: "Deleted by a helper:",
    act: "See your submissions",
    path: () => pages.mySubmissions(),
  },
  pending: { mail: "verdict", title: "A helper set this back to pending:", act: "View it", path: ownPage },
  answer: {
    mail: "message",
    title: "The player answered about",
    act: "Decide",
    path: ({ filekey }) => pages.queue({ filekey }),
  },
  "report-stands": {
    mail: "report",
    title: "Your report was reviewed:",
    act: "View it",
    path: ownPage,
  },
  "report-pending": {
    mail: "report",
    title: "You reported this, and it is pending again:",
    act: "View it",
    path: ownPage,
  },
  "report-removed": {
    mail: "report",
    title: "You reported this, and it was removed:",
    act: "See its list",
    path: ({ challenge }) => pages.list(challenge),
  },
  "doubt-stands": {
    mail: "report",
    title: "You doubted this, and another helper left it verified:",
    act: "View it",
    path: ownPage,
  },
  "doubt-pending": {
    mail: "report",
    title: "You doubted this, and it is pending again:",
    act: "View it",
    path: ownPage,
  },
  "doubt-removed": {
    mail: "report",
    title: "You doubted this, and it was removed:",
    act: "See its list",
    path: ({ challenge }) => pages.list(challenge),
  },
  "proof-taken": {
    mail: "report",
    title: "Your proposed proof was taken over:",
    act: "View it",
    path: ownPage,
  },
  "proof-declined": {
    mail: "report",
    title: "A helper declined the proof that you proposed for",
    act: "View it",
    path: ownPage,
  },
  "record-fell": { mail: "record", title: "Your record fell:", act: "View what took it", path: ownPage },
  "record-superseded": {
    mail: "record",
    title: "An earlier run took the place of your record:",
    act: "View it",
    path: ownPage,
  },
  "record-restored": { mail: "record", title: "The record is yours again:", act: "View it", path: ownPage },
  "record-gained": { mail: "record", title: "This is the record now:", act: "View it", path: ownPage },
  "record-reinstated": {
    mail: "record",
    title: "This is in the history of records again:",
    act: "View it",
    path: ownPage,
  },
  "og-lost": {
    mail: "verdict",
    title: "A helper changed this: it is no longer the OG:",
    act: "View it",
    path: ownPage,
  },
  "og-gained": {
    mail: "verdict",
    title: "A helper changed this: it is the OG now:",
    act: "View it",
    path: ownPage,
  },
  "name-approved": {
    mail: "report",
    title: "This name is yours now:",
    act: "View its page",
    path: ({ heading }) => pages.player(heading),
  },
  "name-denied": {
    mail: "report",
    title: "A helper declined your claim to the name",
    act: "View its page",
    path: ({ heading }) => pages.player(heading),
  },
  "player-changed": {
    mail: "report",
    title: "A helper changed something about your name",
    act: "View its page",
    path: ({ heading }) => pages.player(heading),
  },
  "played-with": {
    mail: "report",
    title: "Submitted by somebody else with your name. Is it right?",
    act: "Answer",
    path: () => pages.playedWith(),
  },
  "played-with-list": {
    mail: "report",
    title: "Others submitted runs under the name that is yours now. Are they right?",
    act: "See them",
    path: () => pages.playedWith(),
  },
  "played-with-no": {
    mail: "report",
    title: "A player whom you named says that they did not play this. Is the name right?",
    act: "View it",
    path: ownPage,
  },
  follow: { mail: "follow", title: "New in what you follow:", act: "View it", path: ownPage },
  "proof-gone": {
    mail: "proof",
    title: "The proof of this cannot be found any more:",
    act: "Propose another proof",
    path: (of) => `${ownPage(of)}#${NEW_PROOF}`,
  },
  wish: { mail: "wish", title: "What you wish for is verified:", act: "View it", path: ownPage },
} as const satisfies Readonly<Record<string, NoticeOf>>;

export type NoticeKind = keyof typeof NOTICES;

const KINDS = Object.keys(NOTICES) as [NoticeKind, ...NoticeKind[]];

export const Named = z.object({
  challenge: z.string(),
  filekey: z.string(),
  heading: z.string().describe("Its towers or its cost, its challenge and its map."),
  players: z.string(),
});

/** A completion by what people call it. */
export type NamedCompletion = z.infer<typeof Named>;

export const SubmissionOutcome = z.object({
  takenBy: Named.nullable().describe("The other completion of the same combination, which is verified."),
  original: Named.nullable().describe("The other completion that is the OG which this one was sent in as."),
  isDenied: z.boolean().describe("It was sent in as the OG and is verified, but not as that."),
  changed: z
    .array(z.string())
    .readonly()
    .describe("What helpers changed of what was sent, by label, once it is verified."),
});
/** What came of what a player sent, besides the decision on it. */
export type SubmissionOutcome = z.infer<typeof SubmissionOutcome>;

const Notice = z.object({
  id: z.string(),
  kind: z.enum(KINDS),
  at: z.string().describe("ISO 8601, UTC."),
  seen: z.boolean(),
  challenge: z.string().describe("Empty where it is about no completion; so is the filekey."),
  filekey: z.string(),
  heading: z
    .string()
    .describe(
      "The completion's towers or cost, its challenge and its map; else the name that was asked for.",
    ),
  text: z
    .string()
    .nullable()
    .describe("The question, the message, the reason, or who took a record by how much."),
  came: SubmissionOutcome.nullable().describe("Of a verdict: what else came of what was sent."),
  until: z
    .string()
    .nullable()
    .describe("Of a question that is open: until when it can be answered (ISO 8601, UTC)."),
});
export type Notice = z.infer<typeof Notice>;

/** Returns what a notice is told as: a question that is answered, or was decided without, is nobody's turn. */
export const noticeOf = ({ kind, until }: Pick<Notice, "kind" | "until">): NoticeOf =>
  NOTICES[kind === "ask" && until === null ? "reply" : kind];

const Notices = z.object({
  results: z.array(Notice).readonly().describe("The newest first."),
  unseen: z.int(),
});
export type NoticesAnswer = z.infer<typeof Notices>;

const MOST_NOTICES = 100;

export const notices = get(
  api.notices(),
  { count: count(MOST_NOTICES, MOST_NOTICES, "Notices wanted, 0 to 100; 0 asks for the number alone.") },
  { access: "member", summary: "What one is told: questions, answers and decisions", result: Notices },
);

export const seeNotices = post(api.seeNotices(), {
  access: "member",
  summary: "Marks as seen what one was told until a time",
  result: DONE,
  fields: ["until"],
});

const Switches = z.object(
  Object.fromEntries(MAIL_KINDS.map((kind) => [kind, z.boolean()])) as Record<MailKind, z.ZodBoolean>,
);

const OwnMail = z.object({
  sends: z.boolean().describe("Whether the site sends mail."),
  address: z.string().nullable(),
  isConfirmed: z.boolean().describe("Mail goes to a confirmed address alone."),
  isAskedHere: z.boolean().describe("The accounts are elsewhere, so the address is given here."),
  switches: Switches,
  name: z
    .object({ displayName: z.string().nullable(), namePublic: z.boolean() })
    .nullable()
    .describe("What one is called here; null where the account is here, which has it."),
});
/** Which notices one reads by mail, and where. */
export type OwnMailAnswer = z.infer<typeof OwnMail>;

export const ownMail = get(
  api.ownMail(),
  {},
  { access: "member", summary: "What one is told by mail, and where", result: OwnMail },
);

export const changeMail = post(api.ownMail(), {
  access: "member",
  summary:
    "Switches mails on (1) or off; where the accounts are elsewhere, also takes the address, and sends a link that confirms it",
  result: z.object({ isAsked: z.boolean().describe("A link was sent to the address.") }),
  fields: [...MAIL_KINDS, "address"],
});

export const noticeAddresses: readonly Endpoint[] = [
  notices,
  seeNotices,
  ownMail,
  changeMail,
] as readonly Endpoint[];
