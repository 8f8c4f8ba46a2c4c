import { afterAll, beforeAll, expect, test } from "vitest";
import { api, pages, signInForms } from "../../domain/contract/routes.ts";
import { ADMINISTRATOR, type RunningSite, startSite } from "../../test/node/site.ts";
import { claimsOf, newMember, type Tokens, Visitor } from "../../test/node/visitor.ts";

let site: RunningSite;
let boss: Visitor;
let bossTokens: Tokens;

beforeAll(async () => {
  site = await startSite();
  boss = new Visitor(site.origin);
  bossTokens = await boss.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
});
afterAll(() => site.stop());

/** Makes a request as the administrator and returns the site's answer. */
const asBoss = async (path: string, fields?: Record<string, string>) => {
  const { status, json } = await boss.call(path, bossTokens, fields);
  return { status, json };
};

const logOf = async (account: string) => {
  const { json } = await asBoss(api.accountLog({ account }));
  return (json.results as { action: string; actor: string; details: unknown }[]).map(
    ({ action, actor, details }) => ({ action, actor, details }),
  );
};

test("blocking ends sessions and refresh tokens, and access tokens are refused at once", async () => {
  const { visitor, tokens, email, password } = await newMember(site.origin, "blocked@example.org");
  const { id } = await site.account(email);
  expect((await visitor.refresh(tokens)).status).toBe(200);
  const fresh = (await visitor.authorize()).location ?? "";
  const held = await visitor.exchange(new URL(fresh).searchParams.get("code") ?? "");

  expect(await asBoss(api.blockAccount(), { account: id })).toEqual({ status: 200, json: {} });

  for (const each of [tokens, held])
    expect(await visitor.call(api.account(), each)).toMatchObject({
      status: 403,
      json: { error: "This account is blocked." },
    });
  const refused = await visitor.refresh(held);
  expect({ status: refused.status, json: refused.json }).toEqual({
    status: 400,
    json: { error: "invalid_grant", error_description: "invalid refresh token" },
  });
  // The SDK's hidden frame: no session.
  const { location } = await visitor.authorize({ prompt: "none" });
  expect(new URL(location ?? "").searchParams.get("error")).toBe("login_required");
  const login = await visitor.tryPassword(email, password);
  expect({ status: login.status, problem: login.form.problem }).toMatchObject({
    status: 403,
    problem: expect.stringMatching(/^This account is blocked/),
  });
  // With a wrong password it says what it says to everybody.
  expect((await visitor.tryPassword(email, "a wrong password")).form.problem).toMatch(/do not match/);

  await asBoss(api.unblockAccount(), { account: id });
  await visitor.signIn(email, password);
  expect((await logOf(id)).map(({ action, actor }) => [action, actor])).toEqual([
    ["sign in", email],
    ["unblock", ADMINISTRATOR.email],
    ["block", ADMINISTRATOR.email],
    ["sign in", email],
    ["sign up", email],
  ]);
});

test("a code that was not redeemed before its account was blocked is refused", async () => {
  const { visitor, email } = await newMember(site.origin, "quick@example.org");
  const { location } = await visitor.authorize();
  await asBoss(api.blockAccount(), { account: (await site.account(email)).id });
  await expect(visitor.exchange(new URL(location ?? "").searchParams.get("code") ?? "")).rejects.toThrow(
    "invalid_grant",
  );
});

test("a verifier's tokens have write:verify and the role, and verify; what an administrator takes is gone at once", async () => {
  const { visitor, email, password } = await newMember(site.origin, "verifier@example.org");
  const { id } = await site.account(email);
  expect((await asBoss(api.setRoles(), { account: id, roles: '["Index Verifier"]' })).status).toBe(200);
  const tokens = await visitor.signIn(email, password);
  expect(claimsOf(tokens.access_token)).toMatchObject({
    permissions: ["write:member", "write:verify"],
    [`${site.origin}/roles`]: ["Index Verifier"],
  });
  expect((await visitor.call(api.changes(), tokens)).status).toBe(200);
  const nothing = { entries: '["00000000-0000-4000-8000-000000000000"]' };
  expect((await visitor.call(api.verifyCompletions(), tokens, nothing)).status).toBe(404);
  for (const path of [api.addMap(), api.accounts()])
    expect((await visitor.call(path, tokens, path === api.addMap() ? {} : undefined)).status).toBe(403);
  await asBoss(api.setRoles(), { account: id, roles: "[]" });
  expect((await visitor.call(api.verifyCompletions(), tokens, nothing)).status).toBe(403);
});

