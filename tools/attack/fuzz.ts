import { SHAPES } from "../../test/growth/shapes.ts";
import { questionsOf } from "../../test/questions.ts";
import { type Attack, anyOf, type Chance, CONTRACT, each, judge, type Sent } from "./target.ts";

const shapes = Object.values(SHAPES);

/** Texts of kinds that something may read otherwise than it was meant. */
const ODD: readonly ((chance: Chance) => string)[] = [
  ...[
    ...[
      "",
      " ",
      "0",
      "-0",
      "-1",
      "1e999",
      "NaN",
      "Infinity",
      "9007199254740993",
      "0x10",
      "٣",
      "1.5",
      "true",
      "null",
    ],
    ...[
      "undefined",
      "[]",
      "{}",
      "[[]]",
      '{"__proto__":{"isHelper":true}}',
      "__proto__",
      "constructor",
      "toString",
    ],
    ...[
      '["',
      "[null]",
      "[1,[2,[3]]]",
      '{"length":1e9}',
      "%",
      "%00",
      "%ff%fe",
      "\0",
      "a\0b",
      "\ud800",
      "\udfff\ud800",
    ],
    ...["\u{202e}drauq", "\u{feff}", "\u{200b}", "İ", "ß", "ﷺ", "\r\nSet-Cookie: a=b", "\n", "\t"],
    ...[
      "' OR 1=1 --",
      '"; DROP TABLE completion; --',
      "') UNION SELECT secret FROM sign_in_key --",
      "*",
      "%_%",
    ],
    ...[
      '" NEAR "',
      "a AND",
      "col:x",
      "^a",
      "NOT",
      "../../etc/passwd",
      "..\\..\\",
      "file:///etc/passwd",
      "/dev/zero",
    ],
    ...[
      "javascript:alert(1)",
      "data:text/html,x",
      "http://127.0.0.1:1/",
      "http://[::1]/",
      "//elsewhere.example",
    ],
    ...[
      "0000-00-00",
      "2024-02-30",
      "99999999999-01-01",
      "2024-01-01T00:00:00Z",
      "54.4.4",
      "1,2,,3",
      ",",
      "=cmd|' /C x'!A0",
    ],
    ...[
      "${7*7}",
      "{{7*7}}",
      "<script>x</script>",
      "a".repeat(300),
      "a".repeat(301),
      "\u{1f469}\u{200d}".repeat(60),
    ],
  ].map((text) => () => text),
  (chance) => anyOf(chance, shapes)(200 + chance(3_000)),
  (chance) => String.fromCharCode(...Array.from({ length: 1 + chance(40) }, () => chance(65_536))),
  (chance) => "[".repeat(chance(2_000)) + "]".repeat(chance(2_000)),
];

/** Half of something is no text of a URL: such a one is replaced, as browsers do. */
const query = (pairs: readonly (readonly [string, string])[]): string =>
  new URLSearchParams(pairs.map(([name, value]) => [name, value.toWellFormed()])).toString();

const BOUNDARY = "----of-an-attack";
const part = (name: string, value: string, more = ""): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

