import { chromium, type Page } from "@playwright/test";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api, mediaUrl, pages } from "../../domain/contract/routes.ts";
import { openAs } from "../../test/browser/completions.ts";
import { PNG } from "../../test/one-pixel.ts";
import { findChromium } from "../prepare/chromium.mjs";
import { type Attack, CONTRACT, form, oneOfEach, type Target } from "./target.ts";

/** Texts that run as a script if some place takes them as more than text; each says that it did. */
const PAYLOADS: readonly string[] = [
  `<img src=x onerror="ran=1">`,
  `"><script>ran=1</script>`,
  `'"onfocus="ran=1" autofocus="`,
  `</script><script>ran=1</script>`,
  `</title><svg onload="ran=1">`,
  `]]><svg onload="ran=1">`,
  `javascript:ran=1//`,
  `[a](javascript:ran=1) ![a](x" onerror="ran=1)`,
  `<a href="data:text/html,<script>ran=1</script>">`,
  `{{ran=1}}\${ran=1}`,
  `=HYPERLINK("http://elsewhere.example","x")`,
];

/** Puts payloads wherever people write something that others see, and returns where it is shown. */
async function store(site: Target): Promise<{ filekey: string; stored: number; media: string[] }> {
  const { ada, bob, helper, administrator, verifier } = site.people;
  let stored = 0;
  let filekey = "";
  const send = async (path: string, fields: Record<string, string>, as = helper): Promise<string> => {
    const { status, text } = await site.insist(path, { as, ...form(fields) });
    if (status === 200) stored += 1;
    return text;
  };
  const { text: before } = await site.ask(api.list("2tc", { pending: "0", count: 1 }));
  const verified = JSON.parse(before).results[0].filekey;
  for (const payload of PAYLOADS) {
    for (const [challenge, more] of [
      ["2tc", { person: payload, notes: payload, "link-setup": `https://example.org/?${payload}` }],
      [
        "lcc",
        {
          person: payload.slice(0, 40),
          notes: `| a |\n|--|\n| ${payload} |`,
          link: `https://example.org/${payload}`,
        },
      ],
      ["2tcc", { notes: payload, person1: payload, person2: "Bob" }],
    ] as const)
      try {
        ({ filekey } = await site.submit(ada, challenge, more));
        stored += 1;
      } catch {
        // Refused, which is as good.
      }
    await send(
      api.report(),
      { filekey: verified, reason: `A reason: ${payload}`, link: `https://example.org/${payload}` },
      bob,
    );
    await send(api.ownThread(), { filekey, body: payload }, ada);
    await send(api.thread(), { filekey, body: payload, private: "1" }, verifier);
    await send(api.askPlayer(), { filekey, body: payload }, verifier);
    await send(api.addChimpsStart(), { map: "Quad", title: payload, link: `https://example.org/${payload}` });
    await send(api.addBalanceChange(), {
      tower: "Ice Monkey",
      version: "44.0",
      change: payload,
      nature: "buff",
    });
    await send(api.addSpelling(), { spelling: payload.slice(0, 30), name: "Quad" });
    await send(api.keepCannedReason(), { kind: "reject", title: payload.slice(0, 40), text: payload });
    await send(api.addMap(), {
      ...{
        map: payload.slice(0, 30),
        name: payload.slice(0, 30),
        abbreviation: "",
        difficulty: "expert",
        version: "6",
      },
      ...{
        length: "9",
        lengthNotes: payload,
        miscNotes: payload,
        removalCostNotes: payload,
        numEntrances: "1",
        numExits: "1",
        numObjects: "0",
      },
    });
    await send(api.addGameVersion(), {
      version: "61.0",
      releasedOn: "2026-01-02",
      source: `https://example.org/${payload}`,
    });
    await send(api.changeName(), { name: payload.slice(0, 30), public: "1" }, ada);
    await send(api.requestName(), { name: "Ada", evidence: payload }, ada);
    await send(api.invite(), { roles: "[]", email: payload }, administrator);
    await send(api.removeWishes(), { challenge: "2mp", towers: "Quincy", map: "", reason: payload });
  }
  // Files that are two things at once.
  const media: string[] = [];
  for (const [type, bytes] of [
    ["image/png", Buffer.concat([PNG, Buffer.from("<script>ran=1</script>")])],
    ["image/svg+xml", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="ran=1"/>')],
    ["text/html", Buffer.from("<script>ran=1</script>")],
  ] as const) {
    const { texts } = await site.submit(bob, "ltc");
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...texts, notes: "With a file", link: "" }))
      body.append(name, value);
    body.append("image", new File([new Uint8Array(bytes)], `a"><img src=x onerror=ran=1>.html`, { type }));
    const request = new Request(`${site.origin}/`, { method: "POST", body });
    const sent = Buffer.from(await request.arrayBuffer());
    const { text } = await site.insist(api.addSubmit("ltc"), {
      ...{ as: bob, method: "POST", body: sent },
      headers: { "content-type": String(request.headers.get("content-type")) },
    });
    const key = /"filekey":"([^"]+)"/.exec(text)?.[1];
    const attached = key ? (await site.ask(api.attachments(key))).text : "{}";
    media.push(...(key ? [key] : []), ...(JSON.parse(attached).files ?? []));
  }
  return { filekey, stored, media };
}