test.each([
  [["Admin"], ["Admin", "Index Helper", "Index Verifier"]],
  [["Index Helper"], ["Index Helper", "Index Verifier"]],
  [
    ["Index Verifier", "Index Helper"],
    ["Index Verifier", "Index Helper"],
  ],
  [[], []],
])(
  "tokens of an account with %j list %j, since programs look for a role by its name",
  async (roles, listed) => {
    const { visitor, tokens, email } = await newMember(
      site.origin,
      `keeper${roles.join("-").replaceAll(" ", "")}@example.org`,
    );
    const { id } = await site.account(email);
    await asBoss(api.setRoles(), { account: id, roles: JSON.stringify(roles) });
    const next = (await visitor.refresh(tokens)).json as unknown as Tokens;
    for (const token of [next.access_token, next.id_token])
      expect(claimsOf(token)[`${site.origin}/roles`]).toEqual(listed);
    // What an administrator gave is what the account has.
    expect((await site.account(email)).roles).toEqual(roles);
  },
);

test("a role change applies to existing tokens at once, and is in the next one", async () => {
  const { visitor, tokens, email } = await newMember(site.origin, "rising@example.org");
  const { id } = await site.account(email);
  expect((await visitor.call(api.accounts(), tokens)).status).toBe(403);
  await asBoss(api.setRoles(), { account: id, roles: '["Index Helper","Admin"]' });
  expect((await visitor.call(api.accounts(), tokens)).status).toBe(200);
  const next = (await visitor.refresh(tokens)).json as unknown as Tokens;
  expect(claimsOf(next.access_token)).toMatchObject({
    permissions: ["write:member", "write:admin"],
    [`${site.origin}/roles`]: ["Index Helper", "Admin", "Index Verifier"],
  });
  await asBoss(api.setRoles(), { account: id, roles: "[]" });
  expect((await visitor.call(api.accounts(), next)).status).toBe(403);
  expect((await logOf(id)).slice(0, 2)).toEqual([
    {
      action: "set roles",
      actor: ADMINISTRATOR.email,
      details: { before: ["Index Helper", "Admin"], after: [] },
    },
    {
      action: "set roles",
      actor: ADMINISTRATOR.email,
      details: { before: [], after: ["Index Helper", "Admin"] },
    },
  ]);
});

test.each(["", "Admin", '"Admin"', '["King"]', "[1]", "{}", "["])(
  "the invalid roles %s are refused",
  async (roles) => {
    const { id } = await site.account(ADMINISTRATOR.email);
    expect(await asBoss(api.setRoles(), { account: `${id}x`, roles })).toEqual({
      status: 400,
      json: { error: 'roles takes a JSON array of "Index Verifier", "Index Helper", "Admin".' },
    });
  },
);

test("with the roles that somebody saw, only what differs from them changes", async () => {
  const { email } = await newMember(site.origin, "between-two@example.org");
  const { id } = await site.account(email);
  const set = (roles: readonly string[], before?: readonly string[]) =>
    asBoss(api.setRoles(), {
      account: id,
      roles: JSON.stringify(roles),
      ...(before && { before: JSON.stringify(before) }),
    });
  const rolesNow = async () => (await site.account(email)).roles;

  // Each of two administrators saw none.
  await set(["Index Verifier"], []);
  await set(["Index Helper"], []);
  expect(await rolesNow()).toEqual(["Index Verifier", "Index Helper"]);
  await set([], ["Index Verifier"]);
  expect(await rolesNow()).toEqual(["Index Helper"]);
  expect((await logOf(id))[0]).toMatchObject({
    action: "set roles",
    details: { before: ["Index Verifier", "Index Helper"], after: ["Index Helper"] },
  });
  // What is taken twice, or given twice, stays as it is.
  await set([], ["Index Verifier"]);
  await set(["Index Helper"], []);
  expect(await rolesNow()).toEqual(["Index Helper"]);
  await set(["Index Verifier"]);
  expect(await rolesNow()).toEqual(["Index Verifier"]);
  expect(await set(["Index Verifier"], ["Boss"])).toEqual({
    status: 400,
    json: { error: 'before takes a JSON array of "Index Verifier", "Index Helper", "Admin".' },
  });
});

