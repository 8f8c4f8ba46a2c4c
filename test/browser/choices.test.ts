import { pages } from "../../domain/contract/routes.ts";
import { openAs } from "./completions.ts";
import { expect } from "./fixture.ts";
import { test } from "./signed-in.ts";

test("a name that is not allowed says why, and only an unknown one finds nothing", async ({
  page,
  member,
}) => {
  await openAs(page, member, pages.addForm("2tc"));
  const [first, second] = [1, 2].map((at) =>
    page.getByRole("combobox", { name: `Tower ${at}`, exact: true }),
  );
  await first?.fill("dark kn");
  await expect(
    page.getByText("Dark Knight cannot come first: it costs more than the 650 at the start."),
  ).toBeVisible();
  await first?.fill("sauda");
  await expect(page.getByText("Sauda is not allowed in this challenge")).toBeVisible();
  await first?.fill("Mammoth");
  await expect(page.getByText("Nothing of that name")).toBeVisible();
  await second?.fill("dark kn");
  await expect(page.getByRole("option", { name: "Dark Knight" })).toBeVisible();
});
