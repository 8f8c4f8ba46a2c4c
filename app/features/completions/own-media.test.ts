import { expect, test } from "vitest";
import { ownMediaKey } from "./commands.server.ts";

const PUBLIC = { siteOrigin: "https://index.example", mediaOrigin: "https://files.example" };
const NUMBER = { siteOrigin: "http://192.0.2.7", mediaOrigin: null };

test.each([
  ["https://index.example/media/x", PUBLIC],
  ["http://index.example/media/x", PUBLIC],
  ["https://INDEX.example.:443/media/x", PUBLIC],
  ["http://index.example:80/media/x", PUBLIC],
  ["https://media.index.example/x", PUBLIC],
  ["https://files.example./x", PUBLIC],
  ["https://files.example//%78", PUBLIC],
  ["http://192.0.2.7/media/x", NUMBER],
  ["http://[::ffff:192.0.2.7]/media/x", NUMBER],
  ["http://[::ffff:c000:207]:80/media/x", NUMBER],
  ["http://3221225991/media/x", NUMBER],
])("the address %s names the site's own file", (link, site) => {
  expect(ownMediaKey(link, site)).toBe("x");
});

test.each([
  ["http://127.0.0.1/media/x", PUBLIC],
  ["https://index.example/2tc", PUBLIC],
  ["https://index.example.org/media/x", PUBLIC],
  ["https://index.example:8443/media/x", PUBLIC],
  ["http://[::ffff:192.0.2.8]/media/x", NUMBER],
  ["http://[64:ff9b::192.0.2.7]/media/x", NUMBER],
])("the address %s leads elsewhere", (link, site) => {
  expect(ownMediaKey(link, site)).toBeNull();
});