test("an administrator cannot block or demote themselves, or make themselves a link for a new password", async () => {
  const { id } = await site.account(ADMINISTRATOR.email);
  for (const [path, fields] of [
    [api.blockAccount(), {}],
    [api.setRoles(), { roles: "[]" }],
    [api.resetAccount(), {}],
  ] as const)
    expect(await asBoss(path, { account: id, ...fields })).toEqual({
      status: 403,
      json: { error: "You cannot do this to your own account. Please ask another administrator." },
    });
  expect(await site.account(ADMINISTRATOR.email)).toMatchObject({
    blocked: false,
    roles: ["Index Helper", "Admin"],
  });
  expect((await logOf(id)).map(({ action }) => action)).not.toContain("link for reset");
});

test.each([api.blockAccount(), api.unblockAccount(), api.resetAccount()])(
  "%s of an unknown account is answered with 404",
  async (path) => {
    for (const account of ["", "nobody", "\u0000"])
      expect(await asBoss(path, { account })).toEqual({
        status: 404,
        json: { error: "There is no such account." },
      });
  },
);

test("only administrators can use the API for administrators", async () => {
  const { visitor, tokens } = await newMember(site.origin, "curious@example.org");
  const { id } = await site.account(ADMINISTRATOR.email);
  const reads = [api.accounts(), api.accountLog({ account: id })];
  const writes = [api.setRoles(), api.blockAccount(), api.unblockAccount(), api.resetAccount(), api.invite()];
  for (const path of reads) expect((await visitor.call(path, tokens)).status).toBe(403);
  for (const path of writes) expect((await visitor.call(path, tokens, { account: id })).status).toBe(403);
  for (const path of [...reads, api.account()]) expect((await visitor.get(path)).status).toBe(401);
  for (const path of writes) {
    const { status, json } = await visitor.post(path, { account: id });
    expect({ status, json }).toEqual({ status: 401, json: { error: expect.any(String) } });
  }
});

test("accounts are found by part of an address or a name, and no answer has a password", async () => {
  const { visitor, tokens } = await newMember(site.origin, "under_score@example.org");
  await visitor.call(api.changeName(), tokens, { name: "100% Émile" });
  const found = async (query: string) => {
    const { json } = await asBoss(api.accounts({ query }));
    expect(JSON.stringify(json)).not.toMatch(/argon2|password/i);
    return (json.results as { email: string }[]).map(({ email }) => email);
  };
  expect(await found("under_score")).toEqual(["under_score@example.org"]);
  expect(await found("UNDER_SCORE@")).toEqual(["under_score@example.org"]);
  expect(await found("100%")).toEqual(["under_score@example.org"]);
  expect(await found("_____________________________________")).toEqual([]);
  expect(await found("%")).toEqual(["under_score@example.org"]);
  const { json } = await asBoss(api.accounts({ count: 1 }));
  expect(json).toMatchObject({ more: true, results: [{ email: "under_score@example.org" }] });
  expect((await asBoss(api.accounts({ count: "many" }))).status).toBe(400);
});

