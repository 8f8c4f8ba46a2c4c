import axe from "axe-core";
import { api, pages } from "../../domain/contract/routes.ts";
import { newPlayer, newTexts, openAs, submitAs } from "./completions.ts";
import { expect, test } from "./fixture.ts";
import { newPerson } from "./people.ts";

test("a player on a phone is asked about a run that somebody else submitted with their name, and answers", async ({
  page,
  request,
  baseURL,
  helper,
}) => {
  // Not the shared member, who owns no name in other tests.
  const [member, partner] = [await newPerson(baseURL ?? ""), await newPerson(baseURL ?? "")];
  const [one, other] = [newPlayer(), newPlayer()];
  for (const person of [one, other])
    await submitAs(helper, "lcc", { ...(await newTexts(request, "lcc")), person, verify: "on" });
  for (const [person, name] of [
    [member, one],
    [partner, other],
  ] as const) {
    await person.visitor.call(api.requestName(), person.tokens, { name, evidence: "My channel." });
    const { json } = await helper.visitor.call(api.nameRequests(), helper.tokens);
    const asked = json.results as { name: string; request: string }[];
    const of = asked.find((each) => each.name === name)?.request ?? "";
    await helper.visitor.call(api.decideNameRequest(), helper.tokens, { request: of, outcome: "approved" });
  }
  const filekey = await submitAs(member, "2tcc", {
    ...(await newTexts(request, "2tcc")),
    ...{ person1: one, person2: other },
  });

  await page.setViewportSize({ width: 360, height: 780 });
  await openAs(page, partner, pages.notices());
  await page.getByRole("listitem").filter({ hasText: "Is it right?" }).getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(pages.playedWith()));
  const entry = page.getByRole("listitem").filter({ hasText: one });
  await expect(entry).toBeVisible();
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: injected } = window as unknown as { axe: typeof import("axe-core") };
    return (await injected.run()).violations.map(({ id }) => id);
  });
  expect(violations).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await entry.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByText(/^You said yes to /)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { name: "Answered" })).toBeHidden();
  await entry.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByRole("heading", { name: "Answered" })).toBeVisible();

  await page.goto(pages.notes("2tcc", { filekey }));
  await expect(page.getByText("Both players say that this is right")).toBeVisible();
  await page.goto(pages.list("2tcc", { query: one, players: "both" }));
  await expect(page.getByRole("row").filter({ hasText: other })).toBeVisible();
});
