import { afterAll, beforeAll, expect, test } from "vitest";
import { api, signInForms } from "../../domain/contract/routes.ts";
import { hashOfSecret } from "../../server/secrets.ts";
import { ADMINISTRATOR, type RunningSite, startSite } from "../../test/node/site.ts";
import { claimsOf, newMember, Visitor } from "../../test/node/visitor.ts";
import { codeOf, stepOf } from "./accounts/second-factor.ts";

let site: RunningSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const MINUTE = 60_000;

/** Lets the account's codes of before be used again, as if time had passed. */
const passTime = (email: string): void =>
  void site.database.sqlite.prepare("update account set factor_step = 0 where email = ?").run(email);

/** A member whose second factor is on. */
async function guarded(email: string) {
  const member = await newMember(site.origin, email);
  const { visitor, tokens, password } = member;
  const { json } = await visitor.call(api.beginFactor(), tokens, { current: password });
  const secret = String(json.secret);
  const now = () => codeOf(secret, new Date());
  const confirmed = await visitor.call(api.confirmFactor(), tokens, { code: await now() });
  expect(confirmed.status).toBe(200);
  passTime(email);
  return { ...member, secret, now, codes: confirmed.json.codes as string[] };
}

/** Sends the password, and then a code. */
async function enter(email: string, password: string, code: string, visitor = new Visitor(site.origin)) {
  const uid = await visitor.begin();
  const first = await visitor.post(signInForms.login(uid), { email, password });
  expect(first.location).toBe(signInForms.factor(uid));
  return visitor.post(signInForms.factor(uid), { code });
}

// RFC 6238, appendix B, the last six digits of those for SHA-1.
test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("at %i seconds the code of the RFC's secret is %s", async (seconds, code) => {
  // "12345678901234567890" in base32.
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  const at = new Date(seconds * 1000);
  expect(await codeOf(secret, at)).toBe(code);
  expect(await stepOf(secret, code, at)).toBe(Math.floor(seconds / 30));
  expect(await stepOf(secret, code, new Date(at.getTime() + 30_000))).toBe(Math.floor(seconds / 30));
  expect(await stepOf(secret, code, new Date(at.getTime() + 2 * MINUTE))).toBeNull();
});

test("a password alone does not sign in, and a code of the app does, once", async () => {
  const { email, password, now } = await guarded("guarded@example.org");
  const visitor = new Visitor(site.origin);
  const wrong = await enter(email, password, "000000", visitor);
  expect(wrong.status).toBe(400);
  expect(wrong.form.problem).toMatch(/^That code is not right/);
  expect((await visitor.authorize({ prompt: "none" })).location).toContain("login_required");
  const code = await now();
  const tokens = await visitor.redeem(await enter(email, password, code, visitor));
  expect(claimsOf(tokens.id_token)).toMatchObject({ email });
  // Somebody who looked on cannot use the same code.
  expect((await enter(email, password, code)).status).toBe(400);
});

test("until it is confirmed, a second factor is not asked for", async () => {
  const { visitor, tokens, email, password } = await newMember(site.origin, "undecided@example.org");
  expect((await visitor.call(api.beginFactor(), tokens, { current: "not this one" })).status).toBe(400);
  await visitor.call(api.beginFactor(), tokens, { current: password });
  expect((await visitor.call(api.confirmFactor(), tokens, { code: "000000" })).status).toBe(400);
  expect((await visitor.call(api.account(), tokens)).json).toMatchObject({ hasFactor: false });
  await new Visitor(site.origin).signIn(email, password);
});

test("there are ten recovery codes, stored as hashes, and each signs in once", async () => {
  const { visitor, tokens, email, password, codes } = await guarded("lost@example.org");
  expect(new Set(codes).size).toBe(10);
  const stored = JSON.stringify(site.database.sqlite.prepare("select * from account").all());
  for (const code of codes) expect(stored).not.toContain(code);
  const [first = "", second = ""] = codes;
  const answers = await Promise.all([1, 2].map(() => enter(email, password, first)));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
  expect((await enter(email, password, ` ${second.replaceAll("-", "")} `)).status).toBe(303);
  expect((await visitor.call(api.account(), tokens)).json).toMatchObject({ recoveryCodesLeft: 8 });
});

