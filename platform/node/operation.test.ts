import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { api, pages, signInForms } from "../../domain/contract/routes.ts";
import { endAll, startProcess } from "../../test/node/processes.ts";
import { freePort, type RunningSite, startSite } from "../../test/node/site.ts";
import { logConsole, openLog } from "../shared/log.ts";

let site: RunningSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => {
  await site.stop();
  endAll();
});

const { info, warn } = console;
let lines: string[];
beforeEach(() => {
  lines = [];
});
afterEach(() => Object.assign(console, { info, warn }));

test("a site whose database was brought further by another version says that it is not ready", async () => {
  const ready = () => fetch(site.origin + api.ready());
  expect((await ready()).status).toBe(200);
  site.database.sqlite.exec("insert into d1_migrations (name) values ('9999-later.sql')");
  const refused = await ready();
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(refused.headers.get("Cache-Control")).toBe("no-store");
  expect(await refused.json()).toEqual({
    ok: false,
    error: "The database is of another version than this site: update the one that is older.",
  });
  expect((await fetch(site.origin + api.health())).status).toBe(200);
  site.database.sqlite.exec("delete from d1_migrations where name = '9999-later.sql'");
  expect((await ready()).status).toBe(200);
});

test("whatever fails, the log has a line of it, and no token, password, e-mail address, secret or query", async () => {
  const log = openLog({ isReadable: false, write: (_, line) => lines.push(line) });
  const { sqlite } = site.database;
  const tables = ["completion", "map", "account", "account_link", "sign_in_record", "player_name"].filter(
    (name) => sqlite.prepare("select 1 from sqlite_schema where name = ?").get(name),
  );
  const rename = (from: string, to: string): void => sqlite.exec(`alter table "${from}" rename to "${to}"`);
  for (const table of tables) rename(table, `lost_${table}`);
  logConsole(log);
  const form = new URLSearchParams({
    email: "secretive@mail.example",
    password: "hunter2hunter2",
    refresh_token: "rt-0123456789",
    grant_type: "refresh_token",
    client_id: "btd6-index",
  });
  const headers = { Authorization: "Bearer at-0123456789", Origin: site.origin };
  const query = { query: "who-is-it" };
  const ids: (string | null)[] = [];
  for (const path of [
    api.list("2tc", query),
    api.allMaps(),
    api.users(),
    `${pages.home()}?q=who-is-it`,
    `/authorize?client_id=btd6-index&login_hint=secretive@mail.example&state=st-0123456789`,
  ])
    ids.push((await fetch(site.origin + path, { headers })).headers.get("X-Request-Id"));
  for (const path of [
    "/oauth/token",
    signInForms.login("uid-0123456789"),
    signInForms.reset("link-0123456789"),
    signInForms.invitation("link-0123456789"),
    signInForms.confirmEmail("link-0123456789"),
    signInForms.mail("link-0123456789", "all"),
    api.changePassword(),
  ]) {
    const answer = await fetch(site.origin + path, {
      method: "POST",
      body: form,
      headers,
      redirect: "manual",
    });
    ids.push(answer.headers.get("X-Request-Id"));
  }
  for (const table of tables) rename(`lost_${table}`, table);
  const logged = lines.map((line) => JSON.parse(line));
  expect(logged.filter(({ level }) => level === "error").length).toBeGreaterThan(4);
  for (const { request } of logged.filter(({ level }) => level === "error")) expect(ids).toContain(request);
  for (const secret of ["secretive", "hunter2", "0123456789", "who-is-it"])
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
});

test("a process logs JSON lines, and metrics on a port of their own hold nothing that somebody sent", async () => {
  const port = await freePort();
  const { origin, printed } = await startProcess({
    METRICS_PORT: String(port),
    ADMIN_PASSWORD: "a long password",
  });
  for (const line of printed().trim().split("\n"))
    expect(JSON.parse(line)).toMatchObject({ level: "info", message: expect.any(String) });
  for (const path of [
    ...[api.allMaps(), api.allMaps(), pages.player("SomebodysName"), `/reset/SomebodysSecret`],
    ...["/media/SomebodysKey.png", "/SomebodysPath", `${pages.home()}?q=SomebodysWord`],
  ])
    await (await fetch(origin + path)).arrayBuffer();
  await fetch(origin + api.changeName(), { method: "POST" });
  await fetch(origin + api.allMaps(), { method: "PROPFIND" });
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.headers.get("Content-Type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const text = await answer.text();
  for (const line of text.trim().split("\n"))
    expect(line).toMatch(
      /^(# (HELP|TYPE) [a-z0-9_]+ .+|[a-z0-9_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+)$/,
    );
  expect(text).not.toContain("Somebodys");
  expect(text).toContain(`index_requests_total{route="${api.allMaps()}",method="GET",status="2xx"} 2\n`);
  expect(text).toContain(`index_requests_total{route="${api.allMaps()}",method="other",status="4xx"} 1\n`);
  expect(text).toContain(`index_requests_total{route="${api.changeName()}",method="POST",status="4xx"} 1\n`);
  expect(text).toContain(`route="${pages.player("")}"`);
  expect(text).toContain('index_cached_answers_total{how="hit"} 1\n');
  expect(text).toMatch(/index_request_seconds_bucket\{kind="read",le="\+Inf"\} 3\n/);
  for (const name of ["index_writes_total", "index_writes_waiting", "process_resident_memory_bytes"])
    expect(text).toMatch(new RegExp(`^${name} \\d+$`, "m"));
  expect((await fetch(`${origin}/metrics`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
});
