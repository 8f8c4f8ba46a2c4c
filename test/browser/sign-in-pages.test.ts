import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import axe from "axe-core";
import { signInForms } from "../../routes.ts";
import { ADMINISTRATOR } from "../administrator.ts";
import { freePort, newFolder } from "../node/site.ts";
import { accountMenu, expire, fillIn, newPerson, open, openOwnAccount, signIn } from "./people.ts";

/** Returns the address at which the SDK begins a login. */
function authorizePath(origin: string): string {
  const parameters = new URLSearchParams({
    client_id: "btd6-index",
    response_type: "code",
    redirect_uri: `${origin}/login-redirect`,
    scope: "openid profile email offline_access",
    audience: `${origin}/api`,
    state: "a-state",
    nonce: "a-nonce",
    code_challenge: createHash("sha256").update("v".repeat(43)).digest("base64url"),
    code_challenge_method: "S256",
  });
  return `/authorize?${parameters}`;
}

/** Fails if the page violates WCAG 2 A or AA, or is wider than its window. */
async function expectGoodPage(page: Page): Promise<void> {
  const [width, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(width).toBeLessThanOrEqual(window ?? 0);
  // Through the debugger, because the page's own policy allows no script.
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: run } = globalThis as unknown as { axe: typeof import("axe-core") };
    const { violations: found } = await run.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] });
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  });
  expect(violations).toEqual([]);
}

for (const scheme of ["light", "dark"] as const) {
  // The dark scheme only changes colours, so phones are tested with the light one alone.
  test.describe(`in the ${scheme} scheme`, { tag: scheme === "dark" ? ["@once"] : [] }, () => {
    test.use({ colorScheme: scheme });

    test("login, sign-up and reset fit the window and meet WCAG", async ({ page, baseURL }) => {
      await page.goto(authorizePath(baseURL ?? ""));
      await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
      await expectGoodPage(page);
      await fillIn(page, { email: "nobody@example.org", password: "a wrong password" });
      await expect(page.getByRole("alert")).toBeVisible();
      await expect(page.getByLabel(/^Password/)).toBeFocused();
      await expectGoodPage(page);
      await page.getByRole("link", { name: "Create an account" }).click();
      await expect(page.getByRole("button", { name: "Create account" })).toBeVisible();
      await expectGoodPage(page);
      await page.goto(signInForms.askReset());
      await expectGoodPage(page);
      await page.goto(signInForms.reset("gone"));
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("That did not work");
      await expectGoodPage(page);
    });

    test("the account page and the list of accounts fit the window and meet WCAG", async ({
      page,
      baseURL,
    }) => {
      const person = await newPerson(baseURL ?? "", ["Admin"]);
      const other = await newPerson(baseURL ?? "");
      await signIn(page, person);
      await openOwnAccount(page);
      await expect(page.getByText(`Your address is ${person.email}`)).toBeVisible();
      await expectGoodPage(page);
      await accountMenu(page).click();
      await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
      await expectGoodPage(page);
      await page.goto("/admin/accounts");
      const row = ({ email }: { email: string }) => page.getByRole("listitem").filter({ hasText: email });
      await row(person).getByRole("button", { name: "Log" }).click();
      await expect(row(person).getByText("accept invitation")).toBeVisible();
      await expect(row(person).getByRole("button", { name: "Reset link" })).toBeDisabled();
      await row(other).getByRole("button", { name: "Reset link" }).click();
      await expect(row(other).getByText(/\/reset\//)).toBeVisible();
      await page.getByRole("button", { name: "Make an invitation" }).click();
      await expect(page.getByText(/\/invitation\//)).toBeVisible();
      await expect(page.getByRole("button", { name: "Copy link" })).toHaveCount(2);
      await expectGoodPage(page);
    });
  });
}

test.describe("without JavaScript", { tag: "@once" }, () => {
  test.use({ javaScriptEnabled: false });

  test("the login forms work, and are marked up for password managers", async ({ page, baseURL }) => {
    const person = await newPerson(baseURL ?? "");
    await page.goto(authorizePath(baseURL ?? ""));
    await expect(page.locator("input[name=email]")).toHaveAttribute("autocomplete", "username");
    await expect(page.locator("input[name=password]")).toHaveAttribute("autocomplete", "current-password");
    await page.getByRole("link", { name: "Create an account" }).click();
    await expect(page.locator("input[name=email]")).toHaveAttribute("autocomplete", "username");
    await expect(page.locator("input[name=password]")).toHaveAttribute("autocomplete", "new-password");
    await page.getByRole("link", { name: "I have an account" }).click();
    await fillIn(page, { ...person, password: "a wrong password" });
    await expect(page.getByRole("alert")).toBeVisible();
    await fillIn(page, person);
    await expect(page).toHaveURL(/\/login-redirect\?code=[\w-]+&state=a-state/);
  });

  test("a login can be cancelled", async ({ page, baseURL }) => {
    await page.goto(authorizePath(baseURL ?? ""));
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page).toHaveURL(/\/login-redirect\?error=access_denied/);
  });

  test("a page that requires signing in says that it needs JavaScript", async ({ page }) => {
    await page.goto("/account");
    await expect(page.locator("noscript p")).toHaveText(/signed in, and signing in needs JavaScript/);
    await page.goto("/add-2tc-form");
    await expect(page.locator("noscript p")).toHaveText(/signed in, and signing in needs JavaScript/);
    await expect(page.getByText("Redirecting…")).toBeHidden();
  });
});

test.describe("a separate site", { tag: "@once" }, () => {
  let site: ChildProcess | undefined;
  test.afterEach(() => site?.kill("SIGKILL"));

  test("a session survives a restart of the site", async ({ page }) => {
    // It starts twice, perhaps on a busy machine.
    test.setTimeout(150_000);
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const env = {
      ...process.env,
      PORT: String(port),
      DATA_DIR: newFolder(),
      SAMPLE_DATA: "off",
      SITE_ORIGIN: origin,
      ADMIN_EMAIL: ADMINISTRATOR.email,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
    };
    const start = async (): Promise<void> => {
      site = spawn(process.execPath, ["platform/node/main.ts"], {
        cwd: resolve(import.meta.dirname, "../.."),
        env,
        stdio: "ignore",
      });
      await expect
        .poll(
          () =>
            fetch(`${origin}/healthz`).then(
              ({ ok }) => ok,
              () => false,
            ),
          { timeout: 60_000 },
        )
        .toBe(true);
    };
    await start();
    await page.goto(`${origin}/account`);
    await fillIn(page, ADMINISTRATOR);
    await expect(page.getByText(`Your address is ${ADMINISTRATOR.email}`)).toBeVisible();

    const ended = new Promise((done) => site?.once("exit", done));
    site?.kill("SIGTERM");
    await ended;
    await start();
    await expire(page);
    await page.reload();
    await expect(page.getByText(`Your address is ${ADMINISTRATOR.email}`)).toBeVisible();
    await open(page, `${origin}/2tc`);
    await expect(accountMenu(page)).toBeVisible();
  });
});
