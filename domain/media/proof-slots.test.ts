import { describe, expect, test } from "vitest";
import { FACTS } from "../../test/catalogue.ts";
import { twoTowers } from "../challenges/2tc.ts";
import { tidiedFor } from "../fields/index.ts";
import { InvalidValue } from "../fields/kind.ts";
import { linkKind } from "../fields/link/kind.ts";
import { doubtOfLink, withOneAddressEach } from "./proof-slots.ts";

const field = { kind: "link", label: "Link" } as const;

/** Returns what a form stores of a link, or the code of what is wrong with it. */
function stored(text: string): string {
  try {
    return linkKind.read(tidiedFor(field, text), field, FACTS);
  } catch (error) {
    if (error instanceof InvalidValue) return error.fault.code;
    throw error;
  }
}

const [A, B, C] = ["https://youtu.be/aqz-KE-bpKQ", "https://example.org/run.mp4", "https://example.org/c"];

describe("a text with an address and something else", () => {
  const given = (link: string, more: Readonly<Record<string, string>> = {}) =>
    withOneAddressEach(twoTowers, { link, notes: "", ...more });

  test.each([
    [`Part 1: ${A} Part 2: ${C}`, { link: A, "link-setup": C, notes: "Part 1 Part 2" }],
    [`${A},${B}`, { link: A, "link-recording": B }],
    [`${A} and ${B}`, { link: A, "link-recording": B }],
    [`${A}\n${B}\n${C}`, { link: A, "link-recording": B, "link-setup": C }],
    [
      `${A}, ${B}; ${C} | https://example.org/d`,
      {
        ...{ link: A, "link-recording": B, "link-setup": C, notes: "https://example.org/d" },
      },
    ],
    [`${A} ${A}`, { link: A }],
    [`<${A}>`, { link: A }],
    [`[video](${A})`, { link: A, notes: "video" }],
    [`see ${A}.`, { link: A, notes: "see" }],
    [`(${A})`, { link: A }],
    [`${A},`, { link: A }],
    [`${A} (no sound)`, { link: A, notes: "no sound" }],
    [
      `run https://en.wikipedia.org/wiki/A_(b) by me`,
      { link: "https://en.wikipedia.org/wiki/A_(b)", notes: "run by me" },
    ],
    [`${A}${B}`, { link: A, "link-recording": B }],
    [`${A})(${C}`, { link: A, "link-setup": C }],
    [`${A}.${B}`, { link: A, "link-recording": B }],
    ["youtu.be/aqz-KE-bpKQ example.org/run.mp4", { link: A, "link-recording": B }],
    [`${A} and example.org/c`, { link: A, "link-setup": C }],
    [`<a href="${A}">vid</a>`, { link: A, notes: "vid" }],
    [`<a href='${A}' target="_blank">vid</a>`, { link: A, notes: "vid" }],
    [`[video](${A}) and [setup](${C})`, { link: A, "link-setup": C, notes: "video and setup" }],
    [`${A}?t=1&amp;a=2`, { link: `${A}?t=1&a=2` }],
    [`video: HTTPS://example.org/X`, { link: "HTTPS://example.org/X", notes: "video" }],
  ])("%j gives its addresses to the link and to further proof, and the rest to the notes", (link, texts) => {
    expect(given(link)).toEqual({ notes: "", ...texts });
  });

  test.each([
    A,
    "",
    "see the chat",
    "javascript:alert(1)",
    `javascript:open("x")`,
    `${A}?a=1,2`,
    "https://example.org/a.",
    "youtu.be/x",
    "run.mp4/ setup.mp4",
    "https://web.archive.org/web/2024/https://example.org/a",
    "https://example.org/?u=https://example.org/a",
    "https://example.org/#https://example.org/a",
  ])("%j is left as it is", (link) => {
    const texts = { link, notes: "My notes" };
    expect(withOneAddressEach(twoTowers, texts)).toBe(texts);
  });

  test("goes neither into a link that is there nor away from one that was sent unchanged", () => {
    const both = `${A} ${B}`;
    expect(given(both, { "link-recording": C, "link-setup": C, notes: "N" })).toEqual({
      ...{ link: A, "link-recording": C, "link-setup": C, notes: `N\n\n${B}` },
    });
    expect(withOneAddressEach(twoTowers, { link: both, notes: "" }, { "link-recording": C })).toEqual({
      ...{ link: A, "link-setup": B, notes: "" },
    });
    const texts = { link: both };
    expect(withOneAddressEach(twoTowers, texts, { link: both })).toBe(texts);
  });

  test("is divided in time that grows with its length, and left as it is beyond a link's", () => {
    const long = `${A} ${"https://example.org/)))))".repeat(20)}${",".repeat(900)}${" ".repeat(500)}`;
    expect(given(long.slice(0, 2_000)).link).toBe(A);
    expect(given(long.repeat(10)).link).toBe(long.repeat(10));
  });
});

