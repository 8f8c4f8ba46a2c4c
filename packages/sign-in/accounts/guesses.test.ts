import { expect, test } from "vitest";
import { countersInMemory } from "../../../server/counters.ts";
import { TooMany } from "../../../server/errors.ts";
import { loginThrottle } from "./login-throttle.ts";

/** Returns a counter whose clock stands still unless it is moved. */
function onClock() {
  let at = 1_000_000;
  const guesses = loginThrottle(countersInMemory(() => at));
  /** Makes a wrong guess; returns 0 if it was tested, else the seconds to wait. */
  async function guess(from: string | readonly string[], device: string | null = null): Promise<number> {
    const networks = typeof from === "string" ? [from] : from;
    try {
      await guesses.begin("ada@example.org", { networks, device });
      return 0;
    } catch (error) {
      if (error instanceof TooMany) return error.seconds;
      throw error;
    }
  }
  return { guesses, guess, wait: (seconds: number) => (at += seconds * 1000) };
}

/** Attacks with ten guesses from each address; `pace` seconds pass whenever one is refused. */
async function attackFrom(
  addresses: number,
  { guess, wait }: ReturnType<typeof onClock>,
  pace = 0.1,
): Promise<void> {
  for (let round = 0; round < 10; round++)
    for (let at = 0; at < addresses; at++) if ((await guess(`10.0.0.${at}`)) > 0) wait(pace);
}

test("after ten wrong guesses an address has to wait, and other addresses do not", async () => {
  const { guess } = onClock();
  for (let at = 0; at < 10; at++) expect(await guess("192.0.2.1")).toBe(0);
  expect(await guess("192.0.2.1")).toBe(900);
  expect(await guess("192.0.2.2")).toBe(0);
});

test("whoever has a network of 48 bits gets fifty guesses, however many networks of 64 bits that has", async () => {
  const { guess, wait } = onClock();
  let tested = 0;
  // Each comes back when it has waited.
  for (let round = 0; round < 2; round++) {
    for (let at = 0; at < 100; at++)
      if ((await guess([`2001:db8:1:${at}00::/64`, `2001:db8:1:${at}00::/56`, "2001:db8:1::/48"])) === 0)
        tested += 1;
    wait(60);
  }
  expect(tested).toBe(50);
  expect(await guess(["2001:db8:2:100::/64", "2001:db8:2:100::/56", "2001:db8:2::/48"])).toBe(7);
});

test("refused guesses count neither against the address nor against the account", async () => {
  const { guess, wait } = onClock();
  for (let at = 0; at < 10; at++) await guess("192.0.2.1");
  for (let at = 0; at < 500; at++) expect(await guess("192.0.2.1")).toBeGreaterThan(0);
  expect(await guess("192.0.2.2")).toBe(0);
  wait(901);
  expect(await guess("192.0.2.1")).toBe(0);
});

test("a guess that was not tested does not count", async () => {
  const { guesses, guess } = onClock();
  for (let at = 0; at < 50; at++)
    await (await guesses.begin("ada@example.org", { networks: ["192.0.2.1"], device: null })).wasNotTested();
  for (let at = 0; at < 10; at++) expect(await guess("192.0.2.1")).toBe(0);
});

test("the right password clears the guesses of its address, and of no other", async () => {
  const { guesses, guess } = onClock();
  for (let at = 0; at < 9; at++) await guess("192.0.2.1");
  for (let at = 0; at < 10; at++) await guess("192.0.2.9");
  await (await guesses.begin("ada@example.org", { networks: ["192.0.2.1"], device: null })).wasRight();
  expect(await guess("192.0.2.1")).toBe(0);
  expect(await guess("192.0.2.9")).toBeGreaterThan(0);
});

test("under an attack from many addresses a new device waits at most a minute for its turn", async () => {
  const clock = onClock();
  const { guess, wait } = clock;
  await attackFrom(200, clock);
  const seconds = await guess("192.0.2.1");
  expect(seconds).toBeGreaterThan(10);
  expect(seconds).toBeLessThanOrEqual(60);
  // The attack continues in the meantime, and retrying too early costs nothing.
  wait(seconds / 2);
  await attackFrom(250, clock, 0);
  expect(await guess("192.0.2.1")).toBeCloseTo(seconds / 2);
  wait(seconds / 2);
  expect(await guess("192.0.2.1")).toBe(0);
  // This guess was wrong, so the next turn is as far away again.
  expect(await guess("192.0.2.1")).toBeGreaterThan(10);
});

test("a turn whose guess was not tested is not used up", async () => {
  const clock = onClock();
  const { guesses, guess, wait } = clock;
  await attackFrom(20, clock);
  wait(await guess("192.0.2.1"));
  await (await guesses.begin("ada@example.org", { networks: ["192.0.2.1"], device: null })).wasNotTested();
  expect(await guess("192.0.2.1")).toBe(0);
});

test("the waits grow with the account's wrong guesses, and end when those expire", async () => {
  const { guess, wait } = onClock();
  const waits: number[] = [];
  for (let at = 0; at < 400; at++) {
    const address = `10.1.${Math.floor(at / 250)}.${at % 250}`;
    const seconds = await guess(address);
    if (seconds === 0) continue;
    waits.push(seconds);
    // Each address takes its turn, all within the quarter of an hour.
    wait(seconds < 5 ? seconds : 0);
  }
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
  expect(waits[0]).toBe(1);
  wait(901);
  expect(await guess("192.0.2.7")).toBe(0);
});

test("a known device is held up only by its own guesses", async () => {
  const clock = onClock();
  const { guess } = clock;
  await attackFrom(200, clock);
  for (let at = 0; at < 10; at++) expect(await guess("10.0.0.1", "the laptop")).toBe(0);
  expect(await guess("10.0.0.1", "the laptop")).toBe(900);
  expect(await guess("10.0.0.1", "the phone")).toBe(0);
});

test("a device's guesses hold up nobody else", async () => {
  const { guess } = onClock();
  for (let at = 0; at < 50; at++) for (let one = 0; one < 10; one++) await guess("192.0.2.1", `device ${at}`);
  expect(await guess("192.0.2.1")).toBe(0);
});
