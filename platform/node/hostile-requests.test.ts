import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type RunningSite, startSite } from "../../test/node/site.ts";

let site: RunningSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** Sends a request verbatim and returns the status; fetch() would normalize the address. */
async function statusOf(method: string, path: string, headers: readonly string[] = []): Promise<number> {
  const socket = connect(Number(new URL(site.origin).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(
    [`${method} ${path} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers, "", ""].join("\r\n"),
  );
  let answer = "";
  for await (const chunk of socket) answer += chunk;
  return Number(answer.split(" ")[1]);
}

describe("odd addresses cause no server error", () => {
  test.each(["//", "//.", "//[", "/.//", "//fetch-2tc", "//evil.example/2tc", "/..//x", "/%2F%2F", "/2tc//"])(
    "%s",
    async (path) => {
      expect(await statusOf("GET", path)).toBeLessThan(500);
    },
  );

  test.each(["//", "//[", "/.//"])("%s answers 404", async (path) => {
    expect(await statusOf("GET", path)).toBe(404);
  });
});

test.each(["/", "/2tc", "/nowhere", "/2tc/notes"])(
  "a page takes no form: POST %s is answered with 405, and nothing is logged",
  async (path) => {
    const said = vi.spyOn(console, "error");
    expect(await statusOf("POST", path, ["Content-Length: 0"])).toBe(405);
    expect(said).not.toHaveBeenCalled();
  },
);

test.each(["/admin/invite", "/member/account", "/u/login", "/reset/x"])(
  "a form without a length or without content causes no server error: %s",
  async (path) => {
    const said = vi.spyOn(console, "error");
    const form = "Content-Type: application/x-www-form-urlencoded";
    expect(await statusOf("POST", path)).toBeLessThan(500);
    expect(await statusOf("POST", path, [form, "Content-Length: 0"])).toBeLessThan(500);
    const chunked = (bytes: number): Promise<Response> =>
      fetch(`${site.origin}${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: new Blob(["a".repeat(bytes)]).stream(),
        duplex: "half",
      } as RequestInit);
    expect((await chunked(10)).status).toBeLessThan(500);
    expect((await chunked(20_000)).status).toBeLessThan(500);
    expect(said).not.toHaveBeenCalled();
  },
);

test("an address takes 200 parameters and no more", async () => {
  const query = (count: number): string => Array.from({ length: count }, (_, at) => `a${at}=1`).join("&");
  expect(await statusOf("GET", `/fetch-2tc?${query(200)}`)).toBe(200);
  expect(await statusOf("GET", `/fetch-2tc?${query(201)}`)).toBe(400);
  expect(await statusOf("GET", `/2tc?${"&".repeat(201)}`)).toBe(400);
  expect(await statusOf("GET", `/authorize?${query(201)}`)).toBe(400);
});
