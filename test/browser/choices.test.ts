import { pages } from "../../domain/contract/routes.ts";
import { openAs } from "./completions.ts";
import { expect } from "./fixture.ts";
import { test } from "./signed-in.ts";

test("a name that is not allowed or not offered says why, and only an unknown one finds nothing", async ({
  page,
  member,
}) => {
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
