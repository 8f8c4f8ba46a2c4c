import { everyPage } from "./every-page.ts";
import { expect, test } from "./fixture.ts";

/** These ask the server without a window: the project "phone" leaves them out. */

const contentOf = (html: string, attribute: string): string | null => {
  const tag = html.match(new RegExp(`<meta [^>]*${attribute}[^>]*>`))?.[0] ?? "";
  return tag.match(/content="([^"]*)"/)?.[1] ?? null;
};
const plain = (text: string) =>
  text.replaceAll("&amp;", "&").replaceAll("&#x27;", "'").replaceAll("&quot;", '"');

test("every page is titled by its heading and described by the tagline, and unfurls with words of its own", async ({
  request,
  baseURL,
}) => {
  const pages = await everyPage(request);
  const descriptions = new Set<string | null>();
  for (const [path, heading] of pages) {
    const html = plain(await (await request.get(path)).text());
    expect(html, path).toContain(`<title>${heading} | BTD6 Index</title>`);
    descriptions.add(contentOf(html, 'name="description"'));
    expect(contentOf(html, 'property="og:title"'), path).toBe(heading);
    expect(contentOf(html, 'property="og:description"'), path).toBeTruthy();
    expect(contentOf(html, 'property="og:url"'), path).toContain(`${baseURL}${path.split("?")[0]}`);
    const image = contentOf(html, 'property="og:image"') ?? "";
    expect((await request.get(image)).headers()["content-type"], path).toMatch(/^image\//);
  }
  expect(descriptions.size).toBe(1);
  expect([...descriptions][0]).toBeTruthy();
});

test("a filtered list unfurls with what is looked for and how much of it there is", async ({ request }) => {
  const html = plain(await (await request.get("/2tc?query=abs+zero+quad")).text());
  expect(contentOf(html, 'property="og:description"')).toMatch(
    /^4 2TC completions for “abs zero quad”\. First: Absolute Zero and .* 2TC on Quad by Sample player /,
  );
});

test("the policy of every page allows no inline script but its own", async ({ request }) => {
  for (const path of (await everyPage(request)).keys()) {
    const policy = (await request.get(path)).headers()["content-security-policy"] ?? "";
    const scripts = policy.split("; ").find((directive) => directive.startsWith("script-src "));
    expect(scripts, path).toMatch(/^script-src 'self'( 'sha256-[A-Za-z0-9+/=]+')+$/);
  }
});

test("a list that has not changed is answered with 304", async ({ request }) => {
  const first = await request.get("/fetch-2tc?query=zero");
  const tag = first.headers().etag ?? "";
  expect(tag).toMatch(/^"/);
  const second = await request.get("/fetch-2tc?query=zero", { headers: { "If-None-Match": tag } });
  expect(second.status()).toBe(304);
  expect(await second.body()).toHaveLength(0);
  const other = await request.get("/fetch-2tc?query=quad", { headers: { "If-None-Match": tag } });
  expect(other.status()).toBe(200);
});
