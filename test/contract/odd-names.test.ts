import { beforeAll, expect, test } from "vitest";
import { openEngine } from "#engine";
import { csvRecords } from "../../domain/lists/csv.ts";
import { type TestApp, testApp } from "../factories.ts";

/** Names that look like markup, formulas, separators or search syntax, and ones of other scripts and of emoji. */
const ODD = [
  ...['"Quote" O\'Neil', "<b>Bo</b>", "*Star*_", "`Kit`", "#1 Fan", "50% Luck", "semi;colon", "Smith, Jr."],
  ...["Ari & Co.", "Dot.", "=1+1", "@here", "a:b", "by:Ada", "-Ada", "Ystad, Björn", "../..", "%00", "null"],
  ...["👑 Ninja 🐒", "👩‍🚀", "桜", "민준", "ליאת", "مريم", "می‌خواهم", "Γιώργος", "Мила", "Ñusta", "ﬃ", "!!!"],
];

let app: TestApp;
beforeAll(async () => {
  app = await testApp(await openEngine());
  for (const [at, name] of ODD.entries())
    await app.add("lcc", { map: "Quad", people: [name], money: at + 1, notes: `Played by ${name}` });
});

test.each(ODD)("%s is found by the exact name, shown as written everywhere, and alone", async (name) => {
  const query = encodeURIComponent(name);
  const { results } = (await app.get(`/fetch-lcc?person=${query}`)).body;
  expect(results.map(({ person }) => person)).toEqual([name]);
  expect((await app.get(`/fetch-users?query=${query}&count=100`)).body.results).toContain(name);
  const csv = await (await app.app.request(`/download-lcc-csv?person=${query}`)).text();
  const [head = [], ...rows] = [...csvRecords(csv)];
  expect(rows).toHaveLength(1);
  expect(rows[0]?.[head.indexOf("person")]).toBe(name);
  const feed = await (await app.app.request(`/lcc.atom?person=${query}`)).text();
  expect(feed).not.toContain("<b>Bo");
  const escaped = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  expect(feed).toContain(name.replace(/[&<>"]/g, (sign) => escaped[sign as keyof typeof escaped]));
});
