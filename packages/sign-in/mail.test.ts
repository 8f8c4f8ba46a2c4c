import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { api, pages, signInForms } from "../../domain/contract/routes.ts";
import { takeConsoleErrors } from "../../test/no-console-errors.ts";
import { type Arrived, startMailServer } from "../../test/node/mail-server.ts";
import { ADMINISTRATOR, type RunningSite, startSite } from "../../test/node/site.ts";
import { claimsOf, digitsFor, newMember, Visitor } from "../../test/node/visitor.ts";
import { codeOf } from "./accounts/second-factor.ts";

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
  const member = await newMember(site.origin, email, PASSWORD, mails.arrived);
  mails.arrived.splice(0);
  return member;
}

/** Somebody invited, whose address nobody has confirmed. */
async function newGuest(email: string) {
  const boss = new Visitor(site.origin);
  const tokens = await boss.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const { json } = await boss.call(api.invite(), tokens, {});
  const visitor = new Visitor(site.origin);
  await visitor.post(new URL(String(json.link)).pathname, { email, password: PASSWORD });
  return { visitor, email, password: PASSWORD, tokens: await visitor.signIn(email, PASSWORD) };
}

type Guest = Awaited<ReturnType<typeof newGuest>>;

/** Begins a sign-up; returns what its form answered, and how its digits are sent. */
async function beginSignUp(email: string, password = PASSWORD) {
  const visitor = new Visitor(site.origin);
  const uid = await visitor.begin();
  const first = await visitor.signUp(uid, email, password);
  const enter = (code: string) => visitor.post(signInForms.signUpDigits(uid), { code });
  const renew = () => visitor.post(signInForms.newSignUpDigits(uid), {});
  return { visitor, uid, first, enter, renew };
}
/** Digits that are not the right ones. */
const wrong = (digits: string): string => String((Number(digits) + 1) % 1_000_000).padStart(6, "0");
/** Lets time pass for all sign-ups. */
const pass = (seconds: number): void =>
  site.database.sqlite.exec(`update sign_in_record set expires_at = expires_at - ${seconds},
    payload = json_set(payload, '$.sentAt', json_extract(payload, '$.sentAt') - ${seconds}) where model = 'SignUp'`);

test("whoever signs up types the digits that were mailed, and goes on with an address that is confirmed", async () => {
  const { visitor, uid, first, enter } = await beginSignUp("ada@example.org");
  expect(first.location).toBe(signInForms.signUpDigits(uid));
  expect((await visitor.get(first.location ?? "")).form.text).toContain("ada@example.org");
  const digits = await digitsFor("ada@example.org", mails.arrived);
  expect((await enter(wrong(digits))).form.problem).toMatch(/^Those are not the digits/);
  await expect(site.account("ada@example.org")).rejects.toThrow("no account");
  const tokens = await visitor.redeem(await enter(`${digits.slice(0, 3)} ${digits.slice(3)}`));
  expect(claimsOf(tokens.id_token)).toMatchObject({ email: "ada@example.org", email_verified: true });
  await new Visitor(site.origin).signIn("ada@example.org", PASSWORD);
  expect((await enter(digits)).status).toBe(400);
});

test("for an address that has an account everything looks the same, and only the mail says so", async () => {
  const seen = [];
  for (const email of [ADMINISTRATOR.email, "nobody@example.org"]) {
    const { visitor, uid, first, enter, renew } = await beginSignUp(email);
    const answers = [first, await visitor.get(first.location ?? ""), await enter("x"), await renew()];
    pass(60);
    answers.push(await renew());
    const plain = (text: string) => text.replaceAll(email, "ADDRESS").replaceAll(uid, "LOGIN");
    seen.push(
      answers.map(({ status, text, headers }) => ({
        ...{ status, text: plain(text), retry: headers.get("retry-after") !== null },
      })),
    );
  }
  expect(seen[0]).toEqual(seen[1]);
  expect(seen[0]?.map(({ status }) => status)).toEqual([303, 200, 400, 429, 200]);
  const { text } = await mailTo(ADMINISTRATOR.email, /You already have an account/);
  expect(text).toContain(`${site.origin}${signInForms.askReset()}`);
  expect(text).not.toMatch(/\d{6}/);
});

