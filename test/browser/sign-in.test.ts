import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { api, pages } from "../../domain/contract/routes.ts";
import { ADMINISTRATOR } from "../administrator.ts";
import { claimsOf } from "../node/visitor.ts";
import {
  accountMenu,
  block,
  dropRefreshToken,
  expire,
  fillIn,
  kept,
  loginLink,
  newPerson,
  open,
  openOwnAccount,
  type Person,
  signIn,
  test,
} from "./people.ts";

/** Returns the name of the built file that contains the SDK. */
const sdk = (): string => {
  const manifest = resolve(import.meta.dirname, "../../build/client/.vite/manifest.json");
  return JSON.parse(readFileSync(manifest, "utf8"))["app/ui/sign-in/Auth0Bridge.tsx"].file;
};

const notice = (page: Page) => page.getByRole("alert").filter({ hasText: "Signing in did not work" });
const tryAgain = (page: Page) => page.getByRole("button", { name: "Try again" });
const origin = (baseURL: string | undefined): string => baseURL ?? "";

/** Expects the page to show the person's own account, which means that the API accepted the access token. */
const showsAccount = (page: Page, { email }: { email: string }) =>
  expect(page.getByText(`Your address is ${email}`)).toBeVisible();

/** Counts requests that use a refresh token, and requests of hidden frames, as they go out. */
function watchTokens(page: Page): { refreshes: number; frames: number } {
  const seen = { refreshes: 0, frames: 0 };
  page.on("request", (request) => {
    if (request.url().includes("/oauth/token") && request.postData()?.includes("refresh_token"))
      seen.refreshes += 1;
    if (request.url().includes("/authorize?") && request.url().includes("prompt=none")) seen.frames += 1;
  });
  return seen;
}

test("a new person signs up, signs in again, returns to the same address, survives a reload, and signs out", async ({
  page,
}) => {
  const path = "/2tc?query=%C3%A9%26x&og=1";
  const person = {
    email: `${crypto.randomUUID().slice(0, 8)}@example.org`,
    password: "a very good password",
  };
  await open(page, path);
  await loginLink(page).click();
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel("E-mail address").fill(person.email);
  await page.getByLabel(/^Choose a password/).fill(person.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(accountMenu(page)).toBeVisible();
  await expect(page).toHaveURL(path);
  await accountMenu(page).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");

  await open(page, path);
  await loginLink(page).click();
  await fillIn(page, { ...person, password: "a wrong password" });
  await expect(page.getByRole("alert")).toHaveText(
    "That e-mail address and password do not match an account.",
  );
  await expect(page.getByLabel("E-mail address")).toHaveValue(person.email);
  await fillIn(page, person);
  await expect(accountMenu(page)).toBeVisible();
  await expect(page).toHaveURL(path);

  await page.reload();
  await accountMenu(page).click();
  await expect(page.getByText(person.email)).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
  await expect(loginLink(page)).toBeVisible();
  // The provider's session has ended, too: it asks for the password.
  await loginLink(page).click();
  await expect(page.getByLabel(/^Password/)).toBeVisible();
});

test("a first visit downloads nothing of the SDK until somebody asks to sign in", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("/2tc", { waitUntil: "networkidle" });
  await page.getByRole("searchbox").first().fill("quincy");
  await page.waitForResponse(/fetch-2tc|2tc\.data/);
  await page.waitForLoadState("networkidle");
  expect(asked).not.toContain(`/${sdk()}`);
  expect(asked).not.toContain("/config.json");
  for (const script of asked.filter((path) => path.endsWith(".js")))
    expect(await (await page.request.get(script)).text(), script).not.toContain("@@auth0spajs@@");
  await loginLink(page).click();
  await expect(page.getByLabel("E-mail address")).toBeVisible();
  expect(asked).toContain(`/${sdk()}`);
});

test("a page that requires signing in leads to the login and back to the same address", async ({
  page,
  member,
}) => {
  await page.goto("/account?from=%2Ftest&x=1");
  await fillIn(page, member);
  await showsAccount(page, member);
  await expect(page).toHaveURL("/account?from=%2Ftest&x=1");
});

