import { pages } from "../../domain/contract/routes.ts";
import { giveLink, openAs } from "./completions.ts";
import { expect, test } from "./fixture.ts";

test("a name that is not allowed or not offered says why, and only an unknown one finds nothing", {
  tag: "@long",
}, async ({ page, member }) => {
  await openAs(page, member, pages.addForm("2tc"));
  const [first, second] = [1, 2].map((at) =>
    page.getByRole("combobox", { name: `Tower ${at}`, exact: true }),
  );
  await first?.fill("dark kn");
  // It is not offered, but taken: it may have cost less once.
  const doubted = page.getByRole("option", { name: "Dark Knight", exact: true });
  await expect(doubted).toContainText("Not at today's prices: Super Monkey costs");
  await doubted.click();
  await expect(first ?? page.locator("none")).toHaveValue("Dark Knight");
  await expect(page.getByRole("status").filter({ hasText: "Not at today's prices" })).toBeVisible();
  await first?.fill("sauda");
  await expect(page.getByText("Sauda is not allowed in this challenge")).toBeVisible();
  await first?.fill("Mammoth");
  await expect(page.getByText("No match")).toBeVisible();
  await second?.fill("dark kn");
  await expect(page.getByRole("option", { name: "Dark Knight" })).toBeVisible();
});

test("a name that is none stays as it was typed, and its field says so until another is chosen", {
  tag: "@long",
}, async ({ page, member }) => {
  await openAs(page, member, pages.addForm("2tc", { tower1: "Base Beast", tower2: "Quincy", map: "Quad" }));
  for (const [label, text, words] of [
    ["Tower 1", "Nonsense", 'Tower 1 is not a tower in the game: "Nonsense".'],
    ["Tower 1", "Sauda", "Sauda is not allowed in this challenge, because it can win the game alone."],
    ["Map", "Nowhere at all", 'Map is not a map known here: "Nowhere at all".'],
  ] as const) {
    const box = page.getByRole("combobox", { name: label, exact: true });
    await box.fill(text);
    await box.press("Tab");
    await expect(box).toHaveValue(text);
    await expect(box).toHaveAttribute("aria-invalid", "true");
    await expect(box).toHaveAccessibleDescription(words);
  }
  const first = page.getByRole("combobox", { name: "Tower 1", exact: true });
  await first.fill("base beast");
  await first.press("Tab");
  await expect(first).toHaveValue("Base Beast");
  await expect(first).not.toHaveAttribute("aria-invalid");
  // What was chosen comes back with Escape, as in every such box.
  await first.fill("Nonsense");
  await first.press("Escape");
  await expect(first).toHaveValue("Base Beast");
});

test("a number of towers that is none stays as it was typed, says so, and changes no tower", {
  tag: "@long",
}, async ({ page, member }) => {
  await openAs(page, member, pages.addForm("ltc", { towerset: '["Quincy","Base Ice"]', map: "Quad" }));
  const count = page.getByRole("textbox", { name: "Number of towers" });
  const rows = page.getByRole("combobox", { name: /^Tower \d+$/ });
  await expect(rows).toHaveCount(2);
  for (const [text, words] of [
    ["2.5", "Number of towers is not a whole number from 0."],
    ["-1", "Number of towers is not a whole number from 0."],
    ["three", "Number of towers is not a whole number from 0."],
    ["101", "Number of towers is more than 100."],
  ] as const) {
    await count.fill(text);
    await count.press("Tab");
    await expect(count).toHaveValue(text);
    await expect(count).toHaveAccessibleDescription(words);
    await expect(rows).toHaveCount(2);
  }
  // It is not sent, though all else is filled in.
  await page.getByRole("textbox", { name: "Player" }).fill("Ada");
  await giveLink(page);
  await page.getByRole("button", { name: "Add LTC", exact: true }).click();
  await expect(count).toBeFocused();
  await expect(page.getByText("Successfully registered")).toHaveCount(0);
  await count.fill("3");
  await expect(rows).toHaveCount(3);
  await expect(count).not.toHaveAttribute("aria-invalid");
});
