import { afterEach, expect, test } from "vitest";
import { api, pages, signInForms } from "../../domain/contract/routes.ts";
import { ADMINISTRATOR, type RunningSite, startSite } from "../../test/node/site.ts";
import { claimsOf, newMember, Visitor } from "../../test/node/visitor.ts";

let site: RunningSite;
afterEach(() => site.stop());

const PASSWORD = "a very good password";

/** An administrator, who can make links. */
async function administrator() {
  const visitor = new Visitor(site.origin);
  const tokens = await visitor.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  return {
    visitor,
    tokens,
    async link(path: string, fields: Record<string, string>): Promise<string> {
      const { json } = await visitor.call(path, tokens, fields);
      expect(json.link).toMatch(new RegExp(`^${site.origin}/(invitation|reset)/[\\w-]{43}$`));
      return new URL(String(json.link)).pathname;
    },
  };
}

test.each([
  ["invitation", "You need an invitation to join. Please ask an administrator."],
  ["closed", "New accounts are closed at the moment."],
])("with AUTH_SIGNUP=%s nobody can create an account by themselves", async (signUp, words) => {
  site = await startSite({ AUTH_SIGNUP: signUp });
  const visitor = new Visitor(site.origin);
  const uid = await visitor.begin();
  const login = await visitor.get(signInForms.login(uid));
  expect(login.form.links.map(({ path }) => path)).not.toContain(signInForms.signUp(uid));
  expect((await visitor.get(signInForms.signUp(uid))).form).toMatchObject({ text: words });
  const sent = await visitor.signUp(uid, "new@example.org", PASSWORD);
  expect(sent.status).toBe(403);
  expect(sent.form.form).toBeUndefined();
  expect((await visitor.tryPassword("new@example.org", PASSWORD)).status).toBe(400);
});

test("registering an address again works only with the existing account's password", async () => {
  site = await startSite();
  const [email, other] = ["new@example.org", "quite another password"];
  const { tokens } = await newMember(site.origin, email, PASSWORD);
  expect(claimsOf(tokens.id_token)).toMatchObject({ email });
  const again = await newMember(site.origin, email, PASSWORD);
  expect(claimsOf(again.tokens.id_token).sub).toBe(claimsOf(tokens.id_token).sub);
  const stranger = new Visitor(site.origin);
  const refused = await stranger.signUp(await stranger.begin(), email, other);
  expect(refused.form.notice).toContain(
    "If the address had an account before, its password has not changed.",
  );
  expect((await stranger.tryPassword(email, other)).status).toBe(400);
});

test("an invitation creates one account, even when sign-up is closed", async () => {
  site = await startSite({ AUTH_SIGNUP: "closed" });
  const link = await (await administrator()).link(api.invite(), {});
  const guest = new Visitor(site.origin);
  expect((await guest.get(link)).form.form?.fields[0]?.readOnly).toBeUndefined();
  const refused = await guest.post(link, { email: "guest@example.org", password: "short" });
  expect({ status: refused.status, email: refused.form.form?.fields[0]?.value }).toEqual({
    status: 400,
    email: "guest@example.org",
  });
  const joined = await guest.post(link, { email: "guest@example.org", password: PASSWORD });
  expect({ status: joined.status, location: joined.location }).toEqual({
    status: 303,
    location: pages.login(),
  });
  // No login is asked for: the provider knows who it is.
  expect(claimsOf((await guest.redeem(await guest.authorize())).id_token)).toMatchObject({
    email: "guest@example.org",
  });
  for (const again of [
    await guest.get(link),
    await guest.post(link, { email: "second@example.org", password: PASSWORD }),
  ])
    expect({ status: again.status, problem: again.form.problem }).toMatchObject({
      status: 404,
      problem: expect.stringMatching(/has been used or has expired/),
    });
});

test("an invitation for an address works for that address only", async () => {
  site = await startSite({ AUTH_SIGNUP: "invitation" });
  const link = await (await administrator()).link(api.invite(), { email: " guest@example.org " });
  const guest = new Visitor(site.origin);
  expect((await guest.get(link)).form.form?.fields[0]).toMatchObject({
    value: "guest@example.org",
    readOnly: true,
  });
  await guest.post(link, { email: "other@example.org", password: PASSWORD });
  await guest.signIn("guest@example.org", PASSWORD);
});

test("an invitation refuses the address of an account without its password, and stays valid", async () => {
  site = await startSite();
  const boss = await administrator();
  const link = await boss.link(api.invite(), {});
  const taken = await boss.visitor.post(link, { email: ADMINISTRATOR.email, password: PASSWORD });
  expect({ status: taken.status, problem: taken.form.problem }).toMatchObject({
    status: 400,
    problem: expect.stringMatching(/do not match an account/),
  });
  expect((await boss.visitor.post(link, { email: "new@example.org", password: PASSWORD })).status).toBe(303);
});