test("an account that is blocked by mistake is unblocked with one press", { tag: "@long" }, async ({
  page,
  baseURL,
}) => {
  const { email } = await newPerson(origin(baseURL));
  await page.goto(`${baseURL}/admin/accounts?query=${email}`);
  await fillIn(page, ADMINISTRATOR);
  const row = page.getByRole("listitem").filter({ hasText: email });
  await row.getByRole("button", { name: "Block" }).click();
  await expect(row.getByRole("status")).toHaveText(`${email} is blocked and signed out. Undo`);
  await row.getByRole("button", { name: "Undo" }).click();
  await expect(row.getByRole("status")).toHaveText(`${email} may sign in again. Undo`);
  await expect(row.getByRole("button", { name: "Block" })).toBeVisible();
});

test("an administrator grants the role Index Helper, and it takes effect", { tag: "@long" }, async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await newPerson(origin(baseURL));
  await signIn(page, person);
  expect(claimsOf((await kept(page))?.body.access_token ?? "").permissions).toEqual(["write:member"]);

  const office = await (await browser.newContext()).newPage();
  await office.goto(`${baseURL}/admin/accounts?query=${person.email}`);
  await fillIn(office, ADMINISTRATOR);
  const row = office.getByRole("listitem").filter({ hasText: person.email });
  const said = (words: string) => expect(row.getByRole("status")).toHaveText(`${person.email} ${words} Undo`);
  const undo = row.getByRole("button", { name: "Undo" });
  await row.getByLabel("Index Helper").click();
  await said("is now an Index Helper.");
  await undo.click();
  await said("is no longer an Index Helper.");
  await expect(row.getByLabel("Index Helper")).not.toBeChecked();
  await undo.click();
  await said("is now an Index Helper.");
  await expect(row.getByLabel("Index Helper")).toBeChecked();
  await row.getByRole("button", { name: "Log" }).click();
  await expect(row.getByText("set roles").first()).toBeVisible();
  await row.getByLabel("Admin").click();
  await expect(row.getByLabel("Admin")).toBeChecked();

  // It stands in the list of changes, which can be narrowed to it.
  await office.goto(`${baseURL}${pages.changes()}`);
  await office.getByLabel("What").selectOption("Accounts");
  await office.getByLabel("Who").fill(ADMINISTRATOR.email);
  await expect(office).toHaveURL(/who=.*&noun=account|noun=account.*&who=/);
  await expect(
    office.getByRole("listitem").filter({ hasText: "set roles" }).filter({ hasText: person.email }).first(),
  ).toContainText(`(${ADMINISTRATOR.email})`);

  await expire(page);
  await page.reload();
  await accountMenu(page).click();
  await expect(page.getByRole("link", { name: "Accounts" })).toBeVisible();
  expect(claimsOf((await kept(page))?.body.access_token ?? "").permissions).toEqual([
    "write:member",
    "write:admin",
  ]);
  await page.getByRole("link", { name: "Accounts" }).click();
  await expect(page.getByLabel("Search by e-mail address or name")).toBeVisible();
  await office.context().close();
});

test("the accounts page tells somebody who is no administrator that they are not authorized", {
  tag: "@long",
}, async ({ page, member }) => {
  await signIn(page, member);
  await page.goto("/admin/accounts");
  await expect(page.getByRole("alert")).toHaveText("You are not authorized to view this page.");
});

test("an e-mail address that is too long for its place is truncated", { tag: "@long" }, async ({
  page,
  baseURL,
}) => {
  const long = `somebody.with.a.long.name+${crypto.randomUUID()}@mail.example.org`;
  const person = await newPerson(origin(baseURL), [], long);
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, person);
  const lines = (shown: Locator) =>
    shown.evaluate(
      (element) => element.getBoundingClientRect().height / parseFloat(getComputedStyle(element).lineHeight),
    );
  await accountMenu(page).click();
  const inMenu = page.getByTitle(long);
  await expect(inMenu).toBeVisible();
  expect(await lines(inMenu)).toBeLessThan(1.5);
  // The menu is in the window, however narrow that is.
  for (const width of [320, 360, 480, 768]) {
    await page.setViewportSize({ width, height: 740 });
    const { left, right } = await inMenu.evaluate((element) => {
      const sheet = element.closest("details > div") ?? element;
      return sheet.getBoundingClientRect();
    });
    expect(left, `${width}`).toBeGreaterThanOrEqual(0);
    expect(right, `${width}`).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("link", { name: "Your account" }).click();
  await showsAccount(page, person);
  expect(await lines(page.getByRole("main").getByTitle(long))).toBeLessThan(1.5);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test("a name is shown as text, even if it contains HTML", { tag: "@long" }, async ({ page, baseURL }) => {
  const name = "<img src=x onerror=alert(1)>";
  const person = await newPerson(origin(baseURL), ["Admin"]);
  page.on("dialog", () => expect(page.url(), "a script ran").toBe(""));
  await signIn(page, person);
  await openOwnAccount(page);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByRole("status")).toHaveText("Your name was saved.");
  await page.goto(`/admin/accounts?query=${person.email}`);
  await expect(page.getByText(name)).toBeVisible();
});

test("an e-mail address with HTML comes back as text", { tag: "@long" }, async ({ page }) => {
  page.on("dialog", () => expect(page.url(), "a script ran").toBe(""));
  await page.goto("/login");
  await page.getByLabel("E-mail address").fill('"><b>x</b>@example.org');
  await page.getByLabel(/^Password/).fill("whatever it is");
  await page
    .locator("main form")
    .first()
    .evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByLabel("E-mail address")).toHaveValue('"><b>x</b>@example.org');
});

