import { SHAPES } from "../../test/growth/shapes.ts";
import { questionsOf } from "../../test/questions.ts";
import type { Random } from "../bench/random.ts";
import { type Attack, CONTRACT, judge, type Sent } from "./target.ts";

/** Words that something may read otherwise than they were meant. */
const WORDS = String.raw`
  0 -0 -1 1e999 NaN Infinity 9007199254740993 0x10 ٣ 1.5 true null undefined [] {} [[]] [" [null] [1,[2,[3]]]
  {"__proto__":{"isHelper":true}} {"length":1e9} __proto__ constructor toString % %00 %ff%fe %_% * col:x ^a NOT , 1,2,,3
  İ ß ﷺ ../../etc/passwd ..\..\ file:///etc/passwd /dev/zero javascript:alert(1) data:text/html,x http://127.0.0.1:1/
  http://[::1]/ //elsewhere.example 0000-00-00 2024-02-30 99999999999-01-01 2024-01-01T00:00:00Z 54.4.4 {{7*7}}
  <script>x</script>`;

const TEXTS: readonly string[] = [
  ...WORDS.trim().split(/\s+/),
  ...[
    "",
    " ",
    "\0",
    "a\0b",
    "\n",
    "\t",
    "\r\nSet-Cookie: a=b",
    "\ud800",
    "\udfff\ud800",
    "\u{feff}",
    "\u{200b}",
  ],
  ...[
    "' OR 1=1 --",
    '"; DROP TABLE completion; --',
    "') UNION SELECT secret FROM sign_in_key --",
    '" NEAR "',
  ],
  ...["a AND", "=cmd|' /C x'!A0", "${7*7}", "\u{202e}drauq", "\u{1f469}\u{200d}".repeat(60)],
  ...["a".repeat(300), "a".repeat(301)],
];

const ODD: readonly ((random: Random) => string)[] = [
  ...TEXTS.map((text) => () => text),
  (random) => random.pick(Object.values(SHAPES))(random.integer(200, 3_200)),
  (random) =>
    String.fromCharCode(...Array.from({ length: random.integer(1, 40) }, () => random.integer(0, 65_535))),
  (random) => "[".repeat(random.integer(0, 2_000)) + "]".repeat(random.integer(0, 2_000)),
];

/** Half of something is no text of a URL: such a one is replaced, as browsers do. */
const query = (pairs: Pairs): string =>
  new URLSearchParams(pairs.map(([name, value]) => [name, value.toWellFormed()])).toString();

type Pairs = readonly (readonly [string, string])[];
type Body = Pick<Sent, "headers" | "body">;

const URLENCODED = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=----of-an-attack";
const PART = "------of-an-attack\r\nContent-Disposition: form-data; name=";
const parts = (pairs: Pairs, more = ""): string =>
  pairs.map(([name, value]) => `${PART}"${name}"${more}\r\n\r\n${value}\r\n`).join("");
const FILE = '; filename="../../x.png"\r\nContent-Type: image/png';
const END = "------of-an-attack--\r\n";

const typed = (type: string, body: string): Body => ({ headers: { "content-type": type }, body });

/** Bodies of one form: well formed with odd values, and ill formed with good ones. */
const BODIES: readonly ((pairs: Pairs) => Body)[] = [
  (pairs) => typed(URLENCODED, query(pairs)),
  (pairs) => typed(MULTIPART, parts(pairs) + END),
  // Ends in the middle.
  (pairs) => typed(MULTIPART, parts(pairs).slice(0, -3)),
  // Every text is a file, and its name leads elsewhere.
  (pairs) => typed(MULTIPART, parts(pairs, FILE) + END),
  // What it says of itself is not so.
  (pairs) => typed("multipart/form-data", query(pairs)),
  (pairs) => typed("application/json", JSON.stringify(Object.fromEntries(pairs))),
  (pairs) => typed("text/plain; charset=utf-16", query(pairs)),
  (pairs) => typed("\u{ff}", query(pairs)),
  (pairs) => ({ headers: { "content-type": URLENCODED, "content-encoding": "gzip" }, body: query(pairs) }),
  (pairs) => typed(URLENCODED, query(Array.from({ length: 400 }, () => pairs).flat())),
  (pairs) => typed(URLENCODED, `${query(pairs)}&%&=&%ff=%fe&a`),
];

