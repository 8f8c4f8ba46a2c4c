// The services of others that a site uses, slow, silent and dead: a webhook, mail, a bucket, an identity server. Whatever does
// not need them goes on; what does is answered in good time; and when they are back, what was acknowledged is all there.

import { join } from "node:path";
import { api, mediaUrl, signInForms } from "../../domain/contract/routes.ts";
import { startMailServer } from "../../test/node/mail-server.ts";
import { startProcess } from "../../test/node/processes.ts";
import { openBucket } from "../../test/node/s3.ts";
import { freePort } from "../../test/node/site.ts";
import { Visitor } from "../../test/node/visitor.ts";
import { startFaulty, startWire } from "./faulty.ts";
import {
  brokenIn,
  type Drill,
  EMAIL,
  findings,
  lostOf,
  openSite,
  PASSWORD,
  pictureOf,
  readAll,
  submit,
  submitOne,
  until,
} from "./shared.ts";

/** The longest that a page may take beside a service that fails, and a form that needs it, in milliseconds. */
const PROMPT = 3_000;
const AT_MOST = 30_000;

const FAULTS = ["slow", "silent", "dead"] as const;

type Expect = (is: boolean, otherwise: string) => void;

async function expectReads(origin: string, fault: string, expect: Expect, within = PROMPT): Promise<void> {
  const longest = Math.max(...(await readAll(origin)));
  expect(longest < within, `${fault}: a page took ${Math.round(longest)} ms`);
}

export const webhook: Drill = async ({ newFolder }) => {
  const data = newFolder();
  const { wrong, expect } = findings();
  const messages: string[] = [];
  const [receiver, other] = [
    await startFaulty((body) => void messages.push(body)),
    await startFaulty(() => undefined),
  ];
  const site = await openSite(data, { WEBHOOKS: receiver.url, WEBHOOKS_PENDING: other.url });
  const serving = await site.begin();
  const tokens = await site.signIn();
  const written: string[] = [];
  for (const mode of ["slow", "silent", "cuts", "refuses"] as const) {
    receiver.state.mode = mode;
    const refused = receiver.state.refused;
    const begun = performance.now();
    written.push(await submitOne(site.origin, tokens, written.length + 1, { verify: "on" }));
    expect(
      performance.now() - begun < PROMPT,
      `${mode}: a write took ${Math.round(performance.now() - begun)} ms`,
    );
    await expectReads(site.origin, mode, expect);
    if (mode === "slow") expect(await until(() => receiver.state.refused > refused, 20), "it was never told");
  }
  receiver.state.mode = "well";
  const times = (filekey: string): number => messages.filter((each) => each.includes(filekey)).length;
  expect(
    await until(() => written.every((each) => times(each) > 0), 90),
    `told of ${messages.length} of ${written.length}`,
  );
  expect(
    written.every((each) => times(each) === 1),
    "something was told twice",
  );
  await serving.end();
  site.close();
  receiver.close();
  other.close();
  for (const each of await brokenIn(data)) expect(false, each);
  return [
    {
      did: "a webhook slow, silent, cut off and refusing: writes and pages do not wait for it; back again, it is told everything once",
      ...{ acknowledged: written.length, lost: lostOf(written, data), wrong },
    },
  ];
};

export const mail: Drill = async ({ newFolder }) => {
  const data = newFolder();
  const { wrong, expect } = findings();
  const server = await startMailServer();
  const wire = await startWire(Number(new URL(server.url).port));
  const site = await openSite(data, { SMTP_URL: `smtp://127.0.0.1:${wire.port}` });
  const serving = await site.begin();
  await site.signIn();
  for (const fault of FAULTS) {
    wire.set(fault);
    const begun = performance.now();
    const { status } = await new Visitor(site.origin).post(signInForms.askReset(), { email: EMAIL });
    const took = Math.round(performance.now() - begun);
    expect(
      status === 200 && took < AT_MOST,
      `${fault}: asking for a new password got ${status} after ${took} ms`,
    );
    await expectReads(site.origin, fault, expect);
    await site.signIn();
  }
  wire.set("well");
  const before = server.arrived.length;
  await new Visitor(site.origin).post(signInForms.askReset(), { email: EMAIL });
  expect(await until(() => server.arrived.length > before, 30), "back again, no mail arrives");
  await serving.end();
  site.close();
  wire.close();
  server.stop();
  for (const each of await brokenIn(data)) expect(false, each);
  return [
    {
      did: "a mail server slow, silent and dead: people log in and ask for a new password; back again, mail arrives",
      wrong,
    },
  ];
};