/** Bodies of one form: well formed with odd values, and ill formed with good ones. */
const BODIES: readonly ((pairs: readonly (readonly [string, string])[]) => Pick<Sent, "headers" | "body">)[] =
  [
    (pairs) => ({ headers: { "content-type": "application/x-www-form-urlencoded" }, body: query(pairs) }),
    (pairs) => ({
      headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
      body: `${pairs.map(([name, value]) => part(name, value)).join("")}--${BOUNDARY}--\r\n`,
    }),
    // Ends in the middle.
    (pairs) => ({
      headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
      body: pairs
        .map(([name, value]) => part(name, value))
        .join("")
        .slice(0, -3),
    }),
    // Every text is a file, and its name leads elsewhere.
    (pairs) => ({
      headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
      body: `${pairs.map(([name, value]) => part(name, value, '; filename="../../x.png"\r\nContent-Type: image/png')).join("")}--${BOUNDARY}--\r\n`,
    }),
    // What it says of itself is not so.
    (pairs) => ({ headers: { "content-type": "multipart/form-data" }, body: query(pairs) }),
    (pairs) => ({
      headers: { "content-type": "application/json" },
      body: JSON.stringify(Object.fromEntries(pairs)),
    }),
    (pairs) => ({ headers: { "content-type": "text/plain; charset=utf-16" }, body: query(pairs) }),
    (pairs) => ({ headers: { "content-type": "\u{ff}" }, body: query(pairs) }),
    (pairs) => ({
      headers: { "content-type": "application/x-www-form-urlencoded", "content-encoding": "gzip" },
      body: query(pairs),
    }),
    (pairs) => ({
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: query(Array.from({ length: 400 }, () => pairs).flat()),
    }),
    (pairs) => ({
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: `${query(pairs)}&%&=&%ff=%fe&a`,
    }),
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
export const fuzz: Attack = async (site, found) => {
  const { chance } = site;
  const { helper, administrator } = site.people;
  const odd = (): string => anyOf(chance, ODD)(chance);
  const findRow = async (path: string) => JSON.parse((await site.ask(path)).text).results[0] ?? {};
  const reads = CONTRACT.endpoints.filter(({ method }) => method === "GET");
  const requests: { where: string; path: string; sent: Sent }[] = [];
  for (const address of [...reads, ...CONTRACT.pages]) {
    const [question = address.path] = await questionsOf(address, findRow, () => false);
    const isPage = !("method" in address);
    const as = isPage || address.access === "public" ? null : administrator;
    const needed = [...new URL(question, site.origin).searchParams];
    const add = (what: string, path: string, headers: Sent["headers"] = {}): void => {
      requests.push({ where: `GET ${address.path} ${what}`, path, sent: { as, headers } });
    };
    const names = isPage ? address.parameters : Object.keys(address.parameters);
    for (const name of names)
      for (let tries = 0; tries < TRIES; tries++) {
        // What every object has is read by something sooner or later.
        const value = tries === 0 ? anyOf(chance, ["__proto__", "constructor"]) : odd();
        const others = needed.filter(([other]) => other !== name);
        const repeated = chance(4) === 0 ? [[name, odd()] as const] : [];
        add(
          `${name}=${JSON.stringify(value.slice(0, 60))}`,
          `${address.path}?${query([...others, [name, value], ...repeated])}`,
        );
      }
    add("with a query that is none", `${address.path}?%&=&%ff=%fe&&&a[b]=c&__proto__=1`);
    for (let tries = 0; tries < TRIES; tries++) {
      const headers = anyOf(chance, HEADERS);
      add(JSON.stringify(headers).slice(0, 80), question, headers);
    }
  }
  for (const { path, fields, files, access } of CONTRACT.endpoints.filter(
    ({ method }) => method === "POST",
  )) {
    const as = access === "administrator" ? administrator : helper;
    const names = [...fields, ...files];
    for (let tries = 0; tries < Math.max(TRIES * 3, names.length); tries++) {
      const pairs = names
        .filter(() => chance(3) > 0)
        .map((name) => [name, chance(2) === 0 ? odd() : "1"] as const)
        // The helper and the administrator stay who they are.
        .filter(([name]) => name !== "account");
      const body = tries < BODIES.length ? BODIES[tries] : BODIES[chance(2)];
      const sent = body?.(pairs) ?? {};
      const what = `${tries} ${JSON.stringify(sent.body).slice(0, 160)}`;
      requests.push({ where: `POST ${path} ${what}`, path, sent: { as, method: "POST", ...sent } });
    }
  }
  for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "HEAD", "PROPFIND"])
    for (const path of ["/", "/2tc", "/fetch-2tc", "/member/account", "/u/x", "/oauth/token", "/media/x"])
      requests.push({ where: `${method} ${path}`, path, sent: { method } });
  await each(requests, async ({ where, path, sent }) => {
    judge(site, found, where, await site.insist(path, sent));
  });
  return `${requests.length} odd requests`;
};
