import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { api, signInForms } from "../../domain/contract/routes.ts";
import { ADMINISTRATOR, type RunningSite, startSite } from "../../test/node/site.ts";
import { newMember, type Tokens, Visitor } from "../../test/node/visitor.ts";
import { saveRecord } from "./accounts/repository/sign-in-records.ts";
import { signInSweep } from "./accounts/sweeps.ts";

let site: RunningSite;
afterEach(() => site.stop());

const DAY = 24 * 60 * 60 * 1000;

const count = (model: string): number =>
  Number(
    site.database.sqlite.prepare("select count(*) as n from sign_in_record where model = ?").get(model)?.n,
  );

/** Whether the login in progress still exists for its browser. */
const isUnderWay = async (visitor: Visitor, uid: string): Promise<boolean> =>
  (await visitor.get(signInForms.login(uid))).status === 200;

/** Runs the sweep as of a time, and gives back the free space. */
async function sweep(at: Date): Promise<void> {
  await signInSweep(site.database, () => at).run(new AbortController().signal);
  await site.database.vacuum();
}

/** Makes all records so far older, so that their order is clear: the provider counts in seconds. */
const age = (seconds = 5): void =>
  site.database.sqlite.exec(`update sign_in_record set expires_at = expires_at - ${seconds}`);

test("a query longer than four kilobytes is refused with a page, and nothing of it is stored", async () => {
  site = await startSite();
  for (const [state, status] of [
    // Refused before anybody reads it: the head of a request is limited.
    ["s".repeat(200_000), 431],
    ["s".repeat(4_096), 414],
    ["s".repeat(1_000), 303],
  ] as const) {
    const answer = await new Visitor(site.origin).authorize({ state });
    expect(answer.status).toBe(status);
    if (status === 414) expect(answer.form.problem).toMatch(/^This address is too long/);
  }
  expect(count("Interaction")).toBe(1);
});

test("an address may have twenty logins in progress; a further one is refused until one is five minutes old", async () => {
  site = await startSite();
  const other = new Visitor(site.origin);
  const others = await other.begin();
  const flood = new Visitor(site.origin, "192.0.2.1");
  const first = await flood.begin();
  age();
  for (let at = 0; at < 19; at++) await flood.begin();
  const refused = await flood.authorize();
  expect([refused.status, refused.headers.get("retry-after"), refused.form.problem]).toEqual([
    429,
    "300",
    "Many sign-ins are under way right now. Please try again in a few minutes.",
  ]);
  expect(await isUnderWay(flood, first)).toBe(true);
  age(296);
  const next = await flood.begin();
  expect((await flood.authorize()).status).toBe(429);
  expect(count("Interaction")).toBe(21);
  expect(await isUnderWay(flood, first)).toBe(false);
  expect(await isUnderWay(flood, next)).toBe(true);
  expect(await isUnderWay(other, others)).toBe(true);
});

test("the addresses of an IPv6 network count as one", async () => {
  site = await startSite();
  const begin = (address: string) => new Visitor(site.origin, address).authorize();
  for (let at = 0; at < 25; at++) await begin(`2001:db8:1:2::${at.toString(16)}`);
  expect(count("Interaction")).toBe(20);
  for (let at = 0; at < 25; at++) await begin(`2001:db8:1:3::${at.toString(16)}`);
  expect(count("Interaction")).toBe(40);
  expect((await begin("2001:db8:1:4::1")).status).toBe(429);
  // Another network of 56 bits within that of 48.
  await begin("2001:db8:1:100::1");
  expect(count("Interaction")).toBe(41);
});

test("whoever has an IPv6 network of 48 bits pushes nobody's login out", async () => {
  site = await startSite();
  const person = new Visitor(site.origin);
  const login = await person.begin();
  age();
  for (let at = 0; at < 300; at += 100)
    await Promise.all(
      Array.from({ length: 100 }, (_, each) =>
        new Visitor(site.origin, `2001:db8:1:${((at + each) * 8).toString(16)}::1`).authorize(),
      ),
    );
  expect(count("Interaction")).toBe(101);
  expect(await isUnderWay(person, login)).toBe(true);
});

test("the addresses of people who sign in are not stored", async () => {
  site = await startSite();
  await new Visitor(site.origin, "192.0.2.77").begin();
  const rows = site.database.sqlite.prepare("select * from sign_in_record").all();
  expect(JSON.stringify(rows)).not.toContain("192.0.2.77");
});

