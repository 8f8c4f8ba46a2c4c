import { expect, test } from "vitest";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { contractOf } from "../../domain/contract/index.ts";
import { api, pages } from "../../domain/contract/routes.ts";
import { addressesOf, canonicalAddresses } from "./addresses.ts";

const addresses = addressesOf(contractOf(CHALLENGES.values()));
const canonical = canonicalAddresses(addresses);

test("no path declares a parameter twice, and a single one stays single", () => {
  for (const { key } of CHALLENGES.values())
    for (const path of [api.list(key), api.notes(key), pages.list(key), pages.editForm(key)]) {
      const names = addresses.parameters(path) ?? [];
      expect(names.length, path).toBeGreaterThan(0);
      expect(new Set(names).size, path).toBe(names.length);
    }
  expect(canonical("/fetch-lcd-notes?filekey=x")).toBe("/fetch-lcd-notes?filekey=x");
});

test("equivalent addresses have the same canonical form", () => {
  expect(canonical("/fetch-2tc?offset=&utm_source=chat&map=Quad&query=a+b")).toBe(
    canonical("/fetch-2tc?query=a%20b&map=Quad"),
  );
  for (let time = 0; time < 2; time++) expect(canonical("/2tc?x=1")).toBe("/2tc");
  expect(canonical("/?x=1")).toBe("/");
  for (const page of ["/_.data", "/2tc.data", "/account.data"])
    expect(canonical(`${page}?x=1&_routes=a`)).toBe(`${page}?_routes=a`);
});

test("a parameter given twice is kept twice, so that the answer can report it", () => {
  expect(canonical("/fetch-2tc?map=a&map=b")).toBe("/fetch-2tc?map=a&map=b");
});

test("an undeclared path has no canonical form, so nothing is dropped from its query", () => {
  for (const url of ["/nothing?x=1", "/nothing", "/fetch-9tc?map=Quad", "/media/x?thumbnail", "/healthz"])
    expect(canonical(url)).toBeNull();
});

test("the API paths of members and helpers are personal; their pages are public", () => {
  const { isPersonal } = addresses;
  for (const path of [
    api.account(),
    api.accounts(),
    api.mySubmissions(),
    "/admin/later",
    "/u/x",
    "/authorize",
  ])
    expect(isPersonal(path), path).toBe(true);
  for (const path of [
    pages.accounts(),
    pages.changes(),
    pages.spellings(),
    pages.unresolved(),
    pages.codes(),
    pages.proofs(),
    pages.reports(),
    pages.cannedReasons(),
    "/admin/changes.data",
    "/admin/spellings.data",
    "/admin/unresolved.data",
    pages.account(),
    "/2tc",
  ])
    expect(isPersonal(path), path).toBe(false);
});

test("CSV and private feeds, which are as many lists as somebody follows, are downloads", () => {
  for (const { key } of CHALLENGES.values()) expect(addresses.isDownload(api.csv(key)), key).toBe(true);
  expect(addresses.isDownload(api.followFeed("secret"))).toBe(true);
  for (const path of [api.list("2tc"), api.atom("2tc"), api.dumpFile("2026-01-02", "2tc.csv")])
    expect(addresses.isDownload(path), path).toBe(false);
});
