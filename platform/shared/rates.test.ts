import { expect, test } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";
import { RATES, type RateName } from "../../domain/contract/rates.ts";
import { countersInMemory } from "../../server/counters.ts";
import { bindingOf, boundRates, type Env } from "../cloudflare/env.ts";
import { networkRates } from "./rates.ts";

const KINDS = Object.keys(RATES) as RateName[];

function ratesAt(percent = 100) {
  let time = 0;
  const { here, everywhere } = networkRates(
    percent,
    countersInMemory(() => time),
    () => time,
  );
  return {
    here: (rate: RateName, address: string) => here?.(rate, address) ?? Number.NaN,
    everywhere,
    wait: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

/** The number of requests that are let through, of addresses that take turns. */
function letThrough(count: (address: string) => number, addresses: readonly string[], tries: number): number {
  let through = 0;
  for (let at = 0; at < tries; at++) if (count(addresses[at % addresses.length] ?? "") === 0) through += 1;
  return through;
}

test.each(KINDS)("%s: a network may send its share in a minute, and other kinds do not count", (rate) => {
  const { here, wait } = ratesAt();
  for (const other of KINDS)
    if (other !== rate) letThrough((address) => here(other, address), ["192.0.2.1"], 20_000);
  const send = (address: string) => letThrough((each) => here(rate, each), [address], 20_000);
  expect(send("192.0.2.1")).toBe(RATES[rate].network);
  expect(send("192.0.2.2:4711")).toBe(RATES[rate].network);
  wait(20_000);
  expect(here(rate, "192.0.2.1")).toBe(40);
  wait(40_000);
  expect(send("192.0.2.1")).toBe(RATES[rate].network);
});

test("IPv6 is counted by 64 bits, and by the 56 and 48 around them", () => {
  const share = RATES.page.network / 10;
  const send = (addresses: readonly string[]) => {
    const { here } = ratesAt(10);
    return letThrough((address) => here("page", address), addresses, share * 50);
  };
  const among = (count: number, at: (number: string) => string) =>
    Array.from({ length: count }, (_, number) => at(number.toString(16)));
  expect(send(among(50, (host) => `2001:db8:1:2::${host}`))).toBe(share);
  expect(send(among(50, (net) => `2001:db8:1:1${net.padStart(2, "0")}::1`))).toBe(2 * share);
  expect(send(among(50, (net) => `2001:db8:1:${net}00::1`))).toBe(5 * share);
  expect(send(among(50, (site) => `2001:db8:${site}::1`))).toBe(50 * share);
});

test("what is counted everywhere is counted by all processes together", async () => {
  const counter = countersInMemory(() => 0)("shared");
  const processes = [networkRates(1, () => counter), networkRates(1, () => counter)];
  let through = 0;
  for (let at = 0; at < 100; at++)
    if ((await processes[at % 2]?.everywhere("write", "192.0.2.1")) === 0) through += 1;
  expect(through).toBe(RATES.write.network / 100);
});

test("a bot that asks ten times a second is never refused, nor a page with its thirty pictures", () => {
  const { here, wait } = ratesAt();
  for (let second = 0; second < 1_200; second++) {
    for (const rate of ["page", "read"] as const)
      expect(letThrough((address) => here(rate, address), ["192.0.2.1"], 10)).toBe(10);
    expect(letThrough((address) => here("media", address), ["192.0.2.1"], 30)).toBe(30);
    wait(1_000);
  }
});

test("a flood of networks forgets the oldest, and takes no more room", () => {
  const { here } = ratesAt(1);
  letThrough((address) => here("page", address), ["192.0.2.1"], 100);
  expect(here("page", "192.0.2.1")).toBeGreaterThan(0);
  for (let at = 0; at < 10_000; at++) here("page", `10.1.${at >> 8}.${at & 255}`);
  expect(here("page", "192.0.2.1")).toBe(0);
});

test("wrangler.jsonc binds every kind, with the numbers of the contract", () => {
  const {
    ratelimits,
  }: { ratelimits: { name: string; namespace_id: string; simple: { limit: number; period: number } }[] } =
    readConfig({ config: "wrangler.jsonc" });
  expect(ratelimits.map(({ name, simple }) => [name, simple.limit, simple.period])).toEqual(
    KINDS.map((rate) => [bindingOf(rate), RATES[rate].network, 60]),
  );
  expect(new Set(ratelimits.map(({ namespace_id }) => namespace_id)).size).toBe(KINDS.length);
});

test("the bindings are asked by network, and larger networks get parts of their own", async () => {
  const asked: string[] = [];
  const limit = async ({ key }: { key: string }) => {
    asked.push(key);
    return { success: !key.startsWith("192.0.2.9") };
  };
  const { everywhere } = boundRates({ RATE_PAGE: { limit } } as unknown as Env);
  expect(await everywhere("page", "192.0.2.9")).toBe(60);
  expect(await everywhere("page", "2001:db8:1:2::3")).toBe(0);
  expect(asked).toEqual([
    "192.0.2.9 0",
    "2001:db8:1:2::/64 0",
    expect.stringMatching(/^2001:db8:1:0::\/56 [01]$/),
    expect.stringMatching(/^2001:db8:1::\/48 [0-4]$/),
  ]);
  expect(await everywhere("read", "192.0.2.9")).toBe(0);
});
