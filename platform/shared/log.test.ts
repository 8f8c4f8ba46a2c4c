import { expect, test } from "vitest";
import { inRequest, requestId } from "../../server/http/head.ts";
import { openLog } from "./log.ts";

function logAt(isReadable = false) {
  const lines: string[] = [];
  let time = 0;
  const log = openLog({ isReadable, write: (_, line) => lines.push(line), now: () => time });
  return {
    log,
    lines,
    read: () => lines.map((line) => JSON.parse(line)),
    wait: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

test("a line is JSON with the request, the message and the error with its cause; at a terminal it is words", () => {
  const cause = new Error("the disk is gone");
  const error = new Error("it could not be read", { cause });
  const { log, read } = logAt();
  const id = inRequest(() => {
    log.note("error", ["GET /2tc:", error]);
    return requestId();
  });
  log.note("warn", ["outside of any request"]);
  log.tell("serving");
  const [first, ...others] = read();
  expect(first).toMatchObject({
    level: "error",
    request: id,
    message: "GET /2tc:",
    time: "1970-01-01T00:00:00.000Z",
  });
  expect(first.error).toMatch(
    /^Error: it could not be read\n\s+at [\s\S]*\ncaused by Error: the disk is gone/,
  );
  expect(others.map(({ time: _, ...line }) => line)).toEqual([
    { level: "warn", message: "outside of any request" },
    { level: "info", message: "serving" },
  ]);
  const terminal = logAt(true);
  inRequest(() => terminal.log.note("error", ["GET /2tc:", new Error("no")]), "abc");
  expect(terminal.lines[0]).toMatch(/^btd6-index: \[abc\] GET \/2tc:\nError: no\n/);
});

test.each([
  ["a query", "GET /fetch-2tc?query=who+is+ada&count=1 failed", "GET /fetch-2tc?… failed"],
  ["an e-mail address", "mail to ada.lovelace+x@mail.example.org failed", "mail to …@… failed"],
  ["a token", "Authorization: Bearer abcDEF123456-_x was refused", "Authorization: Bearer … was refused"],
  ["a signed token", "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln is old", "… is old"],
  ["a password", 'form: {"password":"hunter2 x","name":"Ada"}', 'form: {"password":…,"name":"Ada"}'],
  ["a password in a form", "email=1&new-password=hunter2&x=1", "email=1&new-password=…&x=1"],
  ["a refresh token", "refresh_token=abc.def&x=1", "refresh_token=…&x=1"],
  ["the secret of a link", "POST /reset/s3cr3t-X: no", "POST /reset/…: no"],
  ["the secret of a feed", "GET /Follow/00ff.atom: no", "GET /Follow/…: no"],
  ["the id of a login", "POST /u/AbC123/sign-up: no", "POST /u/…/sign-up: no"],
  ["the password of an address", "smtps://ada:hunter2@mail.example:465", "smtps://…@mail.example:465"],
  [
    "nothing of these",
    "at node_modules/@hono/node-server/index.js:1:2",
    "at node_modules/@hono/node-server/index.js:1:2",
  ],
])("%s", (_, said, written) => {
  const { log, read } = logAt();
  log.note("error", [said]);
  log.note("error", ["failed:", new Error(said)]);
  expect(read()[0].message).toBe(written);
  expect(read()[1].error.split("\n")[0]).toBe(`Error: ${written}`);
});

test("of lines alike ten are written in ten seconds, then how many were left out; others go on", () => {
  const { log, read, wait } = logAt();
  for (let at = 0; at < 1_000; at++) log.note("error", [`GET /map/${at}:`, new Error("flood")]);
  log.note("error", ["something else"]);
  expect(read()).toHaveLength(11);
  wait(10_000);
  log.flush();
  expect(read()[11].message).toBe("990 more like this were left out: GET /map/0:");
  log.note("error", ["GET /map/1:", new Error("flood")]);
  log.flush();
  expect(read()).toHaveLength(13);
});

test("a flood of kinds is bounded, too", () => {
  const { log, lines } = logAt();
  const word = (at: number): string => [...`${at}`].map((digit) => "abcdefghij"[Number(digit)]).join("");
  for (let at = 0; at < 5_000; at++) log.note("error", [word(at)]);
  expect(lines.length).toBeLessThan(100);
});

test("at a terminal nobody's text colours, hides or forges what is there", () => {
  const { log, lines } = logAt(true);
  log.note("error", ["no tower is called \u001b[31mred\u0007\r\u009b2Jgone\tor\nhere"]);
  expect(lines).toEqual(["btd6-index: no tower is called \ufffd[31mred\ufffd\ufffd\ufffd2Jgone\tor\nhere"]);
});
