import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { InvitationsAnswer } from "../../domain/contract/accounts.ts";
import { api } from "../../domain/contract/routes.ts";
import { argon2 } from "../../platform/node/argon2.ts";
import { countersInMemory } from "../../server/counters.ts";
import { lateForm } from "../../test/late-form.ts";
import { ADMINISTRATOR, type RunningSite, startSite } from "../../test/node/site.ts";
import { type Tokens, Visitor } from "../../test/node/visitor.ts";
import { makeInvitation, makeResetLink } from "./accounts/links.ts";
import { openAccounts } from "./accounts/store.ts";

const PASSWORD = "a very good password";

let site: RunningSite;
let boss: Visitor;
let bossTokens: Tokens;

beforeAll(async () => {
  site = await startSite({ AUTH_SIGNUP: "invitation" });
  boss = new Visitor(site.origin);
  bossTokens = await boss.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
});
afterAll(() => site.stop());

/** Makes a request to the API and returns its answer. */
const call = async (
  [visitor, tokens]: [Visitor, Tokens],
  path: string,
  fields?: Record<string, string>,
): Promise<{ status: number; json: Record<string, unknown> }> => {
  const { status, json } = await visitor.call(path, tokens, fields);
  return { status, json };
};
const asBoss = (path: string, fields?: Record<string, string>) => call([boss, bossTokens], path, fields);

async function invite(fields: Record<string, string>): Promise<string> {
  const { json } = await asBoss(api.invite(), fields);
  return new URL(String(json.link)).pathname;
}
const open = async () => ((await asBoss(api.invitations())).json as unknown as InvitationsAnswer).results;
const join = (path: string, email: string) =>
  new Visitor(site.origin).post(path, { email, password: PASSWORD });

/** Invites a member with roles, and signs in as that member. */
async function joined(email: string, roles: readonly string[]): Promise<[Visitor, Tokens]> {
  await join(await invite({ roles: JSON.stringify(roles) }), email);
  const visitor = new Visitor(site.origin);
  return [visitor, await visitor.signIn(email, PASSWORD)];
}

test("a new member has the roles of the invitation, and its page names them beforehand", async () => {
  const path = await invite({ roles: '["Index Helper"]' });
  expect((await new Visitor(site.origin).get(path)).form.text).toMatch(/^You join as Index Helper\. /);
  expect((await join(path, "helper@example.org")).status).toBe(303);
  expect(await site.account("helper@example.org")).toMatchObject({
    roles: ["Index Helper"],
    signedInAt: expect.any(String),
  });
  const plain = await invite({});
  expect((await new Visitor(site.origin).get(plain)).form.text).toBeUndefined();
  await join(plain, "member@example.org");
  expect(await site.account("member@example.org")).toMatchObject({ roles: [] });
});

test("somebody who has an account takes an invitation with its password, and keeps the roles that they have", async () => {
  await joined("both@example.org", ["Index Helper"]);
  const path = await invite({ roles: '["Admin"]' });
  const fields = { email: "both@example.org", password: "not their password" };
  const refused = await new Visitor(site.origin).post(path, fields);
  expect([refused.status, refused.form.problem]).toEqual([
    400,
    "That e-mail address and password do not match an account.",
  ]);
  expect(await site.account("both@example.org")).toMatchObject({ roles: ["Index Helper"] });
  expect((await join(path, "BOTH@example.org")).status).toBe(303);
  expect(await site.account("both@example.org")).toMatchObject({ roles: ["Index Helper", "Admin"] });
  expect((await join(path, "both@example.org")).status).toBe(404);
});

test("open invitations are listed, newest first, without the secrets of their links", async () => {
  const before = await open();
  const path = await invite({ email: "listed@example.org", roles: '["Index Helper"]' });
  const [newest, ...others] = await open();
  expect(newest).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{64}$/),
    email: "listed@example.org",
    roles: ["Index Helper"],
    createdAt: expect.any(String),
    expiresAt: expect.any(String),
    invitedBy: ADMINISTRATOR.email,
  });
  expect(others).toEqual(before);
  expect(JSON.stringify(newest)).not.toContain(path.split("/").at(-1));
  await join(path, "listed@example.org");
  expect(await open()).toEqual(before);
});

