import type { Page } from "@playwright/test";
import { api, pages } from "../../domain/contract/routes.ts";
import type { FormTexts } from "../../domain/submissions/form.ts";
import {
  acceptDialogs,
  chooseFile,
  expectPlayable,
  expectRegistered,
  fillInTexts,
  giveLink,
  newTexts,
  openAs,
  playerOf,
  proofButton,
  send,
} from "./completions.ts";
import { expect, reportOf, test } from "./fixture.ts";
import { dropRefreshToken, fillIn } from "./people.ts";

/** The provider's answer to a hidden frame if nobody is signed in. */
const NOBODY_SIGNED_IN = reportOf(400);

/** Ends the session: neither the provider nor a refresh token identifies the person any more. */
async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies({ name: /^index_/ });
  await dropRefreshToken(page);
}

const player = (page: Page) => page.getByRole("textbox", { name: "Player" });
const preview = (page: Page) => page.getByRole("img", { name: "victory.png" });

/** Returns how many completions a player has. */
async function countOf(page: Page, key: string, texts: FormTexts): Promise<number> {
  const answer = await page.request.get(api.list(key, { query: playerOf(texts), count: 0 }));
  return (await answer.json()).count;
}

test.describe("nothing that is filled in is lost", () => {
  test("when the session ends: a popup asks for the login, the form waits, and is recorded once", async ({
    page,
    request,
    picture,
    faults,
    helper,
  }) => {
    faults.expect(NOBODY_SIGNED_IN);
    await openAs(page, helper, pages.addForm("lcc"));
    const texts = await newTexts(request, "lcc");
    await expect(page.getByText("draft saved")).toHaveCount(0);
    await fillInTexts(page, "lcc", texts);
    await expect(page.getByText("draft saved in this tab")).toBeVisible();
    await chooseFile(page, proofButton("lcc"), picture);
    await page.getByRole("checkbox", { name: "Mark as verified?" }).uncheck();
    await endSession(page);

    const first = page.waitForEvent("popup");
    await send(page, "LCC");
    await expect(page.getByRole("status").filter({ hasText: "Please sign in, in the window" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Add LCC" })).toBeDisabled();
    const window = await first;
    await expect(window.getByLabel("E-mail address")).toBeVisible();
    await expect(player(page)).toHaveValue(playerOf(texts));
    await window.close();
    await expect(page.getByRole("alert")).toHaveText(
      /^Error adding LCC: The sign-in window was closed too early\./,
    );
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(page.getByRole("checkbox", { name: "Mark as verified?" })).not.toBeChecked();
    await expectPlayable(preview(page));

    const second = page.waitForEvent("popup");
    await send(page, "LCC");
    await fillIn(await second, helper);
    await expectRegistered(page, "LCC");
    await expect(page.getByRole("status").filter({ hasText: "Successfully" })).toBeFocused();
    expect(await countOf(page, "lcc", texts)).toBe(1);
    await page.getByRole("link", { name: "View", exact: true }).click();
    await expect(page.getByText("(Pending) A helper has yet to verify it.")).toBeVisible();
    await expectPlayable(page.getByRole("img", { name: "Proof" }));
  });

  test("a draft that comes back says so, and can be started over", async ({
    page,
    request,
    picture,
    member,
  }) => {
    const dialogs = acceptDialogs(page);
    await openAs(page, member, pages.addForm("lcc"));
    const texts = await newTexts(request, "lcc");
    await expect(page.getByRole("button", { name: "Start over" })).toHaveCount(0);
    await fillInTexts(page, "lcc", texts);
    await chooseFile(page, proofButton("lcc"), picture);
    await expect(page.getByText("draft saved in this tab")).toBeVisible();
    await page.reload();
    await expect(page.getByText("your draft is back")).toBeVisible();
    await expect(player(page)).toHaveValue(playerOf(texts));
    await expectPlayable(preview(page));
    await page.getByRole("button", { name: "Start over" }).click();
    await expect(page.getByText("your draft is back")).toHaveCount(0);
    await expect(page.getByLabel(/^Map/)).toHaveValue("");
    await expect(preview(page)).toHaveCount(0);
    // The reload asks in the browser's own words.
    expect(dialogs.filter(Boolean)).toEqual(["Start over? What you filled in is deleted."]);
  });

  test("by a redirect to sign in, by Back during it, or by a reload, not even the files", {
    tag: "@long",
  }, async ({ page, request, picture, faults, member }) => {
    faults.expect(NOBODY_SIGNED_IN);
    // The browser blocks the popup, so only the provider's page is left.
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await openAs(page, member, pages.addForm("lcd"));
    const texts = await newTexts(request, "lcd");
    await fillInTexts(page, "lcd", texts);
    await chooseFile(page, proofButton("lcd"), picture);
    await chooseFile(page, "Attachments", { ...picture, name: "setup.png" });
    await endSession(page);
    await send(page, "LCD");
    await expect(page.getByRole("alert")).toHaveText(/Your browser blocked the sign-in window/);
    await page.getByRole("button", { name: "Sign in and come back" }).click();
    await expect(page.getByLabel("E-mail address")).toBeVisible();
    await page.goBack();
    // Nobody is signed in, but the form requires it, so it leads to the provider again.
    await fillIn(page, member);

    await expect(page).toHaveURL(pages.addForm("lcd"));
    await expect(player(page)).toHaveValue(playerOf(texts));
    await page.reload();
    await expect(player(page)).toHaveValue(playerOf(texts));
    await expectPlayable(preview(page));
    await expect(page.getByText("setup.png")).toBeVisible();
    await send(page, "LCD");
    await expectRegistered(page, "LCD");
    expect(await countOf(page, "lcd", texts)).toBe(1);
    await page.getByRole("link", { name: "Add another LCD" }).click();
    // Only the player is remembered.
    await expect(player(page)).toHaveValue(playerOf(texts));
    await expect(page.getByRole("combobox", { name: "Map" })).toHaveValue("");
    await expect(page.getByText("setup.png")).toHaveCount(0);
  });

  test("when the response is lost: a second attempt is recorded only once", async ({
    page,
    request,
    member,
    faults,
  }) => {
    faults.expect(/ERR_CONNECTION_RESET/);
    const texts = await newTexts(request, "lcc");
    await openAs(page, member, pages.addForm("lcc"));
    await fillInTexts(page, "lcc", texts);
    await giveLink(page);
    await page.route(
      `**${api.addSubmit("lcc")}`,
      async (route) => {
        await route.fetch();
        await route.abort("connectionreset");
      },
      { times: 1 },
    );
    await send(page, "LCC");
    await expect(page.getByRole("alert")).toHaveText(/What you typed is kept/);
    // The press keeps its id after a reload.
    page.once("dialog", (dialog) => dialog.accept());
    await page.reload();
    await send(page, "LCC");
    await expectRegistered(page, "LCC");
    expect(await countOf(page, "lcc", texts)).toBe(1);
  });

  test("when a link is clicked during an upload: the page asks first", { tag: "@long" }, async ({
    page,
    context,
    request,
    member,
    picture,
  }) => {
    await openAs(page, member, pages.addForm("2tc"));
    await fillInTexts(page, "2tc", await newTexts(request, "2tc"));
    await chooseFile(page, proofButton("2tc"), picture);
    const network = await context.newCDPSession(page);
    const speed = (uploadThroughput: number) =>
      network.send("Network.emulateNetworkConditions", {
        ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput },
      });
    // Bytes per second: the picture would take most of a minute.
    await speed(15_000);
    await send(page, "2TC");
    await expect(page.getByRole("progressbar", { name: "Upload" })).toBeVisible();
    const asked: string[] = [];
    page.on("dialog", async (dialog) => {
      asked.push(dialog.type() === "beforeunload" ? "beforeunload" : dialog.message());
      await dialog.dismiss();
    });
    await page.getByRole("link", { name: "Back to 2TCs" }).click();
    const question = "Leave now? The form is still being sent and may not be recorded.";
    await expect.poll(() => asked).toEqual([question]);
    await page.evaluate(() => window.location.reload());
    await expect.poll(() => asked).toEqual([question, "beforeunload"]);
    await expect(page.getByRole("progressbar", { name: "Upload" })).toBeVisible();
    await speed(-1);
    await expectRegistered(page, "2TC");
    await page.getByRole("link", { name: "View", exact: true }).click();
    await expectPlayable(page.getByRole("img", { name: "Proof" }));
    expect(asked).toHaveLength(2);
  });
});
