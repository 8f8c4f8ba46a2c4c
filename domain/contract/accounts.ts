import { z } from "zod";
import { count, DONE, get, post, searchText, text } from "./define.ts";
import { api } from "./routes.ts";

const Own = z.object({
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  move: z
    .object({ email: z.string(), takesEffectAt: z.string() })
    .nullable()
    .describe(
      "The address that one has asked for, and when it is one's own without an answer of the one before; null: none.",
    ),
  displayName: z.string().nullable(),
  offeredName: z
    .string()
    .nullable()
    .describe("What one is called at another provider, until one has chosen a name here."),
  namePublic: z.boolean().describe("Whether everybody reads the display name; helpers do."),
  hasPassword: z.boolean(),
  passwordGenerated: z.boolean().describe("The password is the one that the first start printed."),
  sendsMail: z.boolean().describe("Whether a new address is confirmed by mail."),
  hasFactor: z.boolean().describe("Whether a code of one's app is asked for besides the password."),
  recoveryCodesLeft: z.int(),
});
export type OwnAccount = z.infer<typeof Own>;

const Device = z.object({
  id: z.string(),
  device: z.string().describe("What it says it is: Firefox on Windows."),
  since: z.string().describe("When it signed in."),
  usedAt: z.string().describe("When it last asked for a token, which it does every few minutes in use."),
  isThis: z.boolean().describe("Whether it is the one that asks."),
});
const Devices = z.object({ results: z.array(Device).readonly() });
/** The devices that are signed in to one's account, the last used first. */
export type DevicesAnswer = z.infer<typeof Devices>;

const Factor = z.object({
  secret: z.string().describe("For an app that reads no QR code, in base32."),
  qr: z.object({ size: z.int(), path: z.string().describe("The dark squares, as the path of an SVG.") }),
});
export type FactorAnswer = z.infer<typeof Factor>;
const RecoveryCodes = z.object({ codes: z.array(z.string()).readonly() });
/** Each signs in once in place of the app. They are shown this once. */
export type RecoveryCodesAnswer = z.infer<typeof RecoveryCodes>;

const Listed = z.object({
  id: z.string(),
  email: z.string().nullable(),
  displayName: z.string().nullable(),
  roles: z.array(z.string()).readonly(),
  blocked: z.boolean(),
  createdAt: z.string(),
  signedInAt: z.string().nullable(),
  hasFactor: z.boolean(),
});
/** An account as administrators see it. */
export type ListedAccount = z.infer<typeof Listed>;
const Accounts = z.object({
  results: z.array(Listed).readonly(),
  roles: z.array(z.string()).readonly().describe("The roles that can be given."),
  more: z.boolean(),
});
export type AccountsAnswer = z.infer<typeof Accounts>;

