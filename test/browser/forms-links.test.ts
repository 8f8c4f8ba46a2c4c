import type { Page } from "@playwright/test";
import { api, pages } from "../../domain/contract/routes.ts";
import { mp4Of, pictures } from "../videos.ts";
import {
  chooseFile,
  expectRegistered,
  fillInTexts,
  giveLink,
  newTexts,
  openAs,
  playerOf,
  proofButton,
  send,
  submitAs,
} from "./completions.ts";
import { expect, open, test } from "./fixture.ts";

const VIDEO = "https://youtu.be/dQw4w9WgXcQ";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const boxOf = (page: Page, slot: string) => page.getByRole("textbox", { name: `${slot}: link` });

test("every slot takes a link; a linked video may show more; all are shown and can be taken back", async ({
  page,
  request,
  member,
  picture,
}) => {
  const texts = await newTexts(request, "2tc");
  await openAs(page, member, pages.addForm("2tc"));
  await fillInTexts(page, "2tc", texts);
  await chooseFile(page, proofButton("2tc"), picture);
  await expect(page.getByText(/The rules also ask for:.*Tower set-up, Recording/)).toBeVisible();
  await button(page, "Recording Paste link").click();
  await expect(boxOf(page, "Recording")).toBeFocused();
  await boxOf(page, "Recording").fill(VIDEO);
  await button(page, "Tower set-up The linked video shows this too").click();
  await expect(boxOf(page, "Tower set-up")).toHaveValue(VIDEO);
  await expect(page.getByText(/The rules also ask for:.*(set-up|Recording)/)).toHaveCount(0);
  await send(page, "2TC");
  await expectRegistered(page, "2TC");

  const [row] = (await (await request.get(api.list("2tc", { query: playerOf(texts) }))).json()).results;
  const { links } = await (await request.get(api.attachments(row.filekey))).json();
  expect(links).toEqual([
    { role: "recording", url: VIDEO },
    { role: "setup", url: VIDEO },
  ]);
  await open(page, pages.notes("2tc", { filekey: row.filekey }));
  await page.getByRole("link", { name: /Recording and Tower set-up/ }).click();
  await expect(page.getByRole("link", { name: /^Play the video/ })).toBeVisible();
  await expect(page.getByText("No attachments")).toHaveCount(0);

  await page.goto(pages.editForm("2tc", { filekey: row.filekey }));
  await expect(boxOf(page, "Recording")).toHaveValue(VIDEO);
  await button(page, "Remove Tower set-up: link").click();
  await send(page, "2TC");
  await expectRegistered(page, "2TC");
  const after = await (await request.get(api.attachments(row.filekey))).json();
  expect(after.links).toEqual([{ role: "recording", url: VIDEO }]);
});

test("an address that ends is said so at its slot, and two lines are two addresses, each in its slot", async ({
  page,
  member,
  request,
}) => {
  const texts = await newTexts(request, "2tc");
  await openAs(page, member, pages.addForm("2tc"));
  await fillInTexts(page, "2tc", texts);
  await giveLink(page, "https://cdn.discordapp.com/attachments/1/2/a.png?ex=66aa4106&is=1");
  const doubt = page.getByRole("status").filter({ hasText: "stopped working on 2024-07-31" });
  await doubt.getByRole("checkbox", { name: "Submit anyway" }).check();
  await button(page, "Tower set-up Paste link").click();
  await boxOf(page, "Tower set-up").evaluate((box) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "https://example.org/a\nhttps://example.org/b\n");
    box.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }));
  });
  await expect(boxOf(page, "Tower set-up")).toHaveValue("https://example.org/a https://example.org/b");
  await expect(page.getByText("Tower set-up: only the first address stays here.")).toBeVisible();
  await send(page, "2TC");
  await expectRegistered(page, "2TC");
  const [row] = (await (await request.get(api.list("2tc", { query: playerOf(texts) }))).json()).results;
  const { links } = await (await request.get(api.attachments(row.filekey))).json();
  expect(links).toEqual([
    { role: "recording", url: "https://example.org/b" },
    { role: "setup", url: "https://example.org/a" },
  ]);
});

test("a video that this browser cannot play is offered for download; it is not called missing", async ({
  page,
  request,
  member,
}) => {
  const buffer = Buffer.from(mp4Of([pictures("s263")]));
  const image = { name: "run.mp4", mimeType: "video/mp4", buffer };
  const texts = await newTexts(request, "lcc");
  const filekey = await submitAs(member, "lcc", texts, { image, attachments: image });
  await open(page, pages.notes("lcc", { filekey }));
  await expect(page.getByText("Proof: this browser cannot play this video.")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download it" }).click();
  expect((await download).url()).toContain(`/media/${filekey}`);
  await expect(page.getByText(/missing or damaged/)).toHaveCount(0);
});
