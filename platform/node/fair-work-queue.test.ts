import { expect, test } from "vitest";
import { FairWorkQueue } from "./fair-queue.ts";

/** Makes work that notes its name over several turns of the event loop, and tracks how many run at once. */
function watched() {
  const order: string[] = [];
  let atWork = 0;
  let mostAtWork = 0;
  const work = (name: string) => async (): Promise<string> => {
    atWork += 1;
    mostAtWork = Math.max(mostAtWork, atWork);
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
    atWork -= 1;
    order.push(name);
    return name;
  };
  return { order, work, mostAtWork: () => mostAtWork };
}

test("senders take turns, one task at a time, so that one with many does not delay one with few", async () => {
  const turns = new FairWorkQueue();
  const { order, work, mostAtWork } = watched();
  const all = ["a1", "a2", "a3", "a4", "b1", "c1", "b2"].map((name) =>
    turns.take(name.charAt(0), work(name)),
  );
  expect(await Promise.all(all)).toEqual(["a1", "a2", "a3", "a4", "b1", "c1", "b2"]);
  // a2 was waiting again before b and c came.
  expect(order).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
  expect(mostAtWork()).toBe(1);
});

test("a failure reaches only its caller, and the next task is done", async () => {
  const turns = new FairWorkQueue();
  const { order, work } = watched();
  const failing = turns.take("a", async () => {
    throw new Error("no");
  });
  const next = turns.take("a", work("a2"));
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("a2");
  expect(await turns.take("b", work("b1"))).toBe("b1");
  expect(order).toEqual(["a2", "b1"]);
});

test("of what waits beyond the limit, that of whoever has most is refused", async () => {
  const turns = new FairWorkQueue(3);
  const { work } = watched();
  const all = ["a1", "a2", "a3", "a4", "b1", "a5"].map((name) => turns.take(name.charAt(0), work(name)));
  const settled = await Promise.allSettled(all);
  expect(settled.map((each) => (each.status === "fulfilled" ? each.value : each.reason.status))).toEqual([
    ...["a1", "a2", "a3", 503, "b1", 503],
  ]);
});
