import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { scriptsMarked, securityPolicy, withoutMarks } from "./security-policy.ts";

const options = { mediaOrigin: null, signInOrigin: null, development: false };
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const directive = (policy: string, name: string) =>
  policy.split("; ").find((part) => part.startsWith(`${name} `));

test("every inline script that the page puts in is allowed by its hash, a script file is not hashed", async () => {
  const html = `<script nonce="n">one("é")</script><script type="module" async="" nonce="n">\ntwo()\n</script><script nonce="n" src="/a.js"></script>`;
  const policy = await securityPolicy(scriptsMarked(html, "n"), options);
  expect(directive(policy, "script-src")).toBe(
    `script-src 'self' ${hashOf('one("é")')} ${hashOf("\ntwo()\n")}`,
  );
  expect(withoutMarks(html, "n")).toBe(
    `<script>one("é")</script><script type="module" async="">\ntwo()\n</script><script src="/a.js"></script>`,
  );
});

test("a script that came in some other way is not allowed", () => {
  const html = `<p><script>evil()</script><script nonce="">evil()</script></p><script nonce="n">ours()</script>`;
  expect(scriptsMarked(html, "n")).toEqual(["ours()"]);
});

test("media may come from the media host, and from nowhere else", async () => {
  const policy = await securityPolicy([], { ...options, mediaOrigin: "https://media.example" });
  expect(directive(policy, "img-src")).toBe("img-src 'self' data: blob: https://media.example");
  expect(directive(await securityPolicy([], options), "img-src")).toBe("img-src 'self' data: blob:");
});

test("inline style elements are allowed in development alone", async () => {
  expect(directive(await securityPolicy([], options), "style-src-elem")).toBe("style-src-elem 'self'");
});
