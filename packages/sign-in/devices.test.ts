import { afterEach, expect, test } from "vitest";
import { api, signInForms } from "../../domain/contract/routes.ts";
import { type RunningSite, startSite } from "../../test/node/site.ts";
import { newMember, Visitor } from "../../test/node/visitor.ts";

let site: RunningSite;
afterEach(() => site.stop());

/** Sends this many logins from one address, one after the other. Returns how many got which status. */
async function attack(email: string, guesses: number, address?: string): Promise<Record<number, number>> {
  const attacker = new Visitor(site.origin, address);
  const form = signInForms.login(await attacker.begin());
  const statuses: Record<number, number> = {};
  for (let at = 0; at < guesses; at++) {
    const { status } = await attacker.post(form, { email, password: `a wrong guess ${at}` });
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

/** The cookies that a response sets, by name. */
const cookiesOf = (headers: Headers): Map<string, string> =>
  new Map(headers.getSetCookie().map((line) => [line.slice(0, line.indexOf("=")), line]));
const isDevice = (name: string): boolean => name.startsWith("index_device_");

/** Signs in and returns the cookie by which the browser is recognized afterwards. */
async function deviceCookie(visitor: Visitor, email: string, password: string): Promise<string> {
  const { headers, status } = await visitor.tryPassword(email, password);
  expect(status).toBe(303);
  const [cookie = ""] = [...cookiesOf(headers)].filter(([name]) => isDevice(name)).map(([, line]) => line);
  return cookie;
}

test("a hundred logins from one address do not lock the owner out elsewhere", async () => {
  site = await startSite();
  const { email, password } = await newMember(site.origin, "victim@example.org");
  expect(await attack(email, 100)).toEqual({ 400: 10, 429: 90 });
  await new Visitor(site.origin).signIn(email, password);
});

test("an attack from many addresses makes a new device wait less than a minute, and a known one not at all", async () => {
  site = await startSite();
  const { visitor: known, email, password } = await newMember(site.origin, "victim@example.org");
  await known.get("/v2/logout", { "sec-fetch-site": "same-origin" });
  for (let at = 0; at < 4; at++) await attack(email, 8);
  const fresh = new Visitor(site.origin);
  const { status, form, headers } = await fresh.tryPassword(email, password);
  expect(status).toBe(429);
  expect(form.problem).toMatch(/^Too many wrong passwords for this e-mail address/);
  expect(Number(headers.get("retry-after"))).toBeLessThan(60);
  await known.signIn(email, password);
});

test("an attacked e-mail address gets the same answer whether or not it has an account", async () => {
  site = await startSite();
  await newMember(site.origin, "victim@example.org");
  const said = [];
  for (const email of ["victim@example.org", "nobody@example.org"]) {
    for (let at = 0; at < 3; at++) await attack(email, 8);
    const { status, form } = await new Visitor(site.origin).tryPassword(email, "a wrong password");
    said.push({ status, problem: form.problem });
  }
  expect(said[0]?.status).toBe(429);
  expect(said[0]).toEqual(said[1]);
});

test("a known device can sign in from an address that has used up its logins", async () => {
  site = await startSite();
  const owner = new Visitor(site.origin, "192.0.2.1");
  const { email, password } = await newMember(site.origin, "shared@example.org");
  await owner.signIn(email, password);
  await owner.get("/v2/logout", { "sec-fetch-site": "same-origin" });
  await attack(email, 101, "192.0.2.1");
  expect((await new Visitor(site.origin, "192.0.2.1").tryPassword(email, password)).status).toBe(429);
  await owner.signIn(email, password);
});

test("an account's known devices may log in a hundred times in a quarter of an hour", async () => {
  site = await startSite();
  const { visitor, email, password } = await newMember(site.origin, "looping@example.org");
  await visitor.get("/v2/logout", { "sec-fetch-site": "same-origin" });
  const form = signInForms.login(await visitor.begin());
  // Too long to be checked, so the test need not wait for a hundred hashes.
  const login = () => visitor.post(form, { email, password: "too long ".repeat(30) });
  for (let at = 0; at < 100; at++) expect((await login()).status).toBe(400);
  expect((await login()).status).toBe(429);
  await new Visitor(site.origin).signIn(email, password);
});

test("of guesses sent at once only ten are tested", async () => {
  site = await startSite();
  const { email } = await newMember(site.origin, "victim@example.org");
  const attacker = new Visitor(site.origin);
  const form = signInForms.login(await attacker.begin());
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) => attacker.post(form, { email, password: `a wrong guess ${at}` })),
  );
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
});

