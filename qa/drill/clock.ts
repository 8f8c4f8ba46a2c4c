// A machine whose clock is ahead for a while and then right again, or back for a while. What was promised by the wrong clock
// must not be waited for: a refused client may try again, webhooks go on, people can log in and write.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Visitor } from "../../test/node/visitor.ts";
import { startFaulty } from "./others.ts";
import { command, type Drill, EMAIL, openSite, type Row, until } from "./shared.ts";

const DAY = 24 * 60 * 60 * 1000;
const SHIFTED = pathToFileURL(join(import.meta.dirname, "clock-shifted.ts")).href;

export const clock: Drill = async ({ newFolder }) => {
  const rows: Row[] = [];
  for (const [days, name] of [
    [300, "300 days ahead"],
    [-300, "300 days back"],
  ] as const) {
    const [data, backups] = [newFolder(), newFolder()];
    const receiver = await startFaulty();
    const site = await openSite(data, { WEBHOOKS: receiver.url });
    const { expect, written } = site;
    const tryPassword = () => new Visitor(site.origin, "10.9.9.9").tryPassword(EMAIL, "a wrong password");
    const shifted = { NODE_OPTIONS: `--import=${SHIFTED}`, CLOCK_AHEAD: String(days * DAY) };
    for (const [round, env] of [{}, shifted, {}].entries()) {
      const serving = await site.begin(env);
      await site.signIn();
      const begun = Date.now();
      await site.write(1, { verify: "on" });
      if (round === 1) {
        // Wrong guesses until there is one too many, and a receiver that refuses: both have to wait.
        let status = 400;
        for (let tries = 0; tries < 12 && status === 400; tries++) ({ status } = await tryPassword());
        expect(status === 429, `many wrong guesses got ${status}`);
        receiver.state.mode = "refuses";
        await site.write(1, { verify: "on" });
        expect(await until(() => receiver.state.refused > 0, 20), "the webhook was not tried");
        await command(["backup", backups], data, shifted);
      } else if (round === 2) {
        receiver.state.mode = "well";
        const { status } = await tryPassword();
        expect(status !== 429, "who had guessed wrong by the wrong clock is still refused");
        const missing = () => written.slice(1).filter((filekey) => receiver.timesOf(filekey) === 0);
        expect(await until(() => missing().length === 0, 30), `the webhook was not told of ${missing()}`);
        await command(["backup", backups], data);
        const list = await command(["backup", "list", backups], data);
        expect(list.split("\n").length >= 2, `backups: ${list}`);
      }
      const { text } = await new Visitor(site.origin).get("/fetch-lcd");
      expect(text.includes(String(written.at(-1))), "a write is not in the next answer");
      await site.readAll();
      expect(Date.now() - begun < 60_000, "a round took more than a minute");
      await serving.end();
    }
    receiver.close();
    const did = `the clock right, ${name}, and right again, killed with -9 in between: people log in and write, webhooks and refusals do not wait for the wrong time`;
    rows.push(await site.row(did));
  }
  return rows;
};
