import type { IncomingMessage } from "node:http";
import { type Context, Hono } from "hono";
import * as contract from "../../../domain/contract/accounts.ts";
import type { Done, Endpoint } from "../../../domain/contract/define.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import { problem, say } from "../../../domain/messages/index.ts";
import type { Accounts } from "../../../server/auth/accounts.ts";
import { requireFor, requireSender, type SignIn } from "../../../server/auth/sign-in.ts";
import { authorize, type User } from "../../../server/auth/user.ts";
import { BadForm } from "../../../server/errors.ts";
import { LONGEST_TEXT, parametersOf, shortForm } from "../../../server/forms.ts";
import { hasHungUp } from "../../../server/http/head.ts";

type Field = (name: string) => string;

/** The API of accounts: one's own under /member, everybody's under /admin. */
export function accountRoutes(signIn: SignIn, accounts: Accounts): Hono {
  const app = new Hono();
  app.onError((error, c) => {
    const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
    if (hasHungUp(incoming)) return c.json({ error: say(problem("form-cut-off")) }, 400);
    throw error;
  });
  const router = openRouter(app, signIn);
  ownAccountRoutes(router, accounts);
  administrationRoutes(router, accounts, signIn);
  return app;
}

/** Registers addresses for those whom the contract lets in. */
type Router = ReturnType<typeof openRouter>;

function openRouter(app: Hono, signIn: SignIn) {
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

  return {
    write,

    /** A form whose answer says no more than that it is done. */
    act(endpoint: Endpoint<null, Done>, work: (user: User, field: Field, c: Context) => Promise<void>): void {
      write(endpoint, async (user, field, c) => {
        await work(user, field, c);
        return {};
      });
    },

    read<Query, Result>(
      endpoint: Endpoint<Query, Result> & { readonly read: (given: URLSearchParams) => Query },
      answer: (query: Query, user: User) => Promise<Result>,
    ): void {
      app.get(endpoint.path, async (c) => {
        const user = await requireFor(endpoint, c, signIn);
        return c.json((await answer(endpoint.read(parametersOf(c)), user)) as object);
      });
    },
  };
}

function ownAccountRoutes({ read, write, act }: Router, accounts: Accounts): void {
  read(contract.ownAccount, (_, user) => accounts.findOwn(user));
  act(contract.changeName, (user, field) =>
    accounts.changeName(user, field("name"), field("public") === "1"),
  );
  act(contract.changePassword, (user, field, c) =>
    accounts.changePassword(user, field("current"), field("password"), c),
  );
  read(contract.devices, (_, user) => accounts.listDevices(user));
  act(contract.signOutDevice, (user, field) => accounts.signOutDevice(user, field("device")));
  act(contract.signOutOthers, (user, _, c) => accounts.signOutOthers(user, c));
  write(contract.beginFactor, (user, field) => accounts.beginFactor(user, field("current")));
  write(contract.confirmFactor, (user, field) => accounts.confirmFactor(user, field("code")));
  act(contract.removeFactor, (user, field) => accounts.removeFactor(user, field("current"), field("code")));
  write(contract.changeEmail, (user, field) => accounts.changeEmail(user, field("current"), field("email")));
}

/**
 * Administrators manage accounts other than their own: nobody locks themselves out, or sets a new password without the
 * current one.
 */
const mayManage = (user: User, account: string): boolean => user.isAdministrator && account !== user.id;

/** Returns the account that a form names. Throws Forbidden if it is the user's own. */
function other(user: User, field: Field): string {
  const account = field("account");
  authorize(mayManage(user, account), "own-account");
  return account;
}

function administrationRoutes(
  { read, write, act }: Router,
  accounts: Accounts,
  { config: { verifierRoles, helperRoles, administratorRole } }: SignIn,
): void {
  const roles = [...new Set([...verifierRoles, ...helperRoles, administratorRole])];
  read(contract.accounts, async ({ query, count: limit, offset }) => {
    const { results, more } = await accounts.list({ query: query ?? "", limit, offset });
    return { results, more, roles };
  });
  read(contract.accountLog, ({ account }) => accounts.listLog(account ?? ""));
  act(contract.setRoles, async (user, field) => {
    const account = other(user, field);
    const before = field("before") === "" ? null : readRoles(field("before"), roles, "before");
    await accounts.setRoles(user, account, readRoles(field("roles"), roles), before);
  });
  act(contract.blockAccount, async (user, field) => accounts.block(user, other(user, field)));
  act(contract.unblockAccount, (user, field) => accounts.unblock(user, field("account")));
  act(contract.resetFactor, async (user, field) => accounts.resetFactor(user, other(user, field)));
  act(contract.setEmail, async (user, field) => accounts.setEmail(user, other(user, field), field("email")));
  write(contract.sendTestMail, (user) => accounts.sendTestMail(user));
  write(contract.resetAccount, async (user, field) => ({
    link: await accounts.makeResetLink(user, other(user, field)),
  }));
  write(contract.invite, async (user, field) => {
    const given = field("roles") === "" ? [] : readRoles(field("roles"), roles);
    return { link: await accounts.makeInvitation(user, asWritten(field("email")) || null, given) };
  });
  read(contract.invitations, () => accounts.listInvitations());
  act(contract.withdrawInvitation, (user, field) => accounts.withdrawInvitation(user, field("invitation")));
}

/** Reads a JSON array of known roles; throws BadForm. */
function readRoles(text: string, known: readonly string[], name = "roles"): string[] {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Reported below.
  }
  if (!Array.isArray(value) || !value.every((role) => known.includes(role)))
    throw new BadForm("not-roles", { subject: { field: name }, roles: known });
  return known.filter((role) => value.includes(role));
}
