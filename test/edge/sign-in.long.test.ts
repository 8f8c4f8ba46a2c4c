import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api, signInForms } from "../../domain/contract/routes.ts";
import { codeOf } from "../../packages/sign-in/accounts/second-factor.ts";
import { startUpstream } from "../../packages/sign-in/test/upstream.ts";
import { startMailServer } from "../node/mail-server.ts";
import { ADMINISTRATOR, freePort, type RunningSite, startSite } from "../node/site.ts";
import { claimsOf, newMember, Visitor } from "../node/visitor.ts";
import { type RunningWorker, startWorker } from "./worker.ts";

const START = 600_000;

describe("with an external sign-in provider", () => {
  /** Stands in for an Auth0 tenant. */
  let tenant: RunningSite;
  let worker: RunningWorker;

  beforeAll(async () => {
    tenant = await startSite();
    worker = await startWorker({
      AUTH_MODE: "external",
      AUTH_DOMAIN: `${tenant.origin}/`,
      AUTH_CLIENT_ID: "our-client-there",
      AUTH_AUDIENCE: `${tenant.origin}/api`,
      AUTH_ROLES_CLAIM: `${tenant.origin}/roles`,
    });
  }, START);
  afterAll(async () => {
    await worker.stop();
    await tenant.stop();
  });

  test("its tokens grant what their roles allow, even in the first concurrent requests", async () => {
    const administrator = await new Visitor(tenant.origin).signIn(
      ADMINISTRATOR.email,
      ADMINISTRATOR.password,
    );
    const member = await newMember(tenant.origin, "ada@example.org");
    const here = new Visitor(worker.origin);
    // The first requests make the Worker fetch the keys; to the runtime, each is a separate request.
    const first = await Promise.all(
      Array.from({ length: 8 }, () => here.call(api.mySubmissions(), member.tokens)),
    );
    expect(first.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await here.call(api.changes(), administrator)).status).toBe(200);
    expect((await here.call(api.changes(), member.tokens)).status).toBe(403);
    expect((await here.get(api.mySubmissions())).status).toBe(401);
  });

  test("another issuer's tokens are refused, and there are no local accounts", async () => {
    const other = await startSite();
    const tokens = await new Visitor(other.origin).signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
    await other.stop();
    const here = new Visitor(worker.origin);
    expect((await here.call(api.mySubmissions(), tokens)).status).toBe(403);
    expect((await here.get(api.config())).json).toMatchObject({ domain: tenant.origin, accounts: false });
    expect((await here.get(api.account())).status).toBe(404);
  });
});

