import { expect, test } from "vitest";
import { networkOf, networksOf } from "./head.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::1", "0:0:0:0::/64"],
  ["2001:db8:1:2:aaaa:bbbb:cccc:dddd", "2001:db8:1:2::/64"],
  ["2001:DB8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["2001:db8:1:2::", "2001:db8:1:2::/64"],
  ["", ""],
  // As proxies write them that add the port.
  ["192.0.2.7:51001", "192.0.2.7"],
  ["[192.0.2.7]:51001", "192.0.2.7"],
  ["[2001:db8::1]:51001", "2001:db8:0:0::/64"],
  ["[2001:db8::1]", "2001:db8:0:0::/64"],
  ["[::ffff:192.0.2.7]:51001", "192.0.2.7"],
  // IPv4 within IPv6, in hexadecimal and in full.
  ["::ffff:cb00:7107", "203.0.113.7"],
  ["::FFFF:CB00:7108", "203.0.113.8"],
  ["[::ffff:cb00:7107]:51001", "203.0.113.7"],
  ["::ffff:0:1", "0.0.0.1"],
  ["0000:0000:0000:0000:0000:ffff:cb00:7107", "203.0.113.7"],
  ["0:0:0:0:0:ffff:203.0.113.7", "203.0.113.7"],
])("%s counts as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("an IPv6 address also counts within the networks of 56 and 48 bits", () => {
  expect(networksOf("2001:db8:1:2ab3::9")).toEqual([
    "2001:db8:1:2ab3::/64",
    "2001:db8:1:2a00::/56",
    "2001:db8:1::/48",
  ]);
  expect(networksOf("[2001:db8:1:b3::9]:51001").slice(1)).toEqual(["2001:db8:1:0::/56", "2001:db8:1::/48"]);
  for (const address of ["192.0.2.7", "::ffff:192.0.2.7"]) expect(networksOf(address)).toEqual(["192.0.2.7"]);
});

test("an invalid address is shortened", () => {
  expect(networkOf("x".repeat(10_000))).toHaveLength(64);
  expect(networkOf(":".repeat(10_000)).length).toBeLessThan(64);
});
