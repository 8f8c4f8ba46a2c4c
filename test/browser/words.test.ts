import { WORDS } from "../../domain/challenges/glossary.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { MEANINGS } from "../../domain/challenges/meanings.ts";
import { expect, open, test } from "./fixture.ts";
import { findPair, keyOf } from "./sample.ts";

test("the page for newcomers explains every word and every challenge", { tag: "@long" }, async ({ page }) => {
  await open(page, "/");
  await page.getByRole("main").getByRole("link", { name: "New here?" }).click();
  await expect(page).toHaveURL("/new-here");
  const terms = page.getByRole("main").locator("dt");
  await expect(terms).toHaveText([
    ...Object.values(WORDS),
    ...Array.from(CHALLENGES.values(), ({ label, navLabel }) => label + (navLabel ? `or ${navLabel}` : "")),
  ]);
  for (const { name, summary } of CHALLENGES.values())
    await expect(page.locator("dd", { hasText: name }).filter({ hasText: summary })).not.toHaveCount(0);
});

test("a word is explained by the keyboard alone, and gives the focus back", { tag: "@long" }, async ({
  page,
}) => {
  await open(page, "/2tc");
  const word = page.getByRole("button", { name: "CHIMPS" });
  const dialog = page.getByRole("dialog", { name: "CHIMPS" });
  await expect(word).toHaveCount(1);
  await expect(dialog).toBeHidden();
  await word.press("Enter");
  await expect(dialog).toContainText(MEANINGS.chimps);
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(word).toBeFocused();
});

// On a phone it has the width of the window.
test("a word's dialog fits into the window", {
  tag: "@both", // a phone has the least room
}, async ({ page }) => {
  await open(page, "/maps?map=Quad");
  await page.getByRole("button", { name: "RBS" }).click();
  await expect(page.getByRole("dialog", { name: "RBS" })).toBeInViewport({ ratio: 1 });
});

test("words are explained where they are met", async ({ page, request }) => {
  const original = await findPair(request, "og=1", (_, types) => types.length > 0);
  const places = {
    "/": ["CHIMPS", "verified"],
    "/2tc": ["CHIMPS", "OG"],
    "/maps": ["RBS"],
    [`/2tc/notes?${keyOf(original)}`]: ["OG", "Verified"],
  };
  for (const [path, words] of Object.entries(places)) {
    await page.goto(path);
    const found = page.locator("main button[aria-haspopup=dialog]");
    await expect(found, path).toHaveText(words);
  }
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("a word is explained all the same", async ({ page }) => {
    await page.goto("/2tc");
    await page.getByRole("button", { name: "OG", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "OG" })).toContainText(MEANINGS.og);
  });
});