test("digits are good for five tries and ten minutes; new ones, after a minute, replace them", async () => {
  const email = "guessing@example.org";
  const { visitor, enter, renew } = await beginSignUp(email);
  const digits = await digitsFor(email, mails.arrived);
  const tries = await Promise.all(Array.from({ length: 8 }, () => enter(wrong(digits))));
  const said = tries.map(({ form }) => form.problem ?? "");
  expect(said.filter((problem) => problem.startsWith("Those are not"))).toHaveLength(5);
  expect((await enter(digits)).form.problem).toMatch(/^These digits are no longer good/);
  expect((await renew()).status).toBe(429);
  pass(60);
  mails.arrived.splice(0);
  expect((await renew()).form.notice).toBe("We sent new digits.");
  const next = await digitsFor(email, mails.arrived);
  expect((await visitor.redeem(await enter(next))).id_token).toBeTruthy();

  const late = await beginSignUp("late-typist@example.org");
  const old = await digitsFor("late-typist@example.org", mails.arrived);
  pass(600);
  expect((await late.enter(old)).status).toBe(404);
  await expect(site.account("late-typist@example.org")).rejects.toThrow("no account");
});

test("the digits of one browser are worth nothing in another, and are not stored", async () => {
  const email = "one-browser@example.org";
  await beginSignUp(email);
  const digits = await digitsFor(email, mails.arrived);
  const other = await beginSignUp("another-browser@example.org");
  await digitsFor("another-browser@example.org", mails.arrived);
  expect((await other.enter(digits)).status).toBe(400);
  const stranger = new Visitor(site.origin);
  expect((await stranger.get(signInForms.signUpDigits(other.uid))).status).toBe(400);
  const stored = site.database.sqlite
    .prepare("select payload from sign_in_record where model = 'SignUp'")
    .all();
  expect(JSON.stringify(stored)).not.toContain(digits);
  expect(JSON.stringify(stored)).not.toContain(PASSWORD);
});

