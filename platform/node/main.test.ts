import { once } from "node:events";
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { afterEach, expect, test } from "vitest";
import { ADMINISTRATOR } from "../../test/administrator.ts";
import { startMailServer } from "../../test/node/mail-server.ts";
import { endAll, run, startProcess } from "../../test/node/processes.ts";
import { freePort, newFolder, startSite } from "../../test/node/site.ts";
import { tinyDisk, unmount, withDisk } from "../../test/node/tiny-disk.ts";
import { Visitor } from "../../test/node/visitor.ts";

/** `npm test` builds the pages first. */
const BUILD = resolve(import.meta.dirname, "../../build/server/index.js");

afterEach(endAll);

test("a port that is taken is reported in plain words", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const site = run("main.ts", [], { PORT: String(port), DATA_DIR: newFolder(), SAMPLE_DATA: "off" });
  expect(await site.ended).toBe(1);
  expect(site.printed()).toContain(`The port ${port} is taken by another program.`);
  expect(site.printed()).not.toMatch(/\n\s+at /);
  // It is shown only once, and would be here for nothing.
  expect(site.printed()).not.toContain("password");
  other.close();
});

test("a data folder that cannot be written to is reported in plain words", async () => {
  const file = join(newFolder(), "file");
  writeFileSync(file, "");
  const site = run("main.ts", [], { PORT: String(await freePort()), DATA_DIR: join(file, "data") });
  expect(await site.ended).toBe(1);
  expect(site.printed()).toContain("cannot be written to. Set DATA_DIR to a folder");
});

test("an invalid setting is reported in plain words", async () => {
  const site = run("main.ts", [], { DATA_DIR: newFolder(), AUTH_MODE: "auth0" });
  expect(await site.ended).toBe(1);
  expect(JSON.parse(site.printed()).message).toBe('AUTH_MODE takes embedded or external, not "auth0".');
  expect(site.printed()).not.toMatch(/\n\s+at /);
});

test("Ctrl-C ends the site within five seconds, even while a connection is kept open", {
  tags: ["long"],
}, async () => {
  const site = await startProcess({ ANSWER_THREADS: "1" });
  await (await fetch(`${site.origin}/list-maps`)).text();
  const begun = Date.now();
  site.child.kill("SIGINT");
  expect(await site.ended).toBe(0);
  expect(Date.now() - begun).toBeLessThan(5_000);
});

test("the command line sends a test mail, or says why it was not sent", { tags: ["long"] }, async () => {
  const mails = await startMailServer();
  mails.refused.add("refused@example.org");
  const tried = async (to: string, env: Record<string, string> = { SMTP_URL: mails.url }) => {
    const command = run("command.ts", ["mail", "test", to], {
      DATA_DIR: newFolder(),
      SAMPLE_DATA: "off",
      ...env,
    });
    return [await command.ended, command.printed()];
  };
  expect(await tried("boss@example.org")).toEqual([
    0,
    expect.stringMatching(/the mail server took a mail to boss@example.org\n$/),
  ]);
  expect(mails.arrived).toMatchObject([{ to: "boss@example.org", subject: "A test mail of BTD6 Index" }]);
  const [code, said] = await tried("refused@example.org");
  expect([code, said]).toEqual([1, expect.stringContaining("550 no such mailbox")]);
  expect(await tried("boss@example.org", {})).toEqual([
    1,
    expect.stringMatching(/SMTP_URL is not set, so no mail is sent.\n$/),
  ]);
  expect(await tried("boss")).toEqual([1, expect.stringMatching(/Please enter a whole e-mail address.\n$/)]);
  mails.stop();
});

