import { afterAll, beforeAll, expect, test } from "vitest";
import { api, pages } from "../../domain/contract/routes.ts";
import { argon2 } from "../../platform/node/argon2.ts";
import { countersInMemory } from "../../server/counters.ts";
import { ADMINISTRATOR, type RunningSite, startSite } from "../../test/node/site.ts";
import { Visitor } from "../../test/node/visitor.ts";
import { openSignIn } from "./index.ts";

/** An embedded provider at another address, in place of the Auth0 tenant that cannot be here. */
let tenant: RunningSite;
let site: RunningSite;

beforeAll(async () => {
  tenant = await startSite();
  site = await startSite({
    AUTH_MODE: "external",
    AUTH_DOMAIN: `${tenant.origin}/`,
    AUTH_CLIENT_ID: "our-client-there",
    AUTH_AUDIENCE: `${tenant.origin}/api`,
    AUTH_ROLES_CLAIM: `${tenant.origin}/roles`,
  });
});
afterAll(async () => {
  await site.stop();
  await tenant.stop();
});

test("/config.json names the tenant", async () => {
  const { json } = await new Visitor(site.origin).get(api.config());
  expect(json).toEqual({
    domain: tenant.origin,
    clientId: "our-client-there",
    audience: `${tenant.origin}/api`,
    rolesClaim: `${tenant.origin}/roles`,
    siteHost: new URL(site.origin).host,
    helperRoles: ["Index Helper", "Admin"],
    verifierRoles: ["Index Verifier"],
    administratorRole: "Admin",
    accounts: false,
  });
});

test("tokens signed with the tenant's published keys are accepted, another issuer's are not", async () => {
  const { signIn } = await openSignIn({
    settings: site.settings,
    database: site.database,
    hasher: argon2,
    counters: countersInMemory(),
    waitUntil: () => undefined,
    render: async () => new Response(),
    now: () => new Date(),
    say: () => undefined,
  });
  const tokens = await new Visitor(tenant.origin).signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const { id } = await tenant.account(ADMINISTRATOR.email);
  expect(await signIn.check(`Bearer ${tokens.access_token}`)).toEqual({
    id,
    isMember: true,
    isVerifier: true,
    isHelper: true,
    isAdministrator: true,
  });
  await expect(signIn.check(`Bearer ${tokens.id_token}`)).rejects.toMatchObject({ status: 403 });
  const other = await startSite();
  const foreign = await new Visitor(other.origin).signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  await expect(signIn.check(`Bearer ${foreign.access_token}`)).rejects.toMatchObject({ status: 403 });
  await other.stop();
});

test("there are no provider and no accounts, and no administrator is created", async () => {
  const visitor = new Visitor(site.origin);
  for (const path of [api.account(), api.accounts()])
    expect(await visitor.get(path)).toMatchObject({ status: 404, json: { error: expect.any(String) } });
  // A page like any other, and not the provider's.
  expect((await visitor.get("/.well-known/jwks.json")).json).toBeNull();
  expect((await visitor.get(pages.login())).status).toBe(200);
  expect(site.said.join("\n")).not.toContain("administrator");
});
