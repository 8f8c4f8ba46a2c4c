import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openData } from "../../app/api/repositories.server.ts";
import { MAIL_KINDS, type MailKind } from "../../domain/contract/notices.ts";
import { api, pages, signInForms } from "../../domain/contract/routes.ts";
import { FORMS } from "../../test/forms.ts";
import { takeConsoleErrors } from "../../test/no-console-errors.ts";
import { startMailServer } from "../../test/node/mail-server.ts";
import { ADMINISTRATOR, type RunningSite, startSite } from "../../test/node/site.ts";
import { newMember, type Tokens, Visitor } from "../../test/node/visitor.ts";

let site: RunningSite;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let boss: { visitor: Visitor; tokens: Tokens };

beforeAll(async () => {
  mails = await startMailServer();
  site = await startSite({ SMTP_URL: mails.url, MAIL_FROM: "Index <index@example.org>" });
  const visitor = new Visitor(site.origin);
  boss = { visitor, tokens: await visitor.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password) };
});
afterEach(() => mails.arrived.splice(0));
afterAll(async () => {
  await site.stop();
  mails.stop();
});

const JOB = "mail of notices";
const sqlite = () => site.database.sqlite;

type Member = Awaited<ReturnType<typeof newMember>>;
let members = 0;
/** Signs somebody up whose address is confirmed. */
async function newPlayer(): Promise<Member & { id: string }> {
  members += 1;
  const member = await newMember(site.origin, `player-${members}@example.org`, undefined, mails.arrived);
  const { id } = await site.account(member.email);
  return { ...member, id };
}

let claims = 0;
async function submit({ visitor, tokens }: Pick<Member, "visitor" | "tokens">): Promise<string> {
  claims += 1;
  const form = { ...FORMS.lcc, link: "https://example.org/p", person: `Player ${claims}` };
  const { json, text } = await visitor.call(api.addSubmit("lcc"), tokens, form);
  expect(json.error, text).toBeUndefined();
  return String(json.filekey);
}
const asHelper = async (path: string, fields: Readonly<Record<string, string>>) => {
  const { status, text } = await boss.visitor.call(path, boss.tokens, fields);
  expect(status, text).toBe(200);
};
const reject = (filekey: string, reason = "Round 100 is not\nto be seen.") =>
  asHelper(api.rejectCompletion(), { filekey, reason });
/** Lets so many seconds pass for all notices. */
const later = (seconds: number) =>
  sqlite()
    .prepare("update notice set at = strftime('%Y-%m-%dT%H:%M:%fZ', at, ?) where mailed <> 'done'")
    .run(`-${seconds} seconds`);
const mailedTo = (email: string) => mails.arrived.filter(({ to, oneClick }) => to === email && oneClick);
/** Lets two minutes pass, and returns what is mailed then. */
async function mailed(email: string, seconds = 121) {
  later(seconds);
  await site.run(JOB);
  return mailedTo(email);
}
const pathOf = (mail: { readonly unsubscribe: string } | undefined) =>
  new URL(mail?.unsubscribe.replace(/^<|>$/g, "") ?? "").pathname;
const choose = ({ visitor, tokens }: Pick<Member, "visitor" | "tokens">, ...kinds: readonly MailKind[]) =>
  visitor.call(api.ownMail(), tokens, Object.fromEntries(kinds.map((kind) => [kind, "1"])));

test("a verdict is mailed after two minutes, once, with its reason, what to do, and a way to end that", async () => {
  const player = await newPlayer();
  const filekey = await submit(player);
  await reject(filekey);
  expect(await mailed(player.email, 60)).toEqual([]);
  const [mail, ...others] = await mailed(player.email);
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/^Rejected: LCC on /);
  expect(mail?.text).toContain("Round 100 is not\r\nto be seen.");
  expect(mail?.text).toContain(`See what you can do: ${site.origin}${pages.notes("lcc", { filekey })}`);
  expect(mail?.text).toContain(`${site.origin}${pages.account()}`);
  expect(mail?.oneClick).toBe("List-Unsubscribe=One-Click");
  expect(mail?.text).toContain(pathOf(mail));
  expect(await mailed(player.email)).toHaveLength(1);
});