const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { range: "bytes=0-0" },
  { range: `bytes=${"0-1,".repeat(500)}0-1` },
  { range: "bytes=-99999999999999999999" },
  { range: "bytes=5-1" },
  { range: "x=1" },
  { "if-none-match": '"a", W/"b", *' },
  { "if-modified-since": "never" },
  { "if-range": "x", range: "bytes=1-" },
  { "accept-encoding": "gzip;q=nan, br;q=-1, *;q=2" },
  { accept: `${"a/b,".repeat(2_000)}` },
  { "accept-language": "\u{ff}" },
  { cookie: `a=${"b".repeat(8_000)}; =; ;;` },
  { authorization: "Bearer " },
  { authorization: `Bearer ${"e30.".repeat(400)}` },
  { "content-length": "0", te: "trailers" },
  { origin: "null" },
  { expect: "200-maybe" },
  { "x-forwarded-for": "::::, 1.2.3.4.5" },
  { "x-forwarded-proto": "gopher" },
];

/** Values that each parameter or field is given. */
const TRIES = 4;

/** Odd values for every parameter, field and header that matters, and bodies that are not what they say. */
export const fuzz: Attack = async (site, found, progress) => {
  const { random, findRow } = site;
  const { helper, administrator } = site.people;
  const odd = (): string => random.pick(ODD)(random);
  const requests: { where: string; path: string; sent: Sent }[] = [];
  for (const address of [...CONTRACT.endpoints, ...CONTRACT.pages]) {
    const isPage = !("method" in address);
    if (!isPage && address.method === "POST") continue;
    const [question = address.path] = await questionsOf(address, findRow, () => false);
    const as = isPage || address.access === "public" ? null : administrator;
    const needed = [...new URL(question, site.origin).searchParams];
    const add = (what: string, path: string, headers: Sent["headers"] = {}): void => {
      requests.push({ where: `GET ${address.path} ${what}`, path, sent: { as, headers } });
    };
    for (const name of isPage ? address.parameters : Object.keys(address.parameters))
      for (let tries = 0; tries < TRIES; tries++) {
        // What every object has is read by something sooner or later.
        const value = tries === 0 ? random.pick(["__proto__", "constructor"]) : odd();
        const pairs = needed.filter(([other]) => other !== name);
        pairs.push([name, value]);
        if (random.chance(0.25)) pairs.push([name, odd()]);
        add(`${name}=${JSON.stringify(value.slice(0, 60))}`, `${address.path}?${query(pairs)}`);
      }
    add("with a query that is none", `${address.path}?%&=&%ff=%fe&&&a[b]=c&__proto__=1`);
    for (let tries = 0; tries < TRIES; tries++) {
      const headers = random.pick(HEADERS);
      add(JSON.stringify(headers).slice(0, 80), question, headers);
    }
  }
  for (const { method, path, fields, files, access } of CONTRACT.endpoints) {
    if (method !== "POST") continue;
    const as = access === "administrator" ? administrator : helper;
    const names = [...fields, ...files];
    for (let tries = 0; tries < Math.max(TRIES * 3, names.length); tries++) {
      const pairs = names
        // The helper and the administrator stay who they are.
        .filter((name) => name !== "account" && random.chance(2 / 3))
        .map((name) => [name, random.chance(0.5) ? odd() : "1"] as const);
      const sent = (BODIES[tries] ?? random.pick(BODIES.slice(0, 2)))(pairs);
      const what = `${tries} ${JSON.stringify(sent.body).slice(0, 160)}`;
      requests.push({ where: `POST ${path} ${what}`, path, sent: { as, method: "POST", ...sent } });
    }
  }
  for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "HEAD", "PROPFIND"])
    for (const path of ["/", "/2tc", "/fetch-2tc", "/member/account", "/u/x", "/oauth/token", "/media/x"])
      requests.push({ where: `${method} ${path}`, path, sent: { method } });
  progress.expect(requests.length);
  await progress.each(random.shuffle(requests), async ({ where, path, sent }) => {
    judge(site, found, where, await site.insist(path, sent));
  });
  return `${requests.length} odd requests`;
};
