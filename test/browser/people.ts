import { expect, type Page, type WorkerFixture } from "@playwright/test";
import { api } from "../../domain/contract/routes.ts";
import { ADMINISTRATOR } from "../administrator.ts";
import { claimsOf, type Tokens, Visitor } from "../node/visitor.ts";
import { test as withFiles } from "./files.ts";

/** A person with an account on the site under test. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly origin: string;
  /** Signed in there, without a browser. */
  readonly visitor: Visitor;
  readonly tokens: Tokens;
}

const A_MINUTE = 60_000;

/** Returns new tokens for somebody who is signed in, with the roles that they have now. */
const renewed = async (visitor: Visitor): Promise<Tokens> => visitor.redeem(await visitor.authorize());

const administrators = new Map<
  string,
  Promise<(path: string, fields: Record<string, string>) => Promise<string>>
>();

/** Sends a form to the API as a site's administrator, and returns the link in the answer, if there is one. */
async function asAdministrator(
  origin: string,
  path: string,
  fields: Record<string, string>,
): Promise<string> {
  const signedIn =
    administrators.get(origin) ??
    (async () => {
      const visitor = new Visitor(origin);
      let tokens = await visitor.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
      return async (to: string, sent: Record<string, string>) => {
        const expires = Number(claimsOf(tokens.access_token).exp) * 1_000;
        if (expires < Date.now() + A_MINUTE) tokens = await renewed(visitor);
        const { status, json } = await visitor.call(to, tokens, sent);
        if (status !== 200) throw new Error(`${to}: ${JSON.stringify(json)}`);
        return String(json.link ?? "");
      };
    })();
  administrators.set(origin, signedIn);
  return (await signedIn)(path, fields);
}

/** Creates an account by invitation and signs it in without a browser. */
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
  // A role is only in tokens that are issued from now on.
  return { id, email, password, origin, visitor, tokens: await renewed(visitor) };
}

/** Signs somebody in anew: access tokens last ten minutes. */
export const signedInAnew = async (person: Person): Promise<Person> => ({
  ...person,
  tokens: await person.visitor.signIn(person.email, person.password),
});

/** Made once per worker, because accounts need slow hashes. */
export interface People {
  readonly member: Person;
  readonly secondMember: Person;
  readonly helper: Person;
}

const inWorker = (roles: readonly string[]): [WorkerFixture<Person, object>, { scope: "worker" }] => [
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to read what a fixture needs
  async ({}, use, { project }) => use(await newPerson(project.use.baseURL ?? "", roles)),
  { scope: "worker" },
];

/** Tests with people whose accounts they leave as they are. */
export const test = withFiles.extend<object, People>({
  member: inWorker([]),
  secondMember: inWorker([]),
  helper: inWorker(["Index Helper"]),
});

export const block = (person: Person): Promise<string> =>
  asAdministrator(person.origin, api.blockAccount(), { account: person.id });

/** The menu of who is signed in. It is there before that is known, but busy. */
export const accountMenu = (page: Page) =>
  page.locator("summary[aria-busy=false]", { hasText: "Account" }).filter({ visible: true });
export const loginLink = (page: Page) => page.getByRole("link", { name: "Login" });

/** Opens a page and waits until it is hydrated and knows whether somebody is signed in. */
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

/** Signs in by the page's Login link and ends on the path. The provider already knows the person. */
export async function signIn(page: Page, person: Person, path = "/"): Promise<void> {
  await page.context().addCookies(person.visitor.cookies());
  await open(page, `${person.origin}${path}`);
  await loginLink(page).click();
  await expect(accountMenu(page)).toBeVisible();
  await expect(page).toHaveURL(`${person.origin}${path}`);
}

/** Opens one's own account from the menu, without a page load. This calls the API with an access token. */
export async function openOwnAccount(page: Page): Promise<void> {
  await accountMenu(page).click();
  await page.getByRole("link", { name: "Your account" }).click();
}

/** An entry of the SDK in local storage. */
export interface Kept {
  readonly key: string;
  readonly body: { readonly access_token: string; readonly refresh_token?: string };
}

/** Returns the tokens that the SDK keeps in local storage. */
export const kept = (page: Page): Promise<Kept | undefined> =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith("@@auth0spajs@@") && !key.endsWith("@@user@@"))
      .map((key) => ({ key, ...JSON.parse(localStorage.getItem(key) ?? "{}") }))
      .find(({ body }) => body?.access_token),
  );

/** Makes the access token expire, and overrides other values of the SDK's entry. */
export const expire = (page: Page, body: Record<string, string | undefined> = {}): Promise<void> =>
  page.evaluate((changed) => {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith("@@auth0spajs@@") || key.endsWith("@@user@@")) continue;
      const entry = JSON.parse(localStorage.getItem(key) ?? "{}");
      if (!entry.body) continue;
      localStorage.setItem(key, JSON.stringify({ expiresAt: 0, body: { ...entry.body, ...changed } }));
    }
  }, body);

/** Removes the refresh token, which leaves the SDK only the hidden frame. */
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