test("when a link is used several times at once, only one use succeeds", async () => {
  site = await startSite();
  const boss = await administrator();
  const invitation = await boss.link(api.invite(), {});
  const joined = await Promise.all(
    ["one", "two", "three"].map((name) =>
      new Visitor(site.origin).post(invitation, { email: `${name}@example.org`, password: PASSWORD }),
    ),
  );
  expect(joined.map(({ status }) => status).sort()).toEqual([303, 404, 404]);

  const { email } = await newMember(site.origin, "forgetful@example.org");
  const { id } = await site.account(email);
  const reset = await boss.link(api.resetAccount(), { account: id });
  const passwords = ["a first password", "a second password"];
  const set = await Promise.all(
    passwords.map((password) => new Visitor(site.origin).post(reset, { password })),
  );
  expect(set.map(({ status }) => status).sort()).toEqual([200, 404]);
  const winner = passwords[set.findIndex(({ status }) => status === 200)] ?? "";
  await new Visitor(site.origin).signIn(email, winner);
});

test("a reset link sets the password once, signs the account out everywhere, and replaces the one before", async () => {
  site = await startSite();
  const boss = await administrator();
  const { visitor, tokens, email } = await newMember(site.origin, "forgetful@example.org");
  const { id } = await site.account(email);
  const before = await boss.link(api.resetAccount(), { account: id });
  const link = await boss.link(api.resetAccount(), { account: id });
  expect((await visitor.get(before)).status).toBe(404);
  expect((await visitor.post(link, { password: "short" })).status).toBe(400);
  expect((await visitor.post(link, { password: "the new password" })).form.heading).toBe(
    "Your new password is set",
  );
  expect((await visitor.post(link, { password: "yet another one" })).status).toBe(404);
  expect((await visitor.refresh(tokens)).status).toBe(400);
  // No session either: the provider asks for a login again.
  await visitor.begin();
  expect((await visitor.tryPassword(email, PASSWORD)).status).toBe(400);
  await visitor.signIn(email, "the new password");
});

test("expired links, links for another purpose and unknown links are all answered with 404", async () => {
  site = await startSite();
  const boss = await administrator();
  const { email } = await newMember(site.origin, "forgetful@example.org");
  const { id } = await site.account(email);
  const reset = await boss.link(api.resetAccount(), { account: id });
  const secret = reset.split("/").at(-1) ?? "";
  const visitor = new Visitor(site.origin);
  const dead = [
    signInForms.invitation(secret),
    signInForms.confirmEmail(secret),
    signInForms.reset("never"),
    signInForms.reset("%00"),
  ];
  for (const path of dead) {
    expect((await visitor.get(path)).status).toBe(404);
    expect((await visitor.post(path, { email: "a@example.org", password: PASSWORD })).status).toBe(404);
  }
  expect((await visitor.get(reset)).status).toBe(200);
  // A day later.
  site.database.sqlite.exec("update account_link set expires_at = '2020-01-01T00:00:00.000Z'");
  expect((await visitor.get(reset)).status).toBe(404);
  expect((await visitor.post(reset, { password: PASSWORD })).status).toBe(404);
});

test("the database does not contain a link's secret", async () => {
  site = await startSite();
  const link = await (await administrator()).link(api.invite(), {});
  const rows = site.database.sqlite.prepare("select * from account_link").all();
  expect(JSON.stringify(rows)).not.toContain(link.split("/").at(-1));
});

test("without a mail server, a new password requires an administrator", async () => {
  site = await startSite();
  const visitor = new Visitor(site.origin);
  const { status, form } = await visitor.get(signInForms.askReset());
  expect({ status, form: form.form, text: form.text }).toMatchObject({
    status: 200,
    form: undefined,
    text: expect.stringContaining("Ask an administrator"),
  });
  expect((await visitor.post(signInForms.askReset(), { email: ADMINISTRATOR.email })).status).toBe(400);
});

test("only the roles in the settings can be granted", async () => {
  site = await startSite({ AUTH_HELPER_ROLES: "Verifier", AUTH_VERIFIER_ROLES: "Reader" });
  const boss = await administrator();
  expect((await boss.visitor.call(api.accounts(), boss.tokens)).json).toMatchObject({
    roles: ["Reader", "Verifier", "Admin"],
  });
  // The first administrator holds only roles that can be given; programs still read the one that they know.
  expect((await site.account(ADMINISTRATOR.email)).roles).toEqual(["Admin"]);
  expect(claimsOf(boss.tokens.id_token)[`${site.origin}/roles`]).toEqual(["Admin", "Index Helper", "Reader"]);
  const { visitor, tokens, email } = await newMember(site.origin, "verifier@example.org");
  const { id } = await site.account(email);
  const give = (roles: string) => boss.visitor.call(api.setRoles(), boss.tokens, { account: id, roles });
  expect((await give('["Index Helper"]')).status).toBe(400);
  expect((await give('["Verifier"]')).status).toBe(200);
  const next = (await visitor.refresh(tokens)).json as { access_token: string };
  expect(claimsOf(next.access_token)).toMatchObject({ permissions: ["write:member", "write:admin"] });
});
