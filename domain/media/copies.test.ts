import { expect, test } from "vitest";
import { copySource } from "./copies.ts";

const ATTACHMENT = "https://cdn.discordapp.com/attachments/11/22/run%20one.png";

test("a picture on a known host is fetched there, by what names it alone", () => {
  expect(copySource("https://imgur.com/AbCdE12")).toMatchObject({ host: "imgurFiles", path: "AbCdE12.jpg" });
  expect(copySource("http://i.imgur.com/AbCdE12.png?1")).toMatchObject({ path: "AbCdE12.png" });
  const signed = `${ATTACHMENT}?ex=66aa0000&is=66a90000&hm=0123abcd&=&width=300`;
  expect(copySource(signed)).toMatchObject({
    host: "discordFiles",
    path: "attachments/11/22/run%20one.png?ex=66aa0000&is=66a90000&hm=0123abcd",
    endsOn: "2024-07-31",
  });
  expect(copySource(signed.replace("cdn.discordapp.com", "media.discordapp.net"))?.path).toBe(
    copySource(signed)?.path,
  );
});

test.each([
  "https://youtu.be/aaaaaaaaaaa",
  "https://i.imgur.com/AbCdE12.mp4",
  "https://imgur.com/a/AbCdE12",
  "https://cdn.discordapp.com/attachments/11/22/run.mp4",
  "https://cdn.discordapp.com/attachments/../../x.png",
  "https://cdn.discordapp.com/icons/11/22.png",
  "https://me@cdn.discordapp.com/attachments/11/22/a.png",
  "https://cdn.discordapp.com:8080/attachments/11/22/a.png",
  "https://cdn.discordapp.com.example.org/attachments/11/22/a.png",
  "https://169.254.169.254/attachments/11/22/a.png",
  "http://[::1]/attachments/11/22/a.png",
  "https://example.org/a.png",
  "no address",
])("nothing is fetched for %s", (link) => {
  expect(copySource(link)).toBeNull();
});

test("what a signature may not have is left out", () => {
  expect(copySource(`${ATTACHMENT}?ex=66aa0000&hm=../../x`)?.path).toBe(
    "attachments/11/22/run%20one.png?ex=66aa0000",
  );
});
