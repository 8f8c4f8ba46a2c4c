import { expect, open, test } from "./fixture.ts";

const BY_MONTH = /^\d{4}-\d\d: [\d,]+$/;

for (const { path, words } of [
  { path: "/progress", words: BY_MONTH },
  { path: "/players/Ada", words: BY_MONTH },
  { path: "/maps?map=Quad", words: /^Version \d+: \$[\d,]+ by / },
])
  test(`the chart of ${path} says the value under pointer, finger and key`, {
    tag: "@both",
  }, async ({ page, isPhone }) => {
    await open(page, path);
    // A map's is drawn twice, and one of both has room.
    const chart = page
      .locator("figure", { has: page.getByRole("slider") })
      .filter({ visible: true })
      .first();
    const said = chart.locator("figcaption");
    const cursor = chart.getByRole("slider");
    await expect(said).toHaveText(words);
    const newest = (await said.textContent()) ?? "";

    const drawing = chart.locator("svg");
    const box = await drawing.boundingBox();
    const position = { x: (box?.width ?? 0) * 0.35, y: (box?.height ?? 0) * 0.1 };
    if (isPhone) await drawing.tap({ position });
    else await drawing.hover({ position });
    await expect(said).not.toHaveText(newest);
    await expect(said).toHaveText(words);

    await cursor.focus();
    await page.keyboard.press("Home");
    await expect(cursor).toHaveValue("0");
    await page.keyboard.press("ArrowRight");
    await expect(cursor).toHaveValue("1");
    await expect(cursor).toHaveAttribute("aria-valuetext", words);
    await page.keyboard.press("End");
    await expect(said).toHaveText(newest);
  });
