// Links to proof by which the site might be led to ask a machine beside it, or anything but what a known host calls a video or a
// picture, also for a copy of it; and a picture that takes much more memory than it has bytes.

import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { api } from "../../domain/contract/routes.ts";
import { startProcess } from "../../test/node/processes.ts";
import { Visitor } from "../../test/node/visitor.ts";
import { read } from "../drill/shared.ts";
import type { Attack } from "./target.ts";

const [EMAIL, PASSWORD] = ["inside@example.org", "words of an attack"];

/** Returns a PNG of so many black pixels a side: a bit each, and hardly any bytes. */
function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(type), data, Buffer.alloc(4)]);
    whole.writeUInt32BE(data.length);
    whole.writeUInt32BE(crc32(whole.subarray(4, -4)), whole.length - 4);
    return whole;
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  const rows = Buffer.alloc(side * (Math.ceil(side / 8) + 1));
  const begin = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    begin,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const BOMB = "https://i.imgur.com/BoMb123.png";

/** Starts a server that notes what it is asked for. */
async function startNoting(
  host: string,
  answer: (path: string) => { readonly location?: string; readonly picture?: Buffer } = () => ({}),
) {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const { location, picture } = answer(request.url ?? "");
    if (picture) return void response.writeHead(200, { "Content-Type": "image/png" }).end(picture);
    response
      .writeHead(location === undefined ? 404 : 302, location === undefined ? {} : { Location: location })
      .end();
  }).listen(0, host);
  await once(server, "listening");
  return { asked, port: (server.address() as AddressInfo).port, server };
}

/** What stands before and behind the address of a trap in a link. */
const LINKS: readonly ((trap: string, port: number) => string)[] = [
  (trap) => `http://${trap}/watch?v=aqz-KE-bpKQ`,
  (trap) => `http://${trap}/a.png`,
  (_, port) => `http://localhost:${port}/video/BV1xx411c7mD`,
  (_, port) => `http://2130706433:${port}/videos/12345`,
  (_, port) => `http://0x7f.1:${port}/`,
  () => "http://169.254.169.254/latest/meta-data/iam/",
  (trap) => `http://www.youtube.com@${trap}/watch?v=aqz-KE-bpKQ`,
  (trap) => `http://${trap}\\@www.youtube.com/watch?v=aqz-KE-bpKQ`,
  (trap) => `http://${trap}#@www.youtube.com/watch?v=aqz-KE-bpKQ`,
  (_, port) => `http://www.youtube.com:${port}/watch?v=aqz-KE-bpKQ`,
  (trap) =>
    `https://www.youtube.com/attribution_link?u=${encodeURIComponent(`http://${trap}/watch?v=aqz-KE-bpKQ`)}`,
  (trap) => `https://consent.youtube.com/m?continue=${encodeURIComponent(`http://${trap}/`)}`,
  (trap) => `https://www.youtube.com/redirect?q=${encodeURIComponent(`http://${trap}/`)}`,
  (trap) => `https://www.youtube.com/watch?v=aqz-KE-bpKQ&url=http://${trap}/`,
  (trap) => `https://www.youtube.com.${trap}/watch?v=aqz-KE-bpKQ`,
  () => "https://streamable.com/%2e%2e%2f%2e%2e%2fadmin",
  () => "https://i.imgur.com/AbCdE12.png?@127.0.0.1/",
  () => "https://i.imgur.com/%2e%2e/AbCdE12.png",
  () => "https://www.twitch.tv/videos/12345%26id=1",
  (trap) => `https://cdn.discordapp.com/attachments/1/2/a.png?ex=00000001&u=http://${trap}/`,
  (trap) => `https://i.imgur.com/AbCdE13.png#http://${trap}/`,
];

/** Everything that a host may be asked for. */
const RIGHT =
  /^(GET \/youtube=https%3A%2F%2Fwww\.youtube\.com%2Fwatch%3Fv%3D[\w-]{11}|(HEAD|GET) \/imgur\/[A-Za-z0-9]{5,8}\.png|GET \/discord\/attachments\/1\/2\/a\.png\?ex=00000001|GET \/streamable\/[a-z0-9]{4,12})$/;