test("what was sent in as the OG and is not that is mailed with the address of the one that is", async () => {
  const extras = { og: "on", upgrade1: "20", upgrade2: "0-2-5", version: "44.1", date: "2024-01-01" };
  const enter = async ({ visitor, tokens }: Pick<Member, "visitor" | "tokens">, map: string) => {
    const form = { ...FORMS["2tc"], ...extras, map, link: "https://example.org/p", person: `Of ${map}` };
    return String((await visitor.call(api.addSubmit("2tc"), tokens, form)).json.filekey);
  };
  const player = await newPlayer();
  const first = await enter(boss, "Logs");
  const second = await enter(player, "Cubism");
  for (const filekey of [first, second])
    await asHelper(api.verifyCompletions(), { entries: JSON.stringify([filekey]) });
  const [mail] = await mailed(player.email);
  expect(mail?.subject).toBe("Verified: Quincy and Absolute Zero 2TC on Cubism");
  expect(mail?.text).toContain(
    `You sent it in as the OG. It is verified, but not as the OG, which is Quincy and Absolute Zero 2TC on Logs by Of Logs: ${site.origin}${pages.notes("2tc", { filekey: first })}`,
  );
});

describe("what comes one after another", () => {
  const subjects = async (email: string, seconds: number) =>
    (await mailed(email, seconds)).map(({ subject }) => subject);

  test("is one mail with the words of each, two minutes after the last", async () => {
    const player = await newPlayer();
    for (const reason of ["First.", "Second."]) await reject(await submit(player), reason);
    later(119);
    await reject(await submit(player), "Third.");
    expect(await subjects(player.email, 60)).toEqual([]);
    const [mail, ...others] = await mailed(player.email, 61);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("Rejected: LCC on Quad for $12,000, and 2 more");
    expect(mail?.text).toMatch(/First\.[\s\S]*Second\.[\s\S]*Third\./);
    expect(mail?.text.match(/^See what you can do: /gm)).toHaveLength(3);
    expect(await mailed(player.email)).toHaveLength(1);
  });

  test("does not keep the first for longer than four minutes", async () => {
    const player = await newPlayer();
    await reject(await submit(player), "First.");
    later(100);
    await reject(await submit(player), "Second.");
    later(100);
    await reject(await submit(player), "Third.");
    expect(await subjects(player.email, 10)).toEqual([]);
    const [mail, ...others] = await mailed(player.email, 30);
    expect(others).toEqual([]);
    expect(mail?.text).toMatch(/First\.[\s\S]*Second\./);
    expect(mail?.text).not.toContain("Third.");
  });

  test("is as many mails as there are switches for it, and of nobody else", async () => {
    const [player, other] = [await newPlayer(), await newPlayer()];
    await reject(await submit(player));
    await asHelper(api.askPlayer(), { filekey: await submit(player), body: "Where?" });
    await reject(await submit(other));
    expect(await subjects(player.email, 121)).toEqual([
      expect.stringMatching(/^Rejected: [^,]* for \$12,000$/),
      expect.stringMatching(/^Your turn: /),
    ]);
    expect(mailedTo(other.email)).toHaveLength(1);
  });
});

test("a question is mailed with its words and its end", async () => {
  const player = await newPlayer();
  const filekey = await submit(player);
  await asHelper(api.askPlayer(), { filekey, body: "Where is round 63?" });
  const [mail] = await mailed(player.email);
  expect(mail?.subject).toMatch(/^Your turn: a helper asks about LCC on /);
  expect(mail?.text).toMatch(
    /Where is round 63\?\r\n\r\nYou have until \w+,? \d+ \w+ \d{4} at \d\d:\d\d UTC\./,
  );
});

