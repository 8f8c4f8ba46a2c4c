import { expect, type Page, test } from "@playwright/test";

/** Fails a test at the first console error (a hydration fault, say) or Content-Security-Policy violation. */
async function watch(page: Page): Promise<string[]> {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    // The browser itself reports a page that is answered with 404.
    if (message.type() === "error" && !message.text().includes("404")) faults.push(message.text());
  });
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`forbidden by the policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return faults;
}

const openMenu = (page: Page, phone: boolean) =>
  phone
    ? page.locator("summary[aria-label='Menu']").click()
    : page.locator("summary", { hasText: "Reference" }).click();

for (const scheme of ["light", "dark"] as const) {
  test(`a page comes alive without errors, in the ${scheme} scheme and without overflow`, async ({
    page,
  }) => {
    const faults = await watch(page);
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", scheme);
    await page.getByRole("button", { name: "Switch between light and dark" }).click();
    await expect(page.locator("html")).not.toHaveAttribute("data-mantine-color-scheme", scheme);
    const [width, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(width).toBeLessThanOrEqual(window ?? 0);
    await expect(page.locator("style")).toHaveCount(0);
    expect(faults).toEqual([]);
  });
}

test("a menu leads to a page, and closes on Escape", async ({ page }, { project }) => {
  const faults = await watch(page);
  await page.goto("/", { waitUntil: "networkidle" });
  const maps = page.getByRole("link", { name: "Maps", exact: true }).filter({ visible: true });
  await openMenu(page, project.name === "phone");
  await expect(maps).toHaveAttribute("href", "/maps");
  await page.keyboard.press("Escape");
  await expect(maps).toHaveCount(0);
  expect(faults).toEqual([]);
});

test("an unknown address is answered with 404 and says so", async ({ page }) => {
  const faults = await watch(page);
  const answer = await page.goto("/no-such-page");
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveTitle("Couldn't find that page | BTD6 Index");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Couldn't find that page");
  expect(faults).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the menus still open", async ({ page }, { project }) => {
    await page.goto("/");
    await openMenu(page, project.name === "phone");
    await expect(page.getByRole("link", { name: "Balance Changes" }).filter({ visible: true })).toHaveCount(
      1,
    );
  });
});
