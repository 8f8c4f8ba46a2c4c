import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../test/node/site.ts";
import { keepServing } from "./keep-serving.ts";

// What wrangler and workerd do on their own was checked by hand (docs/deploy-cloudflare.md). Here a server of our own
// accepts connections and leaves them hanging, as theirs does.
const SERVER = join(import.meta.dirname, "../../test/node/silent-server.ts");

const watch = { every: 20, patience: 200, misses: 2 };

/** Keeps servers running on a port until one ends by itself. `started` has each one once it answers. */
async function keepServers() {
  const port = await freePort();
  const started: ChildProcess[] = [];
  const said: string[] = [];
  const start = async (): Promise<ChildProcess> => {
    const child = fork(SERVER, [String(port)]);
    onTestFinished(() => void child.kill("SIGKILL"));
    await once(child, "message");
    started.push(child);
    return child;
  };
  const done = keepServing(start, `http://127.0.0.1:${port}/`, (line) => said.push(line), watch);
  await expect.poll(() => started.length, WAIT).toBe(1);
  return { started, said, done };
}

const WAIT = { timeout: 20_000 };

test("a worker that hangs is killed and restarted; one that exits by itself is not", async () => {
  const { started, said, done } = await keepServers();
  started[0]?.send("be silent");
  await expect.poll(() => started.length, WAIT).toBe(2);
  expect(started[0]?.killed).toBe(true);
  started[1]?.kill();
  await done;
  expect(started).toHaveLength(2);
  expect(said).toEqual(["workerd was killed or hangs; starting it again"]);
});

test("a worker that answers is left alone, however often it is checked", async () => {
  const { started, said, done } = await keepServers();
  const [worker] = started;
  worker?.send("tell when asked ten times");
  await once(worker as ChildProcess, "message");
  worker?.kill();
  await done;
  expect(started).toHaveLength(1);
  expect(said).toEqual([]);
});
