import { connect, type Socket } from "node:net";
import { api, pages } from "../../domain/contract/routes.ts";
import { type Attack, form, type Sent } from "./target.ts";

/** Connections of each way; as many downloads of one network as are begun at a time, and the next wait for their end. */
const EACH = 4;

/** By when all must have ended: two minutes without progress (platform/shared/forms/receive.ts), which may begin late. */
const MOST_SECONDS = 220;

/** How long another visitor may have to wait, in milliseconds. */
const PATIENCE = 5_000;

/** Clients that send or read slowly or not at all: others are still answered, and the connections are ended. */
export const slow: Attack = async (site, found) => {
  const { access_token } = site.people.ada.tokens;
  const host = `Host: ${new URL(site.origin).host}`;
  // Whoever does this has one network; its turn comes after that of others.
  const from = "X-Forwarded-For: 192.0.2.1";
  const head = (line: string, ...more: readonly string[]): string =>
    [line, host, from, `Authorization: Bearer ${access_token}`, ...more, "", ""].join("\r\n");
  const multipart = "Content-Type: multipart/form-data; boundary=b";
  const urlencoded = "Content-Type: application/x-www-form-urlencoded";
  const part =
    '--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
  const bodies: readonly (readonly [string, string, string])[] = [
    ["/u/x", urlencoded, "email=a"],
    ["/oauth/token", urlencoded, "grant_type=a"],
    [api.wish(), urlencoded, "challenge=2tc"],
    [api.wish(), multipart, '--b\r\nContent-Disposition: form-data; name="challenge"\r\n\r\n2'],
    [api.addSubmit("2tc"), multipart, part],
    [api.addSubmit("2tc"), urlencoded, "map=Quad"],
    ["/2tc", urlencoded, "a=b"],
    ["/nothing", "Content-Type: application/json", "{"],
  ];
  const media = JSON.parse((await site.ask(api.list("2tc", { count: 100 }))).text).results;
  const file = JSON.parse((await site.ask(api.attachments(media.at(-1)?.filekey))).text).files[0];
  const answers = [
    ...[
      pages.home(),
      `${pages.list("2tc")}?count=100`,
      api.list("2tc", { count: 100 }),
      api.csv("2tc"),
      api.openapi(),
    ],
    ...[api.atom("2tc"), api.grid("2mp"), api.preview({ of: "/2tc" }), ...(file ? [`/media/${file}`] : [])],
  ];
  /** Each way: what is sent at once, and what again and again, a byte a second. */
  const ways: (readonly [name: string, first: string, dripped: string, isRead: boolean])[] = [
    ["says nothing", "", "", true],
    ["ends in the head", `GET / HTTP/1.1\r\n${host}\r\n`, "", true],
    ["a head a byte a second", `GET / HTTP/1.1\r\n${host}\r\nX: `, "x", true],
    ...bodies.flatMap(([path, type, begin]) => [
      [
        `${path} ${type}, silent`,
        head(`POST ${path} HTTP/1.1`, type, "Content-Length: 100000") + begin,
        "",
        true,
      ] as const,
      [
        `${path} ${type}, a byte a second`,
        head(`POST ${path} HTTP/1.1`, type, "Content-Length: 100000") + begin,
        "x",
        true,
      ] as const,
      [
        `${path} ${type}, in pieces, silent`,
        `${head(`POST ${path} HTTP/1.1`, type, "Transfer-Encoding: chunked")}${begin.length.toString(16)}\r\n${begin}\r\n`,
        "",
        true,
      ] as const,
    ]),
    // So many that no buffer between the two takes all of them.
    ...answers.map(
      (path) => [`${path}, never read`, head(`GET ${path} HTTP/1.1`).repeat(100), "", false] as const,
    ),
  ];
  const begun = performance.now();
  const open = new Map<Socket, string>();
  for (const [name, first, dripped, isRead] of ways)
    for (let at = 0; at < EACH; at++) {
      const socket = connect(site.one.port, "127.0.0.1");
      open.set(socket, name);
      const drip = dripped === "" ? null : setInterval(() => socket.write(dripped), 1_000);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        if (drip) clearInterval(drip);
        open.delete(socket);
      });
      socket.write(first);
      // They are slow, and no flood.
      await new Promise((go) => setTimeout(go, 30));
      if (isRead) socket.resume();
      else socket.pause();
    }
  let [sent, longest] = [0, 0];
  while (open.size > 0 && performance.now() - begun < MOST_SECONDS * 1_000) {
    const visits: Readonly<Record<string, Sent>> = {
      [api.health()]: {},
      [pages.list("2tc", { offset: sent })]: {},
      [pages.maps()]: {},
      [api.wish()]: form({ challenge: "x" }),
    };
    const visited = Object.entries(visits).map(async ([path, how]) => {
      const { status, took } = await site.ask(path, { to: site.one, ...how });
      longest = Math.max(longest, took);
      if (status === 0 || status >= 500) found("beside slow clients", `${path} was answered with ${status}`);
      if (took > PATIENCE) found("beside slow clients", `${path} took ${Math.round(took)} ms`);
    });
    await Promise.all(visited);
    sent += 1;
    // A connection that is not read does not see its end unless it looks.
    for (const socket of open.keys()) if (socket.isPaused() && !socket.write("")) socket.destroy();
    await new Promise((go) => setTimeout(go, 500));
  }
  // What has been hung up on says so as soon as somebody reads.
  for (const socket of open.keys()) socket.resume();
  await new Promise((go) => setTimeout(go, 3_000));
  for (const [socket, name] of open) {
    found("slow clients", `still open after ${MOST_SECONDS} s: ${name}`);
    socket.destroy();
  }
  return `${ways.length} ways, ${ways.length * EACH} connections; a visitor beside them waited ${Math.round(longest)} ms at most`;
};