describe("no mail is sent", () => {
  test("if the cause was undone within two minutes", async () => {
    const player = await newPlayer();
    await reject(await submit(player));
    const { json } = await boss.visitor.call(api.changes(), boss.tokens);
    const [change] = json.results as { seq: number }[];
    await asHelper(api.undoChange(), { seq: String(change?.seq) });
    expect(await mailed(player.email)).toEqual([]);
  });

  test("if it was seen on the site by then", async () => {
    const player = await newPlayer();
    await reject(await submit(player));
    await player.visitor.call(api.seeNotices(), player.tokens, { until: "2099" });
    expect(await mailed(player.email)).toEqual([]);
  });

  test.each([
    ["to an address that is not confirmed", "update account set email_verified_at = null where id = ?"],
    ["to an account that is blocked", "update account set blocked_at = '2026-01-01' where id = ?"],
  ])("%s", async (_, change) => {
    const player = await newPlayer();
    await reject(await submit(player));
    sqlite().prepare(change).run(player.id);
    expect(await mailed(player.email)).toEqual([]);
  });

  test.each([
    ["is mailed", null, { getsMail: true, isBlocked: false }],
    [
      "has no confirmed address",
      "update account set email_verified_at = null where id = ?",
      { getsMail: false },
    ],
    [
      "is blocked",
      "update account set blocked_at = '2026-01-01' where id = ?",
      { getsMail: false, isBlocked: true },
    ],
  ])("which helpers are told before they ask: a player who %s", async (_, change, told) => {
    const player = await newPlayer();
    const filekey = await submit(player);
    if (change !== null) sqlite().prepare(change).run(player.id);
    const { json } = await boss.visitor.call(api.thread({ filekey }), boss.tokens);
    expect(json.reader).toMatchObject({ hasAccount: true, ...told });
    const facts = await boss.visitor.call(api.queueFacts({ filekey }), boss.tokens);
    expect(facts.json.submitter).toMatchObject({
      isBlocked: "isBlocked" in told && told.isBlocked,
      banned: null,
    });
    if (change !== null) return;
    await choose(player, "verdict");
    const after = await boss.visitor.call(api.thread({ filekey }), boss.tokens);
    expect(after.json.reader).toMatchObject({ getsMail: false });
  });

  test("of what helpers note for themselves, even with every switch on", async () => {
    const player = await newPlayer();
    await choose(player, ...MAIL_KINDS);
    const filekey = await submit(player);
    await asHelper(api.thread(), { filekey, body: "Looks forged.", private: "1" });
    expect(await mailed(player.email)).toEqual([]);
    await asHelper(api.thread(), { filekey, body: "Thank you." });
    const texts = (await mailed(player.email)).map(({ text }) => text);
    expect(texts).toEqual([expect.stringContaining("Thank you.")]);
    expect(texts.join()).not.toContain("forged");
  });

  test("of what is two days old, when the site sends mail again", async () => {
    const player = await newPlayer();
    await reject(await submit(player));
    expect(await mailed(player.email, 2 * 24 * 60 * 60)).toEqual([]);
  });
});

