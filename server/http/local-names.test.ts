import { expect, test } from "vitest";
import { siteName } from "./edge.ts";
import type { Head } from "./head.ts";

const requestTo = (host: string, url: string): Head => ({
  method: "GET",
  url,
  path: url,
  header: () => host,
  network: () => "",
});
const isApi = (path: string): boolean => path === "/api";

test("a page requested under another local name redirects to the site's own; the API never does", () => {
  const step = siteName("http://localhost:4000", { isApi }, [["A", "b"]]);
  expect(step(requestTo("127.0.0.1:4000", "/2tc?x=1"))).toEqual({
    status: 307,
    headers: ["A", "b", "Location", "http://localhost:4000/2tc?x=1", "Cache-Control", "no-store"],
    body: null,
  });
  for (const [host, url] of [
    ["localhost:4000", "/2tc"],
    ["127.0.0.1:5000", "/2tc"],
    ["127.0.0.1:4000", "/api"],
  ] as const)
    expect(step(requestTo(host, url))).toBeNull();
});

test("a site with a public name redirects nobody", () => {
  expect(siteName("https://index.example", { isApi }, [])(requestTo("localhost", "/"))).toBeNull();
});
