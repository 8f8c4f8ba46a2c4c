import { pages } from "../../domain/contract/routes.ts";
import { newMap, newTexts, openAs, submitAs } from "./completions.ts";
import { expect, test } from "./fixture.ts";
import { pressKey, sendKey } from "./keys.ts";

test("the desk obeys its keys on layouts without Latin letters, and brackets behind AltGr or Option", async ({
  page,
  request,
  member,
  helper,
  picture,
}) => {
  const files = { image: picture, attachments: { ...picture, name: "setup.png" } };
  const map = await newMap(helper);
  await submitAs(member, "lcc", { ...(await newTexts(request, "lcc")), map }, files);
  await openAs(page, helper, pages.queue({ map }));
  const shown = page.locator('[aria-label="Proof and attachments"] a[aria-current=true]');
  const links = page.locator('[aria-label="Proof and attachments"] a');
  await expect(page.getByRole("button", { name: "Verify", exact: true })).toBeVisible();
  await expect(links).toHaveCount(2);
  const [first, second] = await Promise.all([0, 1].map((at) => links.nth(at).getAttribute("href")));
  await expect(shown).toHaveAttribute("href", first ?? "");
  const [windows, linux] = [
    { ctrlKey: true, altKey: true, modifierAltGraph: true },
    { modifierAltGraph: true },
  ];
  for (const [init, href] of [
    [{ key: "]", code: "Digit9", ...windows }, second],
    [{ key: "[", code: "Digit8", ...windows }, first],
    [{ key: "]", code: "Digit9", ...linux }, second],
    [{ key: "[", code: "Digit8", ...linux }, first],
    [{ key: "]", code: "Digit6", altKey: true }, second],
    [{ key: "[", code: "Digit5", altKey: true }, first],
    [{ key: "ъ", code: "BracketRight" }, second],
    [{ key: "х", code: "BracketLeft" }, first],
  ] as const) {
    await sendKey(page, init);
    await expect(shown, JSON.stringify(init)).toHaveAttribute("href", href ?? "");
  }
  await sendKey(page, { key: "]", code: "BracketRight", altKey: true });
  await sendKey(page, { key: "]", code: "BracketRight", metaKey: true });
  await expect(shown).toHaveAttribute("href", first ?? "");

  // "ч" is on the key of X, which selects what is open.
  await pressKey(page, { key: "ч", code: "KeyX" });
  const selected = page.getByRole("checkbox", { name: /^Select the LCC by/, checked: true });
  await expect(selected).toHaveCount(1);
  await pressKey(page, { key: "Ч", code: "KeyX" });
  await expect(selected).toHaveCount(0);
  // "к" is on the key of R.
  await pressKey(page, { key: "к", code: "KeyR" });
  const reason = page.getByRole("textbox", { name: "Why? The player reads this." });
  await expect(reason).toBeFocused();
  await pressKey(page, { key: "ч", code: "KeyX" });
  await expect(reason).toHaveValue("ч");
});