/** Starts a site and uploads to it, which have begun and do not end; `unfinished` lists what is on the disk of them. */
async function startUploads(count: number) {
  const data = newFolder();
  const { email, password } = ADMINISTRATOR;
  const env = { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ANSWER_THREADS: "1" };
  const site = await startProcess({ DATA_DIR: data, ...env });
  const { access_token } = await new Visitor(`http://localhost:${site.port}`).signIn(email, password);
  const uploads = Array.from({ length: count }, () => {
    const upload = request(`${site.origin}/member/add-2tc-submit`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${access_token}`,
        "Content-Type": "multipart/form-data; boundary=XX",
        "Content-Length": 50_000_000,
      },
    });
    upload.write('--XX\r\nContent-Disposition: form-data; name="attachments"; filename="clip.webm"\r\n\r\n');
    upload.write(Buffer.from("\x1a\x45\xdf\xa3\x87\x42\x82\x84webm", "latin1"));
    upload.write(Buffer.alloc(200_000, 7));
    // Errors of writing after the answer, or after the end of the site.
    upload.on("error", () => {});
    const answer = once(upload, "response") as Promise<[IncomingMessage]>;
    answer.catch(() => {});
    return answer;
  });
  const unfinished = (): string[] => {
    const incoming = join(data, "media/incoming");
    return existsSync(incoming) ? readdirSync(incoming) : [];
  };
  await expect.poll(unfinished, { timeout: 20_000 }).toHaveLength(count);
  return { data, site, uploads, unfinished };
}

test("what a killed process was receiving goes at the next start that has the folder to itself, and not before", {
  tags: ["long"],
}, async () => {
  const { data, site, unfinished } = await startUploads(3);
  const other = await startProcess({ DATA_DIR: data });
  expect(unfinished()).toHaveLength(3);
  site.child.kill("SIGKILL");
  await site.ended;
  other.child.kill("SIGKILL");
  await other.ended;
  expect(unfinished()).toHaveLength(3);
  await startProcess({ DATA_DIR: data });
  expect(unfinished()).toEqual([]);
});

test("SIGTERM during uploads answers each with 503 and Connection: close, and leaves nothing of them", async () => {
  const { site, uploads, unfinished } = await startUploads(4);
  site.child.kill("SIGTERM");
  for (const [answer] of await Promise.all(uploads)) {
    expect([answer.statusCode, answer.headers.connection]).toEqual([503, "close"]);
    expect(JSON.parse(await text(answer)).error).toContain("being restarted");
  }
  expect(await site.ended).toBe(0);
  expect(unfinished()).toEqual([]);
  expect(site.printed()).not.toMatch(/\n\s+at /);
});

test("the running site sees what the command line writes, and a second start changes nothing", async () => {
  const data = newFolder();
  const site = await startProcess({ DATA_DIR: data, SAMPLE_DATA: "on" });
  const count = async (origin: string): Promise<number> => {
    const { count: total } = (await (await fetch(`${origin}/fetch-2tc?count=0`)).json()) as { count: number };
    return total;
  };
  expect(await count(site.origin)).toBe(3_000);
  const removal = run("command.ts", ["sample", "remove"], { DATA_DIR: data });
  expect(await removal.ended).toBe(0);
  expect(removal.printed()).toContain("removed 6790 sample completions and 16 CHIMPS starts");
  await expect.poll(() => count(site.origin), { timeout: 20_000 }).toBe(0);
  site.child.kill("SIGTERM");
  await site.ended;

  const again = await startProcess({ DATA_DIR: data, SAMPLE_DATA: "on" });
  expect(await count(again.origin)).toBe(0);
  expect(again.printed()).not.toContain("loaded");
});

test("damage that the start does not notice is found in the background, and reads still work", async () => {
  const data = newFolder();
  await (await startSite({ DATA_DIR: data })).stop();
  const file = join(data, "index.sqlite");
  const sqlite = new DatabaseSync(file);
  const page = sqlite.prepare("select rootpage from sqlite_schema where name = 'completion_by_money'").get();
  sqlite.close();
  const bytes = readFileSync(file);
  const begin = (Number(page?.rootpage) - 1) * 4096;
  writeFileSync(file, bytes.fill(0xa5, begin, begin + 4096));

  const site = await startProcess({ DATA_DIR: data });
  await site.says(`The database ${file} is damaged`);
  const [alive, ready, maps] = await Promise.all(
    ["/healthz", "/healthz/ready", "/list-maps"].map((path) => fetch(site.origin + path)),
  );
  expect([alive?.status, ready?.status, maps?.status]).toEqual([200, 503, 200]);
  expect(await ready?.json()).toEqual({ ok: false, error: expect.stringContaining("damaged") });
});

test("the command line checks the stored counts, and reports which one is wrong", {
  tags: ["long"],
}, async () => {
  const data = newFolder();
  const env = { DATA_DIR: data };
  await run("command.ts", ["sample", "load"], env).ended;
  const well = run("command.ts", ["check"], env);
  expect(await well.ended).toBe(0);
  expect(well.printed()).toContain("nothing is wrong");

  const sqlite = new DatabaseSync(join(data, "index.sqlite"));
  const spoilt = "where challenge = '2mp' and og = 0 and pending = 0 limit 1";
  const row = sqlite.prepare(`select * from completion_count ${spoilt}`).get();
  sqlite
    .prepare(
      "update completion_count set count = 4711 where challenge = '2mp' and map = ? and og = 0 and pending = 0",
    )
    .run(Number(row?.map));
  sqlite.close();
  const ill = run("command.ts", ["check"], env);
  expect(await ill.ended).toBe(1);
  expect(ill.printed()).toContain(`completion_count should have ${JSON.stringify(row)}`);
  expect(ill.printed()).toContain(`"count":4711}`);
});

test("the command line prints its help, and refuses unknown commands", async () => {
  const help = run("command.ts", ["--help"], {});
  expect(await help.ended).toBe(0);
  expect(help.printed()).toContain("sample remove");
  const unknown = run("command.ts", ["dance"], {});
  expect(await unknown.ended).toBe(2);
  expect(unknown.printed()).toContain('There is no command "dance"');
});

test("the command line lists administrators, recovers one, and refuses an invalid address", {
  tags: ["long"],
}, async () => {
  const data = newFolder();
  const env = { DATA_DIR: data, SAMPLE_DATA: "off" };
  const site = await startProcess({ ...env, ADMIN_EMAIL: "boss@example.org" });
  expect(site.printed()).toContain("made the administrator boss@example.org");
  expect(site.printed()).toMatch(/its password, shown only this once: \S{24} /);

  const recovered = run("command.ts", ["admin", "recover", "Second@example.org"], env);
  expect(await recovered.ended).toBe(0);
  expect(recovered.printed()).toMatch(
    /is an administrator; its new password, shown only this once: \S{24}\n/,
  );
  const mail = await startMailServer();
  const again = run("command.ts", ["admin", "recover", "second@example.org"], { ...env, SMTP_URL: mail.url });
  expect(await again.ended).toBe(0);
  expect(mail.arrived.map(({ to, subject }) => [to, subject])).toEqual([
    ["Second@example.org", expect.stringContaining("Your password was changed")],
  ]);
  await mail.stop();
  expect(again.printed()).not.toBe(recovered.printed());

  const list = run("command.ts", ["admin", "list"], env);
  expect(await list.ended).toBe(0);
  expect(list.printed().trim().split("\n")).toEqual(["boss@example.org", "Second@example.org"]);

  const nobody = run("command.ts", ["admin", "recover", "nobody"], env);
  expect(await nobody.ended).toBe(1);
  expect(nobody.printed()).toBe("Please enter a whole e-mail address.\n");
  for (const wrong of [
    ["admin", "recover"],
    ["admin", "list", "all"],
  ])
    expect(await run("command.ts", wrong, env).ended).toBe(2);
});

test("the command line rotates keys; the old and the new one are published after the next start", async () => {
  const data = newFolder();
  const kids = async (origin: string): Promise<string[]> => {
    const { keys } = (await (await fetch(`${origin}/.well-known/jwks.json`)).json()) as {
      keys: { kid: string }[];
    };
    return keys.map(({ kid }) => kid);
  };
  const site = await startSite({ DATA_DIR: data });
  const [first] = await kids(site.origin);
  const rotation = run("command.ts", ["keys", "rotate"], { DATA_DIR: data, SAMPLE_DATA: "off" });
  expect(await rotation.ended).toBe(0);
  expect(rotation.printed()).toContain("restart the site");
  expect(await kids(site.origin)).toEqual([first]);
  await site.stop();
  const again = await startSite({ DATA_DIR: data });
  expect(await kids(again.origin)).toEqual([expect.not.stringMatching(String(first)), first]);
  await again.stop();
});

test("with an external tenant, the security policy lets pages connect to it and frame it", async () => {
  const external = {
    AUTH_MODE: "external",
    AUTH_DOMAIN: "tenant.eu.auth0.com",
    AUTH_CLIENT_ID: "client",
    AUTH_AUDIENCE: "https://index.example/api",
  };
  const site = await startSite(external, await import(pathToFileURL(BUILD).href));
  const page = await fetch(`${site.origin}/2tc`);
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("connect-src 'self' https://tenant.eu.auth0.com;");
  expect(policy).toMatch(/frame-src 'self' https:\/\/tenant\.eu\.auth0\.com /);
  expect(policy).toContain("form-action 'self';");
  expect(site.said.join("\n")).not.toContain("administrator");
  await site.stop();
});

withDisk(
  "an existing site starts on a full disk: it can be read, and saves again once there is room",
  async () => {
    const disk = tinyDisk(24 * 1024 * 1024) ?? "";
    try {
      const data = join(disk, "data");
      const env = {
        DATA_DIR: data,
        ADMIN_EMAIL: ADMINISTRATOR.email,
        ADMIN_PASSWORD: ADMINISTRATOR.password,
      };
      await (await startSite(env)).stop();
      // As after a restore: without counts, and with nothing beside the database. Whoever closes it last tidies up.
      rmSync(join(data, "counters.sqlite"));
      const last = new DatabaseSync(join(data, "index.sqlite"));
      last.exec("select count(*) from map");
      last.close();
      expect(readdirSync(data).filter((name) => name.startsWith("index"))).toEqual(["index.sqlite"]);
      const filler = join(disk, "filler");
      expect(() => writeFileSync(filler, Buffer.alloc(24 * 1024 * 1024))).toThrow("ENOSPC");
      const site = await startProcess({ ...env, ANSWER_THREADS: "2" });
      for (const path of ["/", "/2tc", "/list-maps", "/fetch-2tc"])
        expect((await fetch(site.origin + path)).status, path).toBe(200);
      expect((await fetch(`${site.origin}/healthz/ready`)).status).toBe(503);
      const visitor = new Visitor(`http://localhost:${site.port}`);
      // The start may have left a page free.
      expect(() => appendFileSync(filler, Buffer.alloc(24 * 1024 * 1024))).toThrow("ENOSPC");
      const refused = await visitor.authorize();
      expect([refused.status, refused.text]).toEqual([507, expect.stringContaining("disk is full")]);
      rmSync(filler);
      await visitor.begin();
      expect((await fetch(`${site.origin}/healthz/ready`)).status).toBe(200);
      site.child.kill("SIGTERM");
      expect(await site.ended).toBe(0);
    } finally {
      endAll();
      unmount(disk);
    }
  },
);