describe("a link", () => {
  const address = "https://youtu.be/aqz-KE-bpKQ";

  test.each(["\u200b", "\u200e", "\u200f", "\u202c", "\u2069", "\u200d", "\u00ad", "\ufeff", "\u2060"])(
    "loses %j, which nobody sees, wherever it came along",
    (sign) => {
      for (const text of [sign + address, address + sign, ` ${sign} ${address}${sign} `])
        expect(stored(text)).toBe(address);
      const inside = stored(address.replace("-", `${sign}-`));
      // Some divide words: then there are two addresses. Joiners are parts of emoji.
      if (/[\u200b\u2060]/.test(sign)) expect(inside).toBe("two-addresses");
      else if (sign !== "\u200d") expect(inside).toBe(address);
    },
  );

  test.each([" and ", " ", "\n", "\t", "\u00a0", "\u3000", ",", ", ", ";", "|", " | "])(
    "with %j and another behind it is two, which is said while it is typed, too",
    (between) => {
      const both = `${address}${between}https://example.org/run.mp4`;
      expect([stored(both), doubtOfLink(both, "Link")?.code]).toEqual(["two-addresses", "link-is-divided"]);
    },
  );

  test.each(["https://web.archive.org/web/2024/https://example.org/a,b;c", "https://example.org/a|b,c"])(
    "that has another address or such a sign in it is one: %s",
    (one) => expect([stored(one), doubtOfLink(one, "Link")?.code]).toEqual([one, undefined]),
  );

  test.each([
    ...[
      "https://https://youtu.be/aqz-KE-bpKQ",
      "http://localhost/run.mp4",
      "http://localhost:3000/run.mp4",
      "https://intranet/run.mp4",
      "https://nas.local/run.mp4",
      "https://10.0.0.5/run.mp4",
      "https://127.0.0.1/run.mp4",
      "https://0x7f000001/run.mp4",
      "https://192.168.1.20:8080/run.mp4",
      "https://172.16.0.1/run.mp4",
      "https://169.254.1.1/run.mp4",
      "https://[::1]/run.mp4",
    ].map((text) => [text, "unreachable-link"] as [string, string | undefined]),
    ...["https://172.15.0.1/x", "https://example.org./x", "https://10.example.org/x"].map(
      (text): [string, undefined] => [text, undefined],
    ),
    ["https://user:pass@youtu.be/aqz-KE-bpKQ", "link-with-password"],
    ["https://user@example.org/run.mp4", "link-with-password"],
    ["https://youtu.be/", "no-video-there"],
    ["https://studio.youtube.com/video/aqz-KE-bpKQ/edit", "no-video-there"],
    ["https://www.youtube.com/@someone", "no-video-there"],
    [address, undefined],
    ["https://cdn.discordapp.com/attachments/1/2/a.png?ex=66aa4106", "link-is-over"],
    ["https://example.org/run.mp4", undefined],
  ])("%s is doubted: %s", (link = "", code) => {
    expect(doubtOfLink(link, "Link", new Date("2026-11-26T00:00:00Z"))?.code).toBe(code);
  });

  test("that ends tomorrow has not ended", () => {
    const link = "https://cdn.discordapp.com/attachments/1/2/a.png?ex=66aa4106";
    expect(doubtOfLink(link, "Link", new Date("2024-07-30T00:00:00Z"))?.code).toBe("link-ends");
    expect(doubtOfLink(link, "Link", new Date("2024-07-31T23:00:00Z"))?.code).toBe("link-ends");
  });
});
