import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RATES, type RateName } from "../../domain/contract/rates.ts";
import { api, pages } from "../../domain/contract/routes.ts";
import { type RunningSite, startSite } from "../../test/node/site.ts";

/** A hundredth of what a network may send. */
const PERCENT = 1;

const KINDS: Readonly<Record<RateName, readonly [path: string, method: string]>> = {
  page: [pages.maps(), "GET"],
  read: [api.allMaps(), "GET"],
  download: [api.csv("2tc"), "GET"],
  media: ["/media/nothing.png", "GET"],
  own: [api.account(), "GET"],
  write: [api.changeName(), "POST"],
  upload: ["/member/add-2tc-submit", "POST"],
  signIn: ["/.well-known/jwks.json", "GET"],
};
const NAMES = Object.keys(KINDS) as RateName[];

let site: RunningSite;
beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: String(PERCENT) });
});
afterAll(() => site.stop());

function send(rate: RateName, network: string, accept = "*/*"): Promise<Response> {
  const [path, method] = KINDS[rate];
  return fetch(site.origin + path, { method, headers: { "x-forwarded-for": network, accept } });
}

test.each(NAMES)("a flood of %s is refused, and neither other kinds nor other networks are", async (rate) => {
  const [flood, other] = [`10.1.0.${NAMES.indexOf(rate)}`, `10.2.0.${NAMES.indexOf(rate)}`];
  const share = Math.ceil((RATES[rate].network * PERCENT) / 100);
  for (let at = 0; at < share; at++) expect((await send(rate, flood)).status).not.toBe(429);
  const refused = await send(rate, flood);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("Cache-Control")).toBe("no-store");
  const wait = Number(refused.headers.get("Retry-After"));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect((await refused.json()).error).toMatch(
    /^That was a lot at once from your network\. Please try again in/,
  );
  const page = await send(rate, flood, "text/html");
  expect(page.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  const id = page.headers.get("X-Request-Id");
  expect(id).toMatch(/^[0-9a-f]{12}$/);
  expect(await page.text()).toMatch(
    new RegExp(`That was a lot at once[\\s\\S]*Try again[\\s\\S]*<code>${id}</code>`),
  );
  for (const each of NAMES)
    if (each !== rate) expect([each, (await send(each, flood)).status]).not.toEqual([each, 429]);
  expect((await send(rate, other)).status).not.toBe(429);
  for (const path of [api.health(), api.ready()])
    expect((await fetch(site.origin + path, { headers: { "x-forwarded-for": flood } })).status).toBe(200);
});

test("only what writes or signs in is counted in the file that processes share", async () => {
  await send("read", "10.3.0.1");
  await send("write", "10.3.0.1");
  const counters = new DatabaseSync(join(site.settings.dataDir, "counters.sqlite"), { readOnly: true });
  const purposes = counters
    .prepare("select distinct purpose from attempt where purpose like 'requests: %'")
    .all();
  counters.close();
  expect(purposes.map(({ purpose }) => purpose).sort()).toEqual([
    "requests: signIn",
    "requests: upload",
    "requests: write",
  ]);
});

test("built files, and a site with RATE_LIMITS=0, are not counted", async () => {
  const free = await startSite({ RATE_LIMITS: "0" });
  try {
    for (let at = 0; at < 40; at++)
      expect(
        (await fetch(free.origin + pages.maps(), { headers: { "x-forwarded-for": "10.4.0.1" } })).status,
      ).toBe(200);
    for (let at = 0; at < 40; at++)
      expect(
        (await fetch(`${site.origin}/robots.txt`, { headers: { "x-forwarded-for": "10.4.0.1" } })).status,
      ).toBe(200);
  } finally {
    await free.stop();
  }
});
