import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

const item = (name: string, clients: readonly string[] = [name.charAt(0)]) => ({ name, clients });
const queueOf = (...names: readonly string[]) => {
  const queue = new FairQueue<ReturnType<typeof item>>();
  for (const name of names) queue.push(item(name));
  return queue;
};
function rest(queue: ReturnType<typeof queueOf>): string[] {
  const names: string[] = [];
  for (let next = queue.shift(); next; next = queue.shift()) names.push(next.name);
  return names;
}

test("clients take turns, each in order of arrival", () => {
  expect(rest(queueOf("a1", "a2", "a3", "b1", "b2", "c1"))).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
});

test("whoever waits is not overtaken for ever, however many newcomers there are", () => {
  const queue = queueOf("a1", "a2", "a3");
  const order: (string | undefined)[] = [];
  for (let newcomer = 0; newcomer < 3_000; newcomer += 1) {
    queue.push(item(`n${newcomer}`, [`newcomer ${newcomer}`]));
    if (newcomer % 2 === 1) order.push(queue.shift()?.name);
  }
  const places = ["a1", "a2", "a3"].map((name) => order.indexOf(name));
  expect(Math.min(...places)).toBe(0);
  expect(Math.max(...places)).toBeLessThan(20);
});

test("an item goes with the first turn of those who wait for it, whoever came later", () => {
  const queue = queueOf("a1", "a2", "a3");
  const clients = ["a"];
  queue.push(item("a4", clients));
  clients.push("b");
  expect(rest(queue)).toEqual(["a1", "a4", "a2", "a3"]);
});

test("the last is the latest of whoever has most waiting", () => {
  const queue = queueOf("a1", "b1", "a2", "a3", "c1");
  expect(queue.pop()?.name).toBe("a3");
  expect(queue.pop(({ name }) => name !== "a2")?.name).toBe("c1");
  expect(rest(queue)).toEqual(["a1", "b1", "a2"]);
  expect([queue.size, queue.shift(), queue.pop()]).toEqual([0, undefined, undefined]);
});
