import { expect } from "@playwright/test";
import axe from "axe-core";
import { codeOf } from "../../app/features/accounts/second-factor.server.ts";
import { ADMINISTRATOR } from "../administrator.ts";
import { startMailServer } from "../node/mail-server.ts";
import { endAll, startProcess } from "../node/processes.ts";
import { digitsFor } from "../node/visitor.ts";
import { accountMenu, fillIn, loginLink, newPerson, open, openOwnAccount, signIn, test } from "./people.ts";

const hasNoViolations = async (page: import("@playwright/test").Page): Promise<void> => {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: run } = globalThis as unknown as { axe: typeof import("axe-core") };
    const { violations: found } = await run.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] });
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  });
  expect(violations).toEqual([]);
  const [width, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(width).toBeLessThanOrEqual(window ?? 0);
};

test("a device is signed out from another one, which it then cannot be used from", { tag: "@long" }, async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await newPerson(baseURL ?? "");
  await signIn(page, person);
  await openOwnAccount(page);
  const list = page.getByRole("region", { name: "Devices" });
  // The account was made by a program, which has a grant of its own or shares the browser's.
  await expect(list.getByText("(this one)")).toBeVisible();
  const context = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": "10.9.9.9" } });
  const other = await context.newPage();
  await open(other, `${baseURL}/`);
  await loginLink(other).click();
  await fillIn(other, person);
  await expect(accountMenu(other)).toBeVisible();

  await page.reload();
  const others = list.getByRole("button", { name: /^Sign out (?!all)/ });
  await expect(others).toHaveCount(1);
  await others.click();
  await expect(list.getByRole("status")).toContainText("was signed out.");
  await expect(others).toHaveCount(0);
  await hasNoViolations(page);
  await openOwnAccount(other);
  await expect(other.getByRole("button", { name: "Save name" })).toBeHidden();
  await context.close();
});

test("a second factor is set up with the app, asked for at the next login, and turned off", {
  tag: ["@both", "@long"], // the QR code and the codes are wide
}, async ({ page, baseURL }) => {
  const person = await newPerson(baseURL ?? "");
  await signIn(page, person);
  await openOwnAccount(page);
  const form = page.locator("form", { has: page.getByRole("heading", { name: "Second factor" }) });
  await form.getByLabel(/^Current password/).fill(person.password);
  await form.getByRole("button", { name: "Set it up" }).click();
  await expect(form.getByRole("img", { name: "QR code for your app" })).toBeVisible();
  await hasNoViolations(page);
  const secret = ((await form.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await form.getByRole("textbox", { name: "Code" }).fill("000000");
  await form.getByRole("button", { name: "Turn it on" }).click();
  await expect(form.getByRole("alert")).toContainText("That code is not right");
  await form.getByRole("textbox", { name: "Code" }).fill(await codeOf(secret, new Date()));
  await form.getByRole("button", { name: "Turn it on" }).click();
  await expect(form).toContainText("Recovery codes left: 10");
  const codes = ((await form.locator("code").textContent()) ?? "").split("\n");
  expect(codes).toHaveLength(10);
  await hasNoViolations(page);

  await accountMenu(page).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await loginLink(page).click();
  await fillIn(page, person);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your second factor");
  await expect(page.getByRole("textbox", { name: "Code" })).toBeFocused();
  await hasNoViolations(page);
  await page.keyboard.type(codes[0] ?? "");
  await page.keyboard.press("Enter");
  await openOwnAccount(page);
  await expect(form).toContainText("Recovery codes left: 9");
  await form.getByLabel(/^Current password/).fill(person.password);
  await form.getByRole("textbox", { name: "Code" }).fill(codes[1] ?? "");
  await form.getByRole("button", { name: "Turn it off" }).click();
  await expect(form.getByRole("button", { name: "Set it up" })).toBeVisible();
});

test("whoever joins where mail is sent types six digits, and is back where they were", {
  tag: "@long",
}, async ({ page }) => {
  const mails = await startMailServer();
  const site = await startProcess({ SMTP_URL: mails.url, MAIL_FROM: "Index <index@example.org>" });
  // Its own origin is localhost: the login's cookies are bound to that.
  const origin = `http://localhost:${site.port}`;
  await open(page, `${origin}/maps`);
  await loginLink(page).click();
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel("E-mail address").fill("joining@example.org");
  await page.getByLabel(/^Choose a password/).fill("a very good password");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Look into your mail");
  await expect(page.getByLabel("Six digits")).toBeFocused();
  await hasNoViolations(page);
  await page.getByRole("button", { name: "Send new digits" }).click();
  await expect(page.getByRole("alert")).toContainText("Too many attempts");
  await page.getByLabel("Six digits").fill(await digitsFor("joining@example.org", mails.arrived));
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(accountMenu(page)).toBeVisible();
  await expect(page).toHaveURL(`${origin}/maps`);
  endAll();
  mails.stop();
});

test("somebody invited is told that no mail comes until the address is confirmed, and confirms it", {
  tag: "@long",
}, async ({ page }) => {
  const mails = await startMailServer();
  const site = await startProcess({
    ...{ SMTP_URL: mails.url, MAIL_FROM: "Index <index@example.org>" },
    ...{ ADMIN_EMAIL: ADMINISTRATOR.email, ADMIN_PASSWORD: ADMINISTRATOR.password },
  });
  const person = await newPerson(`http://localhost:${site.port}`);
  await open(page, `${person.origin}/maps`);
  await loginLink(page).click();
  await fillIn(page, person);
  await openOwnAccount(page);
  await expect(page.getByText("It is not confirmed, so you get no notices by mail.")).toBeVisible();
  await page.getByRole("button", { name: "Send me the link that confirms it" }).click();
  await expect(page.getByRole("status")).toContainText(`We sent an e-mail to ${person.email}.`);
  await hasNoViolations(page);
  const link = () => /http:\S+/.exec(mails.arrived.find(({ to }) => to === person.email)?.text ?? "")?.[0];
  await expect.poll(link).toBeDefined();
  await open(page, link() ?? "");
  await page.getByRole("button", { name: "Yes, confirm" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your e-mail address is confirmed");
  await open(page, `${person.origin}/account`);
  await expect(page.getByText(`Mail goes to ${person.email}`)).toBeVisible();
  await expect(page.getByText("not confirmed")).toHaveCount(0);
  endAll();
  mails.stop();
});
