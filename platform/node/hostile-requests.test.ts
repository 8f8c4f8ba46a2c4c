import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { contractOf } from "../../domain/contract/index.ts";
import { isApiPath } from "../../domain/contract/routes.ts";
import { type RunningSite, startSite } from "../../test/node/site.ts";

let site: RunningSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** Sends lines verbatim, as a request without a body, and returns the answer; fetch() would normalize the address. */
async function answerTo(
  ...lines: readonly string[]
): Promise<{ readonly status: number; readonly text: string }> {
  const socket = connect(Number(new URL(site.origin).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write([...lines, "Connection: close", "", ""].join("\r\n"));
  let text = "";
  for await (const chunk of socket) text += chunk;
  return { status: Number(text.split(" ")[1]), text };
}

const statusOf = async (method: string, path: string, headers: readonly string[] = []): Promise<number> =>
  (await answerTo(`${method} ${path} HTTP/1.1`, "Host: localhost", ...headers)).status;

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

describe("a host that is none is refused with a sentence", () => {
  test.each(["1.2.3.4.5", "99999999999", "a b", "a/b", "a@b", "[::1", "%41", "x:99999", "a\\b"])(
    "%s",
    async (host) => {
      for (const path of ["/healthz", "/healthz/ready", "/media/x", "/member/account"]) {
        const { status, text } = await answerTo(`GET ${path} HTTP/1.1`, `Host: ${host}`);
        expect(status).toBe(400);
        expect(text).toContain("The host or address of this request cannot");
      }
    },
  );
});

test.each(["*", "/a\\b", "http://", "http://1.2.3.4.5/healthz"])(
  "a target that is none is refused with a sentence: %s",
  async (target) => {
    for (const method of ["GET", "OPTIONS"]) {
      const { status, text } = await answerTo(`${method} ${target} HTTP/1.1`, "Host: localhost");
      expect(status).toBe(400);
      expect(text).toContain('{"error":"');
    }
  },
);

test("a health check by HTTP/1.0, which names no host, is answered", async () => {
  expect((await answerTo("GET /healthz HTTP/1.0")).status).toBe(200);
});

describe("whatever is said to be forwarded causes no server error", () => {
  test.each(["X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded", "Origin", "Referer"])(
    "%s",
    async (name) => {
      for (const value of [
        "1.2.3.4.5",
        "99999999999",
        "http://[",
        "http://1.2.3.4.5",
        "::::",
        ":",
        "a b",
        ",",
      ])
        for (const path of ["/healthz", "/2tc", "/config", "/authorize?client_id=x", "/u/login"])
          expect(await statusOf("GET", path, [`${name}: ${value}`])).toBeLessThan(500);
    },
  );
});

test.each(["/", "/2tc", "/nowhere", "/2tc/notes"])(
  "a page takes no form: POST %s is answered with 405, and nothing is logged",
  async (path) => {
    const said = vi.spyOn(console, "error");
    expect(await statusOf("POST", path, ["Content-Length: 0"])).toBe(405);
    expect(said).not.toHaveBeenCalled();
  },
);

test("a form sent to where none is taken is answered with JSON, unless its sender asks for HTML", async () => {
  for (const path of ["/nothing/here", "/2tc"])
    for (const [accept, type] of [
      ["*/*", "application/json"],
      ["text/html,*/*;q=0.8", "text/html; charset=utf-8"],
    ] as const) {
      const { headers } = await fetch(site.origin + path, { method: "POST", headers: { accept } });
      expect(headers.get("Content-Type"), `${path} ${accept}`).toBe(type);
    }
});

const sent = async (method: string, path: string, accept = "application/json") => {
  const response = await fetch(site.origin + path, { method, headers: { accept } });
  const type = response.headers.get("Content-Type");
  return { status: response.status, type, allow: response.headers.get("Allow"), text: await response.text() };
};
const JSON_TYPE = "application/json";
const ENDPOINTS = contractOf(CHALLENGES.values()).endpoints;
const methodsOf = (path: string) =>
  ENDPOINTS.filter((each) => each.path === path).map(({ method }) => method);

test.each([...new Set(ENDPOINTS.map(({ path }) => path))])(
  "%s names its methods to others; with a slash behind it, or in capitals, it is named in JSON",
  async (path) => {
    const methods = methodsOf(path);
    const others = ["GET", "POST", "PUT", "DELETE", "PATCH"].filter(
      (each) => !methods.includes(each as "GET"),
    );
    for (const method of others) {
      const { status, type, allow } = await sent(method, path, "text/html,*/*;q=0.8");
      const allowed = methods.flatMap((each) => (each === "GET" ? ["GET", "HEAD"] : [each]));
      expect([method, status, type, allow?.split(", ").sort()]).toEqual([
        method,
        405,
        JSON_TYPE,
        allowed.sort(),
      ]);
    }
    for (const near of [
      `${path}/`,
      path.toUpperCase(),
      path.replace(/[a-z]/, (first) => first.toUpperCase()),
    ])
      for (const method of ["GET", "POST"]) {
        if (!isApiPath(near)) continue;
        const { status, type, text } = await sent(method, near);
        expect([near, status, type]).toEqual([near, 404, JSON_TYPE]);
        expect(JSON.parse(text)).toEqual({
          error: `There is nothing at this address. Please use ${path}.`,
        });
      }
  },
);

test.each(["/member/nothing", "/admin/nothing", "/fetch-nothing", "/Member/nothing", "/admin/nothing/"])(
  "%s is answered in JSON, whatever its method and whoever asks",
  async (path) => {
    for (const method of ["GET", "POST", "PUT", "DELETE"])
      for (const accept of ["application/json", "*/*", "text/html"]) {
        const { status, type, text } = await sent(method, path, accept);
        expect([method, status, type, text]).toEqual([
          method,
          404,
          JSON_TYPE,
          '{"error":"There is nothing at this address."}',
        ]);
      }
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
