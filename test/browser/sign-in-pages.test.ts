import { createHash } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { api, signInForms } from "../../domain/contract/routes.ts";
import { untilHydrated } from "./fixture.ts";
import { accountMenu, fillIn, newPerson, openOwnAccount, signIn, test } from "./people.ts";

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

test("a password is shown and hidden by keyboard, by a button that says whose it is", async ({
  page,
  baseURL,
}) => {
  await page.goto(authorizePath(baseURL ?? ""));
  await untilHydrated(page);
  const password = page.getByLabel(/^Password/);
  await password.fill("what was typed");
  await expect(page.getByRole("button", { name: "Show: Password" })).toHaveText("Show");
  await password.press("Tab");
  await page.keyboard.press("Enter");
  await expect(password).toHaveJSProperty("type", "text");
  await expect(page.getByRole("button", { name: "Hide: Password" })).toBeFocused();
  await page.keyboard.press("Space");
  await expect(password).toHaveJSProperty("type", "password");
  await expect(password).toHaveValue("what was typed");
});

for (const scheme of ["light", "dark"] as const) {
  // The layouts are what it is about. The dark scheme only changes colours.
  test.describe(`in the ${scheme} scheme`, { tag: scheme === "light" ? "@both" : "@long" }, () => {
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
      member,
    }) => {
      const person = await newPerson(baseURL ?? "", ["Admin"]);
      await signIn(page, person);
      await openOwnAccount(page);
      await expect(page.getByText(`Your address is ${person.email}`)).toBeVisible();
      await expectGoodPage(page);
      await accountMenu(page).click();
      await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
      await expectGoodPage(page);
      // What stands above the accounts arrives late, and moves none of them.
      await page.route(`**${api.sample()}`, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 500));
        await route.continue();
      });
      await page.goto("/admin/accounts");
      const row = ({ email }: { email: string }) => page.getByRole("listitem").filter({ hasText: email });
      await expect(row(person)).toBeVisible();
      expect(await page.getByRole("region", { name: "First steps" }).isVisible()).toBe(true);
      await row(person).getByRole("button", { name: "Log" }).click();
      await expect(row(person).getByText("accept invitation")).toBeVisible();
      await expect(row(person).getByRole("button", { name: "Reset link" })).toBeDisabled();
      await row(member).getByRole("button", { name: "Reset link" }).click();
      await expect(row(member).getByText(/\/reset\//)).toBeVisible();
      await page.getByRole("button", { name: "Make an invitation" }).click();
      await expect(page.getByText(/\/invitation\//)).toBeVisible();
      await expect(page.getByRole("button", { name: "Copy link" })).toHaveCount(2);
      await expectGoodPage(page);
    });
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the login forms work, and are marked up for password managers", async ({ page, baseURL, member }) => {
    await page.goto(authorizePath(baseURL ?? ""));
    await expect(page.locator("input[name=email]")).toHaveAttribute("autocomplete", "username");
    await expect(page.locator("input[name=password]")).toHaveAttribute("autocomplete", "current-password");
    await page.getByRole("link", { name: "Create an account" }).click();
    await expect(page.locator("input[name=email]")).toHaveAttribute("autocomplete", "username");
    await expect(page.locator("input[name=password]")).toHaveAttribute("autocomplete", "new-password");
    await page.getByRole("link", { name: "I have an account" }).click();
    await fillIn(page, { ...member, password: "a wrong password" });
    await expect(page.getByRole("alert")).toBeVisible();
    await fillIn(page, member);
    await expect(page).toHaveURL(/\/login-redirect\?code=[\w-]+&state=a-state/);
  });

  test("a page that requires signing in says that it needs JavaScript", async ({ page }) => {
    await page.goto("/account");
    await expect(page.locator("noscript p")).toHaveText(
      /sign in to see this page, and signing in needs JavaScript/,
    );
    await page.goto("/add-2tc-form");
    await expect(page.locator("noscript p")).toHaveText(
      /sign in to see this page, and signing in needs JavaScript/,
    );
    await expect(page.getByText("Redirecting…")).toBeHidden();
  });
});