test("a member can change the name, the password and the address", async () => {
  const { visitor, tokens, email, password } = await newMember(site.origin, "moving@example.org");
  const change = async (path: string, fields: Record<string, string>) => {
    const { status, json } = await visitor.call(path, tokens, fields);
    return { status, json };
  };
  expect(await change(api.changeName(), { name: "  Ada\u0301  " })).toEqual({ status: 200, json: {} });
  expect((await visitor.call(api.account(), tokens)).json).toMatchObject({ displayName: "Adá" });

  const wrong = { error: "That is not your current password." };
  expect(
    await change(api.changePassword(), { current: "a wrong one", password: "the next password" }),
  ).toEqual({
    status: 400,
    json: wrong,
  });
  expect(await change(api.changePassword(), { current: password, password: "short" })).toMatchObject({
    status: 400,
    json: { error: expect.stringMatching(/^Please choose a password/) },
  });
  expect(await change(api.changePassword(), { current: password, password: "the next password" })).toEqual({
    status: 200,
    json: {},
  });

  expect(await change(api.changeEmail(), { current: password, email: "moved@example.org" })).toEqual({
    status: 400,
    json: wrong,
  });
  const current = "the next password";
  expect(await change(api.changeEmail(), { current, email: "no address" })).toMatchObject({ status: 400 });
  expect(await change(api.changeEmail(), { current, email: ADMINISTRATOR.email })).toEqual({
    status: 400,
    json: { error: "This address cannot be used." },
  });
  expect(await change(api.changeEmail(), { current, email: "moved@example.org" })).toEqual({
    status: 200,
    json: { changed: true },
  });

  const stranger = new Visitor(site.origin);
  expect((await stranger.tryPassword(email, current)).status).toBe(400);
  await stranger.signIn("moved@example.org", current);
  const { id } = await site.account("moved@example.org");
  expect((await logOf(id)).map(({ action }) => action)).toEqual([
    "sign in",
    "change e-mail",
    "change password",
    "change name",
    "sign in",
    "sign up",
  ]);
  expect(JSON.stringify(await logOf(id))).not.toContain('password":');
});

test("a new password ends all other sessions and refresh tokens; the device that set it stays signed in", async () => {
  const { visitor, tokens, email, password } = await newMember(site.origin, "robbed@example.org");
  const thief = new Visitor(site.origin);
  const stolen = await thief.signIn(email, password);
  const copied = visitor.copy();
  const next = "the next password";
  const changed = await visitor.call(api.changePassword(), tokens, { current: password, password: next });
  expect(changed.status).toBe(200);

  // Another device: its session, its refresh token and the access token in hand.
  expect((await thief.authorize({ prompt: "none" })).location).toContain("error=login_required");
  expect((await thief.refresh(stolen)).json).toMatchObject({ error_description: "invalid refresh token" });
  expect((await thief.call(api.account(), stolen)).json).toEqual({
    error: "You have been signed out. Please sign in again.",
  });
  // A copy of this same device's cookies and refresh token.
  expect((await copied.authorize({ prompt: "none" })).location).toContain("error=login_required");
  expect((await copied.refresh(tokens)).status).toBe(400);

  // This device: the token in hand, then a new one from the hidden frame, as the SDK does it.
  expect((await visitor.call(api.account(), tokens)).status).toBe(200);
  const later = await visitor.redeem(await visitor.authorize({ prompt: "none" }));
  expect((await visitor.call(api.account(), later)).status).toBe(200);
  expect((await visitor.refresh(later)).status).toBe(200);
  await new Visitor(site.origin).signIn(email, next);
});

test("a failed password change ends no session", async () => {
  const { visitor, tokens, email, password } = await newMember(site.origin, "clumsy@example.org");
  const other = new Visitor(site.origin);
  const others = await other.signIn(email, password);
  const change = (current: string, next: string) =>
    visitor.call(api.changePassword(), tokens, { current, password: next });
  expect((await change("a wrong password", "the next password")).status).toBe(400);
  expect((await change(password, "short")).status).toBe(400);
  expect((await other.call(api.account(), others)).status).toBe(200);
  for (const [each, its] of [
    [visitor, tokens],
    [other, others],
  ] as const)
    expect((await each.refresh(its)).status).toBe(200);
});

test("a password set by a link ends the access tokens too", async () => {
  const { visitor, tokens, email } = await newMember(site.origin, "linked@example.org");
  const { id } = await site.account(email);
  const { json } = await asBoss(api.resetAccount(), { account: id });
  await new Visitor(site.origin).post(new URL(String(json.link)).pathname, { password: "the next password" });
  expect((await visitor.call(api.account(), tokens)).status).toBe(403);
});

test("without mail, an account may try five addresses an hour, taken or free", async () => {
  const { visitor, tokens, password } = await newMember(site.origin, "curious-mover@example.org");
  const move = (email: string, current = password) =>
    visitor.call(api.changeEmail(), tokens, { current, email });
  // Attempts that fail before the address is looked up do not count.
  for (let at = 0; at < 5; at++) expect((await move("no address")).status).toBe(400);
  expect((await move(ADMINISTRATOR.email, "a wrong password")).status).toBe(400);
  for (let at = 0; at < 4; at++)
    expect(await move(ADMINISTRATOR.email)).toMatchObject({
      status: 400,
      json: { error: "This address cannot be used." },
    });
  expect((await move("free@example.org")).json).toEqual({ changed: true });
  expect(await site.account("free@example.org")).toMatchObject({ emailVerified: false });
  for (const email of [ADMINISTRATOR.email, "another-free@example.org"])
    expect(await move(email)).toMatchObject({
      status: 429,
      json: { error: expect.stringMatching(/^Too many attempts/) },
    });
});

