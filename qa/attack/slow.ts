import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { api, pages } from "../../domain/contract/routes.ts";
import { type Attack, form, type Sent } from "./target.ts";

/** Requests whose answers are never read, one after the other: so many that no buffer between the two takes them all. */
const [UNREAD, UNREAD_EVERY_MS] = [100, 100];

/** Connections of each way, each of another network: only so many downloads of one network are begun at a time. */
const EACH = 4;

/**
 * By when all must have ended: two minutes without progress (platform/shared/forms/receive.ts), which may begin late, are
 * less than so many rounds of visits. On a busy machine a round takes longer, and so does the work for those who do not read.
 */
const MOST_ROUNDS = 340;

/**
 * How many times as long as at a process without slow clients, asked at the same moment, another visitor may have to wait
 * beside them: on average, and at most. What else the machine does slows both.
 */
const [TIMES_ON_AVERAGE, TIMES_AT_MOST] = [4, 10];

/** The average and the most, in milliseconds. */
const averageAndMost = (waits: readonly number[]) =>
  [waits.reduce((sum, each) => sum + each, 0) / waits.length, Math.max(...waits)] as const;

/** Clients that send or read slowly or not at all: others are still answered, and the connections are ended. */
export const slow: Attack = async (site, found, progress) => {
  const { access_token } = site.people.ada.tokens;
  const host = `Host: ${site.host}`;
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
  const listed = (await site.json(api.list("2tc", { count: 100 }))).results;
  const { files } = await site.json(api.attachments(listed.at(-1)?.filekey));
  const answers = [
    ...[pages.home(), pages.list("2tc", { count: 100 }), api.list("2tc", { count: 100 }), api.csv("2tc")],
    ...[api.openapi(), api.atom("2tc"), api.grid("2mp"), api.preview({ of: "/2tc" })],
    ...files.slice(0, 1).map((file: string) => `/media/${file}`),
  ];
  /** Each way: what is sent at once, and what again and again, a byte a second; or that nothing is read. */
  const ways: readonly (readonly [name: string, first: string, dripped?: string, isUnread?: true])[] = [
    ["says nothing", ""],
    ["ends in the head", `GET / HTTP/1.1\r\n${host}\r\n`],
    ["a head a byte a second", `GET / HTTP/1.1\r\n${host}\r\nX: `, "x"],
    ...bodies.flatMap(([path, type, begin]) => {
      const whole = head(`POST ${path} HTTP/1.1`, type, "Content-Length: 100000") + begin;
      const pieces = head(`POST ${path} HTTP/1.1`, type, "Transfer-Encoding: chunked");
      return [
        [`${path} ${type}, silent`, whole] as const,
        [`${path} ${type}, a byte a second`, whole, "x"] as const,
        [
          `${path} ${type}, in pieces, silent`,
          `${pieces}${begin.length.toString(16)}\r\n${begin}\r\n`,
        ] as const,
      ];
    }),
    ...answers.map((path) => [`${path}, never read`, "", head(`GET ${path} HTTP/1.1`), true] as const),
  ];
  progress.expect(ways.length * EACH);
  const open = new Map<Socket, string>();
  for (const [name, first, dripped, isUnread] of ways)
    for (let at = 0; at < EACH; at++) {
      const socket = connect(site.one.port, "127.0.0.1");
      open.set(socket, name);
      const own = dripped?.replaceAll(from, `X-Forwarded-For: 192.0.2.${at + 1}`);
      let drips = 0;
      const drip = setInterval(
        () => {
          if (!own || (isUnread && drips++ >= UNREAD)) clearInterval(drip);
          else socket.write(own);
        },
        isUnread ? UNREAD_EVERY_MS : 1_000,
      );
      socket.on("error", () => undefined);
      socket.on("close", () => {
        clearInterval(drip);
        open.delete(socket);
        progress.step();
      });
      socket.write(first.replaceAll(from, `X-Forwarded-For: 192.0.2.${at + 1}`));
      // They are slow, and no flood.
      await pause(30);
      if (isUnread) socket.pause();
      else socket.resume();
    }
  let rounds = 0;
  const waits = { beside: new Map<string, number[]>(), elsewhere: new Map<string, number[]>() };
  while (open.size > 0 && rounds < MOST_ROUNDS && !progress.isOver) {
    const visits: Readonly<Record<string, Sent>> = {
      [api.health()]: {},
      [pages.list("2tc", { offset: rounds })]: {},
      [pages.maps()]: {},
      [api.wish()]: form({ challenge: "x" }),
    };
    for (const [path, how] of Object.entries(visits))
      await Promise.all(
        (["beside", "elsewhere"] as const).map(async (where) => {
          const to = where === "beside" ? site.one : site.other;
          const { status, took } = await site.ask(path, { to, ...how });
          const [bare = path] = path.split("?");
          waits[where].set(bare, [...(waits[where].get(bare) ?? []), took]);
          if (status === 0 || status >= 500)
            found(`${path} ${where}`, `${status} while some clients are slow`);
        }),
      );
    rounds += 1;
    // A connection that is not read does not see its end unless it looks.
    for (const socket of open.keys()) if (socket.isPaused() && !socket.write("")) socket.destroy();
    await pause(500);
  }
  const [, mostElsewhere] = averageAndMost([...waits.elsewhere.values()].flat());
  let mostBeside = 0;
  for (const [path, beside] of waits.beside) {
    const [average, most] = averageAndMost(beside);
    const [averageElsewhere] = averageAndMost(waits.elsewhere.get(path) ?? []);
    mostBeside = Math.max(mostBeside, most);
    if (average > TIMES_ON_AVERAGE * averageElsewhere || most > TIMES_AT_MOST * mostElsewhere)
      found(
        "beside slow clients",
        `${path} took ${Math.round(average)} ms on average and ${Math.round(most)} at most; elsewhere ${Math.round(averageElsewhere)} and ${Math.round(mostElsewhere)}`,
      );
  }
  // What has been hung up on says so as soon as somebody reads.
  for (const socket of open.keys()) socket.resume();
  await pause(3_000);
  for (const [socket, name] of open) {
    if (!progress.isOver) found("slow clients", `still open after ${rounds} rounds of visits: ${name}`);
    socket.destroy();
  }
  return `${ways.length} ways, ${ways.length * EACH} connections; in ${rounds} rounds visitors beside them waited ${Math.round(mostBeside)} ms at most, elsewhere ${Math.round(mostElsewhere)}`;
};