/** Stored and reflected scripts, in a real browser: none runs, nothing elsewhere is asked, and no page breaks its policy. */
export const scripts: Attack = async (site, found) => {
  const { filekey, stored, media } = await store(site);
  const path = findChromium();
  const browser = await chromium.launch(path === null ? {} : { executablePath: path });
  try {
    let [looked, reports] = [0, 0];
    const watch = async (page: Page, at: () => string): Promise<void> => {
      await page.exposeFunction("tell", (what: string) => {
        reports += 1;
        found(at(), what);
      });
      await page.addInitScript(() => {
        const { tell } = globalThis as unknown as { tell: (what: string) => void };
        // A payload assigns it, whichever way it comes to run.
        Object.defineProperty(globalThis, "ran", { set: () => tell("a script ran") });
        document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
          tell(`breaks the policy: ${violatedDirective} ${blockedURI} ${sample}`),
        );
      });
      page.on("request", (request) => {
        const url = new URL(request.url());
        if (/^https?:$/.test(url.protocol) && url.origin !== site.origin) found(at(), `asks ${url.origin}`);
      });
      page.on("dialog", (dialog) => {
        found(at(), "a dialog was opened");
        void dialog.dismiss();
      });
      page.on("pageerror", (error) => found(at(), `exception: ${error.message.slice(0, 150)}`));
    };
    const open = async (page: Page, address: string): Promise<void> => {
      looked += 1;
      const answer = await page.goto(site.origin + address, { waitUntil: "load" }).catch((error) => {
        // What is offered as a file is not shown.
        if (!/Download is starting|ERR_ABORTED/.test(String(error))) throw error;
        return null;
      });
      if (answer && answer.status() >= 500) found(address, `${answer.status()}`);
      // Scripts start once the page is painted.
      await page.waitForTimeout(60);
    };

    const context = await browser.newContext();
    let at = "";
    const page = await context.newPage();
    await watch(page, () => at);
    const go = async (address: string, where = address): Promise<void> => {
      at = where;
      await open(page, address);
    };
    const lists = [...CHALLENGES.keys()].flatMap((key) => [
      ...[
        pages.list(key),
        pages.list(key, { pending: "1", sortby: "recorded", count: 100 }),
        pages.list(key, { view: "person-stats" }),
      ],
      ...[api.csv(key, { pending: "1" }), api.atom(key), api.jsonFeed(key), api.list(key, { pending: "1" })],
    ]);
    const plain = CONTRACT.pages.map((each) => each.path);
    const others = [
      ...[pages.notes("2tcc", { filekey }), pages.player(PAYLOADS[0] ?? ""), pages.maps({ map: "Quad" })],
      ...[pages.chimpsStarts({ map: "Quad" }), pages.balanceChanges({ tower: "Ice Monkey" })],
      ...PAYLOADS.flatMap((payload) => [pages.maps({ map: payload.slice(0, 30) }), pages.ask(payload)]),
      ...media.map((key) => mediaUrl(key, null)),
      ...PAYLOADS.map((payload) => `/${encodeURIComponent(payload)}`),
    ];
    for (const address of [...new Set([...lists, ...plain, ...others])]) await go(address);

    const kinds = oneOfEach(CONTRACT.pages);
    for (const { path, parameters } of kinds)
      for (const name of parameters) {
        const payload = PAYLOADS[site.chance(PAYLOADS.length)] ?? "";
        await go(`${path}?${new URLSearchParams({ [name]: payload })}`);
      }
    await page.close();

    const admin = await (await browser.newContext({ baseURL: site.origin })).newPage();
    await watch(admin, () => at);
    for (const address of [
      ...plain.filter((each) => /^\/(admin|account|my-|notices|add-|edit-|modify)/.test(each)),
      ...[pages.queue({ filekey }), pages.notes("2tcc", { filekey }), pages.editForm("2tcc", { filekey })],
    ]) {
      at = `${address} as an administrator`;
      looked += 1;
      await openAs(admin, site.people.administrator, address);
      await admin.waitForTimeout(150);
    }
    await csv(site, found);
    return `${stored} texts stored, ${looked} pages looked at, ${reports} reports`;
  } finally {
    await browser.close();
  }
};

/** Cells that a spreadsheet would take as a formula. */
async function csv(site: Target, found: Parameters<Attack>[1]): Promise<void> {
  for (const key of CHALLENGES.keys())
    for (const query of [{ for: "people", spreadsheet: "1", pending: "1" }]) {
      const { text } = await site.ask(api.csv(key, query));
      const cell = /(?:^|,)"?(=HYPERLINK[^,]*)/m.exec(text)?.[1];
      if (cell) found(api.csv(key, query), `a formula: ${cell}`);
    }
}
