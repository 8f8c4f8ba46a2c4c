import { afterAll, beforeAll, expect, test } from "vitest";
import { api, signInForms } from "../../domain/contract/routes.ts";
import { argon2 } from "../../platform/node/argon2.ts";
import { countersInMemory } from "../../server/counters.ts";
import { COMMAND_LINE } from "../../server/db/changes.ts";
import { type Arrived, startMailServer } from "../../test/node/mail-server.ts";
import { ADMINISTRATOR, type RunningSite, startSite } from "../../test/node/site.ts";
import { newMember, type Tokens, Visitor } from "../../test/node/visitor.ts";
import { setGeneratedPassword } from "./accounts/administration.ts";
import { openAccounts } from "./accounts/store.ts";

let mails: Awaited<ReturnType<typeof startMailServer>>;
/** With mail and without. */
let mailing: RunningSite;
let silent: RunningSite;

beforeAll(async () => {
  mails = await startMailServer();
  mailing = await startSite({ SMTP_URL: mails.url });
  silent = await startSite();
});
afterAll(async () => {
  await mailing.stop();
  await silent.stop();
  mails.stop();
});

const NEXT = "the next password";

async function linkMailedTo(address: string): Promise<string> {
  const find = () => mails.arrived.find(({ to }) => to === address);
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  const mail = find() as Arrived;
  mails.arrived.splice(mails.arrived.indexOf(mail), 1);
  return new URL(/http:\/\/localhost:\S+/.exec(mail.text)?.[0] ?? "").pathname;
}

/** An account, what its person can do with it, and what others do to it. */
async function person(site: RunningSite, email: string) {
  const { visitor, tokens, password } = await newMember(site.origin, email, undefined, mails.arrived);
  if (site === mailing) mails.arrived.splice(0);
  const { id } = await site.account(email);
  const boss = new Visitor(site.origin);
  const bossTokens = await boss.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const done = async (who: Visitor, as: Tokens, path: string, fields: Record<string, string>) => {
    const { status, json } = await who.call(path, as, fields);
    expect(status).toBe(200);
    return json;
  };
  const wantAddress = (to: string) =>
    done(visitor, tokens, api.changeEmail(), { current: password, email: to });
  const handedReset = async () =>
    new URL(String((await done(boss, bossTokens, api.resetAccount(), { account: id })).link)).pathname;
  return {
    site,
    email,
    wantAddress,
    handedReset,
    async mailedReset() {
      await visitor.post(signInForms.askReset(), { email });
      return linkMailedTo(email);
    },
    async pendingAddress() {
      await wantAddress(`thief-of-${email}`);
      return linkMailedTo(`thief-of-${email}`);
    },
    async resetPassword() {
      expect((await visitor.post(await handedReset(), { password: NEXT })).status).toBe(200);
    },
    changePassword: () => done(visitor, tokens, api.changePassword(), { current: password, password: NEXT }),
    async blockAndUnblock() {
      await done(boss, bossTokens, api.blockAccount(), { account: id });
      await done(boss, bossTokens, api.unblockAccount(), { account: id });
    },
    generatePassword: () =>
      setGeneratedPassword(
        openAccounts({ database: site.database, hasher: argon2, counters: countersInMemory() }),
        id,
        NEXT,
        COMMAND_LINE,
      ),
    async confirmAddress() {
      await wantAddress(`new-${email}`);
      // The address was confirmed, so both ends agree.
      for (const end of [`new-${email}`, email])
        expect((await visitor.post(await linkMailedTo(end), {})).status).toBe(200);
    },
  };
}
type Person = Awaited<ReturnType<typeof person>>;

/** Expects a link to work before something happens, and to say afterwards that it has ended. */
async function expectEnded({ site }: Person, link: string, act: () => Promise<unknown>): Promise<void> {
  const visitor = new Visitor(site.origin);
  expect((await visitor.get(link)).status).toBe(200);
  await act();
  for (const answer of [
    await visitor.get(link),
    await visitor.post(link, { password: "the thief's own words" }),
  ])
    expect({ status: answer.status, problem: answer.form.problem }).toEqual({
      status: 404,
      problem: expect.stringMatching(/^This link has been used or has expired\./),
    });
}

const ENDS = [
  ["a password reset", "resetPassword"],
  ["a change of password", "changePassword"],
  ["a block that was lifted", "blockAndUnblock"],
  ["a password from the command line", "generatePassword"],
] as const;

test.each(ENDS)("a pending change of address does not survive %s", async (_what, act) => {
  const robbed = await person(mailing, `${act.toLowerCase()}@example.org`);
  await expectEnded(robbed, await robbed.pendingAddress(), robbed[act]);
  await mailing.account(robbed.email);
});

test.each([...ENDS.slice(1), ["a change of address", "confirmAddress"] as const])(
  "a reset link, mailed or handed out, does not survive %s",
  async (_what, act) => {
    for (const kind of ["mailedReset", "handedReset"] as const) {
      const careful = await person(mailing, `${kind}-${act}@example.org`.toLowerCase());
      await expectEnded(careful, await careful[kind](), careful[act]);
    }
  },
);

test("without mail, a reset link does not survive a change of address either", async () => {
  const moving = await person(silent, "moving@example.org");
  await expectEnded(moving, await moving.handedReset(), () => moving.wantAddress("moved@example.org"));
});

test("a new wish for another address ends only the one before", async () => {
  const fickle = await person(mailing, "fickle@example.org");
  const reset = await fickle.handedReset();
  let next = "";
  await expectEnded(fickle, await fickle.pendingAddress(), async () => {
    await linkMailedTo(fickle.email);
    await fickle.wantAddress("settled@example.org");
    next = await linkMailedTo("settled@example.org");
  });
  const visitor = new Visitor(mailing.origin);
  expect((await visitor.get(reset)).status).toBe(200);
  for (const link of [next, await linkMailedTo(fickle.email)])
    expect((await visitor.post(link, {})).status).toBe(200);
  await mailing.account("settled@example.org");
});
