import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { api, signInForms } from "../../domain/contract/routes.ts";
import { takeConsoleErrors } from "../../test/no-console-errors.ts";
import { type Arrived, startMailServer } from "../../test/node/mail-server.ts";
import { ADMINISTRATOR, type RunningSite, startSite } from "../../test/node/site.ts";
import { claimsOf, newMember, Visitor } from "../../test/node/visitor.ts";

let site: RunningSite;
let mails: Awaited<ReturnType<typeof startMailServer>>;

beforeAll(async () => {
  mails = await startMailServer();
  site = await startSite({ SMTP_URL: mails.url, MAIL_FROM: "Index <index@example.org>" });
});
afterEach(() => mails.arrived.splice(0));
afterAll(async () => {
  await site.stop();
  mails.stop();
});

const PASSWORD = "a very good password";

async function mailTo(address: string, about: RegExp): Promise<Arrived> {
  const find = () => mails.arrived.find(({ to, subject }) => to === address && about.test(subject));
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  return find() as Arrived;
}

/** The path of the link in a mail. */
function linkIn({ text }: Arrived): string {
  const [link = ""] = /http:\/\/localhost:\S+/.exec(text) ?? [];
  expect(link.startsWith(`${site.origin}/`)).toBe(true);
  return new URL(link).pathname;
}

async function newPerson(email: string) {
  const member = await newMember(site.origin, email);
  const confirmation = linkIn(await mailTo(email, /Your e-mail address/));
  mails.arrived.splice(0);
  return { ...member, confirmation };
}

test("signing up sends a link that confirms the address, once", async () => {
  const { visitor, tokens, confirmation } = await newPerson("ada@example.org");
  expect((await visitor.call(api.account(), tokens)).json).toMatchObject({
    emailVerified: false,
    sendsMail: true,
  });
  // A mail program that opens links must not use them up: opening only asks, sending the form confirms.
  for (let look = 0; look < 2; look++)
    expect((await visitor.get(confirmation)).form.text).toBe("Is ada@example.org your address?");
  expect((await visitor.post(confirmation, {})).form.heading).toBe("Your e-mail address is confirmed");
  expect((await visitor.post(confirmation, {})).status).toBe(404);
  expect((await visitor.call(api.account(), tokens)).json).toMatchObject({ emailVerified: true });
});

test("signing up with an address that has an account tells its owner, and nobody else", async () => {
  const visitor = new Visitor(site.origin);
  const uid = await visitor.begin();
  const { status, text } = await visitor.signUp(uid, ADMINISTRATOR.email, PASSWORD);
  expect(status).toBe(200);
  expect(text).not.toMatch(/already/);
  const { text: mail } = await mailTo(ADMINISTRATOR.email, /You already have an account/);
  expect(mail).toContain(`${site.origin}${signInForms.askReset()}`);
});

test("a forgotten password is reset by a mailed link; an unknown address gets the same answer and no mail", async () => {
  const { visitor, email, tokens } = await newPerson("forgetful@example.org");
  const unknown = await visitor.post(signInForms.askReset(), { email: "nobody@example.org" });
  const known = await visitor.post(signInForms.askReset(), { email: " Forgetful@example.org " });
  expect({ status: known.status, text: known.text }).toEqual({ status: unknown.status, text: unknown.text });
  expect(known.form.heading).toBe("Look into your mail");
  const link = linkIn(await mailTo(email, /A new password/));
  expect(mails.arrived.map(({ to }) => to)).not.toContain("nobody@example.org");

  expect((await visitor.post(link, { password: "the new password" })).status).toBe(200);
  expect((await visitor.refresh(tokens)).status).toBe(400);
  await visitor.signIn(email, "the new password");
  expect((await visitor.get(link)).status).toBe(404);
});

test("a blocked account gets no reset link", async () => {
  const { email } = await newPerson("blocked@example.org");
  const boss = new Visitor(site.origin);
  const tokens = await boss.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  await boss.call(api.blockAccount(), tokens, { account: (await site.account(email)).id });
  await boss.post(signInForms.askReset(), { email });
  await boss.post(signInForms.askReset(), { email: ADMINISTRATOR.email });
  await mailTo(ADMINISTRATOR.email, /A new password/);
  expect(mails.arrived.map(({ to }) => to)).not.toContain(email);
});

test("a reset may be requested five times an hour per address, whether or not it has an account", async () => {
  for (const email of ["nobody-else@example.org", ADMINISTRATOR.email]) {
    const answers = [];
    for (let at = 0; at < 6; at++)
      answers.push(await new Visitor(site.origin).post(signInForms.askReset(), { email }));
    expect(answers.at(-1)).toMatchObject({ status: 429 });
    expect(answers.at(-1)?.form.problem).toMatch(/^Too many attempts/);
  }
});

test("a new address takes effect once it is confirmed; until then the old one is valid", async () => {
  const { visitor, tokens, email, password } = await newPerson("moving@example.org");
  const { json } = await visitor.call(api.changeEmail(), tokens, {
    current: password,
    email: "moved@example.org",
  });
  expect(json).toEqual({ changed: false });
  const link = linkIn(await mailTo("moved@example.org", /Your e-mail address/));
  await new Visitor(site.origin).signIn(email, password);
  await visitor.post(link, {});
  const now = new Visitor(site.origin);
  expect((await now.tryPassword(email, password)).status).toBe(400);
  expect(claimsOf((await now.signIn("moved@example.org", password)).id_token)).toMatchObject({
    email: "moved@example.org",
    email_verified: true,
  });
});

