import sharp, { type Sharp } from "sharp";
import { api, pages } from "../../domain/contract/routes.ts";
import { bitsApart, isSamePicture, perceptualHashOf } from "../../domain/media/perceptual-hash.ts";
import { decodePicture } from "../../platform/node/thumbnails.ts";
import { SCREENSHOT, screenshotOf } from "../screenshots.ts";
import {
  chooseFile,
  expectPlayable,
  expectRegistered,
  fillInTexts,
  newMap,
  newPlayer,
  newTexts,
  openAs,
  proofButton,
  send,
} from "./completions.ts";
import { expect, test } from "./fixture.ts";
import type { Person } from "./people.ts";

/** Draws a run that no other test submits. */
const draw = () => sharp(screenshotOf(1, Date.now() % 100_000), { raw: SCREENSHOT });

test("a browser says what a picture looks like, for a server that cannot tell", async ({
  page,
  request,
  member,
}) => {
  const picture = await draw().png().toBuffer();
  await page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData) Object.assign(window, { small: body.get("small-image") });
      return send.call(this, body);
    };
  });
  await openAs(page, member, pages.addForm("lcc"));
  await fillInTexts(page, "lcc", await newTexts(request, "lcc"));
  await chooseFile(page, proofButton("lcc"), { name: "a.png", mimeType: "image/png", buffer: picture });
  await send(page, "LCC");
  await expectRegistered(page, "LCC");
  const small = await page.evaluate(() => (window as unknown as { small: string }).small);
  const [ofBrowser, ofServer] = [
    perceptualHashOf(Buffer.from(small, "base64")),
    perceptualHashOf((await decodePicture(new Uint8Array(picture))) ?? new Uint8Array()),
  ];
  expect(bitsApart(ofBrowser.dct, ofServer.dct)).toBeLessThanOrEqual(2);
  expect(isSamePicture(ofBrowser.blocks, ofServer.blocks)).toBe(true);
});

test("a picture that proves two completions is shown with both to a helper, who can go on", {
  tag: "@long",
}, async ({ page, request, member, secondMember, helper }) => {
  const map = await newMap(helper);
  const drawn = draw();
  const submit = async (person: Person, picture: Sharp): Promise<string> => {
    const texts = { ...(await newTexts(request, "lcc")), map, person: newPlayer() };
    const bytes = new Uint8Array(await picture.toBuffer());
    // As a browser sends it to a server that cannot decode pictures.
    const small = Buffer.from((await decodePicture(bytes)) ?? []).toString("base64");
    const { json } = await person.visitor.call(api.addSubmit("lcc"), person.tokens, {
      ...texts,
      "small-image": small,
      image: new File([bytes], "a"),
    });
    return String(json.filekey);
  };
  await submit(member, drawn.clone().png());
  const filekey = await submit(secondMember, drawn.clone().resize(960, 540).jpeg({ quality: 70 }));
  await expect
    .poll(async () => {
      const { json } = await helper.visitor.call(api.lookAlikes({ filekey }), helper.tokens);
      return (json.pictures as unknown[]).length;
    })
    .toBe(1);

  await openAs(page, helper, pages.queue({ map, filekey }));
  await expect(page.getByText("Same picture elsewhere")).toHaveCount(2);
  const same = page.getByRole("region", { name: /^Same picture: / });
  await expect(same.getByRole("img")).toHaveCount(2);
  for (const each of await same.getByRole("img").all()) await expectPlayable(each);
  await same.getByRole("button", { name: /^Compare the pictures with / }).click();
  const dialog = page.getByRole("dialog", { name: /^Same picture\? / });
  for (const each of await dialog.getByRole("img").all()) await expectPlayable(each);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Verify", exact: true })).toBeEnabled();
});
