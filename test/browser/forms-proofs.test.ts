import { api, pages } from "../../domain/contract/routes.ts";
import { newTexts } from "./completions.ts";
import { expect, open, test } from "./fixture.ts";
import type { Person } from "./people.ts";

/** Submits a form with these files and returns the filekey. */
async function submit(
  { origin, tokens }: Person,
  texts: Readonly<Record<string, string>>,
  files: readonly File[],
) {
  const body = new FormData();
  for (const [name, text] of Object.entries(texts)) body.append(name, text);
  for (const file of files) body.append("attachments", file);
  const response = await fetch(origin + api.addSubmit("2tc"), {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  const answer = (await response.json()) as { filekey?: string };
  if (!answer.filekey) throw new Error(JSON.stringify(answer));
  return answer.filekey;
}

test("a YouTube video is loaded only on a click, from the host that sets no cookies", async ({
  page,
  request,
  member,
  faults,
}) => {
  const texts = await newTexts(request, "2tc");
  const filekey = await submit(member, { ...texts, link: "https://youtu.be/dQw4w9WgXcQ?t=1m30s" }, []);
  const player = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90";
  const asked: string[] = [];
  await page.route("https://www.youtube-nocookie.com/**", (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "<p>A player</p>" });
  });
  await open(page, pages.notes("2tc", { filekey }));
  const play = page.getByRole("link", { name: /^Play the video/ });
  await expect(play).toContainText("Loads the player from youtube-nocookie.com");
  await expect(page.locator("iframe")).toHaveCount(0);
  expect(asked).toEqual([]);
  faults.expect(/^foreign request: https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?start=90$/);
  await play.focus();
  await page.keyboard.press("Enter");
  const frame = page.locator("figure iframe");
  await expect(frame).toHaveAttribute("src", player);
  await expect(frame).toHaveAttribute(
    "title",
    (await page.getByRole("heading", { level: 1 }).textContent()) ?? "",
  );
  await expect(frame).toHaveAttribute("allow", /fullscreen/);
  // The site's Content-Security-Policy allows it.
  await expect(page.frameLocator("figure iframe").getByText("A player")).toBeVisible();
  // The focus is where the link was.
  await expect(frame).toBeFocused();
  expect(asked).toEqual([player]);
});

// The strip is as wide as the window.
test("twenty attachments fit in a strip that scrolls sideways, and the arrows of the viewer go through all", {
  tag: ["@both", "@long"], // a strip scrolls by a finger, too
}, async ({ page, request, member, picture }) => {
  const texts = await newTexts(request, "2tc");
  const files = Array.from(
    { length: 20 },
    (_, at) => new File([new Uint8Array(picture.buffer)], `${at}.png`, { type: picture.mimeType }),
  );
  const sent = { ...texts, link: "https://example.org/proof" };
  // A form takes ten files.
  const filekey = await submit(member, sent, files.slice(0, 10));
  const { json } = await member.visitor.call(`${api.editInfo("2tc")}?filekey=${filekey}`, member.tokens);
  const edited = Object.fromEntries(
    ["tower1", "tower2", "map"].map((name) => [`edited-${name}`, texts[name] ?? ""]),
  );
  const edit = { ...edited, "edited-filekey": filekey, edit: "true", revision: String(json.revision) };
  await submit(member, { ...edit, ...sent }, files.slice(10));
  await open(page, pages.notes("2tc", { filekey }));
  const strip = page.getByRole("list", { name: "Proof and attachments" });
  await expect(strip.getByRole("link")).toHaveCount(21);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  // Rows of thumbnails would push everything else off the screen.
  expect((await strip.boundingBox())?.height).toBeLessThan(260);
  const last = strip.getByRole("link", { name: "Attachment 20" });
  await last.click();
  await expect(last).toHaveAttribute("aria-current", "true");
  await page.locator("figure").getByRole("link", { name: "Attachment 20" }).click();
  const shown = page.locator("dialog[open]");
  await expect(shown).toContainText("20 of 20");
  await page.keyboard.press("ArrowRight");
  await expect(shown).toContainText("1 of 20");
  await page.keyboard.press("ArrowLeft");
  await expect(shown).toContainText("20 of 20");
  await page.keyboard.press("ArrowRight");
  await expect(shown).toContainText("1 of 20");
  await page.keyboard.press("Escape");
  await expect(shown).toHaveCount(0);
  // The last one viewed is in the frame, and visible among the thumbnails.
  const current = strip.getByRole("link", { name: "Attachment 1", exact: true });
  await expect(current).toHaveAttribute("aria-current", "true");
  await expect(current).toBeInViewport();
});
