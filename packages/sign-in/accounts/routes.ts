import { type Context, Hono } from "hono";
import { encode } from "uqr";
import * as contract from "../../../domain/contract/accounts.ts";
import type { Done, Endpoint } from "../../../domain/contract/define.ts";
import { signInForms } from "../../../domain/contract/routes.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import { problem, say } from "../../../domain/messages/index.ts";
import { requireFor, requireSender, type SignIn } from "../../../server/auth/sign-in.ts";
import { readEmail } from "../../../server/auth/texts.ts";
import { authorize, type User } from "../../../server/auth/user.ts";
import { BadForm, NotFound } from "../../../server/errors.ts";
import { LONGEST_TEXT, parametersOf, shortForm } from "../../../server/forms.ts";
import { type SendMail, testMail } from "../../../server/mail.ts";
import { deviceName } from "./device-name.ts";
import type { LinkIssuer } from "./links.ts";
import type { AccountSession } from "./own-account.ts";
import type { Account } from "./repository/accounts.ts";
import { factorUri } from "./second-factor.ts";
import { type SecurityMails, timeInMail } from "./security-mails.ts";
import type { AccountService, RunAfterResponse } from "./service.ts";

export interface AccountRoutesOptions {
  readonly origin: string;
  readonly siteName: string;
  readonly signIn: SignIn;
  readonly accounts: AccountService;
  readonly mail: SendMail | null;
  readonly securityMails: SecurityMails;
  readonly afterResponse: RunAfterResponse;
  /** Whether the client hung up before the whole form arrived. */
  hasHungUp(c: Context): boolean;
  /** Makes the browser a known device of the account. */
  rememberDevice(c: Context, account: Account): void;
  /** Gives the browser a new session in place of the one it had. */
  startSession(c: Context, session: AccountSession): Promise<void>;
  /** The roles that an administrator may give. */
  readonly roles: readonly string[];
}

const LOG_LENGTH = 100;

type Field = (name: string) => string;

/**
 * Administrators manage accounts other than their own: nobody locks themselves out, or sets a new password without the
 * current one.
 */
const mayManage = (user: User, account: string): boolean => user.isAdministrator && account !== user.id;

