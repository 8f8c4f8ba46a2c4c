import { readFileSync } from "node:fs";
import sharp from "sharp";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { pages, signInForms } from "../../domain/contract/routes.ts";
import { everyPage } from "./every-page.ts";
import { expect, test } from "./fixture.ts";

const contentOf = (html: string, attribute: string): string | null => {
  const tag = html.match(new RegExp(`<meta [^>]*${attribute}[^>]*>`))?.[0] ?? "";
  return tag.match(/content="([^"]*)"/)?.[1] ?? null;
};
/** The paper colour of either scheme, from app/ui/theme.css. */
const [, light = "", dark = ""] =
  /--paper: light-dark\((#\w+), (#\w+)\);/.exec(
    readFileSync(new URL("../../app/ui/theme.css", import.meta.url), "utf8"),
  ) ?? [];
const PAPER: Readonly<Record<string, string>> = { light, dark };

const plain = (text: string) =>
  text.replaceAll("&amp;", "&").replaceAll("&#x27;", "'").replaceAll("&quot;", '"');

test("a list that is asked with too long a text shows its rows without it, says so, and keeps what fits the box", async ({
  request,
}) => {
  const answer = await request.get(`/2tc?query=${"quad ".repeat(61)}`);
  const html = plain(await answer.text());
  expect(answer.status()).toBe(400);
  expect(html).toContain("It has more than 300 characters, so these are the completions without it.");
  expect(html.match(/<tr/g)?.length).toBeGreaterThan(20);
  expect(html).toContain(`value="${"quad ".repeat(60)}"`);
});

test("every page has its heading as title, the tagline as description, and a link preview of its own", async ({
  request,
  baseURL,
}) => {
  const known = await everyPage(request);
  const descriptions = new Set<string | null>();
  for (const [path, heading] of known) {
    const html = plain(await (await request.get(path)).text());
    expect(html, path).toContain(`<title>${heading} | BTD6 Index</title>`);
    descriptions.add(contentOf(html, 'name="description"'));
    const said = (property: string): string => contentOf(html, `property="og:${property}"`) ?? "";
    // No heading says what a list is narrowed to, or which original a page is about.
    if (!/^\/\w+\?query|extra-info|coverage\/2tc\?towers|undone/.test(path))
      expect(said("title"), path).toBe(heading);
    expect(said("title"), path).toBeTruthy();
    expect(said("description"), path).toBeTruthy();
    expect(said("url"), path).toContain(`${baseURL}${path.split("?")[0]}`);
    expect(html, path).toContain(`<link rel="canonical" href="${said("url")}"/>`);
    for (const [scheme, paper] of Object.entries(PAPER))
      expect(html, path).toContain(
        `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${paper}"/>`,
      );
    expect(said("image"), path).toContain(`${baseURL}/preview.png?of=`);
    expect(said("image:alt"), path).toContain(said("title"));
    const picture = await (await request.get(said("image"))).body();
    const { width, height } = await sharp(picture).metadata();
    expect([width, height].map(String), path).toEqual([said("image:width"), said("image:height")]);
    expect(picture.length, path).toBeLessThan(200_000);
  }
  expect(descriptions.size).toBe(1);
  expect([...descriptions][0]).toBeTruthy();
});

test("every page for members and helpers has one heading, which is also its title", async ({ request }) => {
  const forms = [...CHALLENGES.keys()].flatMap((key) => [
    pages.addForm(key),
    pages.editForm(key),
    pages.editForm(key, { filekey: crypto.randomUUID() }),
  ]);
  for (const path of [
    ...forms,
    ...[pages.mySubmissions(), pages.account(), pages.accounts(), pages.changes(), pages.login()],
    ...[pages.addMap(), pages.addMap({ map: "Quad" }), pages.addChimpsStart(), pages.modifyBalanceChanges()],
    ...[
      pages.spellings(),
      pages.spellings({ query: "gmn" }),
      pages.game(),
      pages.game({ edit: "Ice Monkey" }),
      pages.game({ add: "hero" }),
      pages.queue(),
      pages.queue({ filekey: "gone" }),
    ],
    ...[pages.loginRedirect(), "/nowhere", signInForms.askReset(), signInForms.invitation("gone")],
  ]) {
    const html = (await (await request.get(path)).text()).replaceAll("<!-- -->", "");
    const headings = Array.from(html.matchAll(/<h1[^>]*>(.*?)<\/h1>/g), ([, text]) => text);
    expect(headings, path).toHaveLength(1);
    expect(html, path).toContain(`<title>${headings[0]} | BTD6 Index</title>`);
  }
});

test("the link preview of a filtered list names the filters and the number of results", async ({
  request,
}) => {
  const html = plain(await (await request.get("/2tc?query=abs+zero+quad")).text());
  expect(contentOf(html, 'property="og:title"')).toBe("2TC: Absolute Zero · Quad");
  expect(html).toContain("<title>2 Towers CHIMPS (2TC) | BTD6 Index</title>");
  expect(contentOf(html, 'property="og:description"')).toMatch(
    /^4 2TC completions for “abs zero quad”\. First: Absolute Zero and .* 2TC on Quad by \p{L}/u,
  );
});

test("a page that does not exist has the site's default preview picture and no canonical address", async ({
  request,
  baseURL,
}) => {
  for (const path of ["/nowhere", "/2tc/notes?filekey=nope", "/maps?map=nowhere"]) {
    const html = plain(await (await request.get(path)).text());
    const image = contentOf(html, 'property="og:image"') ?? "";
    expect(image, path).toBe(`${baseURL}/card.png`);
    const { width, height } = await sharp(await (await request.get(image)).body()).metadata();
    expect([width, height], path).toEqual([1200, 630]);
    expect(html, path).not.toContain('rel="canonical"');
  }
});

test("every page's Content-Security-Policy allows only inline scripts with a known hash", async ({
  request,
}) => {
  for (const path of (await everyPage(request)).keys()) {
    const policy = (await request.get(path)).headers()["content-security-policy"] ?? "";
    const scripts = policy.split("; ").find((directive) => directive.startsWith("script-src "));
    expect(scripts, path).toMatch(/^script-src 'self'( 'sha256-[A-Za-z0-9+/=]+')+$/);
  }
});

test("an unchanged list is answered with 304", async ({ request }) => {
  const first = await request.get("/fetch-2tc?query=zero");
  const tag = first.headers().etag ?? "";
  expect(tag).toMatch(/^"/);
  const second = await request.get("/fetch-2tc?query=zero", { headers: { "If-None-Match": tag } });
  expect(second.status()).toBe(304);
  expect(await second.body()).toHaveLength(0);
  const other = await request.get("/fetch-2tc?query=quad", { headers: { "If-None-Match": tag } });
  expect(other.status()).toBe(200);
});

test("the icons, the manifest and what search engines read are served with their types", async ({
  request,
}) => {
  for (const [path, type] of [
    ["/favicon.ico", "image/vnd.microsoft.icon"],
    ["/favicon.svg", "image/svg+xml"],
    ["/apple-touch-icon.png", "image/png"],
    ["/manifest.webmanifest", "application/manifest+json"],
    ["/robots.txt", "text/plain"],
    ["/sitemap.xml", "application/xml"],
  ] as const) {
    const answer = await request.get(path, { headers: { "Accept-Encoding": "br;q=0" } });
    expect(answer.status(), path).toBe(200);
    const { etag, ...headers } = answer.headers();
    expect(headers["content-type"], path).toContain(type);
    expect(headers["content-encoding"], path).toBeUndefined();
    expect((await answer.body()).length, path).toBe(Number(headers["content-length"]));
    const again = await request.get(path, { headers: { "If-None-Match": etag ?? "" } });
    expect(again.status(), path).toBe(304);
  }
});

test("every script and style of a page has an ETag and is sent uncompressed when the client refuses encodings", async ({
  request,
}) => {
  const html = await (await request.get("/")).text();
  const files = new Set(html.match(/\/assets\/[\w./-]+\.(?:js|css)/g));
  expect(files.size).toBeGreaterThan(5);
  for (const file of files) {
    const plainly = await request.get(file, { headers: { "Accept-Encoding": "br;q=0, gzip;q=0" } });
    expect(plainly.headers()["content-encoding"], file).toBeUndefined();
    expect(plainly.headers().etag, file).toBeTruthy();
  }
});

test("the sitemap lists every public page under the site's own address, and robots.txt links to it", async ({
  request,
  baseURL,
}) => {
  expect(await (await request.get("/robots.txt")).text()).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const listed = Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, address = ""]) => address);
  const known = [...(await everyPage(request)).keys()].filter(
    // Players' pages are found by the boards.
    (path) => !path.includes("?") && !path.startsWith("/players/"),
  );
  expect(listed.sort()).toEqual(known.map((path) => `${baseURL}${path}`).sort());
  for (const address of listed) expect((await request.get(address)).status(), address).toBe(200);
});

test("the icons have the sizes that the page and the manifest declare", async ({ request }) => {
  const sizeOf = async (path: string) => {
    const { width, height } = await sharp(await (await request.get(path)).body()).metadata();
    return `${width}x${height}`;
  };
  const { icons } = await (await request.get("/manifest.webmanifest")).json();
  expect(icons).toHaveLength(2);
  for (const { src, sizes } of icons) expect(await sizeOf(src)).toBe(sizes);
  expect(await sizeOf("/apple-touch-icon.png")).toBe("180x180");
});
