import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { api, signInForms } from "../../domain/contract/routes.ts";
import { ADMINISTRATOR, type RunningSite, startSite } from "../../test/node/site.ts";
import { type Tokens, Visitor } from "../../test/node/visitor.ts";

let site: RunningSite;
let boss: Visitor;
let tokens: Tokens;

beforeAll(async () => {
  site = await startSite();
  boss = new Visitor(site.origin);
  tokens = await boss.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
});
afterAll(() => site.stop());

// console.error fails a test anyway; a warning for each request would fill the log as well.
beforeEach(() => void vi.spyOn(console, "warn"));
afterEach(() => {
  const { calls } = vi.mocked(console.warn).mock;
  vi.restoreAllMocks();
  expect(calls).toEqual([]);
});

/** Requests a path verbatim: fetch would normalize it. */
async function ask(method: string, path: string): Promise<{ status: number; text: string }> {
  const { port } = site.settings;
  const asked = request({ port, method, path, host: "127.0.0.1", headers: { host: `localhost:${port}` } });
  const answered = once(asked, "response");
  asked.end();
  const [response] = await answered;
  let text = "";
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, text };
}

test.each([
  "/%75/x",
  "/%75/%",
  "/%75/x/sign-up",
  "/%61uthorize",
  "/%61uthorize/x",
  "/%6fauth/token",
  "/v2/%6cogout",
  "/%75serinfo",
  "/.well-known/%6fpenid-configuration",
])("GET %s, which only resembles a sign-in address, is answered with 404", async (path) => {
  const { status } = await ask("GET", path);
  expect(status).toBe(404);
});

test.each(["/%75/x", "/%6fauth/token", "/%61uthorize", "/v2/%6cogout"])(
  "POST %s is refused without a stack trace",
  async (path) => {
    const { status, text } = await ask("POST", path);
    expect([400, 404]).toContain(status);
    expect(text).not.toContain("    at ");
  },
);

test.each(["/u/%", "/u/%ff/sign-up", "/reset/%", "/invitation/%E0%A4%A", "/confirm-email/%00"])(
  "GET %s, with a broken escape, is answered without logging anything",
  async (path) => {
    const { status, text } = await ask("GET", path);
    expect([400, 404]).toContain(status);
    expect(JSON.parse(text).heading).toEqual(expect.any(String));
  },
);

test.each([
  "/u",
  "/u/x/nothing",
  "/reset/x/y",
  "/invitation",
  "/sign-in-elsewhere",
  "/authorize/x/y",
  "/v2/x",
])("a form sent to %s, where there is none, is answered with 404, and nothing is logged", async (path) => {
  for (const method of ["POST", "PUT", "DELETE"]) {
    const { status, text } = await ask(method, path);
    expect(status).toBe(404);
    expect(JSON.parse(text).problem).toBe("There is nothing at this address.");
  }
});

/** Sends the beginning of a form, hangs up in the middle, and waits until the site has noticed. */
async function hangUp(path: string, head: string, body: string): Promise<void> {
  const socket = connect(site.settings.port, "127.0.0.1");
  await once(socket, "connect");
  const type = "Content-Type: application/x-www-form-urlencoded";
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\n${type}\r\n${head}\r\n\r\n${body}`);
  // When the site answers this next request, it has begun with the form.
  expect((await ask("GET", api.health())).status).toBe(200);
  socket.destroy();
  await once(socket, "close");
  for (let at = 0; at < 3; at++) await ask("GET", api.health());
}

test.each([
  ["with its length", "Content-Length: 500", "email=a"],
  ["in chunks", "Transfer-Encoding: chunked", "7\r\nemail=a\r\n"],
])("a form %s that is aborted logs nothing", async (_what, head, body) => {
  const paths = [
    signInForms.login("x"),
    signInForms.askReset(),
    signInForms.invitation("x"),
    "/oauth/token",
    "/oauth/revoke",
  ];
  for (const path of paths) await hangUp(path, head, body);
  const authorization = `Authorization: Bearer ${tokens.access_token}`;
  await hangUp(api.changeName(), `${authorization}\r\n${head}`, body);
});

test.each([
  ["blanks", " ".repeat(12_000)],
  ["blanks and words", "a ".repeat(6_000)],
  ["at signs", "@".repeat(5_000)],
  ["names without an end", "a@a".repeat(2_500)],
])("a long text of %s is refused as an e-mail address", async (_what, email) => {
  const visitor = new Visitor(site.origin);
  const { status } = await visitor.signUp(await visitor.begin(), email, "a very good password");
  expect(status).toBe(400);
});

test.each([
  ["blanks", `Bearer ${" ".repeat(12_000)}x y`],
  ["letters and a blank", `Bearer ${"x".repeat(12_000)} y`],
])("an Authorization header of %s is answered with 401", async (_what, authorization) => {
  expect((await boss.get(api.account(), { authorization })).status).toBe(401);
});
