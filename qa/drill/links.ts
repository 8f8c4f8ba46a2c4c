// Hosts of links to proof that are dead or lie, and one that says the truth, while the clock goes on by weeks. What is deleted
// is found after 48 hours and told; what a host cannot say, or lies about, is not; and nothing waits for any of them.

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { api, pages } from "../../domain/contract/routes.ts";
import { Visitor } from "../../test/node/visitor.ts";
import { brokenIn, COMPLETION, type Drill, lostOf, openSite, read, until } from "./shared.ts";

const DAY = 24 * 60 * 60 * 1_000;
const SHIFTED = pathToFileURL(join(import.meta.dirname, "clock-shifted.ts")).href;

type Mode = "there" | "gone" | "private" | "silent" | "cuts" | "lies" | "endless";

/** Starts a host of videos, each of which is as its mode says; what leads on from it is a trap. */
async function startVideos() {
  const modes = new Map<string, Mode>();
  const state = { trapped: 0 };
  const server = createServer((request, response) => {
    if (request.url === "/trap") state.trapped += 1;
    const [, id = ""] = /v%3D([\w-]{11})$/.exec(request.url ?? "") ?? [];
    const json = { "Content-Type": "application/json" };
    switch (modes.get(id)) {
      case "there":
        return void response
          .writeHead(200, json)
          .end(JSON.stringify({ type: "video", title: `The run ${id}` }));
      case "private":
        return void response.writeHead(401).end("Unauthorized");
      case "silent":
        return;
      case "cuts":
        return void response.destroy();
      case "lies":
        return void response.writeHead(302, { Location: "/trap" }).end();
      case "endless":
        response.writeHead(200, json);
        return void response.write(`{"title":"${"x".repeat(1_000_000)}`);
      default:
        response.writeHead(404).end("Not Found");
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    state,
    modes,
    /** As YOUTUBE_URL takes it. */
    url: `${origin}/oembed?url=`,
    /** A host that takes no connection. */
    dead: "http://127.0.0.1:9/",
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** How the videos are in each round, by their ids, and how many days after the first one that is. */
const ROUNDS: readonly { readonly after: number; readonly modes: Readonly<Record<string, Mode>> }[] = [
  { after: 0, modes: { deleted: "there", private: "there", silent: "there", lying: "there" } },
  { after: 32, modes: { deleted: "gone", private: "private", silent: "silent", lying: "lies" } },
  { after: 33.1, modes: { deleted: "gone", private: "there", silent: "gone", lying: "endless" } },
  { after: 34.2, modes: { deleted: "gone", private: "there", silent: "cuts", lying: "gone" } },
  { after: 42, modes: { deleted: "there", private: "there", silent: "there", lying: "there" } },
];

const idOf = (name: string): string => name.padEnd(11, "_");

export const links: Drill = async ({ newFolder }) => {
  const data = newFolder();
  const videos = await startVideos();
  const site = await openSite(data, {
    WATCH_LINKS: "on",
    YOUTUBE_URL: videos.url,
    IMGUR_URL: videos.dead,
    STREAMABLE_URL: videos.dead,
  });
  const { expect, written } = site;
  const visitor = new Visitor(site.origin);
  const filekeys = new Map<string, string>();

  async function submit(money: number, link: string): Promise<string> {
    const tokens = site.tokens ?? (await site.signIn());
    const fields = { ...COMPLETION, money: String(money), link, verify: "on" };
    const { json, status, text } = await visitor.call(api.addSubmit("lcd"), tokens, fields);
    if (status !== 200) throw new Error(`A write was answered with ${status}: ${text}`);
    written.push(String(json.filekey));
    return String(json.filekey);
  }
  /** Whether every link that is due has been asked about. */
  function areAsked(ahead: number): boolean {
    // What is being asked about is put off by ten minutes meanwhile.
    const soon = new Date(Date.now() + ahead + 11 * 60_000).toISOString();
    const asked = `select count(*) from watched_link where asked_at is not null and due_at > '${soon}'`;
    return read<number>(data, asked)[0] === written.length;
  }

  for (const [round, { after, modes }] of ROUNDS.entries()) {
    for (const [name, mode] of Object.entries(modes)) videos.modes.set(idOf(name), mode);
    const ahead = Math.round(after * DAY);
    const serving = await site.begin({ NODE_OPTIONS: `--import=${SHIFTED}`, CLOCK_AHEAD: String(ahead) });
    await site.signIn();
    if (round === 0) {
      for (const [at, name] of Object.keys(modes).entries())
        filekeys.set(name, await submit(1_000 + at, `https://youtu.be/${idOf(name)}?t=5`));
      await submit(2_000, "https://i.imgur.com/AbCdE12.png");
    }
    expect(await until(() => areAsked(ahead), 150), `round ${round}: not every link was asked about`);
    const slowest = await site.readAll();
    expect(slowest < 3_000, `round ${round}: a page took ${slowest} ms`);
    const said = await Promise.all(
      Array.from(filekeys, async ([name, filekey]) => {
        const { text } = await visitor.get(pages.notes("lcd", { filekey }));
        return text.includes("It could not be found since") ? [name] : [];
      }),
    );
    const gone = said.flat().join();
    const right = round === 3 ? "deleted" : "";
    expect(gone === right, `round ${round}: gone is "${gone}" instead of "${right}"`);
    await serving.end();
  }
  const told = read<string>(data, "select action from change where noun = 'proof' order by seq").join();
  expect(told === "gone,back", `the log says ${told}`);
  const pending = read<number>(data, "select count(*) from completion where pending is not null")[0];
  expect(pending === 0, `${pending} verified completions are pending`);
  expect(videos.state.trapped === 0, `a redirect was followed ${videos.state.trapped} times`);
  await site.end();
  videos.close();
  site.wrong.push(...(await brokenIn(data)));
  return {
    did: "hosts of videos dead, silent, cut off, endless and leading elsewhere, and one video deleted, over six weeks: it alone is gone after 48 hours, until it is there again; no page waits",
    acknowledged: written.length,
    lost: lostOf(written, data, false),
    wrong: site.wrong,
  };
};
