import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { api, pages } from "../../domain/contract/routes.ts";
import { startBalancer } from "../../test/node/balancer.ts";
import { endAll, startProcess } from "../../test/node/processes.ts";
import { newFolder } from "../../test/node/site.ts";
import { type Answered, newMember, type Tokens, Visitor } from "../../test/node/visitor.ts";

test.each(["off", "on"])(
  "two concurrent first starts on an empty folder, with samples %s, set up one site",
  async (sample) => {
    const folder = newFolder();
    const sites = await Promise.all(
      [1, 2].map(() => startProcess({ DATA_DIR: folder, SAMPLE_DATA: sample })),
    );
    for (const { origin } of sites) {
      for (const path of ["/", "/2tc", "/healthz/ready"])
        expect((await fetch(origin + path)).status, path).toBe(200);
    }
    const said = sites.map(({ printed }) => printed()).join("");
    for (const once of ["applied migration 0001", "loaded 89 maps", "made the administrator", "its password"])
      expect(said.split(once).length - 1, once).toBe(1);
    expect(said.split("sample completions").length - 1).toBe(sample === "on" ? 1 : 0);
    expect(said).not.toMatch(/error/i);
    const database = new DatabaseSync(join(folder, "index.sqlite"), { readOnly: true });
    const count = (what: string) => database.prepare(`select count(*) as count from ${what}`).get()?.count;
    expect({
      seeds:
        count("(select distinct noun from change where action = 'seed')") ===
        count("change where action = 'seed'"),
      administrators: count("account"),
      tokenKeys: count("sign_in_key where use = 'token'"),
      cookieKeys: count("sign_in_key where use = 'cookie'"),
      loads: count("change where noun = 'sample'"),
    }).toEqual({
      seeds: true,
      administrators: 1,
      tokenKeys: 1,
      cookieKeys: 1,
      loads: sample === "on" ? 1 : 0,
    });
    database.close();
    endAll();
  },
);

