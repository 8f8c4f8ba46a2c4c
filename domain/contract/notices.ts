import { z } from "zod";
import { count, DONE, type Endpoint, get, post } from "./define.ts";
import { api, pages } from "./routes.ts";

/** What a kind of notice tells a person about a completion. */
interface NoticeOf {
  /** Its first words, before the completion's heading. */
  readonly title: string;
  /** What to do, and where. */
  readonly act: string;
  readonly path: (of: { readonly challenge: string; readonly filekey: string }) => string;
}

const ownPage: NoticeOf["path"] = ({ challenge, filekey }) => pages.notes(challenge, { filekey });

/** Everything that people are told. */
export const NOTICES = {
  ask: { title: "Your turn: a helper asks about", act: "Answer", path: ownPage },
  reply: { title: "A helper wrote about", act: "Read the thread", path: ownPage },
  verified: { title: "Verified:", act: "View it", path: ownPage },
  rejected: { title: "Rejected:", act: "Fix, resubmit or appeal", path: ownPage },
  removed: { title: "Deleted by a helper:", act: "See your submissions", path: () => pages.mySubmissions() },
  answer: {
    title: "The player answered about",
    act: "Decide",
    path: ({ filekey }) => pages.queue({ filekey }),
  },
  "report-stands": {
    title: "You reported this, and a helper left it as it is:",
    act: "View it",
    path: ownPage,
  },
  "report-pending": {
    title: "You reported this, and it is pending again:",
    act: "View it",
    path: ownPage,
  },
  "report-removed": {
    title: "You reported this, and it was removed:",
    act: "See its list",
    path: ({ challenge }) => pages.list(challenge),
  },
} as const satisfies Readonly<Record<string, NoticeOf>>;

export type NoticeKind = keyof typeof NOTICES;

const KINDS = Object.keys(NOTICES) as [NoticeKind, ...NoticeKind[]];

const Notice = z.object({
  id: z.string(),
  kind: z.enum(KINDS),
  at: z.string().describe("ISO 8601, UTC."),
  seen: z.boolean(),
  challenge: z.string(),
  filekey: z.string(),
  heading: z.string().describe("The completion's towers or cost, its challenge and its map."),
  text: z.string().nullable().describe("The question, the message or the reason."),
  until: z.string().nullable().describe("Of a question: until when it can be answered (ISO 8601, UTC)."),
});
/** What a person is told. */
export type Notice = z.infer<typeof Notice>;

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

export const noticeAddresses: readonly Endpoint[] = [notices, seeNotices] as readonly Endpoint[];