describe("the switches", () => {
  test("are on for turns and verdicts at first, and each ends its own kind", async () => {
    const player = await newPlayer();
    const { json } = await player.visitor.call(api.ownMail(), player.tokens);
    expect(json).toEqual({
      ...{ sends: true, address: player.email, isConfirmed: true, isAskedHere: false },
      switches: {
        turn: true,
        verdict: true,
        message: false,
        report: false,
        record: false,
        wish: false,
        follow: false,
        proof: false,
      },
      name: null,
    });
    const filekey = await submit(player);
    await asHelper(api.thread(), { filekey, body: "Thank you." });
    expect(await mailed(player.email)).toEqual([]);
    expect((await choose(player, "message")).json).toEqual({ isAsked: false });
    await asHelper(api.thread(), { filekey, body: "Once more." });
    await asHelper(api.askPlayer(), { filekey, body: "Which one?" });
    expect((await mailed(player.email)).map(({ text }) => /Once more|Which one/.exec(text)?.[0])).toEqual([
      "Once more",
    ]);
  });

  test.each(MAIL_KINDS)("%s: a mail program ends it with one request", async (kind) => {
    const player = await newPlayer();
    await reject(await submit(player));
    const [, , secret = ""] = pathOf((await mailed(player.email))[0]).split("/");
    await choose(player, ...MAIL_KINDS);
    const path = signInForms.mail(secret, kind);
    const switches = async () =>
      (await player.visitor.call(api.ownMail(), player.tokens)).json.switches as Record<MailKind, boolean>;
    // Mail programs open links by themselves.
    expect((await new Visitor(site.origin).get(path)).form.form).toMatchObject({ action: path });
    expect((await switches())[kind]).toBe(true);
    const response = await fetch(site.origin + path, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    await response.body?.cancel();
    expect(await switches()).toEqual({
      ...Object.fromEntries(MAIL_KINDS.map((each) => [each, true])),
      [kind]: false,
    });
  });

  test("of nobody can be reached by a secret that is none", async () => {
    const player = await newPlayer();
    await reject(await submit(player));
    const [, , secret = ""] = pathOf((await mailed(player.email))[0]).split("/");
    for (const path of [
      signInForms.mail("x", "verdict"),
      signInForms.mail(secret, "everything"),
      signInForms.mail(secret, "constructor"),
      // The account has the address.
      signInForms.mail(secret, "confirm"),
    ])
      for (const send of [
        (at: string) => player.visitor.get(at),
        (at: string) => player.visitor.post(at, {}),
      ])
        expect(await send(path)).toMatchObject({
          status: 404,
          form: { heading: "This link is no longer valid" },
        });
  });

  test("are each person's own, and nobody's who is not signed in or is blocked", async () => {
    const [player, other] = [await newPlayer(), await newPlayer()];
    await choose(player, "report");
    expect((await other.visitor.call(api.ownMail(), other.tokens)).json).toMatchObject({
      ...{ address: other.email, switches: { report: false } },
    });
    expect((await new Visitor(site.origin).get(api.ownMail())).status).toBe(401);
    await asHelper(api.blockAccount(), { account: other.id });
    expect((await other.visitor.call(api.ownMail(), other.tokens)).status).toBe(403);
    expect((await choose(other, "report")).status).toBe(403);
    // The address is the account's: a form does not move it.
    const moved = await player.visitor.call(api.ownMail(), player.tokens, { address: "x@example.org" });
    expect(moved.json).toEqual({ isAsked: false });
    expect((await player.visitor.call(api.ownMail(), player.tokens)).json.address).toBe(player.email);
  });
});

test("a record that fell and a denied name are mailed to whoever switched that on", async () => {
  const player = await newPlayer();
  await choose(player, "record", "report");
  const enter = async (who: Pick<Member, "visitor" | "tokens">, person: string, money: string) => {
    const form = { ...FORMS.lcc, map: "#Ouch", link: "https://example.org/proof", person, money };
    return String((await who.visitor.call(api.addSubmit("lcc"), who.tokens, form)).json.filekey);
  };
  const held = await enter(player, "Record Holder", "50000");
  await asHelper(api.verifyCompletions(), { entries: JSON.stringify([held]) });
  const better = await enter(boss, "Better One", "49500");
  await asHelper(api.verifyCompletions(), { entries: JSON.stringify([better]) });
  const asked = { name: "Better One", evidence: "why" };
  expect((await player.visitor.call(api.requestName(), player.tokens, asked)).status).toBe(200);
  const { json } = await boss.visitor.call(api.nameRequests(), boss.tokens);
  const [{ request } = { request: "" }] = json.results as { request: string }[];
  await asHelper(api.decideNameRequest(), { request, outcome: "denied", reason: "It is the boss's." });
  const texts = (await mailed(player.email)).map(({ text }) => text);
  expect(texts).toEqual([
    expect.stringContaining("Your record fell: LCC on #Ouch for $49,500"),
    expect.stringContaining("A helper declined your claim to the name Better One"),
  ]);
  expect(texts[0]).toContain("By $500, to Better One.");
  expect(texts[0]).toContain(`View what took it: ${site.origin}${pages.notes("lcc", { filekey: better })}`);
  expect(texts[1]).toContain("It is the boss's.");
  expect(texts[1]).toContain(`View its page: ${site.origin}${pages.player("Better One")}`);
});

test("what a process took and did not send is sent by the next, five minutes later", async () => {
  const player = await newPlayer();
  await reject(await submit(player));
  later(121);
  const take = (until: string) =>
    sqlite().prepare("update notice set mailed = ? where person = ?").run(until, player.id);
  take(new Date(Date.now() + 60_000).toISOString());
  await site.run(JOB);
  expect(mailedTo(player.email)).toEqual([]);
  take(new Date(Date.now() - 1).toISOString());
  await site.run(JOB);
  expect(mailedTo(player.email)).toHaveLength(1);
});

test("while the mail server is away nothing is lost", async () => {
  const closed = await startMailServer();
  const other = await startSite({ SMTP_URL: closed.url });
  const member = await newMember(other.origin, "waits@example.org", undefined, closed.arrived);
  closed.stop();
  const visitor = new Visitor(other.origin);
  const tokens = await visitor.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const filekey = await submit(member);
  await visitor.call(api.rejectCompletion(), tokens, { filekey, reason: "why" });
  other.database.sqlite.exec("update notice set at = strftime('%Y-%m-%dT%H:%M:%fZ', at, '-121 seconds')");
  await other.run(JOB);
  expect(other.database.sqlite.prepare("select mailed from notice").all()).not.toEqual([{ mailed: "done" }]);
  await other.stop();
  expect(String(takeConsoleErrors())).toContain("Rejected: LCC");
});

test("a mail that the server refuses is tried again, and holds up nobody else's", async () => {
  const [gone, there] = [await newPlayer(), await newPlayer()];
  for (const player of [gone, there]) await reject(await submit(player));
  mails.refused.add(gone.email);
  later(121);
  await site.run(JOB);
  expect([mailedTo(gone.email).length, mailedTo(there.email).length]).toEqual([0, 1]);
  expect(String(takeConsoleErrors())).toContain("no such mailbox");
  mails.refused.clear();
  later(301);
  sqlite().prepare("update notice set mailed = '' where person = ? and mailed <> 'done'").run(gone.id);
  await site.run(JOB);
  expect(mailedTo(gone.email)).toHaveLength(1);
});

test("a site that sends no mail says so", async () => {
  const other = await startSite();
  const { visitor, tokens } = await newMember(other.origin, "nobody@example.org");
  expect((await visitor.call(api.ownMail(), tokens)).json).toMatchObject({
    sends: false,
    isConfirmed: false,
  });
  await other.stop();
});

describe("where the accounts are elsewhere", () => {
  let tenant: RunningSite;
  let here: RunningSite;
  beforeAll(async () => {
    tenant = await startSite();
    here = await startSite({
      ...{ AUTH_MODE: "external", AUTH_DOMAIN: `${tenant.origin}/`, AUTH_CLIENT_ID: "our-client-there" },
      ...{ AUTH_AUDIENCE: `${tenant.origin}/api`, AUTH_ROLES_CLAIM: `${tenant.origin}/roles` },
      SMTP_URL: mails.url,
    });
  });
  afterAll(async () => {
    await here.stop();
    await tenant.stop();
  });

  /** Signs somebody up there, and returns how they call this site. */
  async function newPerson(email: string) {
    const { tokens } = await newMember(tenant.origin, email);
    return { visitor: new Visitor(here.origin), tokens };
  }
  const linkIn = (text: string | undefined) => /\/mail\/\S+/.exec(text ?? "")?.[0] ?? "";

  test("an address is given here, and mail begins once a link sent there was confirmed", async () => {
    const player = await newPerson("elsewhere@example.org");
    const own = async () => (await player.visitor.call(api.ownMail(), player.tokens)).json;
    expect(await own()).toMatchObject({ sends: true, address: null, isConfirmed: false, isAskedHere: true });
    const change = (address: string) =>
      player.visitor.call(api.ownMail(), player.tokens, { address, turn: "1", verdict: "1" });
    expect((await change("no address")).status).toBe(400);
    expect((await change(" Here@example.org ")).json).toEqual({ isAsked: true });
    const first = mails.arrived.find(({ to }) => to === "Here@example.org");
    expect(await own()).toMatchObject({ address: "Here@example.org", isConfirmed: false });
    // Another address: the first link means nobody any more.
    await change("there@example.org");
    const link = linkIn(mails.arrived.find(({ to }) => to === "there@example.org")?.text);
    expect((await player.visitor.post(linkIn(first?.text), {})).status).toBe(404);
    // Nor does it if its button was pressed while the address was changed.
    const [, secret = ""] = /\/mail\/([^/]+)/.exec(linkIn(first?.text)) ?? [];
    await openData(here.database).notices.confirmAddress(secret, new Date().toISOString());
    expect(await own()).toMatchObject({ address: "there@example.org", isConfirmed: false });

    const filekey = await submit(player);
    const { tokens: helper } = await (async () => {
      const visitor = new Visitor(tenant.origin);
      return { tokens: await visitor.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password) };
    })();
    const reader = async () => (await player.visitor.call(api.thread({ filekey }), helper)).json.reader;
    expect(await reader()).toMatchObject({ hasAccount: null, isBlocked: false, getsMail: false });
    const decide = async () => {
      await player.visitor.call(api.askPlayer(), helper, { filekey, body: "Which one?" });
      here.database.sqlite.exec("update notice set at = strftime('%Y-%m-%dT%H:%M:%fZ', at, '-121 seconds')");
      await here.run(JOB);
      return mailedTo("there@example.org").length;
    };
    expect(await decide()).toBe(0);
    expect((await player.visitor.get(link)).form.text).toBe("Is there@example.org your address?");
    expect(await own()).toMatchObject({ isConfirmed: false });
    expect((await player.visitor.post(link, {})).form.notice).toBe("Your e-mail address is confirmed.");
    expect(await own()).toMatchObject({ isConfirmed: true, address: "there@example.org" });
    expect((await change("there@example.org")).json).toEqual({ isAsked: false });
    expect(await decide()).toBe(1);
    expect(await reader()).toMatchObject({ getsMail: true });
    // Without an address there is no mail.
    await change("");
    expect(await own()).toMatchObject({ address: null, isConfirmed: false });
    expect(await decide()).toBe(1);
  });

  test("a name is kept here, which nobody else here has", async () => {
    const [one, other] = [await newPerson("named@example.org"), await newPerson("namesake@example.org")];
    const rename = async ({ visitor, tokens }: typeof one) =>
      (await visitor.call(api.changeName(), tokens, { name: "Hypatia", public: "1" })).status;
    expect([await rename(one), await rename(other)]).toEqual([200, 400]);
    const { json } = await one.visitor.call(api.ownMail(), one.tokens);
    expect(json.name).toEqual({ displayName: "Hypatia", namePublic: true });
  });

  test("five mails an hour ask whether an address is theirs, whoever gives it", async () => {
    const [one, other] = [await newPerson("one@example.org"), await newPerson("other@example.org")];
    const ask = async ({ visitor, tokens }: typeof one) =>
      (await visitor.call(api.ownMail(), tokens, { address: "victim@example.org" })).status;
    const statuses = [];
    for (const who of [one, one, one, other, other, other]) statuses.push(await ask(who));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
