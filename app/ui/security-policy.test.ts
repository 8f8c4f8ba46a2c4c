import { expect, test } from "vitest";
import { scriptsMarked, securityPolicy, withoutMarks } from "./security-policy.ts";

const options = { mediaOrigin: null, signInOrigin: null, returnOrigins: [], development: false };
const directive = (policy: string, name: string) =>
  policy.split("; ").find((part) => part.startsWith(`${name} `));

test("marked inline scripts are collected and allowed by their hashes; script files are not", () => {
  const html = `<script nonce="n">one("é")</script><script type="module" async="" nonce="n">\ntwo()\n</script><script nonce="n" src="/a.js"></script>`;
  expect(scriptsMarked(html, "n")).toEqual(['one("é")', "\ntwo()\n"]);
  expect(directive(securityPolicy(["aaa=", "bbb="], options), "script-src")).toBe(
    "script-src 'self' 'sha256-aaa=' 'sha256-bbb='",
  );
  expect(withoutMarks(html, "n")).toBe(
    `<script>one("é")</script><script type="module" async="">\ntwo()\n</script><script src="/a.js"></script>`,
  );
});

test("an inline script without the mark is not collected", () => {
  const html = `<p><script>evil()</script><script nonce="">evil()</script></p><script nonce="n">ours()</script>`;
  expect(scriptsMarked(html, "n")).toEqual(["ours()"]);
});

test("images may load from the site itself and, if there is one, the media host", () => {
  const policy = securityPolicy([], { ...options, mediaOrigin: "https://media.example" });
  expect(directive(policy, "img-src")).toBe("img-src 'self' data: blob: https://media.example");
  expect(directive(securityPolicy([], options), "img-src")).toBe("img-src 'self' data: blob:");
});

test("inline style elements are not allowed in production", () => {
  expect(directive(securityPolicy([], options), "style-src-elem")).toBe("style-src-elem 'self'");
});

test("a form of the sign-in may lead back to the hosts that may begin one", () => {
  const policy = securityPolicy([], { ...options, returnOrigins: ["https://elsewhere.example"] });
  expect(directive(policy, "form-action")).toBe("form-action 'self' https://elsewhere.example");
  expect(directive(securityPolicy([], options), "form-action")).toBe("form-action 'self'");
});
