import { expect, type Page } from "@playwright/test";
import { claimsOf } from "../node/visitor.ts";
import { accountMenu, loginLink, open, test } from "./people.ts";

type Claims = Record<string, unknown>;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Changes the next ID token on its way to the SDK. This breaks its signature, which is not checked in code flow. */
async function tamper(page: Page, claims: Claims, header: Claims = {}): Promise<void> {
  await page.route(
    "**/oauth/token",
    async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      const [head = "", , signature] = String(answer.id_token).split(".");
      const changed = [
        encode({ ...JSON.parse(Buffer.from(head, "base64url").toString()), ...header }),
        encode({ ...claimsOf(answer.id_token), ...claims }),
        signature,
      ].join(".");
      await route.fulfill({ response, json: { ...answer, id_token: changed } });
    },
    { times: 1 },
  );
}

/** A light page; any would do. */
const PAGE = "/extracting-game-assets";

/** Begins a login that the provider completes by itself, and expects it to fail with these words. */
async function expectRefusal(page: Page, words: string | RegExp): Promise<void> {
  await open(page, PAGE);
  await loginLink(page).click();
  const notice = page.getByRole("alert").filter({ hasText: "Signing in did not work" });
  await expect(notice).toContainText(words);
  await expect(accountMenu(page)).toHaveCount(0);
}

test.describe("an invalid ID token is refused with an explanation", () => {
  test.beforeEach(({ context, member }) => context.addCookies(member.visitor.cookies()));

  const now = Math.floor(Date.now() / 1000);
  test("a claim that is missing or wrong", { tag: "@long" }, async ({ page }) => {
    for (const [claims, words] of [
      [{ iss: "https://other.example/" }, "Issuer (iss) claim mismatch"],
      [{ sub: undefined }, "Subject (sub) claim must be a string"],
      [{ aud: "another" }, "Audience (aud) claim mismatch"],
      [{ nonce: "another" }, "Nonce (nonce) claim mismatch"],
      [{ exp: undefined }, "Expiration Time (exp) claim must be a number"],
      [{ exp: now - 90 }, "Expiration Time (exp) claim error"],
      [{ iat: undefined }, "Issued At (iat) claim must be a number"],
      [{ nbf: now + 3_600 }, "Not Before time (nbf) claim"],
    ] as const) {
      await tamper(page, claims);
      await expectRefusal(page, `Login failed: ${words}`);
    }
  });

  test("trying again signs in", { tag: "@long" }, async ({ page }) => {
    await tamper(page, { nonce: "another" });
    await expectRefusal(page, "Nonce (nonce) claim mismatch");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(accountMenu(page)).toBeVisible();
  });

  test("another signature algorithm, or none", { tag: "@long" }, async ({ page }) => {
    for (const alg of ["HS256", "none", "RS384"]) {
      await tamper(page, {}, { alg });
      await expectRefusal(page, `Signature algorithm of "${alg}" is not supported.`);
    }
  });

  test("a token that expired less than a minute ago is accepted", { tag: "@long" }, async ({ page }) => {
    await tamper(page, { exp: Math.floor(Date.now() / 1000) - 20 });
    await open(page, PAGE);
    await loginLink(page).click();
    await expect(page).toHaveURL(PAGE);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  /** Makes the SDK ask for a maximum age of the login, which the site does not, by patching the built chunk. */
  async function withMaxAge(page: Page, seconds: number): Promise<void> {
    await page.route("**/Auth0Bridge*", async (route) => {
      const response = await route.fetch();
      const source = await response.text();
      const body = source.replace(
        /scope:(["'`])openid profile email offline_access\1/,
        `$&,max_age:${seconds}`,
      );
      expect(body).not.toBe(source);
      await route.fulfill({ response, body });
    });
  }

  test("no auth_time when a maximum age is requested", { tag: "@long" }, async ({ page }) => {
    await withMaxAge(page, 3_600);
    await tamper(page, { auth_time: undefined });
    await expectRefusal(page, "Authentication Time (auth_time) claim must be a number");
  });

  test("a login that is too old", { tag: "@long" }, async ({ page }) => {
    await withMaxAge(page, 3_600);
    await tamper(page, { auth_time: now - 3_600 - 90 });
    await expectRefusal(page, "too much time has passed since the last end-user authentication");
  });

  /** Makes the SDK expect an organization, which the site does not use, by changing its stored transaction once. */
  const withOrganization = (page: Page, organization: string): Promise<unknown> =>
    page.addInitScript((wanted) => {
      if (location.pathname !== "/login-redirect" || sessionStorage.getItem("organization is set")) return;
      for (const key of Object.keys(sessionStorage).filter((each) => each.startsWith("a0.spajs.txs"))) {
        const transaction = JSON.parse(sessionStorage.getItem(key) ?? "{}");
        sessionStorage.setItem(key, JSON.stringify({ ...transaction, organization: wanted }));
      }
      sessionStorage.setItem("organization is set", "yes");
    }, organization);

  for (const [what, organization, claims, words] of [
    ["no organization's id", "org_abc", {}, "Organization ID (org_id) claim must be a string"],
    [
      "another organization's id",
      "org_abc",
      { org_id: "org_ABC" },
      "Organization ID (org_id) claim mismatch",
    ],
    ["no organization's name", "Guild", {}, "Organization Name (org_name) claim must be a string"],
    [
      "another organization's name",
      "Guild",
      { org_name: "band" },
      "Organization Name (org_name) claim mismatch",
    ],
  ] as const) {
    test(what, async ({ page }) => {
      await withOrganization(page, organization);
      await tamper(page, claims);
      await expectRefusal(page, words);
    });
  }

  test("an organization's name in different case is accepted", { tag: "@long" }, async ({ page }) => {
    await withOrganization(page, "GUILD");
    await tamper(page, { org_name: "guild" });
    await open(page, PAGE);
    await loginLink(page).click();
    await expect(accountMenu(page)).toBeVisible();
  });
});
