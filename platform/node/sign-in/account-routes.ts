import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { readCount, readParameter } from "../../../derive/parameters.ts";
import { api, signInForms } from "../../../routes.ts";
import type {
  AccountLogAnswer,
  AccountsAnswer,
  LinkAnswer,
  OwnAccount,
} from "../../../server/auth/accounts.ts";
import type { Person } from "../../../server/auth/person.ts";
import { requireAdministrator, requireMember, type SignIn } from "../../../server/auth/sign-in.ts";
import type { Account } from "../../../server/data/accounts.ts";
import { AppError, BadForm, Forbidden, NotFound } from "../../../server/errors.ts";
import { parametersOf } from "../../../server/read-route.ts";
import type { AccountService } from "./accounts.ts";
import type { SendMail } from "./mail.ts";

export interface AccountRoutesOptions {
  readonly origin: string;
  readonly siteName: string;
  readonly signIn: SignIn;
  readonly accounts: AccountService;
  readonly mail: SendMail | null;
  /** Roles that an administrator may give. */
  readonly roles: readonly string[];
}

const LARGEST_FORM = 16 * 1024;
const PAGE = 50;
const LOG_LENGTH = 100;

type Field = (name: string) => string;

/** The API of accounts: one's own under /member, everybody's under /admin. */
export function accountRoutes(options: AccountRoutesOptions): Hono {
  const { origin, siteName, signIn, accounts, mail, roles } = options;
  const app = new Hono();
  const noStore = { "Cache-Control": "no-store" };

  /** Registers a write that takes a form; answers `{}` or what `act` answers. */
  function write(
    path: string,
    allow: (c: Context, signIn: SignIn) => Promise<Person>,
    act: (person: Person, field: Field) => Promise<unknown>,
  ): void {
    app.post(path, bodyLimit({ maxSize: LARGEST_FORM, onError: tooLarge }), async (c) => {
      const person = await allow(c, signIn);
      const body = await c.req.parseBody().catch(() => {
        throw new BadForm("The form could not be read.");
      });
      const field: Field = (name) => {
        const value = body[name];
        return typeof value === "string" ? value : "";
      };
      const said = await act(person, field);
      return c.json(said ?? {}, 200, noStore);
    });
  }

  async function own(person: Person): Promise<Account> {
    const account = await accounts.findById(person.id);
    if (!account) throw new NotFound("There is no such account.");
    return account;
  }

  app.get(api.account(), async (c) => {
    const account = await own(await requireMember(c, signIn));
    const answer: OwnAccount = {
      email: account.email,
      emailVerified: account.emailVerified,
      displayName: account.displayName,
      hasPassword: account.passwordHash !== null,
      passwordGenerated: account.passwordGenerated,
      sendsMail: mail !== null,
    };
    return c.json(answer, 200, noStore);
  });

  write(api.changeName(), requireMember, ({ id }, field) => accounts.changeName(id, field("name")));
  write(api.changePassword(), requireMember, ({ id }, field) =>
    accounts.changePassword(id, field("current"), field("password")),
  );
  write(api.changeEmail(), requireMember, async (person, field) => {
    const account = await own(person);
    await accounts.checkPassword(account, field("current"));
    if (!mail) {
      await accounts.changeEmail(account.id, field("email"));
      return { changed: true };
    }
    accounts.countMail(field("email"));
    const secret = await accounts.makeEmailLink(account.id, field("email"));
    await mail({
      to: field("email").trim(),
      subject: `Your e-mail address at the ${siteName}`,
      text: `Please confirm that this is your new address:\n\n${origin}${signInForms.confirmEmail(secret)}\n\nThe link works once, for a day. If you did not ask for this, do nothing.\n`,
    });
    return { changed: false };
  });

  app.get(api.accounts(), async (c) => {
    await requireAdministrator(c, signIn);
    const parameters = parametersOf(c);
    const { accounts: found, more } = await accounts.list({
      query: readParameter(parameters, "query") ?? "",
      limit: readCount(parameters, "count", PAGE) ?? PAGE,
      offset: readCount(parameters, "offset", Number.MAX_SAFE_INTEGER) ?? 0,
    });
    const results = found.map(({ id, email, displayName, roles: given, blocked, createdAt, signedInAt }) => ({
      id,
      email,
      displayName,
      roles: given,
      blocked,
      createdAt,
      signedInAt,
    }));
    return c.json<AccountsAnswer>({ results, more, roles }, 200, noStore);
  });

  app.get(api.accountLog(), async (c) => {
    await requireAdministrator(c, signIn);
    const entries = await accounts.listLog(readParameter(parametersOf(c), "account") ?? "", LOG_LENGTH);
    const names = new Map<string, string>();
    for (const id of new Set(entries.map(({ actor }) => actor)))
      names.set(id, (await accounts.findById(id))?.email ?? id);
    const results = entries.map((entry) => ({ ...entry, actor: names.get(entry.actor) ?? entry.actor }));
    return c.json<AccountLogAnswer>({ results }, 200, noStore);
  });

  /** The account that a form names, which may not be one's own: nobody locks themselves out. */
  function other(person: Person, field: Field): string {
    if (field("account") === person.id)
      throw new Forbidden("You cannot do this to your own account: ask another administrator.");
    return field("account");
  }

  write(api.setRoles(), requireAdministrator, async (person, field) => {
    const id = other(person, field);
    const wanted = readRoles(field("roles"), roles);
    await accounts.setRoles(id, wanted, person.id);
  });
  write(api.blockAccount(), requireAdministrator, (person, field) =>
    accounts.block(other(person, field), person.id),
  );
  write(api.unblockAccount(), requireAdministrator, (person, field) =>
    accounts.unblock(field("account"), person.id),
  );
  write(api.resetAccount(), requireAdministrator, async (person, field) => {
    const account = await accounts.findById(field("account"));
    if (!account) throw new NotFound("There is no such account.");
    const secret = await accounts.makeResetLink(account.id, person.id, true);
    return { link: origin + signInForms.reset(secret) } satisfies LinkAnswer;
  });
  write(api.invite(), requireAdministrator, async (person, field) => {
    const secret = await accounts.makeInvitation(field("email").trim() || null, person.id);
    return { link: origin + signInForms.invitation(secret) } satisfies LinkAnswer;
  });

  return app;
}

/** A JSON array of known roles; throws BadForm. */
function readRoles(text: string, known: readonly string[]): string[] {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Said below.
  }
  if (!Array.isArray(value) || !value.every((role) => known.includes(role)))
    throw new BadForm(`roles takes a JSON array of ${known.map((role) => `"${role}"`).join(", ")}.`);
  return known.filter((role) => value.includes(role));
}

function tooLarge(): never {
  throw new AppError(413, "That is too much text for this form.");
}
