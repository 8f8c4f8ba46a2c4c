import { expect, test } from "vitest";
import type { Head } from "./head.ts";
import { siteName } from "./site-name.ts";

const asked = (host: string, url: string): Head => ({
  method: "GET",
  url,
  path: url,
  header: () => host,
  network: () => "",
});
const isApi = (path: string): boolean => path === "/api";

test("a page requested under another local name redirects to the site's own; the API never does", () => {
  const step = siteName("http://localhost:4000", { isApi }, [["A", "b"]]);
  expect(step(asked("127.0.0.1:4000", "/2tc?x=1"))).toEqual({
    status: 307,
    headers: ["A", "b", "Location", "http://localhost:4000/2tc?x=1", "Cache-Control", "no-store"],
    body: null,
  });
  for (const [host, url] of [
    ["localhost:4000", "/2tc"],
    ["127.0.0.1:5000", "/2tc"],
    ["127.0.0.1:4000", "/api"],
  ] as const)
    expect(step(asked(host, url))).toBeNull();
});

test("a site with a public name redirects nobody", () => {
  expect(siteName("https://index.example", { isApi }, [])(asked("localhost", "/"))).toBeNull();
});