/** Asks for another address from a confirmed one, and returns the paths of the links that both got. */
async function askToMove(from: string, to: string) {
  const { visitor, tokens, email, password, confirmation } = await newPerson(from);
  await visitor.post(confirmation, {});
  await visitor.call(api.changeEmail(), tokens, { current: password, email: to });
  const [toNew, toOld] = [await mailTo(to, /Your e-mail address/), await mailTo(email, /another address/)];
  const address = async () => (await visitor.call(api.account(), tokens)).json.email;
  return { toNew: linkIn(toNew), toOld: linkIn(toOld), address, guest: new Visitor(site.origin) };
}

test.each([
  ["the new one first", ["toNew", "toOld"]],
  ["the old one first", ["toOld", "toNew"]],
] as const)("a confirmed address changes when both have agreed: %s", async (name, [first, second]) => {
  const to = `${first}-to@example.org`.toLowerCase();
  const { address, guest, ...links } = await askToMove(`${first}@example.org`.toLowerCase(), to);
  expect((await guest.get(links[first])).form.form?.button, name).toBe("Yes, change it");
  expect((await guest.post(links[first], {})).form.heading).toBe("Now the other address");
  expect((await guest.post(links[first], {})).status).toBe(404);
  expect(await address()).toBe(`${first}@example.org`.toLowerCase());
  expect((await guest.post(links[second], {})).form.heading).toBe("Your e-mail address is confirmed");
  expect(await address()).toBe(to);
});

test("of two links that are used at once, one changes the address", async () => {
  const { address, guest, toNew, toOld } = await askToMove("both@example.org", "both-to@example.org");
  const answers = await Promise.all([toNew, toOld].map((link) => guest.post(link, {})));
  expect(answers.map(({ form }) => form.heading).sort()).toEqual([
    "Now the other address",
    "Your e-mail address is confirmed",
  ]);
  expect(await address()).toBe("both-to@example.org");
});

test("a change of address that either end refuses does not happen, whatever the other agreed to", async () => {
  const { address, guest, toNew, toOld } = await askToMove("refusing@example.org", "refused@example.org");
  await guest.post(toNew, {});
  const page = (await guest.get(toOld)).form;
  expect(page.refusal).toBe("No, leave it as it is");
  expect((await guest.post(page.cancel ?? "", {})).form.heading).toBe("Your e-mail address stays as it is");
  for (const link of [toNew, toOld]) expect((await guest.post(link, {})).status).toBe(404);
  expect(await address()).toBe("refusing@example.org");
});

test("a new address that somebody else has registered meanwhile is not taken over", async () => {
  const { visitor, tokens, password, email } = await newPerson("late@example.org");
  await visitor.call(api.changeEmail(), tokens, { current: password, email: "wanted@example.org" });
  const link = linkIn(await mailTo("wanted@example.org", /Your e-mail address/));
  await newMember(site.origin, "wanted@example.org");
  expect((await visitor.post(link, {})).status).toBe(404);
  expect((await visitor.call(api.account(), tokens)).json).toMatchObject({ email });
});

test("a new address that is taken gets the same answer as a free one, and its owner is told", async () => {
  const { visitor, tokens, password } = await newPerson("nosy@example.org");
  const { email: taken } = await newPerson("taken@example.org");
  const ask = (email: string) => visitor.call(api.changeEmail(), tokens, { current: password, email });
  const [free, other] = [await ask("unknown@example.org"), await ask(` ${taken.toUpperCase()} `)];
  expect({ status: free.status, text: free.text }).toEqual({ status: other.status, text: other.text });
  const { text } = await mailTo("unknown@example.org", /Your e-mail address/);
  expect(text).toContain("/confirm-email/");
  expect((await mailTo(taken, /Somebody wanted/)).text).not.toContain("http");
});

test("an account may request five different new addresses an hour", async () => {
  const { visitor, tokens, password } = await newPerson("restless@example.org");
  const ask = (email: string) => visitor.call(api.changeEmail(), tokens, { current: password, email });
  for (let at = 0; at < 5; at++) expect((await ask(`place${at}@example.org`)).status).toBe(200);
  expect((await ask("place6@example.org")).status).toBe(429);
});

test("a member may request the same new address only five times, so that nobody is flooded with mails", async () => {
  const { visitor, tokens, password } = await newPerson("pest@example.org");
  const ask = () =>
    visitor.call(api.changeEmail(), tokens, { current: password, email: "victim@example.org" });
  for (let at = 0; at < 5; at++) expect((await ask()).status).toBe(200);
  expect(await ask()).toMatchObject({ status: 429 });
});

test("repeated sign-ups with an address send it only five mails", async () => {
  const email = "flooded@example.org";
  const visitor = new Visitor(site.origin);
  const uid = await visitor.begin();
  await visitor.signUp(uid, email, PASSWORD);
  for (let at = 1; at < 8; at++)
    expect((await visitor.signUp(uid, email, "another good password")).status).toBe(200);
  await visitor.signUp(uid, "after@example.org", PASSWORD);
  await mailTo("after@example.org", /Your e-mail address/);
  expect(mails.arrived.filter(({ to }) => to === email)).toHaveLength(5);
});

test("when the mail server is down, people get the same answer and the failure is logged", async () => {
  const closed = await startMailServer();
  closed.stop();
  const other = await startSite({ SMTP_URL: closed.url });
  const answer = await new Visitor(other.origin).post(signInForms.askReset(), { email: ADMINISTRATOR.email });
  expect(answer.form.heading).toBe("Look into your mail");
  const errors: unknown[][] = [];
  await expect.poll(() => errors.push(...takeConsoleErrors()), { timeout: 20_000 }).toBeGreaterThan(0);
  expect(errors[0]?.[0]).toBe('mail "A new password for the BTD6 Index" could not be sent:');
  await other.stop();
});