test("passwords too long to be tested do not count against the account", async () => {
  site = await startSite();
  const { email, password } = await newMember(site.origin, "victim@example.org");
  const attacker = new Visitor(site.origin);
  const form = signInForms.login(await attacker.begin());
  for (let at = 0; at < 60; at++)
    expect((await attacker.post(form, { email, password: "too long ".repeat(30) })).status).toBe(400);
  await attacker.signIn(email, password);
});

test("a device's cookie is sent to the login forms only, and identifies nobody", async () => {
  site = await startSite();
  const { email, password } = await newMember(site.origin, "private@example.org");
  const cookie = await deviceCookie(new Visitor(site.origin), email, password);
  expect(cookie).toMatch(/^index_device_[\w-]{43}=[\w-]{16}\.[\w-]{43}; /);
  expect(cookie).toMatch(/; Path=\/u(;|$)/);
  expect(cookie).toMatch(/; HttpOnly/);
  expect(cookie).toMatch(/; SameSite=Lax/);
  expect(Number(/Max-Age=(\d+)/.exec(cookie)?.[1])).toBeGreaterThan(300 * 24 * 3_600);
  const { id } = await site.account(email);
  for (const secret of [id, email, "private"]) expect(cookie).not.toContain(secret);
});

test("a device is known only to the accounts that signed in on it", async () => {
  site = await startSite();
  const [ada, eve] = [
    await newMember(site.origin, "ada@example.org"),
    await newMember(site.origin, "eve@example.org"),
  ];
  const shared = new Visitor(site.origin);
  const names = [];
  for (const { email, password } of [ada, eve, ada]) {
    names.push((await deviceCookie(shared, email, password)).split("=")[0]);
    await shared.get("/v2/logout", { "sec-fetch-site": "same-origin" });
  }
  expect(names[0]).toBe(names[2]);
  expect(names[0]).not.toBe(names[1]);
  for (let at = 0; at < 4; at++) await attack(ada.email, 8);
  await eve.visitor.get("/v2/logout", { "sec-fetch-site": "same-origin" });
  expect((await eve.visitor.tryPassword(ada.email, ada.password)).status).toBe(429);
});

test("a cookie that was modified, or made for another account, does not make a device known", async () => {
  site = await startSite();
  const { email, password } = await newMember(site.origin, "victim@example.org");
  const eve = await newMember(site.origin, "eve@example.org");
  const [own = ""] = (await deviceCookie(new Visitor(site.origin), email, password)).split(";");
  const [hers = ""] = (await deviceCookie(new Visitor(site.origin), eve.email, eve.password)).split(";");
  const [name = "", value = ""] = own.split("=");
  for (let at = 0; at < 4; at++) await attack(email, 8);
  const tryWith = async (cookie: string): Promise<number> => {
    const visitor = new Visitor(site.origin);
    const { location, headers } = await visitor.authorize();
    const login = cookiesOf(headers);
    const pair = (key: string): string => String(login.get(key)?.split(";")[0]);
    const response = await fetch(new URL(location ?? "", site.origin), {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ email, password }),
      headers: {
        origin: site.origin,
        "x-forwarded-for": "192.0.2.55",
        cookie: `${pair("index_login")}; ${pair("index_login.sig")}; ${cookie}`,
      },
    });
    return response.status;
  };
  const theirs = hers.split("=")[1] ?? "";
  for (const forged of [
    `${name}=${theirs}`,
    `${name}=x${value}`,
    `${name}=${value}x`,
    `${name}=.`,
    `${name}=`,
  ])
    expect(await tryWith(forged)).toBe(429);
  expect(await tryWith(own)).toBe(303);
});

test("after a password change other devices are no longer known; the one that changed it is", async () => {
  site = await startSite();
  const { visitor, email, password, tokens } = await newMember(site.origin, "careful@example.org");
  const other = new Visitor(site.origin);
  await other.signIn(email, password);
  const next = "the next password";
  expect(
    (await visitor.call(api.changePassword(), tokens, { current: password, password: next })).status,
  ).toBe(200);
  await visitor.get("/v2/logout", { "sec-fetch-site": "same-origin" });
  for (let at = 0; at < 4; at++) await attack(email, 8);
  expect((await other.tryPassword(email, next)).status).toBe(429);
  await visitor.signIn(email, next);
});
