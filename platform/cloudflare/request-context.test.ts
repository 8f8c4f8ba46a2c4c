import { expect, test } from "vitest";
import { api, pages } from "../../domain/contract/routes.ts";
import { mayBeSecondsOld } from "./request-context.ts";

const read = (path: string, init?: RequestInit): boolean =>
  mayBeSecondsOld(new Request(`https://index.example${path}`, init));

test("cached reads may be some seconds old, and nothing else", () => {
  for (const path of [pages.home(), pages.list("2tc"), api.list("2tc", { map: "quad" })])
    expect(read(path)).toBe(true);
  const headers = { Authorization: "Bearer token" };
  expect(read(api.list("2tc"), { headers })).toBe(false);
  expect(read(api.wish(), { method: "POST" })).toBe(false);
  // A wish that was taken back moves no tag.
  for (const path of [api.wishes(), api.wishes({ challenge: "2tc" }), api.csv("2tc"), "/oauth/token"])
    expect(read(path)).toBe(false);
});
