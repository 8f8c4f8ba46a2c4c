import { api, pages } from "../../domain/contract/routes.ts";
import { newPlayer, newTexts, openAs, PROOF, submitAs } from "./completions.ts";
import { expect, test } from "./fixture.ts";
import { newPerson } from "./people.ts";

test("a verifier verifies, rejects, asks, skips, confirms and doubts at the desk, and keeps nothing there", async ({
  page,
  request,
  member,
  helper,
  baseURL,
}) => {
  const verifier = await newPerson(baseURL ?? "", ["Index Verifier"]);
  await newPerson(baseURL ?? "", ["Index Helper"]);
  const filekeys: string[] = [];
  for (let at = 0; at < 4; at += 1)
    filekeys.push(
      await submitAs(member, "lcc", { ...(await newTexts(request, "lcc")), person: newPlayer() }),
    );
  const own: string[] = [];
  for (let at = 0; at < 2; at += 1) {
    const texts = { ...(await newTexts(request, "lcc")), person: newPlayer(), link: PROOF, verify: "on" };
    const { json } = await helper.visitor.call(api.addSubmit("lcc"), helper.tokens, texts);
    own.push(String(json.filekey));
  }
  const [first, second, third, fourth] = filekeys;
  const status = (text: string) => page.getByRole("status").filter({ hasText: text });
  const act = (name: string) => page.getByRole("button", { name, exact: true });

  await openAs(page, verifier, pages.queue({ filekey: first }));
  await expect(page.getByText(/^Looking up what is known/)).toHaveCount(0);
  await act("Verify").click();
  await expect(status("unchecked. Press Verify again to verify anyway.")).toBeVisible();
  await act("Verify").click();
  await expect(status("Verified: LCC on")).toBeVisible();
  await page.goto(pages.queue({ filekey: second }));
  await act("Reject …").click();
  await page.getByLabel("Why? The player reads this.").fill("Another map.");
  await act("Reject").click();
  await expect(status("Rejected: LCC on")).toBeVisible();
  await page.goto(pages.queue({ filekey: third }));
  await act("Ask …").click();
  await page.getByLabel(/What do you need/).fill("Where is round 63?");
  await act("Ask").click();
  await expect(status("Asked about LCC on")).toBeVisible();
  await page.goto(pages.queue({ filekey: fourth }));
  await act("Skip").click();
  await expect(page).not.toHaveURL(new RegExp(`filekey=${fourth}`));

  await page.goto(pages.queue({ filekey: own[0] }));
  await act("Confirm").click();
  await expect(status("Confirmed: LCC on")).toBeVisible();
  await page.goto(pages.queue({ filekey: own[1] }));
  await act("Question …").click();
  await page.getByLabel("What seems wrong? Helpers read this.").fill("Another map.");
  await act("Question").click();
  await expect(status("Questioned: LCC on")).toBeVisible();

  for (const name of ["Canned reasons", /^Reports/, /^Names/])
    await expect(page.getByRole("link", { name })).toHaveCount(0);
  await page.goto(pages.cannedReasons());
  await expect(page.getByRole("main")).toContainText("You are not authorized to view this page.");
  await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
});
