import { expect, test } from "vitest";
import { playerOf } from "./player.ts";

const PLAYER = "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ";

test.each([
  ["https://www.youtube.com/watch?v=aqz-KE-bpKQ", PLAYER],
  ["https://youtu.be/aqz-KE-bpKQ?t=1m30s", `${PLAYER}?start=90`],
  ["https://m.youtube.com/watch?list=x&v=aqz-KE-bpKQ&t=5", `${PLAYER}?start=5`],
  ["https://www.youtube.com/shorts/aqz-KE-bpKQ", PLAYER],
  ["https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?start=7", `${PLAYER}?start=7`],
  [
    "https://www.youtube.com/playlist?list=PLx-_9",
    "https://www.youtube-nocookie.com/embed/videoseries?list=PLx-_9",
  ],
  ["https://www.youtube.com/playlist?list=a%26b=c", null],
  ["https://example.org/playlist?list=PLx-_9", null],
  ["https://example.org/watch?v=aqz-KE-bpKQ", null],
  ["https://youtube.com.example.org/watch?v=aqz-KE-bpKQ", null],
  ["https://www.youtube.com/watch?v=../../x", null],
  ["https://www.youtube.com/@btd6index", null],
  ["javascript:alert(1)", null],
  ["no address", null],
])("the player address for %s is %s", (link, player) => {
  expect(playerOf(link)).toBe(player);
});
