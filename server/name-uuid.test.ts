import { expect, test } from "vitest";
import { nameUuid } from "./name-uuid.ts";

test("a name always has the same UUID of version 5, and another name has another", async () => {
  expect(await nameUuid("Quad")).toBe(await nameUuid("Quad"));
  expect(await nameUuid("Quad")).not.toBe(await nameUuid("Logs"));
  expect(await nameUuid("")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