test("guessing the current password with a stolen token does not hold up other devices", async () => {
  const { visitor, tokens, email, password } = await newMember(site.origin, "held@example.org");
  const thief = new Visitor(site.origin);
  const stolen = await thief.signIn(email, password);
  for (let at = 0; at < 11; at++)
    await thief.call(api.changePassword(), stolen, {
      current: `wrong ${at}`,
      password: "the thief's own words",
    });
  expect(
    (await visitor.call(api.changePassword(), tokens, { current: password, password: "the next password" }))
      .status,
  ).toBe(200);
});

test("the current password may be guessed ten times", async () => {
  const { visitor, tokens, password } = await newMember(site.origin, "guessed@example.org");
  const guess = (current: string) =>
    visitor.call(api.changePassword(), tokens, { current, password: "the next password" });
  for (let at = 0; at < 10; at++) expect((await guess(`wrong ${at}`)).status).toBe(400);
  expect((await guess(password)).status).toBe(429);
});

test.each([
  ["of markup", "<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
  ["of other scripts", "שלום עולם", "שלום עולם"],
  ["of emoji", "🦍🎈", "🦍🎈"],
  ["of forty emoji", "🎈".repeat(40), "🎈".repeat(40)],
  ["of nothing", "   ", null],
  // A name is one line, and holds nothing that is not seen.
  ["with NUL", "a\u0000b", "ab"],
  ["with a line break", "a\nb", "a b"],
  ["turned around", "\u202Enimda", "nimda"],
])("a name %s is stored as it is seen", async (_what, name, kept) => {
  expect(await asBoss(api.changeName(), { name })).toEqual({ status: 200, json: {} });
  expect((await asBoss(api.account())).json.displayName).toBe(kept);
});

test.each([
  ["nothing to see", "\u200B\u200D"],
  ["41 characters", "x".repeat(41)],
])("a name with %s is refused", async (_what, name) => {
  expect(await asBoss(api.changeName(), { name })).toMatchObject({
    status: 400,
    json: { error: expect.stringMatching(/^Please choose a name/) },
  });
});

test("an API form that is malformed or too long is answered with {error}", async () => {
  const headers = {
    authorization: `Bearer ${bossTokens.access_token}`,
    "content-type": "multipart/form-data",
  };
  const broken = await boss.request(api.changeName(), { method: "POST", body: "nothing", headers });
  expect({ status: broken.status, json: broken.json }).toEqual({
    status: 400,
    json: { error: "The form could not be read." },
  });
  expect(await asBoss(api.changeName(), { name: "x".repeat(20_000) })).toEqual({
    status: 413,
    json: { error: "That is too much text for this form." },
  });
});

test("an account's log is ordered newest first, and its entries name the actors", async () => {
  const { email } = await newMember(site.origin, "logged@example.org");
  const { id } = await site.account(email);
  await asBoss(api.resetAccount(), { account: id });
  expect(await logOf(id)).toEqual([
    { action: "link for reset", actor: ADMINISTRATOR.email, details: null },
    { action: "sign in", actor: email, details: null },
    { action: "sign up", actor: email, details: null },
  ]);
  expect((await site.account(ADMINISTRATOR.email)).id).not.toBe(id);
  expect(await logOf("nobody")).toEqual([]);
  expect((await boss.get(signInForms.askReset())).status).toBe(200);
});

test.each([
  "a helper",
  "A-Helper",
  "Members",
  "the index",
  "admin",
  "another player",
  "System",
  "a h\u0435lper",
  "\u0391dmin",
])("nobody is called %s: those are the site's own words", async (name) => {
  expect(await asBoss(api.changeName(), { name })).toEqual({
    status: 400,
    json: { error: "The site calls people that itself. Please choose another name." },
  });
});

test.each([
  "a he1per",
  "lndex",
  "BTD6 lndex",
  "\u0412TD6 Inde\u0445",
  "m\u043ederat0r",
  "Adrnin",
  "Helper Rosalie",
])("nobody is called %s, which looks like the site's own words", async (name) => {
  expect(await asBoss(api.changeName(), { name })).toMatchObject({
    status: 400,
    json: { error: "The site calls people that itself. Please choose another name." },
  });
});

test("nobody has a name that looks like a helper's, whose own may change; others may be alike", async () => {
  const helper = await newMember(site.origin, "lookalike-helper@example.org");
  const member = await newMember(site.origin, "lookalike@example.org");
  const call = async ({ visitor, tokens }: typeof helper, name: string) =>
    (await visitor.call(api.changeName(), tokens, { name })).status;
  expect(await call(helper, "Pere Oliver")).toBe(200);
  expect(await call(member, "Pere 0Iiver")).toBe(200);
  const { id: account } = await site.account(helper.email);
  await asBoss(api.setRoles(), { account, roles: '["Index Helper"]' });
  // What was taken before somebody became a helper may stay.
  expect(await call(member, "Pere 0Iiver")).toBe(200);
  for (const name of ["P\u0435re Oliver", "pere o1iver", "Pere-\u041eliver"])
    expect([name, await call(member, name)]).toEqual([name, 400]);
  expect(await call(helper, "P\u0435re Oliver")).toBe(200);
});

test("a new password is not the one that somebody has", async () => {
  const { visitor, tokens, email, password } = await newMember(site.origin, "same@example.org");
  expect(await visitor.call(api.changePassword(), tokens, { current: password, password })).toMatchObject({
    status: 400,
    json: { error: "That is the password you already have. Please choose another one." },
  });
  const accented = "cr\u00e8me br\u00fbl\u00e9e x";
  expect(
    (await visitor.call(api.changePassword(), tokens, { current: password, password: accented })).status,
  ).toBe(200);
  const apart = accented.normalize("NFD");
  expect(
    (await visitor.call(api.changePassword(), tokens, { current: apart, password: accented })).status,
  ).toBe(400);
  await new Visitor(site.origin).signIn(email, apart);
});

test("password managers are led to the page where a password is changed", async () => {
  const { status, location } = await new Visitor(site.origin).get("/.well-known/change-password");
  expect([status, location]).toEqual([302, pages.account()]);
  expect((await boss.get("/.well-known/something-else")).status).toBe(404);
});

test("who goes back to the login after signing in goes on to the site; a stranger is told that it has ended", async () => {
  const { email, password } = await newMember(site.origin, "going-back@example.org");
  const visitor = new Visitor(site.origin);
  const uid = await visitor.begin();
  await visitor.redeem(await visitor.post(signInForms.login(uid), { email, password }));
  const back = await visitor.get(signInForms.login(uid));
  expect([back.status, back.location]).toEqual([303, pages.home()]);
  expect((await new Visitor(site.origin).get(signInForms.login(uid))).form.heading).toBe(
    "This login page has ended",
  );
});

test("two people do not have one name, however it is spelled", async () => {
  const taken = {
    status: 400,
    json: {
      error: "Somebody else has this name, or one that looks like it. Please choose another one.",
    },
  };
  const first = await newMember(site.origin, "grace@example.org");
  const second = await newMember(site.origin, "other-grace@example.org");
  const call = async ({ visitor, tokens }: typeof first, name: string) => {
    const { status, json } = await visitor.call(api.changeName(), tokens, { name });
    return { status, json };
  };
  expect((await call(first, "Grace H")).status).toBe(200);
  expect(await call(second, "gr\u00e0ce-h")).toEqual(taken);
  // One's own name can be spelled anew, and one that was given up is free.
  expect((await call(first, "GRACE H")).status).toBe(200);
  expect((await call(first, "")).status).toBe(200);
  expect((await call(second, "grace h")).status).toBe(200);
  // Whoever joins is asked for another one, and may do without.
  const visitor = new Visitor(site.origin);
  const fields = { email: "third-grace@example.org", password: "a very good password" };
  const join = async (name: string) =>
    visitor.post(signInForms.signUp(await visitor.begin()), { ...fields, name });
  expect(await join("Grace H")).toMatchObject({ status: 400, form: { problem: taken.json.error } });
  await visitor.redeem(await join("Third Grace"));
  expect((await site.account(fields.email)).displayName).toBe("Third Grace");
  const { json } = await asBoss(api.invite(), {});
  const invited = { ...fields, email: "fourth-grace@example.org" };
  const path = new URL(String(json.link)).pathname;
  expect((await visitor.post(path, { ...invited, name: "a helper" })).status).toBe(400);
  expect((await visitor.post(path, { ...invited, name: "Grace the Fourth" })).status).toBe(303);
  expect((await site.account(invited.email)).displayName).toBe("Grace the Fourth");
});

test("helpers read a name at once, everybody when its owner says so, and administrators the account", async () => {
  const { visitor, tokens, email } = await newMember(site.origin, "hedy@example.org");
  const { id } = await site.account(email);
  await visitor.call(api.changeName(), tokens, { name: "Hedy" });
  await asBoss(api.setRoles(), { account: id, roles: '["Index Helper"]' });
  const helper = await visitor.redeem(await visitor.authorize());
  const map = { difficulty: "expert", length: "1", numEntrances: "1", numExits: "1", numObjects: "0" };
  await visitor.call(api.addMap(), helper, { ...map, map: "Hedy's Pond", abbreviation: "hp" });
  const added = await visitor.call(api.addSubmit("lcc"), helper, {
    ...{ map: "Hedy's Pond", money: "1000", person: "Hedy", version: "50", date: "2025-01-01", verify: "on" },
    link: "https://example.org/hedy",
  });
  expect(added.json).toMatchObject({ inserted: true });
  const filekey = String(added.json.filekey);
  const read = (query: Record<string, string>) =>
    visitor
      .call(api.changes({ ...query }), helper)
      .then(({ json }) => json.results as Record<string, unknown>[]);
  const inPublic = async () =>
    (
      (await (await fetch(site.origin + api.history({ filekey }))).json()) as { results: { who: string }[] }
    ).results.map(({ who }) => who);
  for (const who of ["hedy", "HEDY", "helper"])
    expect((await read({ who, noun: "map" }))[0]).toMatchObject({ who: "Hedy", account: null });
  expect(await read({ who: email })).toEqual([]);
  expect(await inPublic()).toEqual(["a helper"]);

  await visitor.call(api.changeName(), helper, { name: "Hedy", public: "1" });
  expect((await visitor.call(api.account(), helper)).json).toMatchObject({ namePublic: true });
  expect(await inPublic()).toEqual(["Hedy"]);
  await visitor.call(api.changeName(), helper, { name: "Hedy" });
  expect(await inPublic()).toEqual(["a helper"]);

  const asked = async (query: Record<string, string | number>) => (await asBoss(api.changes(query))).json;
  expect((await asked({ who: email, noun: "map" })).results).toMatchObject([{ who: "Hedy", account: email }]);
  // The accounts' log stands in the administrator's list alone.
  const roles = { action: "set roles", noun: "account", title: email, account: ADMINISTRATOR.email };
  const changes = [{ label: "roles", before: "none", after: "Index Helper" }];
  expect((await asked({ noun: "account", action: "set roles" })).results).toEqual(
    expect.arrayContaining([expect.objectContaining({ ...roles, id, undo: "never", changes })]),
  );
  expect(JSON.stringify(await read({}))).not.toMatch(/set roles|@example/);
  expect((await visitor.call(api.changes({ noun: "account" }), helper)).status).toBe(400);

  // Both logs, a few at a time, are the same as at once.
  const everything = (await asked({ count: 50 })).results as { noun: string; seq: number; at: string }[];
  const key = ({ noun, seq }: { noun: string; seq: number }) => `${noun === "account"} ${seq}`;
  const pages: string[] = [];
  let cursor: Record<string, number> = {};
  while (pages.length < everything.length) {
    const page = await asked({ count: 3, ...cursor });
    pages.push(...(page.results as typeof everything).map(key));
    if (page.next === null) break;
    cursor = { before: Number(page.next), beforeAccount: Number(page.nextAccount) };
  }
  // Pages read a moment later may begin with entries of these requests; nobody signs in meanwhile, so there are none.
  expect(pages.slice(0, everything.length)).toEqual(everything.map(key));
  expect(everything.map(({ at }) => at)).toEqual(
    everything
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
});