export const bucket: Drill = async ({ newFolder }) => {
  const data = newFolder();
  const { wrong, expect } = findings();
  const store = await openBucket();
  const endpoint = new URL(store.access.endpoint);
  const wire = await startWire(Number(endpoint.port));
  endpoint.port = String(wire.port);
  const site = await openSite(data, {
    ...{
      MEDIA_STORE: `s3://${store.name}/media`,
      S3_ENDPOINT: endpoint.href,
      S3_REGION: store.access.region,
    },
    ...{ S3_ACCESS_KEY_ID: store.access.accessKeyId, S3_SECRET_ACCESS_KEY: store.access.secretAccessKey },
  });
  const serving = await site.begin();
  const tokens = await site.signIn();
  const written = [await submitOne(site.origin, tokens, 1)];
  for (const fault of FAULTS) {
    wire.set(fault);
    const money = FAULTS.indexOf(fault) + 2;
    await expectReads(site.origin, fault, expect);
    const begun = performance.now();
    const [sent, got] = await Promise.all([
      submit(new Visitor(site.origin), tokens, money, { image: await pictureOf(money) }),
      new Visitor(site.origin).get(mediaUrl(String(written[0]), null)),
    ]);
    const took = performance.now() - begun;
    expect(took < AT_MOST, `${fault}: a form or a file took ${Math.round(took)} ms`);
    if (sent.status === 200) written.push(String(sent.json.filekey));
    expect(
      [200, 503].includes(sent.status),
      `${fault}: a form got ${sent.status}: ${sent.text.slice(0, 120)}`,
    );
    expect([200, 503].includes(got.status), `${fault}: a file got ${got.status}`);
    await expectReads(site.origin, fault, expect);
  }
  wire.set("well");
  await until(
    async () => (await new Visitor(site.origin).get(mediaUrl(String(written[0]), null))).status === 200,
    30,
  );
  written.push(await submitOne(site.origin, tokens, 9));
  let lost = lostOf(written, data);
  for (const filekey of written) {
    const { status } = await new Visitor(site.origin).get(mediaUrl(filekey, null));
    if (status !== 200) lost += 1;
  }
  await serving.end();
  site.close();
  wire.close();
  await store.close();
  return [
    {
      did: "a bucket slow, silent and dead: pages go on, forms and files are answered, and what was recorded is in it",
      ...{ acknowledged: written.length, lost, wrong },
    },
  ];
};

export const identity: Drill = async ({ newFolder }) => {
  const data = newFolder();
  const { wrong, expect } = findings();
  const port = await freePort();
  const wire = await startWire(port);
  const issuer = `http://localhost:${wire.port}`;
  const folder = newFolder();
  await startProcess({
    ...{ PORT: String(port), SITE_ORIGIN: issuer, TRUST_PROXY: "on", DATA_DIR: join(folder, "data") },
    ...{ ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD },
  });
  const tokens = await new Visitor(issuer).signIn(EMAIL, PASSWORD);
  const site = await openSite(data, {
    ...{ AUTH_MODE: "external", AUTH_DOMAIN: issuer, AUTH_CLIENT_ID: "client" },
    ...{ AUTH_AUDIENCE: `${issuer}/api`, AUTH_ROLES_CLAIM: `${issuer}/roles` },
  });
  const written: string[] = [];
  for (const fault of FAULTS) {
    // A process that has its keys goes on with them; one that has none says that it cannot ask, and tries again.
    wire.set("well");
    const knowing = await site.begin();
    written.push(await submitOne(site.origin, tokens, written.length + 1));
    wire.set(fault);
    written.push(await submitOne(site.origin, tokens, written.length + 1));
    await expectReads(site.origin, fault, expect);
    await knowing.end();

    const fresh = await site.begin();
    const begun = performance.now();
    const { status } = await new Visitor(site.origin).call(api.mySubmissions(), tokens);
    const took = Math.round(performance.now() - begun);
    const isRight = fault === "slow" ? [200, 503].includes(status) : status === 503;
    expect(isRight && took < AT_MOST, `${fault}: without keys, somebody got ${status} after ${took} ms`);
    await expectReads(site.origin, fault, expect);
    wire.set("well");
    const isBack = async () =>
      (await new Visitor(site.origin).call(api.mySubmissions(), tokens)).status === 200;
    expect(await until(isBack, 45), `${fault}: back again, nobody may write`);
    await fresh.end();
  }
  site.close();
  wire.close();
  for (const each of await brokenIn(data)) expect(false, each);
  return [
    {
      did: "an identity server slow, silent and dead: pages go on, who is known writes on, the others are told to try again",
      ...{ acknowledged: written.length, lost: lostOf(written, data), wrong },
    },
  ];
};
