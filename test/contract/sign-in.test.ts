import { beforeAll, expect, test, vi } from "vitest";
import { openEngine } from "#engine";
import { api } from "../../domain/contract/routes.ts";
import { requireFor } from "../../server/auth/sign-in.ts";
import type { AccountState } from "../../server/auth/user.ts";
import { TooMany, Unavailable } from "../../server/errors.ts";
import { type TestApp, testApp } from "../factories.ts";
import { FORMS } from "../forms.ts";
import { lateForm } from "../late-form.ts";
import { onePixel } from "../one-pixel.ts";
import { bearer, makeToken, tenantSignIn } from "../sign-in.ts";

let app: TestApp;

beforeAll(async () => {
  app = await testApp(await openEngine());
  const signIn = tenantSignIn();
  // Routes that only check the level, behind the app's own boundary.
  for (const [path, access] of [
    ["/member/who", "member"],
    ["/admin/helper", "helper"],
    ["/admin/administrator", "administrator"],
  ] as const)
    app.app.get(path, async (c) => c.json(await requireFor({ access, rate: "own" }, c, signIn)));
});

const ask = async (path: string, authorization?: string) => {
  const response = await app.app.request(path, authorization ? { headers: { authorization } } : {});
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

test("/config.json says how people sign in", async () => {
  const { status, body } = await app.get(api.config());
  expect({ status, body }).toEqual({ status: 200, body: tenantSignIn().config });
});

test("/config.json refuses other methods, and can be read from any origin", async () => {
  expect((await app.app.request(api.config(), { method: "POST" })).status).toBe(405);
  expect((await app.app.request(api.config())).headers.get("access-control-allow-origin")).toBe("*");
});

test.each(["/member/who", "/admin/helper", "/admin/administrator"])(
  "%s answers 401 without a token and 403 with an invalid one, as {error}",
  async (path) => {
    for (const header of [undefined, "Basic YTpi"])
      expect(await ask(path, header)).toEqual({ status: 401, body: { error: expect.any(String) } });
    for (const token of ["garbage", await makeToken({ iss: "https://other.example/" })])
      expect(await ask(path, `Bearer ${token}`)).toEqual({
        status: 403,
        body: { error: expect.any(String) },
      });
  },
);

test("a user without the required role is refused with the reason; one with it is let through", async () => {
  const plain = await bearer("ada");
  expect(await ask("/member/who", plain)).toMatchObject({ status: 200, body: { id: "ada" } });
  expect(await ask("/admin/helper", plain)).toEqual({
    status: 403,
    body: { error: "You are not authorized to view this page." },
  });
  expect((await ask("/admin/helper", await bearer("ada", ["Index Helper"]))).status).toBe(200);
  expect(await ask("/admin/administrator", await bearer("ada", ["Index Helper"]))).toEqual({
    status: 403,
    body: { error: "Only administrators can do this." },
  });
  expect((await ask("/admin/administrator", await bearer("ada", ["Admin"]))).status).toBe(200);
  const noMember = await makeToken({ permissions: ["read:all"] });
  expect(await ask("/member/who", `Bearer ${noMember}`)).toMatchObject({
    status: 403,
    body: { error: "Your account is not allowed to make changes here." },
  });
});

test("an error of a personal address is not cached", async () => {
  const response = await app.app.request("/member/who");
  expect(response.headers.get("cache-control")).toBe("no-store");
});

test.each<[string, AccountState | null]>([
  ["is blocked", { blocked: true, roles: ["Index Helper"] }],
  ["loses the role", { blocked: false, roles: [] }],
  ["signs out", { blocked: false, roles: ["Index Helper"], signedOut: true }],
  ["is removed", null],
])("a form whose sender %s while it arrives is refused", async (what, later) => {
  let state: AccountState | null = { blocked: false, roles: ["Index Helper"] };
  const site = await testApp(await openEngine(), undefined, { signIn: tenantSignIn(async () => state) });
  const send = async (during: () => void) => {
    const form = lateForm({ spelling: `quinceys ${what}`, name: "Quincy" }, await bearer("hel"), during);
    return (await site.app.request(api.addSpelling(), form)).status;
  };
  const fall = vi.fn(() => {
    state = later;
  });
  expect(await send(fall)).toBe(403);
  expect(fall).toHaveBeenCalledOnce();
  // Whoever may not write at all is refused before the form arrives.
  expect(await send(fall)).toBe(403);
  expect(fall).toHaveBeenCalledOnce();
  state = { blocked: false, roles: ["Index Helper"] };
  expect(await send(() => {})).toBe(200);
});

test("a write counts once", async () => {
  let writes = 0;
  const signIn = {
    ...tenantSignIn(async () => ({ blocked: false, roles: ["Index Helper"] })),
    count: async () => void writes++,
  };
  const site = await testApp(await openEngine(), undefined, { signIn });
  const fields = { spelling: "quinceys once", name: "Quincy" };
  expect((await site.post(api.addSpelling(), fields, { id: "hel" })).status).toBe(200);
  expect(writes).toBe(1);
});

test("what one account reads waits for that account's turn, and is refused where too much waits", async () => {
  const turns: string[] = [];
  let isFull = false;
  const { getAs } = await testApp(await openEngine(), undefined, {
    fairTurn: async (who, work) => {
      turns.push(who);
      if (isFull) throw new Unavailable(2, "too-many-readers");
      return work();
    },
  });
  expect(await getAs(api.notices(), "ada")).toMatchObject({ status: 200, body: { unseen: 0 } });
  isFull = true;
  expect((await getAs(api.ownData(), "bob")).status).toBe(503);
  expect(turns).toEqual(["ada", "bob"]);
});

test("whoever has sent too many files a day sends no other, but links; what is refused does not count", async () => {
  const added: unknown[] = [];
  const files = {
    hasRoom: async ({ id }: { readonly id: string }) => {
      if (id === "bob") throw new TooMany(60, "too-many-megabytes", { most: 5_000 });
    },
    add: async ({ id }: { readonly id: string }, bytes: number) => void added.push([id, bytes]),
  };
  const { post } = await testApp(await openEngine(), undefined, { signIn: { ...tenantSignIn(), files } });
  const send = async (id: string, fields: Record<string, string | File>) =>
    (await post(api.addSubmit("lcc"), { ...FORMS.lcc, ...fields }, { id })).status;
  expect(await send("bob", { money: "11001", image: onePixel() })).toBe(429);
  expect(await send("bob", { money: "11002", link: "https://example.org/a" })).toBe(200);
  expect(await send("ada", { money: "no cash", image: onePixel() })).toBe(400);
  expect(added).toEqual([]);
  expect(await send("ada", { money: "11003", image: onePixel() })).toBe(200);
  expect(added).toEqual([["ada", expect.any(Number)]]);
});
