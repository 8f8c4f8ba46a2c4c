import { z } from "zod";
import { type Endpoint, get, post, required, text } from "./define.ts";
import { api } from "./routes.ts";

const days = z.int().nullable();
const copies = {
  backupDays: days.describe("How long a backup stays; null: none is made by a schedule."),
  timeTravelDays: days.describe("For how long the database can be put back; null: it cannot."),
};

const Keeping = z.object({
  issuer: z.string().nullable().describe("The host that has the accounts; null: this site has them."),
  sendsMail: z.boolean(),
  hasWebhooks: z.boolean().describe("Whether new completions are announced elsewhere."),
  codesHost: z
    .string()
    .nullable()
    .describe("The game's server, which is asked about challenge codes; null: it is not."),
  linkHosts: z
    .array(z.string())
    .readonly()
    .describe(
      "What sites are asked whether links to proof still lead to something; none: no link is watched.",
    ),
  keepsCopies: z.boolean().describe("Whether pictures behind links are copied for those who want it."),
  dumpDays: days.describe("How long a public dump stays; null: there are none."),
  ...copies,
});
/** What the site keeps of people, and for how long, by its settings. */
export type KeepingAnswer = z.infer<typeof Keeping>;

export const keeping = get(
  api.keeping(),
  {},
  {
    summary: "What the site keeps of people, and for how long",
    result: Keeping,
    isSmall: true,
    isInternal: true,
  },
);

const OwnData = z.object({
  madeAt: z.string().describe("ISO 8601, UTC."),
  rows: z
    .record(z.string(), z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))).readonly())
    .describe("By table of the database, what each row about the person says."),
});
/** Everything that is stored of a person. */
export type OwnDataAnswer = z.infer<typeof OwnData>;

export const ownData = get(
  api.ownData(),
  {},
  { access: "member", summary: "Everything that is stored of oneself", result: OwnData },
);

const Erased = z.object({
  withdrawn: z.int().describe("Open submissions that are withdrawn."),
  kept: z.int().describe("Verified completions that one submitted: they stay, and nothing says who did."),
  name: z.string().nullable().describe("The name that a helper gave the account; null: it has none."),
  named: z.int().describe("Completions under that name."),
  messages: z.int().describe("Messages whose text is erased."),
  ...copies,
  isDone: z.boolean().describe("False: a preview, or the rest follows within minutes."),
});
/** What erasing oneself does. */
export type ErasedAnswer = z.infer<typeof Erased>;

/** What is typed so that nobody erases themselves by a slip. */
export const ERASE_WORD = "DELETE";

export const erase = post(api.erase(), {
  access: "member",
  summary:
    "Erases what is stored of oneself, and the account if it is here; with name=erase also one's name, with preview=1 nothing. current is the password, of an account here that has one",
  result: Erased,
  fields: ["confirm", "name", "current", "preview"],
});

// Who is blocked cannot sign in to do it.

export const accountData = get(
  api.accountData(),
  { account: required(text()) },
  {
    access: "administrator",
    summary: "Everything that is stored of a blocked account's person",
    result: OwnData,
  },
);

export const eraseAccount = post(api.eraseAccount(), {
  access: "administrator",
  summary: "Erases what is stored of a blocked account's person, and the account",
  result: Erased,
  fields: ["account", "confirm", "name", "preview"],
});

export const privacyAddresses = [keeping, ownData, erase, accountData, eraseAccount] as readonly Endpoint[];
