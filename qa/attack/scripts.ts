import { chromium, type Page } from "@playwright/test";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api, mediaUrl, pages } from "../../domain/contract/routes.ts";
import { openAs } from "../../test/browser/completions.ts";
import type { Person } from "../../test/browser/people.ts";
import { PNG } from "../../test/one-pixel.ts";
import { findChromium } from "../../tools/prepare/chromium.mjs";
import type { Progress } from "./progress.ts";
import { type Attack, CONTRACT, type Fields, oneOfEach, type Target } from "./target.ts";

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

/** What people write that others see, with a payload in each text; `filekey` is theirs, `verified` anybody's. */
function texts(payload: string, filekey: string, verified: string, people: Target["people"]) {
  const { ada, bob, helper, administrator, verifier } = people;
  const link = `https://example.org/${payload}`;
  const [short, name] = [payload.slice(0, 40), payload.slice(0, 30)];
  const notes = { lengthNotes: payload, miscNotes: payload, removalCostNotes: payload };
  const counts = { numEntrances: "1", numExits: "1", numObjects: "0", length: "9" };
  const map = { map: name, name, abbreviation: "", difficulty: "expert", version: "6", ...notes, ...counts };
  return [
    [bob, api.report(), { filekey: verified, reason: `A reason: ${payload}`, link }],
    [ada, api.ownThread(), { filekey, body: payload }],
    [verifier, api.thread(), { filekey, body: payload, private: "1" }],
    [verifier, api.askPlayer(), { filekey, body: payload }],
    [helper, api.addChimpsStart(), { map: "Quad", title: payload, link }],
    [
      helper,
      api.addBalanceChange(),
      { tower: "Ice Monkey", version: "44.0", change: payload, nature: "buff" },
    ],
    [helper, api.addSpelling(), { spelling: name, name: "Quad" }],
    [helper, api.keepCannedReason(), { kind: "reject", title: short, text: payload }],
    [helper, api.addMap(), map],
    [helper, api.addGameVersion(), { version: "61.0", releasedOn: "2026-01-02", source: link }],
    [ada, api.changeName(), { name, public: "1" }],
    [ada, api.requestName(), { name: "Ada", evidence: payload }],
    [administrator, api.invite(), { roles: "[]", email: payload }],
    [helper, api.removeWishes(), { challenge: "2mp", towers: "Quincy", map: "", reason: payload }],
  ] as const satisfies readonly (readonly [Person, string, Fields])[];
}