test("recovery codes have one case and no signs that look alike, and are read however they are written", async () => {
  const { email, password, codes } = await guarded("handwriting@example.org");
  for (const code of codes) expect(code).toMatch(/^([ac-fhjkmnprtv-y2-9]{4}-){4}[ac-fhjkmnprtv-y2-9]{4}$/);
  const [first = "", second = "", third = "", fourth = "", fifth = "", sixth = ""] = codes;
  const written = [
    first.toUpperCase(),
    second.replaceAll("-", " \u2013 "),
    Array.from(third, (sign) =>
      sign === "-" ? "\u00a0" : String.fromCharCode(sign.charCodeAt(0) + 0xfee0),
    ).join(""),
    `5. ${fifth}.`,
    sixth.replaceAll("-", "_"),
  ];
  for (const code of written) expect((await enter(email, password, code)).status, code).toBe(303);

  // As they were made before: capitals count.
  const old = "aBcD-EfGh-jKmN-pQrS-tUvW";
  const hash = await hashOfSecret(old.replaceAll("-", ""));
  site.database.sqlite
    .prepare("update account set recovery_codes = ? where email = ?")
    .run(JSON.stringify([hash]), email);
  expect((await enter(email, password, fourth)).status).toBe(400);
  expect((await enter(email, password, old.toLowerCase())).status).toBe(400);
  expect((await enter(email, password, old)).status).toBe(303);
  expect((await enter(email, password, old)).status).toBe(400);
});

test("the page of the code shows nothing to a browser that has not given the password", async () => {
  const { email, password, now } = await guarded("skipped@example.org");
  const visitor = new Visitor(site.origin);
  const uid = await visitor.begin();
  expect((await visitor.get(signInForms.factor(uid))).status).toBe(404);
  expect((await visitor.post(signInForms.factor(uid), { code: await now() })).status).toBe(404);
  // What was shown in one login is worth nothing in another.
  await visitor.post(signInForms.login(uid), { email, password });
  expect((await visitor.get(signInForms.factor(uid))).status).toBe(200);
  const other = await visitor.begin();
  expect((await visitor.post(signInForms.factor(other), { code: await now() })).status).toBe(404);
});

test("codes are tried twenty times in a quarter of an hour, from wherever, and a known device is not held up", async () => {
  const { visitor, email, password, now } = await guarded("guessed@example.org");
  await visitor.get("/v2/logout", { "sec-fetch-site": "same-origin" });
  const statuses: number[] = [];
  for (let at = 0; at < 22; at++) {
    const guesser = new Visitor(site.origin);
    statuses.push((await enter(email, password, `0000${10 + at}`, guesser)).status);
  }
  expect(statuses.filter((status) => status === 400)).toHaveLength(20);
  expect(statuses.slice(20)).toEqual([429, 429]);
  expect((await enter(email, password, await now(), visitor)).status).toBe(303);
});

test("it is turned off with password and code, and by an administrator, which the log says", async () => {
  const { visitor, tokens, email, password, now } = await guarded("leaving@example.org");
  const remove = (current: string, code: string) =>
    visitor.call(api.removeFactor(), tokens, { current, code });
  expect((await remove("not the password", await now())).status).toBe(400);
  expect((await remove(password, "000000")).status).toBe(400);
  expect((await remove(password, await now())).status).toBe(200);
  await new Visitor(site.origin).signIn(email, password);

  const lost = await guarded("helpless@example.org");
  const boss = new Visitor(site.origin);
  const bossTokens = await boss.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const { id } = await site.account(lost.email);
  expect((await lost.visitor.call(api.resetFactor(), lost.tokens, { account: id })).status).toBe(403);
  expect((await boss.call(api.resetFactor(), bossTokens, { account: id })).status).toBe(200);
  await new Visitor(site.origin).signIn(lost.email, lost.password);
  const { json } = await boss.call(api.accountLog({ account: id }), bossTokens);
  expect(json.results).toContainEqual(
    expect.objectContaining({ action: "second factor off", actor: ADMINISTRATOR.email }),
  );
});

test("a mailed link that sets a new password does not replace the second factor", async () => {
  const { email } = await guarded("reset@example.org");
  const boss = new Visitor(site.origin);
  const tokens = await boss.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const { json } = await boss.call(api.resetAccount(), tokens, { account: (await site.account(email)).id });
  const visitor = new Visitor(site.origin);
  await visitor.post(new URL(String(json.link)).pathname, { password: "the next password" });
  const uid = await visitor.begin();
  const answer = await visitor.post(signInForms.login(uid), { email, password: "the next password" });
  expect(answer.location).toBe(signInForms.factor(uid));
});
