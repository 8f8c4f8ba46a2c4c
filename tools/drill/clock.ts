// A machine whose clock is ahead for a while and then right again, or back for a while. What was promised by the wrong clock
// must not be waited for: whoever was refused may try again, webhooks go on, people can log in and write.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Visitor } from "../../test/node/visitor.ts";
import { startFaulty } from "./faulty.ts";
import {
  brokenIn,
  command,
  type Drill,
  EMAIL,
  findings,
  lostOf,
  openSite,
  type Row,
  readAll,
  submitOne,
  until,
} from "./shared.ts";

const DAY = 24 * 60 * 60 * 1000;
const SHIFTED = pathToFileURL(join(import.meta.dirname, "clock-shifted.ts")).href;

export const clock: Drill = async ({ newFolder }) => {
  const rows: Row[] = [];
  for (const [days, name] of [
    [300, "300 days ahead"],
    [-300, "300 days back"],
  ] as const) {
    const [data, backups] = [newFolder(), newFolder()];
    const { wrong, expect } = findings();
    const messages: string[] = [];
    const receiver = await startFaulty((body) => void messages.push(body));
    const site = await openSite(data, { WEBHOOKS: receiver.url });
    const written: string[] = [];
    const shifted = { NODE_OPTIONS: `--import=${SHIFTED}`, CLOCK_AHEAD: String(days * DAY) };
    for (const [round, env] of [{}, shifted, {}].entries()) {
      const serving = await site.begin(env);
      const tokens = await site.signIn();
      const begun = Date.now();
      written.push(await submitOne(site.origin, tokens, written.length + 1, { verify: "on" }));
      if (round === 1) {
        // Wrong guesses until there is one too many, and a receiver that answers nothing when it is told: both wait.
        const stranger = new Visitor(site.origin, "10.9.9.9");
        let status = 400;
        for (let tries = 0; tries < 12 && status === 400; tries++)
          ({ status } = await stranger.tryPassword(EMAIL, "a wrong password"));
        expect(status === 429, `many wrong guesses got ${status}`);
        receiver.state.mode = "refuses";
        written.push(await submitOne(site.origin, tokens, written.length + 1, { verify: "on" }));
        expect(await until(() => receiver.state.refused > 0, 20), "the webhook was not tried");
        await command(["backup", backups], data, shifted);
      } else if (round === 2) {
        receiver.state.mode = "well";
        const { status } = await new Visitor(site.origin, "10.9.9.9").tryPassword(EMAIL, "a wrong password");
        expect(status !== 429, "who had guessed wrong by the wrong clock is still refused");
        const hasAll = () =>
          written.slice(1).every((filekey) => messages.some((each) => each.includes(filekey)));
        expect(
          await until(hasAll, 30),
          `the webhook was told of ${messages.length} of ${written.length - 1}`,
        );
        await command(["backup", backups], data);
        const list = await command(["backup", "list", backups], data);
        expect(list.trim().split("\n").length >= 2, `backups: ${list}`);
      }
      const { json } = await new Visitor(site.origin).get("/fetch-lcd");
      expect(
        String(JSON.stringify(json)).includes(String(written.at(-1))),
        "a write is not in the next answer",
      );
      await readAll(site.origin);
      expect(Date.now() - begun < 60_000, "a round took more than a minute");
      await serving.end();
    }
    site.close();
    receiver.close();
    for (const each of await brokenIn(data)) expect(false, each);
    rows.push({
      did: `the clock right, ${name}, and right again, killed with -9 in between: people log in and write, webhooks and refusals do not wait for the wrong time`,
      ...{ acknowledged: written.length, lost: lostOf(written, data), wrong },
    });
  }
  return rows;
};