/** The API of accounts: one's own under /member, everybody's under /admin. */
export function accountRoutes(options: AccountRoutesOptions): Hono {
  const { origin, siteName, signIn, accounts, mail, securityMails, roles, afterResponse } = options;
  const app = new Hono();

  /** Registers a form for those whom the contract lets in. */
  function write<Result>(
    endpoint: Endpoint<null, Result>,
    act: (user: User, field: Field, c: Context) => Promise<Result>,
  ): void {
    app.post(endpoint.path, shortForm, async (c) => {
      const { recheck } = await requireSender(endpoint, c, signIn);
      const body = await c.req.parseBody().catch(() => {
        throw new BadForm("form-unreadable");
      });
      const texts = endpoint.fields.map((name) => [name, body[name]] as const);
      if (texts.some(([, value]) => typeof value === "string" && value.length > LONGEST_TEXT))
        throw new BadForm("form-too-long");
      const given = new Map(texts);
      const field: Field = (name) => {
        const value = given.get(name);
        return typeof value === "string" ? value : "";
      };
      return c.json((await act(await recheck(), field, c)) as object);
    });
  }

  /** Registers a form whose answer says no more than that it is done. */
  function act(
    endpoint: Endpoint<null, Done>,
    work: (user: User, field: Field, c: Context) => Promise<void>,
  ): void {
    write(endpoint, async (user, field, c) => {
      await work(user, field, c);
      return {};
    });
  }

  /** Registers a read for those whom the contract lets in. */
  function read<Query, Result>(
    endpoint: Endpoint<Query, Result> & { readonly read: (given: URLSearchParams) => Query },
    answer: (query: Query, user: User) => Promise<Result>,
  ): void {
    app.get(endpoint.path, async (c) => {
      const user = await requireFor(endpoint, c, signIn);
      return c.json((await answer(endpoint.read(parametersOf(c)), user)) as object);
    });
  }

  app.onError((error, c) => {
    if (options.hasHungUp(c)) return c.json({ error: say(problem("form-cut-off")) }, 400);
    throw error;
  });

  async function own(user: User): Promise<Account> {
    const account = await accounts.findById(user.id);
    if (!account) throw new NotFound("no-such-account");
    return account;
  }

  read(contract.ownAccount, async (_, user) => {
    const account = await own(user);
    return {
      email: account.email,
      emailVerified: account.emailVerified,
      move: await accounts.pendingMove(account.id),
      displayName: account.displayName,
      offeredName: account.displayName === null ? await accounts.findOfferedName(account.id) : null,
      namePublic: account.namePublic,
      hasPassword: account.passwordHash !== null,
      passwordGenerated: account.passwordGenerated,
      sendsMail: mail !== null,
      hasFactor: account.hasFactor,
      recoveryCodesLeft: account.recoveryCodesLeft,
    };
  });

  act(contract.changeName, ({ id }, field) =>
    accounts.changeName(id, field("name"), field("public") === "1"),
  );
  act(contract.changePassword, async (user, field, c) => {
    const session = sessionOf(user);
    await accounts.changePassword(session, { current: field("current"), next: field("password") });
    // All other sessions have ended. This browser has proved that it knows the password, so it stays signed in.
    await options.startSession(c, session);
    const account = await own(user);
    options.rememberDevice(c, account);
    securityMails.tell(account.email, { kind: "password-changed" });
  });
  read(contract.devices, async (_, user) => {
    const inIso = (seconds: number): string => new Date(seconds * 1000).toISOString();
    const found = await accounts.listDevices(sessionOf(user));
    const results = found.map(({ id, device, since, usedAt }) => ({
      id,
      device: device ?? deviceName(undefined),
      since: inIso(since),
      usedAt: inIso(usedAt),
      isThis: id === user.grant,
    }));
    return { results };
  });
  act(contract.signOutDevice, ({ id }, field) => accounts.signOutDevice(id, field("device")));
  act(contract.signOutOthers, async (user, _field, c) => {
    const session = sessionOf(user);
    await accounts.signOutOthers(session);
    await options.startSession(c, session);
  });
  write(contract.beginFactor, async (user, field) => {
    await accounts.checkPassword(sessionOf(user), field("current"));
    const { secret, name } = await accounts.beginFactor(user.id);
    const { size, data } = encode(factorUri(siteName, name, secret), { border: 4 });
    // A path that goes over each dark square.
    const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")));
    return { secret, qr: { size, path: squares.join("") } };
  });
  write(contract.confirmFactor, async (user, field) => {
    const codes = await accounts.confirmFactor(user.id, field("code"));
    securityMails.tell((await own(user)).email, { kind: "factor-on" });
    return { codes };
  });
  act(contract.removeFactor, async (user, field) => {
    const session = sessionOf(user);
    await accounts.checkPassword(session, field("current"));
    await accounts.checkFactor(user.id, field("code"), session.grant);
    await removeFactor(user.id, user.id);
  });
  /** Turns a second factor off and tells its person. */
  async function removeFactor(id: string, actor: string): Promise<void> {
    const { email, hasFactor } = await accounts.removeFactor(id, actor);
    if (!hasFactor) return;
    const kind = id === actor ? "factor-off" : "factor-off-by-administrator";
    securityMails.tell(email, { kind });
  }

  write(contract.changeEmail, async (user, field) => {
    const email = readEmail(field("email"));
    // The link that confirms the address one has changes nothing else.
    const isOwn = mail !== null && (await accounts.findByEmail(email))?.id === user.id;
    if (!isOwn) await accounts.checkPassword(sessionOf(user), field("current"));
    await accounts.countMove(user.id);
    if (!mail) {
      await accounts.changeEmail(user.id, email);
      return { changed: true };
    }
    await accounts.countMail(email);
    // The response is the same, and immediate, whether the address is taken or not.
    afterResponse("after a wish for another address:", askOwner(mail, user.id, email));
    return { changed: false };
  });

  /** Asks by mail whether an address is theirs; if it already has another account, tells its owner instead. */
  async function askOwner(send: SendMail, account: string, to: string): Promise<void> {
    const owner = await accounts.findByEmail(to);
    if (owner && owner.id !== account) {
      await send({
        to: owner.email ?? to,
        subject: `Somebody wanted to use your address at ${siteName}`,
        text: `Somebody, perhaps you, wanted to use this address for another account at ${siteName}. It has an account already, and that stays as it is. There is nothing to do.\n`,
      });
      return;
    }
    const { email: before, emailVerified } = (await accounts.findById(account)) ?? {};
    // An address that was never confirmed may be mistyped, or somebody else's: there is nobody to ask there.
    const links =
      emailVerified && !owner
        ? await accounts.makeMoveLinks(account, to)
        : { toNew: await accounts.makeEmailLink(account, to), toOld: null, takesEffectAt: "" };
    await send({
      to,
      subject: `Your e-mail address at ${siteName}`,
      text: `Please confirm that this is your address:\n\n${origin}${signInForms.confirmEmail(links.toNew)}\n\nThe link works once, for a day. If you did not ask for this, do nothing.\n`,
    });
    if (links.toOld === null || !before) return;
    const deadline = timeInMail(new Date(links.takesEffectAt));
    await send({
      to: before,
      subject: `Your account at ${siteName} is to have another address`,
      text: `Somebody who knows your password, probably you, wants the address of your account to be ${to}.\n\nTo agree, or to refuse:\n\n${origin}${signInForms.confirmEmail(links.toOld)}\n\nIf you do neither, and ${to} confirms it within a day, your address changes on ${deadline}. Until then this link works.\n\nIf it was not you, refuse, and choose a new password, which signs out all devices:\n\n${origin}${signInForms.askReset()}\n`,
    });
  }

  read(contract.accounts, async ({ query, count, offset }) => {
    const { accounts: found, more } = await accounts.list({ query: query ?? "", limit: count, offset });
    const results = found.map(
      ({ id, email, displayName, roles: given, blocked, createdAt, signedInAt, hasFactor }) => ({
        id,
        email,
        displayName,
        roles: given,
        blocked,
        createdAt,
        signedInAt,
        hasFactor,
      }),
    );
    return { results, more, roles };
  });

  read(contract.accountLog, async ({ account }) => {
    const entries = await accounts.listLog(account ?? "", LOG_LENGTH);
    const names = new Map<string, string>();
    for (const id of new Set(entries.map(({ actor }) => actor)))
      names.set(id, (await accounts.findById(id))?.email ?? id);
    return { results: entries.map((entry) => ({ ...entry, actor: names.get(entry.actor) ?? entry.actor })) };
  });

  /** A user as an administrator who makes a link. */
  const administrator = ({ id }: User): LinkIssuer => ({ id, role: signIn.config.administratorRole });

  /** Returns the account that the form names. Throws Forbidden if it is the user's own. */
  function other(user: User, field: Field): string {
    const account = field("account");
    authorize(mayManage(user, account), "own-account");
    return account;
  }

  act(contract.setRoles, async (user, field) => {
    const id = other(user, field);
    const given = readRoles(field("roles"), roles);
    await accounts.setRoles(id, given, user.id);
  });
  act(contract.blockAccount, (user, field) => accounts.block(other(user, field), user.id));
  act(contract.unblockAccount, (user, field) => accounts.unblock(field("account"), user.id));
  act(contract.resetFactor, (user, field) => removeFactor(other(user, field), user.id));
  act(contract.setEmail, async (user, field) => {
    const move = await accounts.setEmail(other(user, field), field("email"), user.id);
    securityMails.tellOfMove({ ...move, byAdministrator: true });
  });
  write(contract.sendTestMail, async (user) => {
    const { email: to } = await own(user);
    if (!mail || to === null) throw new BadForm("no-mail");
    await accounts.countTestMail(user.id);
    return { to, sent: (await mail(testMail(to, siteName))) === "sent" };
  });
  write(contract.resetAccount, async (user, field) => {
    const account = await accounts.findById(other(user, field));
    if (!account) throw new NotFound("no-such-account");
    const secret = await accounts.makeResetLink(account.id, administrator(user));
    return { link: origin + signInForms.reset(secret) };
  });
  write(contract.invite, async (user, field) => {
    const given = field("roles") === "" ? [] : readRoles(field("roles"), roles);
    const to = asWritten(field("email")) || null;
    const secret = await accounts.makeInvitation(to, given, administrator(user));
    return { link: origin + signInForms.invitation(secret) };
  });
  read(contract.invitations, async () => {
    const open = await accounts.openInvitations();
    const inviters = new Map<string, string>();
    for (const id of new Set(open.flatMap(({ invitedBy }) => invitedBy ?? [])))
      inviters.set(id, (await accounts.findById(id))?.email ?? id);
    return {
      results: open.map(({ secretHash: id, invitedBy, email, roles: given, createdAt, expiresAt }) => ({
        id,
        email,
        roles: given,
        createdAt,
        expiresAt,
        invitedBy: inviters.get(invitedBy ?? "") ?? null,
      })),
    };
  });
  act(contract.withdrawInvitation, (user, field) =>
    accounts.withdrawInvitation(field("invitation"), user.id),
  );

  return app;
}

/** Our own tokens always have a grant. */
const sessionOf = ({ id, grant = "" }: User): AccountSession => ({ id, grant });

/** Reads a JSON array of known roles; throws BadForm. */
function readRoles(text: string, known: readonly string[]): string[] {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Reported below.
  }
  if (!Array.isArray(value) || !value.every((role) => known.includes(role)))
    throw new BadForm("not-roles", { subject: { field: "roles" }, roles: known });
  return known.filter((role) => value.includes(role));
}
