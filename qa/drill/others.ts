// The services of others that a site uses, slow, silent and dead: a webhook, mail, a bucket, an identity server. Whatever does
// not need them goes on; what does is answered in good time; and when they are back, what was acknowledged is all there.

import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { api, signInForms } from "../../domain/contract/routes.ts";
import { startMailServer } from "../../test/node/mail-server.ts";
import { startProcess } from "../../test/node/processes.ts";
import { openBucket } from "../../test/node/s3.ts";
import { freePort } from "../../test/node/site.ts";
import { Visitor } from "../../test/node/visitor.ts";
import { type Drill, EMAIL, lostOf, openSite, PASSWORD, type Site, until } from "./shared.ts";

/** Starts a receiver of webhooks that works or fails as its mode says. */
export async function startFaulty() {
  const received: string[] = [];
  const state = { mode: "well" as "well" | "refuses" | "slow" | "silent" | "cuts", refused: 0 };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (state.mode === "well") received.push(body);
    else state.refused += 1;
    if (state.mode === "silent") return;
    if (state.mode === "cuts") return void response.destroy();
    if (state.mode === "slow") setTimeout(() => response.writeHead(500).end(), 4_000);
    else response.writeHead(state.mode === "well" ? 204 : 500).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    state,
    /** How many of the messages that it received name a completion. */
    timesOf: (filekey: string): number => received.filter((body) => body.includes(filekey)).length,
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** How a service fails: it is as always; each of its answers takes two seconds more; it says nothing; it hangs up. */
export type Fault = "well" | "slow" | "silent" | "dead";

/** Starts a wire to a service on this machine, by which what it says is late, never arrives, or is cut. */
export async function startWire(port: number) {
  const state = { fault: "well" as Fault };
  const open = new Set<Socket>();
  const server = createTcpServer((near) => {
    open.add(near);
    near.on("error", () => undefined).on("close", () => open.delete(near));
    if (state.fault === "dead") return void near.destroy();
    if (state.fault === "silent") return void near.resume();
    const far = connect(port, "127.0.0.1");
    near.on("close", () => far.destroy());
    near.pipe(far);
    const late = state.fault === "slow" ? 2_000 : 0;
    far.on("error", () => near.destroy());
    far.on("data", (chunk) => setTimeout(() => near.write(chunk), late));
    far.on("end", () => setTimeout(() => near.end(), late));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    /** What is open already is cut, so that it does not go on as before. */
    set(fault: Fault): void {
      state.fault = fault;
      for (const socket of open) socket.destroy();
    },
    close(): void {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

/** The longest that a page may take beside a service that fails, and a form that needs it, in milliseconds. */
const PROMPT = 3_000;
const AT_MOST = 30_000;

const FAULTS = ["slow", "silent", "dead"] as const;

async function expectReads(site: Site, fault: string): Promise<void> {
  const slowest = await site.readAll();
  site.expect(slowest < PROMPT, `${fault}: a page took ${slowest} ms`);
}

/** Does something that needs the service; returns its status and how many milliseconds it took. */
async function timed(work: Promise<{ status: number }>): Promise<{ status: number; took: number }> {
  const begun = performance.now();
  const { status } = await work;
  return { status, took: Math.round(performance.now() - begun) };
}

export const webhook: Drill = async ({ newFolder }) => {
  const [receiver, other] = [await startFaulty(), await startFaulty()];
  const site = await openSite(newFolder(), { WEBHOOKS: receiver.url, WEBHOOKS_PENDING: other.url });
  const { expect, written } = site;
  await site.begin();
  await site.signIn();
  for (const mode of ["slow", "silent", "cuts", "refuses"] as const) {
    receiver.state.mode = mode;
    const { refused } = receiver.state;
    const { took } = await timed(site.submit({ verify: "on" }));
    expect(took < PROMPT, `${mode}: a write took ${took} ms`);
    await expectReads(site, mode);
    if (mode === "slow") expect(await until(() => receiver.state.refused > refused, 20), "it was never told");
  }
  receiver.state.mode = "well";
  const times = () => written.map(receiver.timesOf);
  expect(await until(() => !times().includes(0), 90), `back again, it was told ${times()} times`);
  expect(Math.max(...times()) === 1, "something was told twice");
  receiver.close();
  other.close();
  expect(written.length === 4, `${written.length} of 4 writes were acknowledged`);
  return site.row(
    "a webhook slow, silent, cut off and refusing: writes and pages do not wait for it; back again, it is told everything once",
  );
};

export const mail: Drill = async ({ newFolder }) => {
  const server = await startMailServer();
  const wire = await startWire(Number(new URL(server.url).port));
  const site = await openSite(newFolder(), { SMTP_URL: `smtp://127.0.0.1:${wire.port}` });
  const { expect } = site;
  const askReset = () => timed(new Visitor(site.origin).post(signInForms.askReset(), { email: EMAIL }));
  await site.begin();
  await site.signIn();
  for (const fault of FAULTS) {
    wire.set(fault);
    const { status, took } = await askReset();
    const isAnswered = status === 200 && took < AT_MOST;
    expect(isAnswered, `${fault}: asking for a new password got ${status} after ${took} ms`);
    await expectReads(site, fault);
    await site.signIn();
  }
  wire.set("well");
  const before = server.arrived.length;
  await askReset();
  expect(await until(() => server.arrived.length > before, 30), "back again, no mail arrives");
  const row = await site.row(
    "a mail server slow, silent and dead: people log in and ask for a new password; back again, mail arrives",
  );
  wire.close();
  server.stop();
  return row;
};

export const bucket: Drill = async ({ newFolder }) => {
  const data = newFolder();
  const { name, access, close } = await openBucket();
  const endpoint = new URL(access.endpoint);
  const wire = await startWire(Number(endpoint.port));
  endpoint.port = String(wire.port);
  const site = await openSite(data, {
    MEDIA_STORE: `s3://${name}/media`,
    S3_ENDPOINT: endpoint.href,
    S3_REGION: access.region,
    S3_ACCESS_KEY_ID: access.accessKeyId,
    S3_SECRET_ACCESS_KEY: access.secretAccessKey,
  });
  const { expect, written } = site;
  await site.begin();
  await site.write();
  const first = async () => ({ status: await site.statusOfPicture(written[0]) });
  for (const fault of FAULTS) {
    wire.set(fault);
    await expectReads(site, fault);
    const [form, file] = await Promise.all([timed(site.submit()), timed(first())]);
    for (const { status, took } of [form, file]) {
      const isAnswered = [200, 503].includes(status) && took < AT_MOST;
      expect(isAnswered, `${fault}: a form or a file got ${status} after ${took} ms`);
    }
    await expectReads(site, fault);
  }
  wire.set("well");
  await until(async () => (await first()).status === 200, 30);
  await site.write();
  const statuses = await Promise.all(written.map((filekey) => site.statusOfPicture(filekey)));
  const lost = lostOf(written, data) + statuses.filter((status) => status !== 200).length;
  await site.end();
  wire.close();
  await close();
  return {
    did: "a bucket slow, silent and dead: pages go on, forms and files are answered, and what was recorded is in it",
    acknowledged: written.length,
    lost,
    wrong: site.wrong,
  };
};

export const identity: Drill = async ({ newFolder }) => {
  const port = await freePort();
  const wire = await startWire(port);
  const issuer = `http://localhost:${wire.port}`;
  await startProcess({
    PORT: String(port),
    SITE_ORIGIN: issuer,
    TRUST_PROXY: "on",
    DATA_DIR: join(newFolder(), "data"),
    ADMIN_EMAIL: EMAIL,
    ADMIN_PASSWORD: PASSWORD,
  });
  const site = await openSite(newFolder(), {
    AUTH_MODE: "external",
    AUTH_DOMAIN: issuer,
    AUTH_CLIENT_ID: "client",
    AUTH_AUDIENCE: `${issuer}/api`,
    AUTH_ROLES_CLAIM: `${issuer}/roles`,
  });
  const tokens = await new Visitor(issuer).signIn(EMAIL, PASSWORD);
  site.tokens = tokens;
  const readOwn = () => timed(new Visitor(site.origin).call(api.mySubmissions(), tokens));
  for (const fault of FAULTS) {
    // A process that has its keys goes on with them; one that has none says that it cannot ask, and tries again.
    wire.set("well");
    const knowing = await site.begin();
    await site.write();
    wire.set(fault);
    await site.write();
    await expectReads(site, fault);
    await knowing.end();

    const fresh = await site.begin();
    const { status, took } = await readOwn();
    const isRight = took < AT_MOST && (status === 503 || (fault === "slow" && status === 200));
    site.expect(isRight, `${fault}: without keys, somebody got ${status} after ${took} ms`);
    await expectReads(site, fault);
    wire.set("well");
    const isBack = await until(async () => (await readOwn()).status === 200, 45);
    site.expect(isBack, `${fault}: back again, nobody may write`);
    await fresh.end();
  }
  wire.close();
  return site.row(
    "an identity server slow, silent and dead: pages go on, who is known writes on, the others are told to try again",
  );
};
