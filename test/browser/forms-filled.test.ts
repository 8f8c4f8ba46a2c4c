import { twoTowers } from "../../domain/challenges/2tc.ts";
import { api, pages } from "../../domain/contract/routes.ts";
import { controlOf, openAs } from "./completions.ts";
import { expect } from "./fixture.ts";
import { test } from "./signed-in.ts";

const { map, tower1, tower2 } = twoTowers.fields;

test("a form is prefilled from its address, sends nothing by itself, and keeps what is typed afterwards", async ({
  page,
  member,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes(api.addSubmit("2tc"))) sent.push(request.url());
  });
  const given = {
    tower1: "Absolute Zero",
    tower2: "Quincy",
    map: "Quad",
    og: "1",
    notes: "sent by somebody",
  };
  const address = pages.addForm("2tc", given);
  // The pair has only a sample, so the form would tick the box once it knows. This is about what the address ticks.
  await page.route(
    (url) => url.searchParams.get("og") === "1" && url.pathname === "/fetch-2tc",
    () => undefined,
  );
  await openAs(page, member, address);
  await expect(controlOf(page, tower1)).toHaveValue("Absolute Zero");
  await expect(controlOf(page, tower2)).toHaveValue("Quincy");
  await expect(controlOf(page, map)).toHaveValue("Quad");
  await expect(page.getByRole("checkbox", { name: "OG completion?" })).not.toBeChecked();
  await expect(page.locator("textarea[name=notes]")).toHaveValue("");
  await page.locator("textarea[name=notes]").fill("of my own");
  await page.reload();
  await expect(page.locator("textarea[name=notes]")).toHaveValue("of my own");
  await expect(controlOf(page, map)).toHaveValue("Quad");
  expect(sent).toEqual([]);
});

test("a tower list is prefilled from the address, and an invalid list is ignored", async ({
  page,
  member,
}) => {
  await openAs(page, member, pages.addForm("ltc", { towerset: '["Absolute Zero"]', map: "Quad" }));
  await expect(page.getByLabel("Number of towers")).toHaveValue("1");
  await expect(
    page.getByRole("combobox", { name: "Tower 1" }).or(page.getByRole("textbox", { name: "Tower 1" })),
  ).toHaveValue("Absolute Zero");
  await page.goto(pages.addForm("ltc", { towerset: "[[", map: "<script>" }));
  await expect(page.getByLabel("Number of towers")).toHaveValue("0");
});

test("a wheel over a number scrolls the page and leaves the number as it is", async ({ page, member }) => {
  await openAs(page, member, pages.addForm("lcc", { map: "Quad" }));
  const cash = page.locator("input[name=money]");
  await cash.fill("130869");
  await cash.hover();
  await page.mouse.wheel(0, 300);
  await expect(cash).not.toBeFocused();
  await expect(cash).toHaveValue("130869");
});