test("an address that got an account meanwhile is not signed up a second time", async () => {
  const email = "twice@example.org";
  const [one, two] = [await beginSignUp(email), await beginSignUp(email)];
  await expect.poll(() => mails.arrived.filter(({ to }) => to === email).length).toBe(2);
  const codes = mails.arrived.filter(({ to }) => to === email).map(({ subject }) => subject.slice(0, 6));
  const enterBoth = async ({ enter }: typeof one) => [
    await enter(codes[0] ?? ""),
    await enter(codes[1] ?? ""),
  ];
  const answers = [...(await enterBoth(one)), ...(await enterBoth(two))];
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  expect(answers.some(({ text }) => text.includes("cannot be used for a new account"))).toBe(true);
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

test.each([
  {
    title: "a mailed link to choose a new password",
    confirms: true,
    linkFor: async ({ visitor, email }: Guest) => {
      await visitor.post(signInForms.askReset(), { email });
      return linkIn(await mailTo(email, /A new password/));
    },
  },
  {
    title: "the link that one's account page has sent, for which no password is needed",
    confirms: true,
    linkFor: async ({ visitor, tokens, email }: Guest) => {
      const { json } = await visitor.call(api.changeEmail(), tokens, { email });
      expect(json).toEqual({ changed: false });
      return linkIn(await mailTo(email, /Your e-mail address at BTD6 Index/));
    },
  },
  {
    title: "no link that an administrator handed out",
    confirms: false,
    linkFor: async ({ email }: Guest) => {
      const boss = new Visitor(site.origin);
      const tokens = await boss.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
      const { json } = await boss.call(api.resetAccount(), tokens, {
        account: (await site.account(email)).id,
      });
      return new URL(String(json.link)).pathname;
    },
  },
])("an invited person's address is confirmed by $title", async ({ title, confirms, linkFor }) => {
  const guest = await newGuest(`guest-${title.length}@example.org`);
  const { visitor, email, password } = guest;
  expect(await site.account(email)).toMatchObject({ emailVerified: false });
  expect((await visitor.post(await linkFor(guest), { password })).status).toBe(200);
  expect(await site.account(email)).toMatchObject({ email, emailVerified: confirms });
  await new Visitor(site.origin).signIn(email, password);
  expect(mails.arrived.filter(({ subject }) => subject.startsWith("Somebody wanted"))).toEqual([]);
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

test("what a stranger asks for in somebody's name leaves them the mails that they need", async () => {
  const { email } = await newPerson("needs-a-link@example.org");
  const stranger = new Visitor(site.origin);
  for (const address of [email, "newcomer@example.org"]) {
    const statuses = [];
    for (let at = 0; at < 6; at++)
      statuses.push((await stranger.signUp(await stranger.begin(), address, PASSWORD)).status);
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
  }
  expect((await new Visitor(site.origin).post(signInForms.askReset(), { email })).status).toBe(200);
  await mailTo(email, /^A new password/);
  await expect.poll(() => mails.arrived.filter(({ to }) => to === "newcomer@example.org").length).toBe(5);
  mails.arrived.splice(0);
  const { tokens } = await newMember(site.origin, "newcomer@example.org", PASSWORD, mails.arrived);
  expect(claimsOf(tokens.id_token)).toMatchObject({ email: "newcomer@example.org" });
});

test("a mailed reset link ends the one before it, and none that an administrator has handed over", async () => {
  const { email } = await newPerson("two-links@example.org");
  const boss = new Visitor(site.origin);
  const tokens = await boss.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const { id } = await site.account(email);
  const handed = new URL(String((await boss.call(api.resetAccount(), tokens, { account: id })).json.link))
    .pathname;
  const mailed = async () => {
    mails.arrived.splice(0);
    await new Visitor(site.origin).post(signInForms.askReset(), { email });
    return linkIn(await mailTo(email, /^A new password/));
  };
  const [first, second] = [await mailed(), await mailed()];
  const statusOf = async (path: string) => (await boss.get(path)).status;
  expect([await statusOf(handed), await statusOf(first), await statusOf(second)]).toEqual([200, 404, 200]);
  expect((await boss.post(handed, { password: "another good password" })).status).toBe(200);
  expect(await statusOf(second)).toBe(404);
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
  const { visitor, tokens, email, password } = await newGuest("moving@example.org");
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
  const { visitor, tokens, email, password } = await newPerson(from);
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

/** Lets days pass for all links of changes of address, and carries out those that are due. */
async function letDaysPass(days: number): Promise<void> {
  const back = (column: string) => `${column} = strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '-${days} days')`;
  site.database.sqlite.exec(
    `update account_link set ${["created_at", "expires_at", "takes_effect_at"].map(back).join(", ")}`,
  );
  await site.run("changing addresses");
  await site.run("sweeping the sign-in");
}

test("whoever lost the old mailbox has the new address after seven days, and both are told", async () => {
  const { address, guest, toNew, toOld } = await askToMove("lost-mailbox@example.org", "found@example.org");
  expect((await mailTo("lost-mailbox@example.org", /another address/)).text).toMatch(
    /your address changes on \d+ \w+ \d{4} at \d\d:\d\d UTC/,
  );
  await guest.post(toNew, {});
  await letDaysPass(6.9);
  expect(await address()).toBe("lost-mailbox@example.org");
  expect((await guest.get(toOld)).status).toBe(200);
  await letDaysPass(0.2);
  expect(await address()).toBe("found@example.org");
  expect(await site.account("found@example.org")).toMatchObject({ emailVerified: true });
  expect((await guest.get(toOld)).status).toBe(404);
  for (const to of ["lost-mailbox@example.org", "found@example.org"])
    expect((await mailTo(to, /address of your account was changed/)).text).toMatch(
      /from lost-mailbox@example.org to found@example.org. That was on \d+ \w+ \d{4} at \d\d:\d\d UTC/,
    );
  await new Visitor(site.origin).signIn("found@example.org", PASSWORD);
});

test("an address that the new mailbox has never confirmed does not count, however long the old one is silent", async () => {
  const unconfirmed = await askToMove("silent@example.org", "silent-to@example.org");
  const onlyOld = await askToMove("agreed@example.org", "agreed-to@example.org");
  await onlyOld.guest.post(onlyOld.toOld, {});
  await letDaysPass(0.5);
  await letDaysPass(30);
  expect(await unconfirmed.address()).toBe("silent@example.org");
  expect(await onlyOld.address()).toBe("agreed@example.org");
  expect(site.database.sqlite.prepare("select count(*) as n from account_link").get()?.n).toBe(0);
});

test("the old address refuses with one press and is led to a new password; so does the new one, which is not", async () => {
  for (const [name, end, next] of [
    ["stolen", "toOld", signInForms.askReset()],
    ["mistyped", "toNew", pages.account()],
  ] as const) {
    const { visitor, tokens, email } = await newPerson(`${name}@example.org`);
    const guest = new Visitor(site.origin);
    await visitor.call(api.changeEmail(), tokens, { current: PASSWORD, email: `${name}-to@example.org` });
    const links = {
      toNew: linkIn(await mailTo(`${name}-to@example.org`, /Your e-mail address/)),
      toOld: linkIn(await mailTo(email, /another address/)),
    };
    if (end === "toOld") await guest.post(links.toNew, {});
    await letDaysPass(0.5);
    const refused = await guest.post((await guest.get(links[end])).form.cancel ?? "", {});
    expect(refused.form.heading).toBe("Your e-mail address stays as it is");
    expect(refused.form.links.map(({ path }) => path)).toEqual([next]);
    await letDaysPass(30);
    expect(await site.account(email)).toMatchObject({ email });
  }
});

test("a change of address that waits ends with a new password, a newer change, a block, and when the address is taken", async () => {
  for (const [name, end] of [
    [
      "password",
      ({ visitor, tokens }) =>
        visitor.call(api.changePassword(), tokens, { current: PASSWORD, password: "another very good one" }),
    ],
    [
      "newer",
      ({ visitor, tokens }) =>
        visitor.call(api.changeEmail(), tokens, { current: PASSWORD, email: "newest@example.org" }),
    ],
    [
      "block",
      async ({ email }) => {
        const boss = new Visitor(site.origin);
        const tokens = await boss.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
        return boss.call(api.blockAccount(), tokens, { account: (await site.account(email)).id });
      },
    ],
    ["taken", async () => ({ status: (await newGuest("taken-to@example.org")).visitor ? 200 : 0 })],
  ] as readonly (readonly [
    string,
    (person: Awaited<ReturnType<typeof newPerson>>) => Promise<{ status: number }>,
  ])[]) {
    const person = await newPerson(`waiting-${name}@example.org`);
    const to = name === "taken" ? "taken-to@example.org" : `${name}-to@example.org`;
    await person.visitor.call(api.changeEmail(), person.tokens, { current: PASSWORD, email: to });
    await new Visitor(site.origin).post(linkIn(await mailTo(to, /Your e-mail address/)), {});
    const { json } = await person.visitor.call(api.account(), person.tokens);
    expect(json.move).toMatchObject({ email: to });
    expect((await end(person)).status).toBe(200);
    if (name === "newer") await mailTo("newest@example.org", /Your e-mail address/);
    await letDaysPass(7.1);
    expect(await site.account(person.email), name).toMatchObject({ email: person.email });
  }
});

test("an administrator sets the address of somebody who lost the mailbox: it is logged, and both are told", async () => {
  const { visitor, tokens, email } = await newPerson("locked-out@example.org");
  const boss = new Visitor(site.origin);
  const bossTokens = await boss.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const { id: account } = await site.account(email);
  const set = (to: string, by = boss, as = bossTokens) => by.call(api.setEmail(), as, { account, email: to });
  expect((await set("x@example.org", visitor, tokens)).status).toBe(403);
  expect((await set("no address")).status).toBe(400);
  expect((await set(ADMINISTRATOR.email)).json.error).toBe("This address already has an account.");
  const { id: own } = await site.account(ADMINISTRATOR.email);
  expect((await boss.call(api.setEmail(), bossTokens, { account: own, email: "y@example.org" })).status).toBe(
    403,
  );
  expect((await set("let-in@example.org")).status).toBe(200);
  for (const to of [email, "let-in@example.org"])
    expect((await mailTo(to, /address of your account was changed/)).text).toContain(
      "An administrator changed",
    );
  const { json } = await boss.call(api.accountLog({ account }), bossTokens);
  expect((json.results as unknown[])[0]).toMatchObject({
    action: "set e-mail",
    actor: ADMINISTRATOR.email,
    details: { before: email, after: "let-in@example.org" },
  });
  await new Visitor(site.origin).signIn("let-in@example.org", PASSWORD);
});

test("an administrator sends a test mail to the own address, five an hour; mails say that a program sent them", async () => {
  const { visitor, tokens } = await newPerson("no-test-mail@example.org");
  expect((await visitor.call(api.sendTestMail(), tokens, {})).status).toBe(403);
  const boss = new Visitor(site.origin);
  const bossTokens = await boss.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const answers = [];
  for (let at = 0; at < 6; at++) answers.push(await boss.call(api.sendTestMail(), bossTokens, {}));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(answers[0]?.json).toEqual({ to: ADMINISTRATOR.email, sent: true });
  expect((await mailTo(ADMINISTRATOR.email, /^A test mail of BTD6 Index/)).head).toMatch(
    /^auto-submitted: auto-generated\r?$/im,
  );
});

test("a changed password, and a second factor that goes on or off, are told by mail with the time and what to do", async () => {
  const { visitor, tokens, email } = await newPerson("told@example.org");
  const told = async (about: RegExp) => {
    const { text } = await mailTo(email, about);
    expect(text).toMatch(/That was on \d+ \w+ \d{4} at \d\d:\d\d UTC/);
    expect(text).toContain(`${site.origin}${signInForms.askReset()}`);
    mails.arrived.splice(0);
    return text;
  };
  const next = "the next very good one";
  await visitor.call(api.changePassword(), tokens, { current: PASSWORD, password: next });
  await told(/^Your password was changed/);

  const turnOn = async () => {
    const { json } = await visitor.call(api.beginFactor(), tokens, { current: next });
    const code = await codeOf(String(json.secret), new Date());
    return (await visitor.call(api.confirmFactor(), tokens, { code })).json.codes as string[];
  };
  const [first = "", second = ""] = await turnOn();
  await told(/^Your second factor is on/);
  const another = new Visitor(site.origin);
  const uid = await another.begin();
  await another.post((await another.post(signInForms.login(uid), { email, password: next })).location ?? "", {
    code: first,
  });
  expect(await told(/^A recovery code was used/)).toContain("There are 9 left");
  await visitor.call(api.removeFactor(), tokens, { current: next, code: second });
  expect(await told(/^Your second factor is off/)).not.toContain("administrator turned");

  await turnOn();
  await told(/^Your second factor is on/);
  const boss = new Visitor(site.origin);
  const bossTokens = await boss.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const { id: account } = await site.account(email);
  await boss.call(api.resetFactor(), bossTokens, { account });
  expect(await told(/^Your second factor is off/)).toContain("An administrator turned");
  await another.post(signInForms.askReset(), { email });
  await another.post(linkIn(await mailTo(email, /^A new password/)), { password: "quite another good one" });
  await told(/^Your password was changed/);
});

test("a new address that somebody else has registered meanwhile is not taken over", async () => {
  const { visitor, tokens, password, email } = await newGuest("late@example.org");
  await visitor.call(api.changeEmail(), tokens, { current: password, email: "wanted@example.org" });
  const link = linkIn(await mailTo("wanted@example.org", /Your e-mail address/));
  await newGuest("wanted@example.org");
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

test("sign-ups with an address send it only twenty mails an hour, whether or not it has an account", async () => {
  for (const email of ["flooded@example.org", "boss-flooded@example.org"]) {
    if (email.startsWith("boss")) await newGuest(email);
    const answers = [];
    for (let at = 0; at < 21; at++) answers.push((await beginSignUp(email)).first.status);
    expect(answers).toEqual([...Array(20).fill(303), 429]);
  }
});

test("when the mail server is down, people get the same answer and the failure is logged", async () => {
  const closed = await startMailServer();
  closed.stop();
  const other = await startSite({ SMTP_URL: closed.url });
  const answer = await new Visitor(other.origin).post(signInForms.askReset(), { email: ADMINISTRATOR.email });
  expect(answer.form.heading).toBe("Look into your mail");
  const errors: unknown[][] = [];
  await expect.poll(() => errors.push(...takeConsoleErrors()), { timeout: 20_000 }).toBeGreaterThan(0);
  expect(errors[0]?.[0]).toBe('mail "A new password for BTD6 Index" could not be sent:');
  await other.stop();
});

test("the digits of a sign-up that cannot be mailed are in no log", async () => {
  const closed = await startMailServer();
  closed.stop();
  const other = await startSite({ SMTP_URL: closed.url });
  const visitor = new Visitor(other.origin);
  const { status } = await visitor.signUp(await visitor.begin(), "unlogged@example.org", PASSWORD);
  expect(status).toBe(303);
  const errors: unknown[][] = [];
  await expect.poll(() => errors.push(...takeConsoleErrors()), { timeout: 20_000 }).toBeGreaterThan(0);
  expect(errors[0]?.[0]).toBe('mail "… is your code for BTD6 Index" could not be sent:');
  await other.stop();
});