test("a withdrawn invitation no longer works, says so, and cannot be withdrawn twice", async () => {
  const path = await invite({ email: "unwanted@example.org", roles: '["Admin"]' });
  const [{ id } = { id: "" }] = await open();
  const two = await Promise.all([1, 2].map(() => asBoss(api.withdrawInvitation(), { invitation: id })));
  expect(two.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect((await open()).map((each) => each.id)).not.toContain(id);
  const visitor = new Visitor(site.origin);
  for (const answer of [await visitor.get(path), await join(path, "unwanted@example.org")])
    expect({ status: answer.status, problem: answer.form.problem }).toEqual({
      status: 404,
      problem:
        "This invitation was withdrawn. If you would still like to join, ask whoever sent it to you for another one.",
    });
  const log = site.database.sqlite
    .prepare("select action, details from account_log where account = '' order by seq desc limit 2")
    .all()
    .map(({ action, details }) => [action, JSON.parse(String(details))]);
  const about = { email: "unwanted@example.org", roles: ["Admin"] };
  expect(log).toEqual([
    ["withdraw invitation", about],
    ["link for invitation", about],
  ]);
});

test("when joining and withdrawing race, only one succeeds", async () => {
  const path = await invite({ email: "quick@example.org" });
  const [{ id } = { id: "" }] = await open();
  const [came, gone] = await Promise.all([
    join(path, "quick@example.org"),
    asBoss(api.withdrawInvitation(), { invitation: id }),
  ]);
  expect([came.status === 303, gone.status === 200].filter(Boolean)).toHaveLength(1);
});

test("only invitations can be withdrawn, not links for a password", async () => {
  await join(await invite({}), "forgetful@example.org");
  const { id } = await site.account("forgetful@example.org");
  await asBoss(api.resetAccount(), { account: id });
  const [reset] = site.database.sqlite
    .prepare("select secret_hash from account_link where purpose = 'reset'")
    .all();
  for (const invitation of ["", "x", String(reset?.secret_hash)])
    expect(await asBoss(api.withdrawInvitation(), { invitation })).toEqual({
      status: 404,
      json: { error: "This invitation has been used or has expired." },
    });
});

test.each(["Admin", '["King"]', "[1]", "{}", "["])(
  "an invitation with the invalid roles %s is refused",
  async (roles) => {
    expect(await asBoss(api.invite(), { roles })).toEqual({
      status: 400,
      json: { error: 'roles takes a JSON array of "Index Verifier", "Index Helper", "Admin".' },
    });
  },
);

/** Ways for the first administrator to make somebody powerless. */
const FALLS = [
  ["blocked", api.blockAccount(), {}],
  ["demoted", api.setRoles(), { roles: '["Index Helper"]' }],
] as const;

test.each(FALLS)(
  "an administrator who is %s cannot finish a form begun before",
  async (how, path, fields) => {
    await joined(`friend-${how}@example.org`, []);
    const friend = await site.account(`friend-${how}@example.org`);
    const before = await open();
    const roles = '["Admin"]';
    for (const [at, [begun, form]] of (
      [
        [api.invite(), { roles }],
        [api.setRoles(), { account: friend.id, roles }],
      ] as const
    ).entries()) {
      const email = `begun-${how}-${at}@example.org`;
      const [, { access_token }] = await joined(email, ["Index Helper", "Admin"]);
      const { id } = await site.account(email);
      const fall = vi.fn(() => asBoss(path, { account: id, ...fields }));
      const late = lateForm(form, `Bearer ${access_token}`, fall);
      expect((await site.fetch(new Request(site.origin + begun, late))).status).toBe(403);
      expect(fall).toHaveBeenCalledOnce();
    }
    expect(await open()).toEqual(before);
    expect(await site.account(friend.email ?? "")).toEqual(friend);
  },
);

test.each(FALLS)("no link is made once its maker is %s, however late", async (how, path, fields) => {
  const email = `late-${how}@example.org`;
  await joined(email, ["Index Helper", "Admin"]);
  const { id } = await site.account(email);
  const accounts = openAccounts({
    database: site.database,
    hasher: argon2,
    counters: countersInMemory(),
  });
  const maker = { id, role: "Admin" };
  await makeInvitation(accounts, null, [], maker);
  await asBoss(path, { account: id, ...fields });
  const before = await open();
  const boss = await site.account(ADMINISTRATOR.email);
  for (const late of [
    makeInvitation(accounts, null, ["Admin"], maker),
    makeResetLink(accounts, boss.id, maker),
  ])
    await expect(late).rejects.toMatchObject({ status: 403 });
  expect(await open()).toEqual(before);
});

test.each(FALLS)(
  "the reset links that an administrator handed out end when their maker is %s",
  async (how, path, fields) => {
    const email = `handed-${how}@example.org`;
    const other = await joined(email, ["Index Helper", "Admin"]);
    const { id } = await site.account(ADMINISTRATOR.email);
    const { json } = await call(other, api.resetAccount(), { account: id });
    const reset = new URL(String(json.link)).pathname;
    const visitor = new Visitor(site.origin);
    expect((await visitor.get(reset)).status).toBe(200);
    await asBoss(path, { account: (await site.account(email)).id, ...fields });
    for (const answer of [await visitor.get(reset), await visitor.post(reset, { password: PASSWORD })])
      expect({ status: answer.status, problem: answer.form.problem }).toEqual({
        status: 404,
        problem: "This link has been used or has expired. Please ask for a new one.",
      });
  },
);

test("the invitations of an administrator who is blocked or loses the role no longer work", async () => {
  for (const [email, path, fields] of [
    ["first-boss@example.org", api.blockAccount(), {}],
    ["second-boss@example.org", api.setRoles(), { roles: "[]" }],
  ] as const) {
    const other = await joined(email, ["Index Helper", "Admin"]);
    const made = [];
    for (const roles of ['["Admin"]', "[]"]) made.push(await call(other, api.invite(), { roles }));
    await asBoss(path, { account: (await site.account(email)).id, ...fields });
    for (const { json } of made) {
      const { status } = await join(new URL(String(json.link)).pathname, `friend-of-${email}`);
      expect(status).toBe(404);
    }
  }
});

test("only administrators can use invitations", async () => {
  const helper = await joined("curious@example.org", ["Index Helper"]);
  for (const [path, fields] of [
    [api.invitations()],
    [api.withdrawInvitation(), { invitation: "x" }],
    [api.invite(), { roles: "[]" }],
  ] as const)
    expect((await call(helper, path, fields)).status).toBe(403);
  const nobody = await fetch(site.origin + api.invitations());
  expect(nobody.status).toBe(401);
});