test("an expired access token is silently renewed with the refresh token", async ({ page, member }) => {
  await signIn(page, member);
  const before = (await kept(page))?.body.access_token;
  const seen = watchTokens(page);
  await expire(page);
  await openOwnAccount(page);
  await showsAccount(page, member);
  expect(seen).toEqual({ refreshes: 1, frames: 0 });
  expect((await kept(page))?.body.access_token).not.toBe(before);
});

test("without a refresh token the hidden frame gets a new one", { tag: "@long" }, async ({
  page,
  member,
}) => {
  await signIn(page, member);
  const seen = watchTokens(page);
  await dropRefreshToken(page);
  await openOwnAccount(page);
  await showsAccount(page, member);
  expect(seen).toEqual({ refreshes: 0, frames: 1 });
  expect((await kept(page))?.body.refresh_token).toBeTruthy();
});

test("a refresh token that the provider does not know falls back to the hidden frame", {
  tag: "@long",
}, async ({ page, member }) => {
  await signIn(page, member);
  const seen = watchTokens(page);
  await expire(page, { refresh_token: "long-gone" });
  await openOwnAccount(page);
  await showsAccount(page, member);
  expect(seen).toEqual({ refreshes: 1, frames: 1 });
});

test("two tabs that refresh at once both stay signed in", { tag: "@long" }, async ({
  page,
  context,
  member,
}) => {
  await signIn(page, member);
  const other = await context.newPage();
  await open(other, "/2tc");
  for (let round = 0; round < 2; round++) {
    await expire(page);
    await Promise.all([page.goto("/account"), other.goto("/account")]);
    await Promise.all([showsAccount(page, member), showsAccount(other, member)]);
  }
});

test("signing out in one tab signs out the others", { tag: "@long" }, async ({ page, context, baseURL }) => {
  // Somebody of their own: the session of the member whom all tests share would end.
  await signIn(page, await newPerson(origin(baseURL)));
  const other = await context.newPage();
  await open(other, "/2tc");
  await expect(accountMenu(other)).toBeVisible();
  // What is for them alone does not stay in sight either.
  const own = await context.newPage();
  await open(own, pages.mySubmissions());
  await expect(own.getByText(/You have not submitted anything yet/).first()).toBeVisible();
  await accountMenu(page).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
  await expect(loginLink(other)).toBeVisible();
  await expect(accountMenu(other)).toBeHidden();
  await expect(own.getByText("You signed out in another tab.")).toBeVisible();
  await own.getByRole("button", { name: "Sign in again" }).click();
  await expect(own.getByLabel("E-mail address")).toBeVisible();
});

test("a tab blocked by another one says so after its attempts, and continues once the lock is free", {
  tag: "@long",
}, async ({ page, context, member }) => {
  await page.clock.install();
  await signIn(page, member);
  const other = await context.newPage();
  await open(other, "/2tc");
  const { clientId, audience } = await (await page.request.get(api.config())).json();
  const release = await other.evaluateHandle(
    (name) =>
      new Promise<() => void>((held) => {
        void navigator.locks.request(name, () => new Promise<void>((free) => held(free)));
      }),
    // The SDK's name for its lock.
    `auth0.lock.getTokenSilently.${clientId}.${audience}`,
  );
  await expire(page);
  await openOwnAccount(page);
  // It waits three times five seconds, as in SPEC.
  await expect(async () => {
    await page.clock.fastForward(5_000);
    await expect(notice(page)).toContainText("Another tab is signing in right now.", { timeout: 500 });
  }).toPass();
  await release.evaluate((free) => free());
  await page.reload();
  await showsAccount(page, member);
});