describe("two processes behind a proxy", () => {
  let balancer: Awaited<ReturnType<typeof startBalancer>>;
  let receiver: Server;
  const told: string[] = [];
  const [email, password] = ["boss@example.org", "the boss's own words"];

  beforeAll(async () => {
    receiver = createServer((asked, answer) => {
      void text(asked).then((body) => {
        told.push(body);
        answer.writeHead(204).end();
      });
    }).listen(0, "127.0.0.1");
    await once(receiver, "listening");
    balancer = await startBalancer();
    const env = {
      DATA_DIR: newFolder(),
      SITE_ORIGIN: balancer.origin,
      TRUST_PROXY: "on",
      ADMIN_EMAIL: email,
      ADMIN_PASSWORD: password,
      WEBHOOKS: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    };
    const sites = await Promise.all([startProcess(env), startProcess(env)]);
    balancer.ports.push(...sites.map(({ port }) => port));
  });
  afterAll(() => {
    endAll();
    balancer.close();
    receiver.close();
  });
  beforeEach(() => {
    balancer.chosen.port = null;
  });

  /** Asks each process in turn. */
  async function fromBoth(ask: () => Promise<Answered>): Promise<Answered[]> {
    const answers: Answered[] = [];
    for (const port of balancer.ports) {
      balancer.chosen.port = port;
      answers.push(await ask());
    }
    balancer.chosen.port = null;
    return answers;
  }

  const completion = (map: string) => ({
    ...{ tower1: "Quincy", tower2: "Glaive Lord", person: "Ada", map },
    ...{ link: "https://example.org/p", verify: "on" },
  });

  async function add(visitor: Visitor, tokens: Tokens, map: string): Promise<string> {
    const { status, json } = await visitor.call(api.addSubmit("2tc"), tokens, completion(map));
    expect({ status, json }).toMatchObject({ status: 200, json: { filekey: expect.any(String) } });
    return String(json.filekey);
  }

  test("a write through one is in the next answer of the other: a list, its page, a completion's page", async () => {
    const boss = new Visitor(balancer.origin);
    const tokens = await boss.signIn(email, password);
    const [one, other] = balancer.ports as [number, number];
    for (const [writes, reads, map] of [
      [one, other, "Cubism"],
      [other, one, "Logs"],
    ] as const) {
      // Both have answers cached from before.
      for (const path of [api.list("2tc"), "/2tc"])
        for (const { text } of await fromBoth(() => boss.get(path))) expect(text).not.toContain(`"${map}"`);
      balancer.chosen.port = writes;
      const filekey = await add(boss, tokens, map);
      balancer.chosen.port = reads;
      const list = (await boss.get(api.list("2tc"))).json.results as { filekey: string }[];
      expect(list.map((each) => each.filekey)).toContain(filekey);
      expect((await boss.get("/2tc")).text).toContain(map);
      const page = await boss.get(pages.notes("2tc", { filekey }));
      expect({ status: page.status, hasMap: page.text.includes(map) }).toEqual({ status: 200, hasMap: true });
      balancer.chosen.port = writes;
      await boss.call(api.deleteSubmit("2tc"), tokens, {
        entries: JSON.stringify([["Quincy", "Glaive Lord", map]]),
      });
      balancer.chosen.port = reads;
      expect((await boss.get(api.list("2tc"))).text).not.toContain(filekey);
    }
  });

  test("a login begun at one is finished at the other; its tokens, and a logout, are valid at both", async () => {
    // Each of its requests goes to a different process than the previous one.
    const { visitor, tokens } = await newMember(balancer.origin, "both@example.org");
    const account = () => visitor.call(api.account(), tokens);
    expect((await fromBoth(account)).map(({ status }) => status)).toEqual([200, 200]);
    const silently = () => visitor.authorize({ prompt: "none" });
    for (const { location } of await fromBoth(silently)) expect(location).toContain("code=");
    const next = await visitor.refresh(tokens);
    expect(next.status).toBe(200);

    balancer.chosen.port = balancer.ports[0] ?? 0;
    const { status } = await visitor.get(
      `/v2/logout?${new URLSearchParams({ client_id: "btd6-index", returnTo: `${balancer.origin}/` })}`,
      { "sec-fetch-site": "same-origin", "sec-fetch-dest": "document" },
    );
    expect(status).toBe(302);
    for (const each of (await fromBoth(account)).reverse()) expect(each.status).toBe(403);
    for (const { location } of await fromBoth(silently)) expect(location).toContain("login_required");
    for (const each of await fromBoth(() => visitor.refresh(next.json as unknown as Tokens)))
      expect(each.status).toBe(400);
  });

  test("guesses and writes are counted across both", async () => {
    const { visitor, tokens, email: own } = await newMember(balancer.origin, "busy@example.org");
    const stranger = new Visitor(balancer.origin);
    const guesses: number[] = [];
    // Four requests each: the login form is loaded from one process and sent to the other.
    for (let at = 0; at < 11; at++) {
      balancer.chosen.port = balancer.ports[at % 2] ?? 0;
      guesses.push((await stranger.tryPassword(own, "a wrong password")).status);
    }
    expect(guesses).toEqual([...Array(10).fill(400), 429]);

    balancer.chosen.port = null;
    const writes: number[] = [];
    for (let at = 0; at < 61; at++)
      writes.push((await visitor.call(api.changeName(), tokens, { name: "" })).status);
    expect(writes).toEqual([...Array(60).fill(writes[0]), 429]);
    for (const { status } of await fromBoth(() => visitor.call(api.changeName(), tokens, { name: "" })))
      expect(status).toBe(429);
  });

  test("events are delivered once, in order", async () => {
    const boss = new Visitor(balancer.origin);
    const tokens = await boss.signIn(email, password);
    told.splice(0);
    const maps = ["Quad", "Bloody Puddles", "Workshop", "Infernal", "Muddy Puddles"];
    for (const map of maps) await add(boss, tokens, map);
    const mapsTold = () => maps.flatMap((map) => told.filter((each) => each.includes(map)).map(() => map));
    await expect.poll(mapsTold, { timeout: 30_000 }).toEqual(maps);
    // A message sent twice would have arrived before this one.
    await add(boss, tokens, "Sanctuary");
    await expect.poll(() => told.at(-1), { timeout: 30_000 }).toContain("Sanctuary");
    expect(mapsTold()).toEqual(maps);
    const places = maps.map((map) => told.findIndex((each) => each.includes(map)));
    expect(places).toEqual([...places].sort((one, other) => one - other));
  });
});
