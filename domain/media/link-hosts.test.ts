import { describe, expect, test } from "vitest";
import { answerOfEnd, asksOf, LINK_HOSTS, readLinkAnswer, watchedLink } from "./link-hosts.ts";

const VIDEO = "https://www.youtube.com/watch?v=aqz-KE-bpKQ";

describe("what is asked for", () => {
  test.each([
    "https://youtu.be/aqz-KE-bpKQ?t=5",
    "http://www.youtube.com/watch?v=aqz-KE-bpKQ&list=PLx",
    "https://m.youtube.com/shorts/aqz-KE-bpKQ",
    "https://music.youtube.com/watch?list=x&v=aqz-KE-bpKQ",
    "https://www.youtube.com/live/aqz-KE-bpKQ?feature=share",
    "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?start=3",
    "HTTPS://WWW.YOUTUBE.COM/watch?v=aqz-KE-bpKQ#x",
  ])("%s is the one video", (link) => {
    expect(watchedLink(link)).toEqual({ host: "youtube", url: VIDEO, endsOn: null });
    expect(asksOf(VIDEO)).toEqual({ host: "youtube", path: VIDEO });
  });

  test.each([
    ["https://i.imgur.com/AbCdE12.PNG?1", "imgur", "AbCdE12.png"],
    ["https://imgur.com/AbCdE12", "imgur", "AbCdE12.jpg"],
    ["https://i.imgur.com/AbCdE12.gifv", "imgur", "AbCdE12.mp4"],
    ["https://streamable.com/e/ab12cd", "streamable", "ab12cd"],
    ["https://www.twitch.tv/videos/1234567?t=1h", "twitch", "1234567"],
    ["https://www.twitch.tv/ada/v/1234567", "twitch", "1234567"],
    ["https://www.bilibili.com/video/BV1xx411c7mD/?p=2", "bilibili", "BV1xx411c7mD"],
  ])("%s: of %s, %s", (link, host, path) => {
    const url = watchedLink(link)?.url ?? "";
    expect(asksOf(url)).toEqual({ host, path });
    // It is its own.
    expect(watchedLink(url)?.url).toBe(url);
  });

  test.each([
    "https://www.youtube.com:8443/watch?v=aqz-KE-bpKQ",
    "https://ada@www.youtube.com/watch?v=aqz-KE-bpKQ",
    "https://www.youtube.com@127.0.0.1/watch?v=aqz-KE-bpKQ",
    "https://www.youtube.com./watch?v=aqz-KE-bpKQ",
    "https://www.youtube.com.evil.example/watch?v=aqz-KE-bpKQ",
    "https://evil-youtube.com/watch?v=aqz-KE-bpKQ",
    "https://127.0.0.1/watch?v=aqz-KE-bpKQ",
    "https://[::1]/watch?v=aqz-KE-bpKQ",
    "http://169.254.169.254/latest/meta-data/",
    "https://2130706433/AbCdE12.png",
    "https://www.youtube.com/playlist?list=PLaqz-KE-bpKQ",
    "https://www.youtube.com/@btd6index",
    "https://www.youtube.com/watch?v=aqz-KE-bpKQ9",
    "https://www.youtube.com/watch?v=../../../x",
    "https://i.imgur.com/../removed.png/x",
    "https://i.imgur.com/a%2f..%2fb.png",
    "https://i.imgur.com/AbCdE12",
    "https://imgur.com/a/AbCdE12",
    "https://streamable.com/%2e%2e%2fvideos",
    "https://streamable.com/ab12cd/x",
    "https://www.twitch.tv/videos/12345?/../x#/",
    "https://www.twitch.tv/ada/clip/Slug",
    "https://www.bilibili.com/video/BV1xx411c7mD%26x=1",
    "https://b23.tv/abc",
  ])("nobody is asked for %s but for a name of its own", (link) => {
    const asks = asksOf(link);
    if (link.includes("12345?")) expect(asks).toEqual({ host: "twitch", path: "12345" });
    else expect([asks, watchedLink(link)?.host]).toEqual([null, "other"]);
  });

  test.each(["", "javascript:alert(1)", "ftp://youtu.be/aqz-KE-bpKQ", "no address"])(
    "%j is not watched",
    (link) => {
      expect([watchedLink(link), asksOf(link)]).toEqual([null, null]);
    },
  );

  test("a link of Discord ends on its day, and what only signs it is left out", () => {
    const link = "https://cdn.discordapp.com/attachments/1/2/a.png?ex=66AA4106&is=1&hm=2";
    const url = "https://cdn.discordapp.com/attachments/1/2/a.png?ex=66aa4106";
    expect(watchedLink(link)).toEqual({ host: "discord", url, endsOn: "2024-07-31" });
    expect(asksOf(url)).toBeNull();
    expect(watchedLink("https://cdn.discordapp.com:1/attachments/1/2/a.png?ex=66AA4106")?.host).toBe("other");
    expect([answerOfEnd("2024-07-31", "2024-07-31"), answerOfEnd("2024-07-31", "2024-08-01")]).toMatchObject([
      { is: "alive" },
      { is: "gone" },
    ]);
    expect(answerOfEnd(null, "2024-08-01")).toEqual({ is: "unclear", why: "no-end" });
  });
});