test("a refresh whose response is lost is retried, and nobody is signed out", { tag: "@long" }, async ({
  page,
  member,
}) => {
  await signIn(page, member);
  let lost = 0;
  await page.route("**/oauth/token", async (route) => {
    if (lost > 0) return route.continue();
    lost += 1;
    // The provider receives the request and rotates the token, but the browser gets no answer.
    await route.fetch();
    await route.abort("connectionreset");
  });
  await expire(page);
  await openOwnAccount(page);
  await showsAccount(page, member);
  expect(lost).toBe(1);
  // And the current refresh token is valid.
  await expire(page);
  await page.reload();
  await showsAccount(page, member);
});

test("a logout with a foreign return address is refused, and nobody is signed out", { tag: "@long" }, async ({
  page,
  member,
}) => {
  await signIn(page, member);
  const answer = await page.goto("/v2/logout?client_id=btd6-index&returnTo=https%3A%2F%2Fevil.example%2F");
  expect(answer?.status()).toBe(400);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Signing out did not work");
  await expect(page.getByText("is not on the list")).toBeVisible();
  await dropRefreshToken(page);
  await page.goto("/account");
  await showsAccount(page, member);
});

test("a callback with the wrong state, or that was not expected, reports an invalid state", async ({
  page,
}) => {
  await open(page, "/2tc");
  await loginLink(page).click();
  await expect(page.getByLabel("E-mail address")).toBeVisible();
  await page.goto("/login-redirect?code=a-code&state=another");
  await expect(notice(page)).toContainText("Invalid state");

  // The transaction has been used.
  await page.goto("/login-redirect?code=a-code&state=another");
  await expect(notice(page)).toContainText("Invalid state");
  await tryAgain(page).click();
  await expect(page.getByLabel("E-mail address")).toBeVisible();
});

test("a cancelled login is reported, and closing the notice leads to the home page", {
  tag: "@long",
}, async ({ page }) => {
  await open(page, "/2tc");
  await loginLink(page).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(notice(page)).toContainText("The sign-in was cancelled.");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Signing in did not work");
  await expect(page).toHaveTitle(/^Signing in did not work \| /);
  await notice(page).getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("a blocked account is told so, loses its session, and cannot sign in", { tag: "@long" }, async ({
  page,
  baseURL,
}) => {
  const person = await newPerson(origin(baseURL));
  await signIn(page, person);
  await block(person);
  // The current token is refused at once.
  await openOwnAccount(page);
  await expect(page.getByRole("alert")).toHaveText("This account is blocked.");
  await expire(page);
  await page.goto("/2tc");
  await loginLink(page).click();
  await fillIn(page, person);
  await expect(page.getByRole("alert")).toContainText("This account is blocked.");
});

test("on another host of the product, a popup always gets the token", { tag: "@long" }, async ({
  page,
  member,
}) => {
  // As if this page were on another host than the product's own.
  await page.route("**/config.json", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), siteHost: "index.example" } });
  });
  await signIn(page, member);
  const popup = page.waitForEvent("popup");
  await openOwnAccount(page);
  await (await popup).waitForEvent("close");
  await showsAccount(page, member);
});

/** Signs in, then ends the session: neither the provider nor a refresh token identifies the member any more. */
async function outlive(page: Page, person: Person): Promise<void> {
  await signIn(page, person);
  // What the page asks for by itself, such as notices, would find the session ended and sign out.
  await page.waitForLoadState("networkidle");
  await page.context().clearCookies({ name: /^index_/ });
  await dropRefreshToken(page);
}

test("when the provider requires a login, a popup asks for it", async ({ page, member }) => {
  await outlive(page, member);
  const popup = page.waitForEvent("popup");
  await openOwnAccount(page);
  const form = await popup;
  await fillIn(form, member);
  await showsAccount(page, member);
  expect(form.isClosed()).toBe(true);
  await expect(notice(page)).toHaveCount(0);
});

