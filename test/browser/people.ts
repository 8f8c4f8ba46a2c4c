import { expect, type Page } from "@playwright/test";
import { api } from "../../routes.ts";
import { ADMINISTRATOR } from "../administrator.ts";
import { claimsOf, type Tokens, Visitor } from "../node/visitor.ts";

/** Somebody with an account on the site under test. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly origin: string;
  /** Signed in there, without a browser. */
  readonly visitor: Visitor;
  readonly tokens: Tokens;
}

const administrators = new Map<
  string,
  Promise<(path: string, fields: Record<string, string>) => Promise<string>>
>();

/** Sends a form of the API as the administrator of a site; answers the link in the answer, if there is one. */
async function asAdministrator(
  origin: string,
  path: string,
  fields: Record<string, string>,
): Promise<string> {
  const signedIn =
    administrators.get(origin) ??
    (async () => {
      const visitor = new Visitor(origin);
      const tokens = await visitor.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
      return async (to: string, sent: Record<string, string>) => {
        const { status, json } = await visitor.call(to, tokens, sent);
        if (status !== 200) throw new Error(`${to}: ${JSON.stringify(json)}`);
        return String(json.link ?? "");
      };
    })();
  administrators.set(origin, signedIn);
  return (await signedIn)(path, fields);
}

/** Makes an account, by invitation, and signs it in without a browser. */
export async function newPerson(
  origin: string,
  roles: readonly string[] = [],
  email = `${crypto.randomUUID().slice(0, 8)}@example.org`,
): Promise<Person> {
  const password = "a very good password";
  const visitor = new Visitor(origin);
  const link = await asAdministrator(origin, api.invite(), {});
  await visitor.post(new URL(link).pathname, { email, password });
  const tokens = await visitor.signIn(email, password);
  const id = String(claimsOf(tokens.id_token).sub);
  if (roles.length === 0) return { id, email, password, origin, visitor, tokens };
  await asAdministrator(origin, api.setRoles(), { account: id, roles: JSON.stringify(roles) });
  // A role is in the tokens that are made from then on.
  return { id, email, password, origin, visitor, tokens: await visitor.redeem(await visitor.authorize()) };
}

export const block = (person: Person): Promise<string> =>
  asAdministrator(person.origin, api.blockAccount(), { account: person.id });

export const accountMenu = (page: Page) => page.locator("summary", { hasText: "Account" });
export const loginLink = (page: Page) => page.getByRole("link", { name: "Login" });

/** Opens a page and waits until it is alive and knows whether somebody is signed in. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(loginLink(page).and(page.locator("[aria-busy=false]")).or(accountMenu(page))).toBeVisible();
}

/** Sends the login form that the page shows. */
export async function fillIn(
  page: Page,
  { email, password }: Pick<Person, "email" | "password">,
): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Signs in on the page by the Login link and ends on the path. The provider knows the person already. */
export async function signIn(page: Page, person: Person, path = "/"): Promise<void> {
  await page.context().addCookies(person.visitor.cookies());
  await open(page, `${person.origin}${path}`);
  await loginLink(page).click();
  await expect(accountMenu(page)).toBeVisible();
  await expect(page).toHaveURL(`${person.origin}${path}`);
}

/** Opens one's account from the menu, within the page: it asks the API with an access token. */
export async function openOwnAccount(page: Page): Promise<void> {
  await accountMenu(page).click();
  await page.getByRole("link", { name: "Your account" }).click();
}

/** What the SDK keeps in local storage. */
export interface Kept {
  readonly key: string;
  readonly body: { readonly access_token: string; readonly refresh_token?: string };
}

/** The tokens that the SDK keeps in local storage. */
export const kept = (page: Page): Promise<Kept | undefined> =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith("@@auth0spajs@@") && !key.endsWith("@@user@@"))
      .map((key) => ({ key, ...JSON.parse(localStorage.getItem(key) ?? "{}") }))
      .find(({ body }) => body?.access_token),
  );

/** Makes the access token old, as time would, and changes what else is said of what the SDK keeps. */
export const expire = (page: Page, body: Record<string, string | undefined> = {}): Promise<void> =>
  page.evaluate((changed) => {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith("@@auth0spajs@@") || key.endsWith("@@user@@")) continue;
      const entry = JSON.parse(localStorage.getItem(key) ?? "{}");
      if (!entry.body) continue;
      localStorage.setItem(key, JSON.stringify({ expiresAt: 0, body: { ...entry.body, ...changed } }));
    }
  }, body);

/** Takes the refresh token away: what is left is the hidden frame. */
export const dropRefreshToken = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith("@@auth0spajs@@") || key.endsWith("@@user@@")) continue;
      const entry = JSON.parse(localStorage.getItem(key) ?? "{}");
      if (!entry.body) continue;
      delete entry.body.refresh_token;
      localStorage.setItem(key, JSON.stringify({ ...entry, expiresAt: 0 }));
    }
  });
