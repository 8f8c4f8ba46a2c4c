import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "../../domain/contract/routes.ts";
import { type RunningSite, startSite } from "../../test/node/site.ts";
import { newMember, type Tokens, Visitor } from "../../test/node/visitor.ts";

let site: RunningSite;
let made = 0;

beforeAll(async () => {
  site = await startSite({ AUTH_RETURN_TO: "https://friend.example/bye" });
});
afterAll(() => site.stop());

const someone = () => newMember(site.origin, `person${++made}@example.org`);
const logoutPath = (parameters: Record<string, string> = {}): string =>
  `/v2/logout?${new URLSearchParams({ client_id: "btd6-index", returnTo: `${site.origin}/`, ...parameters })}`;
const isSignedIn = async (visitor: Visitor): Promise<boolean> =>
  String((await visitor.authorize({ prompt: "none" })).location).includes("code=");

test.each([
  ["a page of the site", { "sec-fetch-site": "same-origin", "sec-fetch-dest": "document" }],
  ["another host of ours", { "sec-fetch-site": "same-site", "sec-fetch-dest": "document" }],
  ["the address bar", { "sec-fetch-site": "none", "sec-fetch-dest": "document" }],
  ["an older browser with a page of the site", { referer: "ORIGIN/2tc" }],
])("a logout from %s signs out at once", async (_what, headers) => {
  const { visitor } = await someone();
  const own = Object.entries(headers).map(([name, value]) => [name, value.replace("ORIGIN", site.origin)]);
  const { status, location } = await visitor.get(logoutPath(), Object.fromEntries(own));
  expect({ status, location }).toEqual({ status: 302, location: `${site.origin}/` });
  expect(await isSignedIn(visitor)).toBe(false);
});

test.each([
  ["another site's page", { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" }],
  ["a picture in a text", { "sec-fetch-site": "same-origin", "sec-fetch-dest": "image" }],
  ["an older browser with another site's page", { referer: "https://evil.example/" }],
  ["an address that only begins like ours", { referer: "ORIGIN.evil.example/" }],
  ["a browser that does not say", {}],
])("a logout from %s asks first, and its form signs out", async (_what, headers: Record<string, string>) => {
  const { visitor } = await someone();
  const named = Object.entries(headers).map(([name, value]) => [name, value.replace("ORIGIN", site.origin)]);
  const asked = await visitor.get(logoutPath(), Object.fromEntries(named));
  expect(asked.status).toBe(200);
  expect(asked.form).toMatchObject({ heading: "Do you want to sign out?", form: { button: "Sign out" } });
  expect(asked.headers.get("cache-control")).toBe("no-store");
  expect(await isSignedIn(visitor)).toBe(true);
  const action = asked.form.form?.action ?? "";
  const done = await visitor.post(action, {}, { "sec-fetch-site": "same-origin" });
  expect({ status: done.status, location: done.location }).toEqual({
    status: 303,
    location: `${site.origin}/`,
  });
  expect(await isSignedIn(visitor)).toBe(false);
});

test("the form of another site signs nobody out", async () => {
  const { visitor } = await someone();
  for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }]) {
    const { status, form } = await visitor.post(logoutPath(), {}, headers as Record<string, string>);
    expect({ status, problem: form.problem }).toEqual({
      status: 403,
      problem: "This form was sent from another site.",
    });
  }
  expect(await isSignedIn(visitor)).toBe(true);
});

test("a person's own ID token signs out from anywhere, another person's does not", async () => {
  const [{ visitor, tokens }, eve] = [await someone(), await someone()];
  const fromElsewhere = { "sec-fetch-site": "cross-site" };
  for (const hint of [eve.tokens.id_token, `${tokens.id_token}x`, "nonsense"])
    expect((await visitor.get(logoutPath({ id_token_hint: hint }), fromElsewhere)).status).toBe(200);
  expect(await isSignedIn(visitor)).toBe(true);
  expect((await visitor.get(logoutPath({ id_token_hint: tokens.id_token }), fromElsewhere)).status).toBe(302);
  expect(await isSignedIn(visitor)).toBe(false);
});

test("a form that leads to another host ends with a link there, since the policy lets no form go there", async () => {
  const { visitor } = await someone();
  const returnTo = "https://friend.example/bye";
  const asked = await visitor.get(logoutPath({ returnTo }), { "sec-fetch-site": "cross-site" });
  const done = await visitor.post(asked.form.form?.action ?? "", {});
  expect(done.status).toBe(200);
  expect(done.form).toMatchObject({ heading: "You are signed out", links: [{ path: returnTo }] });
});

test("a visitor who is not signed in is not asked", async () => {
  const { status } = await new Visitor(site.origin).get(logoutPath(), { "sec-fetch-site": "cross-site" });
  expect(status).toBe(302);
});

test("signing out at once invalidates the access tokens of that session, and of no other", async () => {
  const { visitor, tokens, email, password } = await someone();
  const other = new Visitor(site.origin);
  const others = await other.signIn(email, password);
  const later = (await visitor.refresh(tokens)).json as unknown as Tokens;
  await visitor.get(logoutPath(), { "sec-fetch-site": "same-origin" });
  for (const each of [tokens, later]) {
    const { status, json } = await visitor.call(api.account(), each);
    expect({ status, json }).toEqual({
      status: 403,
      json: { error: "You have been signed out. Please sign in again." },
    });
  }
  expect((await other.call(api.account(), others)).status).toBe(200);
  expect((await other.refresh(others)).status).toBe(200);
  expect(await isSignedIn(other)).toBe(true);
  expect((await visitor.call(api.account(), await visitor.signIn(email, password))).status).toBe(200);
});