test("somebody whose session has ended everywhere is signed out silently", { tag: "@long" }, async ({
  page,
  member,
}) => {
  await outlive(page, member);
  await page.goto("/2tc");
  await expect(loginLink(page)).toBeVisible();
  await expect.poll(() => kept(page)).toBeUndefined();
  await expect(notice(page)).toHaveCount(0);
});

test("a popup that is closed is reported, and can be retried", { tag: "@long" }, async ({ page, member }) => {
  await outlive(page, member);
  const popup = page.waitForEvent("popup");
  await openOwnAccount(page);
  const form = await popup;
  await expect(form.getByLabel("E-mail address")).toBeVisible();
  await form.close();
  await expect(notice(page)).toContainText("The sign-in window was closed too early.");
  await tryAgain(page).click();
  await fillIn(page, member);
  await showsAccount(page, member);
});

test("a popup that the browser blocks is reported, and can be retried", { tag: "@long" }, async ({
  page,
  member,
}) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await outlive(page, member);
  await openOwnAccount(page);
  await expect(notice(page)).toContainText("Your browser blocked the sign-in window.");
  await tryAgain(page).click();
  await fillIn(page, member);
  await showsAccount(page, member);
});

for (const [what, pattern] of [
  ["the provider", "**/.well-known/*"],
  ["the settings of the sign-in", "**/config.json"],
  ["the SDK", "**/Auth0Bridge*"],
] as const) {
  test(`when ${what} cannot be reached the page says so, and a later retry works`, async ({ page }) => {
    await page.route(pattern, (route) => route.abort());
    await open(page, "/2tc?og=1");
    await loginLink(page).click();
    await expect(notice(page)).toContainText("The sign-in provider cannot be reached.");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.unroute(pattern);
    await tryAgain(page).click();
    await expect(page.getByLabel("E-mail address")).toBeVisible();
  });
}

test("when the provider is lost between login and token the page says so, and a retry works", {
  tag: "@long",
}, async ({ page, member }) => {
  await page.context().addCookies(member.visitor.cookies());
  await page.route("**/oauth/token", (route) => route.abort());
  await open(page, "/2tc?og=1");
  await loginLink(page).click();
  await expect(notice(page)).toContainText("cannot be reached");
  await page.unroute("**/oauth/token");
  await tryAgain(page).click();
  await expect(accountMenu(page)).toBeVisible();
});

test("when the provider is lost while somebody is signed in the page says so, and they stay signed in", {
  tag: "@long",
}, async ({ page, member }) => {
  await signIn(page, member);
  await page.route("**/oauth/token", (route) => route.abort());
  await expire(page);
  await openOwnAccount(page);
  await expect(notice(page)).toContainText("cannot be reached");
  await page.unroute("**/oauth/token");
  await page.reload();
  await showsAccount(page, member);
});

test("a provider that answers with an error page does not leave a blank page", { tag: "@long" }, async ({
  page,
  member,
}) => {
  await page.context().addCookies(member.visitor.cookies());
  await page.route("**/oauth/token", (route) =>
    route.fulfill({ status: 500, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }),
  );
  await open(page, "/2tc");
  await loginLink(page).click();
  await expect(notice(page)).toContainText(/Login failed|cannot be reached/);
  await expect(tryAgain(page)).toBeVisible();
});

test("an access token that the API rejects is reported in words", async ({ page, member }) => {
  await signIn(page, member);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((each) => each.startsWith("@@"))) {
      const entry = JSON.parse(localStorage.getItem(key) ?? "null");
      if (entry?.body?.access_token)
        localStorage.setItem(
          key,
          JSON.stringify({ ...entry, body: { ...entry.body, access_token: "garbage" } }),
        );
    }
  });
  await openOwnAccount(page);
  await expect(page.getByRole("alert")).toHaveText("The access token is not valid.");
});

test("on http at a host other than this machine, the page says that signing in needs https", {
  tag: "@long",
}, async ({ page, baseURL }) => {
  await page.route("http://index.test/**", async (route) => {
    const url = new URL(route.request().url());
    const fetched = route.fetch({ url: `${baseURL}${url.pathname}${url.search}` });
    // The page may have been left meanwhile.
    await fetched.then((response) => route.fulfill({ response })).catch(() => undefined);
  });
  await open(page, "http://index.test/2tc");
  await loginLink(page).click();
  await expect(notice(page)).toContainText("Signing in needs https.");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("http://index.test/account");
  await expect(notice(page)).toContainText("Signing in needs https.");
});
