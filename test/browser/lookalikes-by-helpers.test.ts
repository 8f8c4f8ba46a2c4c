import { api, pages } from "../../domain/contract/routes.ts";
import { newPlayer, newTexts, openAs } from "./completions.ts";
import { expect, test } from "./fixture.ts";
import type { Person } from "./people.ts";

test("a helper sees what has the same link and whose name looks alike, on a phone as well", {
  tag: "@both", // the buttons are to be in view
}, async ({ page, request, member, secondMember, helper }) => {
  const player = `${newPlayer()} ea`;
  const lookAlike = player.replace("ea", "еа");
  const texts = await newTexts(request, "lcc");
  const link = `https://example.org/${crypto.randomUUID()}`;
  const submit = async ({ visitor, tokens }: Person, person: string): Promise<string> => {
    const { json } = await visitor.call(api.addSubmit("lcc"), tokens, { ...texts, link, person });
    return String(json.filekey);
  };
  const [first, second] = [await submit(member, player), await submit(secondMember, lookAlike)];
  await openAs(page, helper, pages.notes("lcc", { filekey: second }));
  await expect(page.getByText("The same link proves")).toBeVisible();
  await expect(
    page.getByText(`${lookAlike} and ${player} are two players whose names look alike.`),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Verify", exact: true })).toBeInViewport();
  await expect(
    page.getByRole("paragraph").filter({ hasText: "The same link proves" }).getByRole("link"),
  ).toHaveAttribute("href", pages.notes("lcc", { filekey: first }));
});