/** Each link is verified, so that it is asked about; the hosts lead on to the trap. */
export const inside: Attack = async (_, found, progress) => {
  const [four, six] = [await startNoting("127.0.0.1"), await startNoting("::1").catch(() => null)];
  const traps = [`127.0.0.1:${four.port}`, ...(six ? [`[::1]:${six.port}`] : [])];
  const picture = bomb(20_000);
  const hosts = await startNoting("127.0.0.1", (path) =>
    path.includes("BoMb") ? { picture } : { location: `http://${traps[0]}/` },
  );
  const at = `http://127.0.0.1:${hosts.port}`;
  const data = mkdtempSync(join(tmpdir(), "inside-"));
  const site = await startProcess({
    DATA_DIR: data,
    ADMIN_EMAIL: EMAIL,
    ADMIN_PASSWORD: PASSWORD,
    RATE_LIMITS: "0",
    WATCH_LINKS: "on",
    YOUTUBE_URL: `${at}/youtube=`,
    IMGUR_URL: `${at}/imgur/`,
    STREAMABLE_URL: `${at}/streamable/`,
    KEEP_COPIES: "on",
    DISCORD_URL: `${at}/discord/`,
  });
  const origin = `http://localhost:${site.port}`;
  try {
    const visitor = new Visitor(origin);
    const tokens = await visitor.signIn(EMAIL, PASSWORD);
    const trapped = traps.flatMap((trap) => LINKS.map((link) => link(trap, Number(trap.split(":").at(-1)))));
    // First: a host that leads elsewhere five times is left alone for a while.
    const links = [BOMB, ...trapped];
    let sent = 0;
    progress.expect(links.length);
    for (const [money, link] of links.entries()) {
      const fields = { map: "Quad", person: "X", version: "44.1", date: "2025-01-02", verify: "on", link };
      const { status } = await visitor.call(api.addSubmit("lcd"), tokens, {
        ...fields,
        money: String(money),
        "keep-copy": "1",
      });
      progress.step();
      if (status === 200) sent += 1;
      else if (status !== 400) found(link, `${status} for the link`);
    }
    const count = () =>
      read<number>(data, "select count(*) from watched_link where host <> 'other' and asked_at is null")[0];
    const copies = (what: string) =>
      read<number>(data, `select count(*) from kept_copy where ${what}`)[0] ?? 0;
    const begun = Date.now();
    // The job of links runs each minute.
    while (
      (!hosts.asked.some((each) => each.includes("/youtube=")) ||
        count() !== 0 ||
        copies(`state = 'due' and url = '${BOMB}'`) > 0) &&
      Date.now() - begun < 170_000
    )
      await new Promise((done) => setTimeout(done, 1_000));
    if (count() !== 0) found("links", `${count()} were not asked about`);
    if (copies(`state = 'due' and url = '${BOMB}'`) > 0) found(BOMB, "was neither copied nor refused");
    if (copies(`state = 'copied' and url <> '${BOMB}'`) > 0)
      found("copies", "of what leads elsewhere were made");
    if (!(await fetch(`${origin}/healthz`)).ok) found(BOMB, "the site did not answer after it");
    for (const trap of [four, six])
      for (const asked of trap?.asked ?? []) found("a machine inside", `was asked for ${asked}`);
    for (const asked of hosts.asked) if (!RIGHT.test(asked)) found("a host", `was asked for ${asked}`);
    if (hosts.asked.length === 0) found("the hosts", "were not asked at all");
    const reached = four.asked.length + (six?.asked.length ?? 0);
    const [kilobytes, pictures] = [Math.round(picture.length / 1024), copies("true")];
    return `a picture of ${kilobytes} KB and 400 million pixels among ${pictures} to be copied; ${sent} of ${links.length} links were taken; hosts were asked ${hosts.asked.length} times, machines inside ${reached} times`;
  } finally {
    site.child.kill();
    for (const each of [four, six, hosts]) each?.server.close();
  }
};