/** Puts payloads wherever people write something that others see, and returns where it is shown. */
async function store(
  site: Target,
  progress: Progress,
): Promise<{ filekey: string; stored: number; media: string[] }> {
  const { ada, bob } = site.people;
  let stored = 0;
  let filekey = "";
  const verified = (await site.findRow(api.list("2tc", { pending: "0", count: 1 }))).filekey;
  await progress.each(
    PAYLOADS,
    async (payload) => {
      const [link, table] = [`https://example.org/${payload}`, `| a |\n|--|\n| ${payload} |`];
      for (const [challenge, more] of [
        ["2tc", { person: payload, notes: payload, "link-setup": `https://example.org/?${payload}` }],
        ["lcc", { person: payload.slice(0, 40), notes: table, link }],
        ["2tcc", { notes: payload, person1: payload, person2: "Bob" }],
      ] as const)
        try {
          ({ filekey } = await site.submit(ada, challenge, more));
          stored += 1;
        } catch {
          // Refused, which is as good.
        }
      for (const [as, path, fields] of texts(payload, filekey, verified, site.people))
        stored += Number((await site.send(path, fields, as)).status === 200);
    },
    1,
  );
  // Files that are two things at once.
  const media: string[] = [];
  for (const [type, content] of [
    ["image/png", Buffer.concat([PNG, Buffer.from("<script>ran=1</script>")])],
    ["image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg" onload="ran=1"/>'],
    ["text/html", "<script>ran=1</script>"],
  ] as const) {
    const fields = { ...(await site.submit(bob, "ltc")).texts, notes: "With a file", link: "" };
    const image = new File([content], `a"><img src=x onerror=ran=1>.html`, { type });
    const { json } = await bob.visitor.call(api.addSubmit("ltc"), bob.tokens, { ...fields, image });
    if (json.filekey === undefined) continue;
    const { files } = await site.json(api.attachments(String(json.filekey)));
    media.push(String(json.filekey), ...(files ?? []));
  }
  return { filekey, stored, media };
}

/** Stored and reflected scripts, in a real browser: none runs, nothing elsewhere is asked, and no page breaks its policy. */
export const scripts: Attack = async (site, found, progress) => {
  progress.expect(PAYLOADS.length);
  const { filekey, stored, media } = await store(site, progress);
  const path = findChromium();
  const browser = await chromium.launch(path === null ? {} : { executablePath: path });
  try {
    let [looked, reports] = [0, 0];
    let where = "";
    const newPage = async (): Promise<Page> => {
      const page = await (await browser.newContext({ baseURL: site.origin })).newPage();
      await page.exposeFunction("report", (what: string) => {
        reports += 1;
        found(where, what);
      });
      await page.addInitScript(() => {
        const { report } = globalThis as unknown as { report: (what: string) => void };
        // A payload assigns it, whichever way it comes to run.
        Object.defineProperty(globalThis, "ran", { set: () => report("a script ran") });
        document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
          report(`breaks the policy: ${violatedDirective} ${blockedURI} ${sample}`),
        );
      });
      page.on("request", (request) => {
        const { protocol, origin } = new URL(request.url());
        if (/^https?:$/.test(protocol) && origin !== site.origin) found(where, `asks ${origin}`);
      });
      page.on("dialog", (dialog) => {
        found(where, "a dialog was opened");
        void dialog.dismiss();
      });
      page.on("pageerror", (error) => found(where, `exception: ${error.message.slice(0, 150)}`));
      return page;
    };

    const plain = CONTRACT.pages.map((each) => each.path);
    const addresses = [
      ...[...CHALLENGES.keys()].flatMap((key) => [
        ...[pages.list(key), pages.list(key, { pending: "1", sortby: "recorded", count: 100 })],
        ...[pages.list(key, { view: "person-stats" }), api.csv(key, { pending: "1" })],
        ...[api.atom(key), api.jsonFeed(key), api.list(key, { pending: "1" })],
      ]),
      ...plain,
      ...[pages.notes("2tcc", { filekey }), pages.player(PAYLOADS[0] ?? ""), pages.maps({ map: "Quad" })],
      ...[pages.chimpsStarts({ map: "Quad" }), pages.balanceChanges({ tower: "Ice Monkey" })],
      ...PAYLOADS.flatMap((payload) => [pages.maps({ map: payload.slice(0, 30) }), pages.ask(payload)]),
      ...media.map((key) => mediaUrl(key, null)),
      ...PAYLOADS.map((payload) => `/${encodeURIComponent(payload)}`),
      ...oneOfEach(CONTRACT.pages).flatMap(({ path: page, parameters }) =>
        parameters.map((name) => `${page}?${new URLSearchParams({ [name]: site.random.pick(PAYLOADS) })}`),
      ),
    ];
    const ofAdministrators = [
      ...plain.filter((each) => /^\/(admin|account|my-|notices|add-|edit-|modify)/.test(each)),
      ...[pages.queue({ filekey }), pages.notes("2tcc", { filekey }), pages.editForm("2tcc", { filekey })],
    ];
    const shown = site.random.shuffle([...new Set(addresses)]);
    progress.expect(shown.length + ofAdministrators.length);
    const page = await newPage();
    await progress.each(
      shown,
      async (address) => {
        where = address;
        looked += 1;
        const answer = await page.goto(address, { waitUntil: "load" }).catch((error) => {
          // What is offered as a file is not shown.
          if (!/Download is starting|ERR_ABORTED/.test(String(error))) throw error;
          return null;
        });
        if (answer && answer.status() >= 500) found(address, `${answer.status()}`);
        // Scripts start once the page is painted.
        await page.waitForTimeout(60);
      },
      1,
    );
    await page.close();

    const administrators = await newPage();
    await progress.each(
      ofAdministrators,
      async (address) => {
        where = `${address} as an administrator`;
        looked += 1;
        await openAs(administrators, site.people.administrator, address);
        await administrators.waitForTimeout(150);
      },
      1,
    );
    // Cells that a spreadsheet would take as a formula.
    for (const key of CHALLENGES.keys()) {
      const address = api.csv(key, { for: "people", spreadsheet: "1", pending: "1" });
      const cell = /(?:^|,)"?(=HYPERLINK[^,]*)/m.exec((await site.ask(address)).text)?.[1];
      if (cell) found(address, `a formula: ${cell}`);
    }
    return `${stored} texts stored, ${looked} pages looked at, ${reports} reports`;
  } finally {
    await browser.close();
  }
};