const Act = z.object({
  seq: z.int(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  details: z.record(z.string(), z.unknown()).nullable(),
});
const Log = z.object({ results: z.array(Act).readonly() });
/** Newest first, actors as their addresses. */
export type AccountLogAnswer = z.infer<typeof Log>;
const Link = z.object({ link: z.string() });
/** The answer of requests that make a single-use link. */
export type AccountLinkAnswer = z.infer<typeof Link>;

const Invitation = z.object({
  id: z.string(),
  email: z.string().nullable().describe("Whom alone it is for; null: whoever has the link."),
  roles: z.array(z.string()).readonly().describe("What whoever joins by it will be."),
  createdAt: z.string(),
  expiresAt: z.string(),
  invitedBy: z.string().nullable().describe("The address of who made it."),
});
const Invitations = z.object({ results: z.array(Invitation).readonly() });
/** Invitations that somebody may still join by, newest first. */
export type InvitationsAnswer = z.infer<typeof Invitations>;
export type OpenInvitation = InvitationsAnswer["results"][number];

const TestMail = z.object({
  to: z.string(),
  sent: z.boolean().describe("Whether the mail server took it; the log says why not."),
});
/** To which address a test mail went. */
export type TestMailAnswer = z.infer<typeof TestMail>;

const PAGE = 50;

export const ownAccount = get(
  api.account(),
  {},
  { access: "member", summary: "One's own account", result: Own },
);
const own = { access: "member", result: DONE } as const;
export const changeName = post(api.changeName(), {
  ...own,
  fields: ["name", "public"],
  summary: "Changes the name that helpers read and, with public=1, everybody",
});
export const changePassword = post(api.changePassword(), {
  ...own,
  fields: ["current", "password"],
  summary: "Changes the password",
});
export const beginFactor = post(api.beginFactor(), {
  ...own,
  fields: ["current"],
  summary: "Makes the secret of a second factor, which is not asked for until it is confirmed",
  result: Factor,
});
export const confirmFactor = post(api.confirmFactor(), {
  ...own,
  fields: ["code"],
  summary: "Turns the second factor on, by a code of one's app",
  result: RecoveryCodes,
});
export const removeFactor = post(api.removeFactor(), {
  ...own,
  fields: ["current", "code"],
  summary: "Turns the second factor off",
});
export const devices = get(
  api.devices(),
  {},
  { access: "member", summary: "The devices that are signed in to one's account", result: Devices },
);
export const signOutDevice = post(api.signOutDevice(), {
  ...own,
  fields: ["device"],
  own: ["device"],
  summary: "Signs out one of one's devices",
});
export const signOutOthers = post(api.signOutOthers(), {
  ...own,
  summary: "Signs out all of one's devices but this one",
});
export const changeEmail = post(api.changeEmail(), {
  ...own,
  fields: ["current", "email"],
  summary:
    "Changes the e-mail address; for the one that the account has, only mails the link that confirms it, without a password",
  result: z.object({ changed: z.boolean() }),
});
export const accounts = get(
  api.accounts(),
  { query: searchText(), count: count(PAGE, PAGE), offset: count(Number.MAX_SAFE_INTEGER, 0) },
  { access: "administrator", summary: "Accounts, newest first", result: Accounts },
);
export const accountLog = get(
  api.accountLog(),
  { account: text() },
  { access: "administrator", summary: "What happened to an account, newest first", result: Log },
);
const managed = { access: "administrator", result: DONE, fields: ["account"] } as const;
export const setRoles = post(api.setRoles(), {
  ...managed,
  fields: ["account", "roles", "before"],
  summary:
    "Sets the roles of an account; with `before`, its roles as somebody saw them, only what differs between the two changes",
});
export const blockAccount = post(api.blockAccount(), { ...managed, summary: "Blocks an account" });
export const unblockAccount = post(api.unblockAccount(), { ...managed, summary: "Unblocks an account" });
export const resetFactor = post(api.resetFactor(), {
  ...managed,
  summary: "Turns an account's second factor off",
});
export const setEmail = post(api.setEmail(), {
  ...managed,
  fields: ["account", "email"],
  summary: "Sets the e-mail address of an account, and tells the one before and the new one",
});
export const sendTestMail = post(api.sendTestMail(), {
  access: "administrator",
  fields: [],
  summary: "Sends a test mail to one's own address",
  result: TestMail,
});
export const resetAccount = post(api.resetAccount(), {
  ...managed,
  summary: "Makes a link that sets a password",
  result: Link,
});
export const invite = post(api.invite(), {
  ...managed,
  fields: ["roles", "email"],
  summary: "Makes an invitation, to roles or none",
  result: Link,
});
export const invitations = get(
  api.invitations(),
  {},
  { access: "administrator", summary: "Open invitations, newest first", result: Invitations },
);
export const withdrawInvitation = post(api.withdrawInvitation(), {
  ...managed,
  fields: ["invitation"],
  summary: "Withdraws an invitation",
});

export const accountAddresses = [
  ...[ownAccount, changeName, changePassword, changeEmail, accounts, accountLog],
  ...[
    devices,
    signOutDevice,
    signOutOthers,
    beginFactor,
    confirmFactor,
    removeFactor,
    resetFactor,
    setEmail,
    sendTestMail,
  ],
  ...[setRoles, blockAccount, unblockAccount, resetAccount, invite, invitations, withdrawInvitation],
];
