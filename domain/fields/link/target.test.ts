import { describe, expect, test } from "vitest";
import { endingOf } from "./ending.ts";
import { leadToSame, targetOf, tokenOfLink } from "./target.ts";

const ID = "aqz-KE-bpKQ";

/** Every way in which YouTube writes the address of a video. */
const FORMS = [
  `https://www.youtube.com/watch?v=${ID}`,
  `http://youtube.com/watch?v=${ID}`,
  `https://YOUTUBE.com./watch?v=${ID}`,
  `https://m.youtube.com/watch?list=PLx-_9&v=${ID}`,
  `https://music.youtube.com/watch?v=${ID}&si=abc`,
  `https://gaming.youtube.com/watch?v=${ID}`,
  `https://www.youtube.com/watch/${ID}`,
  `https://www.youtube.com/?v=${ID}`,
  `https://www.youtube.com/watch?vi=${ID}`,
  `https://www.youtube.com/watch_popup?v=${ID}`,
  `https://www.youtube.com/v/${ID}`,
  `https://www.youtube.com/vi/${ID}`,
  `https://www.youtube.com/e/${ID}`,
  `https://www.youtube.com/embed/${ID}`,
  `https://www.youtube-nocookie.com/embed/${ID}`,
  `https://www.youtubekids.com/watch?v=${ID}`,
  `https://youtube.googleapis.com/v/${ID}`,
  `https://www.youtube.com/shorts/${ID}`,
  `https://www.youtube.com/live/${ID}?feature=share`,
  `https://youtu.be/${ID}`,
  `https://www.youtu.be/${ID}/`,
  `https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3D${ID}%26feature%3Dshare`,
  `https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}&gl=DE`,
];

/** Every way in which a start is written, after the address. */
const STARTS: readonly (readonly [string, number])[] = [
  ["t=90", 90],
  ["t=90s", 90],
  ["t=488.7", 488],
  ["t=488.7s", 488],
  ["t=1m30s", 90],
  ["t=1M30S", 90],
  ["t=1h1m1s", 3661],
  ["t=2h", 7200],
  ["t=1:30", 90],
  ["t=1:01:01", 3661],
  ["start=7", 7],
  ["time_continue=12", 12],
  ["t=", 0],
  ["t=soon", 0],
  ["t=-5", 0],
  [`t=${"9".repeat(1_000)}`, 0],
];

test.each(FORMS)("%s is the video", (link) => {
  expect(targetOf(link)).toEqual({
    site: "youtube.com",
    id: ID,
    start: 0,
    isVideo: true,
    plays: { video: ID },
  });
});

test.each(STARTS)(
  "a video with %s starts at %i s, in every form of the address, in its query and its fragment",
  (text, start) => {
    for (const form of FORMS.filter((each) => !each.includes("%3F"))) {
      expect(targetOf(`${form}${form.includes("?") ? "&" : "?"}${text}`), form).toMatchObject({
        id: ID,
        start,
      });
      expect(targetOf(`${form}#${text}`), form).toMatchObject({ id: ID, start });
    }
  },
);

test.each([
  ["https://www.twitch.tv/videos/123?t=1h2m3s", true],
  ["https://www.twitch.tv/ada/clip/Slug", true],
  ["https://clips.twitch.tv/Slug", true],
  ["https://www.twitch.tv/ada", false],
  ["https://www.bilibili.com/video/BV1xx", true],
  ["https://streamable.com/abc", true],
  ["https://streamable.com/", false],
  ["https://vimeo.com/123", true],
  ["https://medal.tv/games/btd6/clips/abc", true],
  ["https://example.org/run.mp4?x=1", true],
  ["https://example.org/?u=youtube.com/watch", false],
  ["https://notyoutube.com/watch?v=aqz-KE-bpKQ", false],
  ["https://www.youtube.com/@btd6index", false],
  ["https://www.youtube.com/watch?v=../../x", false],
  ["https://i.imgur.com/a.png", false],
  ["https://constructor/x", false],
  ["https://__proto__/x", false],
])("%s leads to a video: %s", (link, isVideo) => {
  expect(targetOf(link)?.isVideo).toBe(isVideo);
});

test.each(["", "no address", "javascript:alert(1)", "ftp://example.org/x", "http://", "https://["])(
  "%j is no web address",
  (link) => {
    expect([targetOf(link), endingOf(link)]).toEqual([null, null]);
  },
);

describe("two links lead to the same", () => {
  test.each([
    ["https://example.org/a?b=1&c=2", "http://www.example.org/a/?c=2&b=1&utm_source=x#here", true],
    ["https://imgur.com/AbC", "https://imgur.com/abc", false],
    ["https://example.org/a", "https://example.org:8443/a", false],
    ["https://example.org/a?b=1", "https://example.org/a?b=2", false],
    ["https://www.twitch.tv/videos/1?t=5s", "https://m.twitch.tv/videos/1", true],
    ["https://youtu.be/aqz-KE-bpKQ?t=5", "https://www.youtube.com/v/aqz-KE-bpKQ", true],
    ["no address", "no address", false],
  ])("%s and %s: %s", (one, other, same) => {
    expect([leadToSame(one, other), leadToSame(other, one)]).toEqual([same, same]);
    if (targetOf(one) !== null) expect(tokenOfLink(one) === tokenOfLink(other)).toBe(same);
  });
});

describe("an address that stops working", () => {
  test.each([
    ["https://cdn.discordapp.com/attachments/1/2/a.png?ex=66aa4106&is=1&hm=x", "2024-07-31"],
    ["https://media.discordapp.net/attachments/1/2/a.png?ex=66aa4106", "2024-07-31"],
    ["https://cdn.discordapp.com/ephemeral-attachments/1/2/a.png?ex=66aa4106", "2024-07-31"],
    ["https://cdn.discordapp.com/attachments/1/2/a.png", null],
    ["https://cdn.discordapp.com/attachments/1/2/a.png?ex=never", null],
    ["https://cdn.discordapp.com/attachments/1/2/a.png?ex=ffffffff", null],
    ["https://x.s3.amazonaws.com/a?X-Amz-Date=20260102T030405Z&X-Amz-Expires=604800", "2026-01-09"],
    ["https://storage.googleapis.com/x/a?X-Goog-Date=20260102T030405Z&X-Goog-Expires=60", "2026-01-02"],
    ["https://x.cloudfront.net/a?Expires=1767323045&Signature=x", "2026-01-02"],
    ["https://x.blob.core.windows.net/a?sig=x&se=2026-01-02T03%3A04%3A05Z", "2026-01-02"],
    ["https://rr1.googlevideo.com/videoplayback?expire=1767323045", "2026-01-02"],
    ["https://scontent.cdninstagram.com/a.jpg?oe=66AA4106", "2024-07-31"],
    ["https://litter.catbox.moe/abc.png", null],
    ["https://streamable.com/abc", null],
    ["https://www.twitch.tv/videos/123", null],
  ])("%s: %s", (link, day) => {
    expect(endingOf(link)).toMatchObject({ day });
  });

  test.each([
    "https://cdn.discordapp.com/emojis/1.png",
    "https://discord.gg/RAGfmAB",
    "https://www.twitch.tv/ada/clip/Slug",
    "https://i.imgur.com/a.png?ex=66aa4106",
    "https://example.org/a?Expires=1767323045",
    "https://files.catbox.moe/a.png",
    "https://youtu.be/aqz-KE-bpKQ",
  ])("nothing is known of %s", (link) => {
    expect(endingOf(link)).toBeNull();
  });
});
