import { expect, test } from "vitest";
import { apiGuide } from "./load.server.ts";

test("the API's page shows no comment of the file that it is made from", () => {
  const { html } = apiGuide();
  expect(html).toContain("<table>");
  expect(html).not.toContain("&lt;!--");
});
