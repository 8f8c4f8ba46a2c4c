import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { slowRefusals } from "./connections.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** Sends bad requests, and returns how many of them have been answered by now. */
async function answered(mayRefuse: ReturnType<typeof slowRefusals>, network: string, times: number) {
  let count = 0;
  for (let sent = 0; sent < times; sent++) void mayRefuse(network).then(() => count++);
  await vi.advanceTimersByTimeAsync(0);
  return () => count;
}

test("a network's bad requests beyond thirty a minute wait a second at least, and nobody else's do", async () => {
  const mayRefuse = slowRefusals();
  const flood = await answered(mayRefuse, "192.0.2.1", 50);
  const other = await answered(mayRefuse, "192.0.2.2", 5);
  expect([flood(), other()]).toEqual([30, 5]);
  await vi.advanceTimersByTimeAsync(999);
  expect(flood()).toBe(30);
  await vi.advanceTimersByTimeAsync(1_001);
  expect(flood()).toBe(50);
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await answered(mayRefuse, "192.0.2.1", 5))()).toBe(5);
});