describe("what a host answers", () => {
  const json = (body: unknown, status = 200) => ({ status, text: JSON.stringify(body) });
  const oembed = { type: "video", title: " A\u0000 run\nof Quad ", author_name: "Ada" };

  test.each([
    ["youtube", VIDEO, json(oembed), { title: "A run of Quad", channel: "Ada", length: null, day: null }],
    [
      ...(["streamable", "ab12cd"] as const),
      json({ status: 2, title: "", files: { mp4: { duration: 61.4 } } }),
      { title: null, channel: null, length: 61, day: null },
    ],
    [
      ...(["twitch", "1234567"] as const),
      json({
        data: [
          {
            id: "1234567",
            title: "T",
            user_name: "U",
            duration: "1h2m3s",
            created_at: "2025-01-02T03:04:05Z",
          },
        ],
      }),
      { title: "T", channel: "U", length: 3723, day: "2025-01-02" },
    ],
    [
      ...(["bilibili", "BV1xx411c7mD"] as const),
      json({
        code: 0,
        data: { bvid: "BV1xx411c7mD", title: "T", owner: { name: "U" }, duration: 9, pubdate: 1735786800 },
      }),
      { title: "T", channel: "U", length: 9, day: "2025-01-02" },
    ],
    [
      "imgur",
      "AbCdE12.png",
      { status: 200, text: "" },
      { title: null, channel: null, length: null, day: null },
    ],
  ] as const)("%s says that it is there", (host, asked, reply, found) => {
    expect(readLinkAnswer(host, asked, reply)).toEqual({ is: "alive", ...found });
  });

  test.each([
    ["youtube", VIDEO, { status: 404, text: "" }],
    ["streamable", "ab12cd", { status: 404, text: "" }],
    ["twitch", "1234567", { status: 404, text: "" }],
    ["twitch", "1234567", json({ data: [] })],
    ["bilibili", "BV1xx411c7mD", json({ code: -404 })],
    ["bilibili", "BV1xx411c7mD", json({ code: 62002 })],
    ["imgur", "AbCdE12.png", { status: 404, text: "" }],
    ["imgur", "AbCdE12.png", { status: 302, text: "", location: "https://i.imgur.com/removed.png" }],
  ] as const)("%s says that it is gone", (host, asked, reply) => {
    expect(readLinkAnswer(host, asked, reply)).toEqual({ is: "gone" });
  });

  test.each([
    ["youtube", VIDEO, { status: 401, text: "" }, "401"],
    ["youtube", VIDEO, { status: 400, text: "" }, "400"],
    ["youtube", VIDEO, json({ ...oembed, type: "link" }), "unreadable"],
    ["youtube", VIDEO, json([oembed]), "unreadable"],
    ["youtube", VIDEO, { status: 200, text: "[" }, "unreadable"],
    ["streamable", "ab12cd", json({ status: 3 }), "unreadable"],
    ["twitch", "1234567", json({ data: [{ id: "7", title: "another" }] }), "unreadable"],
    ["twitch", "1234567", json({ data: {} }), "unreadable"],
    ["bilibili", "BV1xx411c7mD", json({ code: 62012 }), "62012"],
    ["bilibili", "BV1xx411c7mD", json({ code: 0, data: { bvid: "BV1xx411c7mE" } }), "unreadable"],
    ["bilibili", "BV1xx411c7mD", { status: 404, text: "" }, "404"],
    ["imgur", "AbCdE12.png", { status: 302, text: "", location: "http://127.0.0.1/removed.png" }, "302"],
    ["imgur", "AbCdE12.png", { status: 302, text: "", location: "https://imgur.com/" }, "302"],
  ] as const)("%s says nothing: %j, %j", (host, asked, reply, why) => {
    expect(readLinkAnswer(host, asked, reply)).toEqual({ is: "unclear", why });
  });

  test("a title is one line, not longer than it has to be", () => {
    const answer = readLinkAnswer(
      "youtube",
      VIDEO,
      json({ ...oembed, title: "x".repeat(60_000), author_name: 7 }),
    );
    expect(answer).toMatchObject({ title: "x".repeat(200), channel: null });
  });
});

test("every host has a name", () => {
  expect(Object.values(LINK_HOSTS).every((name) => name.length > 3)).toBe(true);
});
