import { expect, test } from "vitest";
import { scriptsMarked, securityPolicy, withoutMarks } from "./security-policy.ts";

const options = { mediaOrigin: null, signInOrigin: null, development: false };
const directive = (policy: string, name: string) =>
  policy.split("; ").find((part) => part.startsWith(`${name} `));

test("every inline script that the page puts in is told, a script file is not; each is allowed by its hash", () => {
  const html = `<script nonce="n">one("é")</script><script type="module" async="" nonce="n">\ntwo()\n</script><script nonce="n" src="/a.js"></script>`;
  expect(scriptsMarked(html, "n")).toEqual(['one("é")', "\ntwo()\n"]);
  expect(directive(securityPolicy(["aaa=", "bbb="], options), "script-src")).toBe(
    "script-src 'self' 'sha256-aaa=' 'sha256-bbb='",
  );
  expect(withoutMarks(html, "n")).toBe(
    `<script>one("é")</script><script type="module" async="">\ntwo()\n</script><script src="/a.js"></script>`,
  );
});

test("a script that came in some other way is not allowed", () => {
  const html = `<p><script>evil()</script><script nonce="">evil()</script></p><script nonce="n">ours()</script>`;
  expect(scriptsMarked(html, "n")).toEqual(["ours()"]);
});

test("media may come from the media host, and from nowhere else", () => {
  const policy = securityPolicy([], { ...options, mediaOrigin: "https://media.example" });
  expect(directive(policy, "img-src")).toBe("img-src 'self' data: blob: https://media.example");
  expect(directive(securityPolicy([], options), "img-src")).toBe("img-src 'self' data: blob:");
});

test("inline style elements are allowed in development alone", () => {
  expect(directive(securityPolicy([], options), "style-src-elem")).toBe("style-src-elem 'self'");
});