test("a silent check stores nothing, with no cookie or with that of an ended session", async () => {
  site = await startSite();
  const { visitor } = await newMember(site.origin, "gone@example.org");
  site.database.sqlite.exec("delete from sign_in_record");
  for (const each of [visitor, new Visitor(site.origin)])
    for (let at = 0; at < 5; at++)
      expect((await each.authorize({ prompt: "none" })).location).toContain("login_required");
  expect(site.database.sqlite.prepare("select model from sign_in_record").all()).toEqual([]);
});

test("a login in progress stores no session until somebody signs in", async () => {
  site = await startSite();
  const visitor = new Visitor(site.origin);
  const form = signInForms.login(await visitor.begin());
  await visitor.post(form, { email: ADMINISTRATOR.email, password: "a wrong password" });
  expect(count("Session")).toBe(0);
  await visitor.redeem(await visitor.post(form, { ...ADMINISTRATOR }));
  expect(count("Session")).toBe(1);
  expect(count("Interaction")).toBe(0);
});

test("a member who keeps requesting codes and tokens has a bounded number, the newest", async () => {
  site = await startSite();
  const { visitor, tokens } = await newMember(site.origin, "keen@example.org");
  for (let at = 0; at < 30; at++) await visitor.authorize();
  expect(count("AuthorizationCode")).toBe(20);
  const last = await visitor.redeem(await visitor.authorize());
  let next: Tokens = tokens;
  for (let at = 0; at < 110; at++) next = (await visitor.refresh(next)).json as unknown as Tokens;
  expect(count("RefreshToken")).toBe(100);
  expect((await visitor.refresh(next)).status).toBe(200);
  expect((await visitor.call(api.account(), last)).status).toBe(200);
});

test("an account may have fifty sessions; beyond that the one unused for longest ends", async () => {
  site = await startSite();
  const { visitor, email } = await newMember(site.origin, "busy@example.org");
  const { id } = await site.account(email);
  // Like signing in fifty times, without fifty passwords to check.
  const expiresAt = Math.floor(Date.now() / 1000) + 1_000_000_000;
  for (let at = 0; at < 50; at++)
    await saveRecord(
      site.database,
      { model: "Session", id: `session ${at}`, payload: { accountId: id }, expiresAt: expiresAt + at },
      { holder: id, most: 50 },
    );
  expect(count("Session")).toBe(50);
  expect((await visitor.authorize({ prompt: "none" })).location).toContain("login_required");
});

test("expired links are swept, and those that still work stay", async () => {
  site = await startSite();
  const boss = new Visitor(site.origin);
  const tokens = await boss.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  await boss.call(api.invite(), tokens, { email: "week@example.org" });
  const { email } = await newMember(site.origin, "forgetful@example.org");
  const { id } = await site.account(email);
  await boss.call(api.resetAccount(), tokens, { account: id });
  const purposes = () =>
    site.database.sqlite
      .prepare("select purpose from account_link order by purpose")
      .all()
      .map(({ purpose }) => purpose);
  await sweep(new Date());
  expect(purposes()).toEqual(["invitation", "reset"]);
  await sweep(new Date(Date.now() + 2 * DAY));
  expect(purposes()).toEqual(["invitation"]);
  await sweep(new Date(Date.now() + 8 * DAY));
  expect(purposes()).toEqual([]);
});

test("records that expired before the site starts are swept at the start", async () => {
  site = await startSite();
  await new Visitor(site.origin).begin();
  age(2 * 60 * 60);
  const { port, dataDir } = site.settings;
  await site.stop();
  site = await startSite({ PORT: String(port), DATA_DIR: dataDir });
  expect(count("Interaction")).toBe(0);
});

test("sweeping returns the space of expired records to the disk", async () => {
  site = await startSite();
  const pages = () => Number(site.database.sqlite.prepare("pragma page_count").get()?.page_count);
  const free = () => Number(site.database.sqlite.prepare("pragma freelist_count").get()?.freelist_count);
  const before = pages();
  for (let at = 0; at < 200; at++)
    await saveRecord(site.database, {
      model: "Grant",
      id: `${at}`,
      payload: { filling: "x".repeat(10_000) },
      expiresAt: 1,
    });
  expect(pages()).toBeGreaterThan(before + 400);
  await sweep(new Date());
  expect(pages()).toBeLessThan(before + 50);
  expect(free()).toBe(0);
  site.database.sqlite.exec("pragma wal_checkpoint(truncate)");
  const folder = site.settings.dataDir;
  const [file = ""] = readdirSync(folder).filter((name) => name.endsWith(".sqlite"));
  expect(statSync(join(folder, file)).size).toBeLessThan((before + 50) * 4096);
});
