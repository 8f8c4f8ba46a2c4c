import { afterAll, beforeAll, expect, test } from "vitest";
import type { DevicesAnswer } from "../../domain/contract/accounts.ts";
import { api, signInForms } from "../../domain/contract/routes.ts";
import { startMailServer } from "../../test/node/mail-server.ts";
import { type RunningSite, startSite } from "../../test/node/site.ts";
import { newMember, type Tokens, Visitor } from "../../test/node/visitor.ts";
import { deviceName } from "./accounts/device-name.ts";

let site: RunningSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const devicesOf = async (visitor: Visitor, tokens: Tokens): Promise<DevicesAnswer["results"]> =>
  ((await visitor.call(api.devices(), tokens)).json as unknown as DevicesAnswer).results;

/** Whether what a device holds still works: its access token, its refresh token, and its session. */
async function stillWorks(visitor: Visitor, tokens: Tokens) {
  const { status } = await visitor.call(api.account(), tokens);
  const silent = new URL((await visitor.authorize({ prompt: "none" })).location ?? "").searchParams;
  const refreshed = await visitor.refresh(tokens);
  return { api: status === 200, session: silent.has("code"), refresh: refreshed.status === 200 };
}
const ENDED = { api: false, session: false, refresh: false };
const WORKS = { api: true, session: true, refresh: true };

async function threeDevices(email: string) {
  const { visitor, tokens, password } = await newMember(site.origin, email);
  const [phone, laptop] = [new Visitor(site.origin), new Visitor(site.origin)];
  return {
    here: [visitor, tokens] as const,
    phone: [phone, await phone.signIn(email, password)] as const,
    laptop: [laptop, await laptop.signIn(email, password)] as const,
  };
}

test("one's devices are listed, each once, with when they signed in", async () => {
  const { here, phone } = await threeDevices("lister@example.org");
  await phone[0].refresh(phone[1]);
  const found = await devicesOf(...here);
  expect(found).toHaveLength(3);
  expect(found.filter(({ isThis }) => isThis)).toHaveLength(1);
  for (const { since, usedAt } of found) {
    expect(Math.abs(Date.now() - Date.parse(since))).toBeLessThan(60_000);
    expect(usedAt >= since).toBe(true);
  }
  const own = ({ isThis }: { isThis: boolean }) => isThis;
  expect((await devicesOf(...phone)).find(own)?.id).not.toBe(found.find(own)?.id);
});

test("a device is called by its browser and system, which are all that is kept of what it sends", async () => {
  const { email, password } = await newMember(site.origin, "named@example.org");
  const visitor = new Visitor(site.origin);
  const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const request = visitor.request.bind(visitor);
  visitor.request = (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set("user-agent", browser);
    return request(path, { ...init, headers });
  };
  const tokens = await visitor.signIn(email, password);
  expect((await devicesOf(visitor, tokens)).find(({ isThis }) => isThis)?.device).toBe("Firefox on Linux");
  expect(JSON.stringify(site.database.sqlite.prepare("select * from sign_in_record").all())).not.toContain(
    "Gecko",
  );
});

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "Safari on an iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  ["curl/8.14.1", "An unknown device"],
  [undefined, "An unknown device"],
  [`${"x".repeat(100_000)}Firefox`, "An unknown device"],
])("%s is called %s", (sent, name) => expect(deviceName(sent)).toBe(name));

test("a device that is signed out can do nothing from that moment, and the others stay signed in", async () => {
  const { here, phone, laptop } = await threeDevices("ending@example.org");
  const own = (await devicesOf(...phone)).find(({ isThis }) => isThis)?.id ?? "";
  expect((await here[0].call(api.signOutDevice(), here[1], { device: own })).status).toBe(200);
  expect(await stillWorks(...phone)).toEqual(ENDED);
  expect(await stillWorks(...laptop)).toEqual(WORKS);
  expect(await stillWorks(...here)).toEqual(WORKS);
  expect(await here[0].call(api.signOutDevice(), here[1], { device: own })).toMatchObject({
    status: 404,
    json: { error: "This device is signed out already." },
  });
});

test("all other devices are signed out at once, and this one stays", async () => {
  const { here, phone, laptop } = await threeDevices("alone@example.org");
  expect((await here[0].call(api.signOutOthers(), here[1], {})).status).toBe(200);
  expect(await stillWorks(...phone)).toEqual(ENDED);
  expect(await stillWorks(...laptop)).toEqual(ENDED);
  expect(await here[0].call(api.account(), here[1])).toMatchObject({ status: 200 });
  expect(new URL((await here[0].authorize({ prompt: "none" })).location ?? "").searchParams.has("code")).toBe(
    true,
  );
});

test("nobody signs out somebody else's devices", async () => {
  const victim = await newMember(site.origin, "victim@example.org");
  const eve = await newMember(site.origin, "eve@example.org");
  const [theirs] = await devicesOf(victim.visitor, victim.tokens);
  const tried = await eve.visitor.call(api.signOutDevice(), eve.tokens, { device: theirs?.id ?? "" });
  expect(tried.status).toBe(404);
  const said = "select count(*) as acts from account_log where action = 'sign out a device' and actor = ?";
  expect(site.database.sqlite.prepare(said).get((await site.account(eve.email)).id)).toMatchObject({
    acts: 0,
  });
  expect(await stillWorks(victim.visitor, victim.tokens)).toEqual(WORKS);
});

test("a confirmed address is told of a sign-in on a new device, and not of one on a known one", async () => {
  const mails = await startMailServer();
  const mailing = await startSite({ SMTP_URL: mails.url, MAIL_FROM: "Index <index@example.org>" });
  const { visitor, email, password } = await newMember(
    mailing.origin,
    "told@example.org",
    undefined,
    mails.arrived,
  );
  const told = () => mails.arrived.filter(({ subject }) => subject.startsWith("A new device"));
  await visitor.get("/v2/logout", { "sec-fetch-site": "same-origin" });
  await visitor.signIn(email, password);
  await new Visitor(mailing.origin).signIn(email, password);
  await expect.poll(() => told().length, { timeout: 20_000 }).toBe(1);
  expect(told()[0]).toMatchObject({ to: email });
  expect(told()[0]?.text).toContain("/account");
  // Sent after whatever the first sign-in could have caused.
  await visitor.post(signInForms.askReset(), { email });
  await expect
    .poll(() => mails.arrived.some(({ subject }) => subject.startsWith("A new password")))
    .toBe(true);
  expect(told()).toHaveLength(1);
  await mailing.stop();
  mails.stop();
});