describe("with local accounts and a mail server", () => {
  let mails: Awaited<ReturnType<typeof startMailServer>>;
  let worker: RunningWorker;

  beforeAll(async () => {
    mails = await startMailServer();
    worker = await startWorker({ SMTP_URL: mails.url, MAIL_FROM: "Index <index@example.org>" });
  }, START);
  afterAll(async () => {
    await worker.stop();
    mails.stop();
  });

  /** Waits for a mail and returns the path of the link in it. */
  async function linkTo(address: string, about: RegExp): Promise<string> {
    const find = () => mails.arrived.find(({ to, subject }) => to === address && about.test(subject));
    await expect.poll(find, { timeout: 30_000 }).toBeDefined();
    const [link = ""] = /http:\/\/localhost:\S+/.exec(find()?.text ?? "") ?? [];
    expect(link.startsWith(`${worker.origin}/`)).toBe(true);
    return new URL(link).pathname;
  }

  const join = (email: string) => newMember(worker.origin, email, undefined, mails.arrived);

  test("signing up takes the digits that were mailed, even for several people at once", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, (_, at) => join(`person${at}@example.org`)));
    for (const { visitor, tokens } of people)
      expect((await visitor.call(api.account(), tokens)).json).toMatchObject({ emailVerified: true });
  });

  test("a second factor is asked for, each code once, and another device is signed out", async () => {
    const { visitor, tokens, email, password } = await join("guarded@example.org");
    const { json } = await visitor.call(api.beginFactor(), tokens, { current: password });
    const code = await codeOf(String(json.secret), new Date());
    const on = await visitor.call(api.confirmFactor(), tokens, { code });
    expect(on.status).toBe(200);
    const [recovery = ""] = on.json.codes as string[];
    const enter = async (typed: string) => {
      const other = new Visitor(worker.origin);
      const { location } = await other.tryPassword(email, password);
      return { other, answer: await other.post(location ?? "", { code: typed }) };
    };
    // Its code turned it on.
    expect((await enter(code)).answer.status).toBe(400);
    const { other, answer } = await enter(recovery);
    const theirs = await other.redeem(answer);
    expect((await enter(recovery)).answer.status).toBe(400);
    const listed = await visitor.call(api.devices(), tokens);
    const ended = (listed.json.results as { id: string; isThis: boolean }[]).find(
      ({ isThis }) => !isThis,
    )?.id;
    expect((await visitor.call(api.signOutDevice(), tokens, { device: ended ?? "" })).status).toBe(200);
    expect((await other.call(api.account(), theirs)).status).toBe(403);
  });

  test("a forgotten password can be reset with the link in a mail", async () => {
    const { email } = await join("forgetful@example.org");
    const visitor = new Visitor(worker.origin);
    expect((await visitor.post(signInForms.askReset(), { email })).status).toBe(200);
    const link = await linkTo(email, /A new password/);
    expect((await visitor.post(link, { password: "another good password" })).status).toBeLessThan(400);
    const tokens = await new Visitor(worker.origin).signIn(email, "another good password");
    expect((await new Visitor(worker.origin).call(api.account(), tokens)).json).toMatchObject({ email });
  });
});

describe("with another issuer and Discord", () => {
  let upstream: Awaited<ReturnType<typeof startUpstream>>;
  let worker: RunningWorker;

  beforeAll(async () => {
    const port = await freePort();
    upstream = await startUpstream(`http://localhost:${port}`);
    worker = await startWorker({
      ...{ PORT: String(port), AUTH_BROKER_ISSUER: upstream.issuer, AUTH_BROKER_CLIENT_ID: "index" },
      ...{ AUTH_BROKER_CLIENT_SECRET: "a secret between the two" },
      ...{ DISCORD_CLIENT_ID: "1234567890", DISCORD_CLIENT_SECRET: "between Discord and us" },
    });
  }, START);
  afterAll(async () => {
    await worker.stop();
    upstream.stop();
  });

  test("who comes without an address gets one account without one, and saves a name", async () => {
    upstream.state.person = { sub: "nameless" };
    const enter = async () => {
      const visitor = new Visitor(worker.origin);
      const uid = await visitor.begin();
      let at = worker.origin + signInForms.broker(uid);
      let answer = await visitor.get(at);
      while (answer.location !== null && !at.includes(`${signInForms.broker(uid)}/return`)) {
        at = new URL(answer.location, at).href;
        answer = await visitor.get(at);
      }
      return { visitor, tokens: await visitor.redeem(answer) };
    };
    const { visitor, tokens } = await enter();
    expect((await visitor.call(api.account(), tokens)).json).toMatchObject({
      email: null,
      offeredName: null,
    });
    expect((await visitor.call(api.changeName(), tokens, { name: "Ada", public: "" })).status).toBe(200);
    const again = await enter();
    expect(claimsOf(again.tokens.id_token).sub).toBe(claimsOf(tokens.id_token).sub);
  });

  test("Discord's button leads to Discord", async () => {
    const visitor = new Visitor(worker.origin);
    const { location } = await visitor.get(signInForms.discord(await visitor.begin()));
    expect(location).toMatch(/^https:\/\/discord\.com\/oauth2\/authorize\?/);
  });
});
