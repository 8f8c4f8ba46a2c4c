import type { VideoType } from "../media-kinds.ts";
import { readMp4 } from "./mp4.ts";
import { readOgg } from "./ogg.ts";
import { lengthOf, OddFile, type Readable, type VideoFacts } from "./reader.ts";
import { readWebm } from "./webm.ts";

const READ: Readonly<Record<VideoType, (file: Readable) => Promise<VideoFacts>>> = {
  "video/mp4": readMp4,
  "video/webm": readWebm,
  "video/ogg": readOgg,
};

/** Reads what a video file is made of, looking at no more of it than it must. Never throws for what is in the file. */
export async function readVideo(type: VideoType, file: Readable): Promise<VideoFacts> {
  try {
    const facts = await READ[type](file);
    return { ...facts, patches: inOrder(facts.patches) };
  } catch (error) {
    if (!(error instanceof OddFile || error instanceof RangeError)) throw error;
    return { codec: null, seconds: null, fault: "odd", patches: [] };
  }
}

/** Returns patches by their places, without those within a part that is emptied as a whole. */
function inOrder(patches: VideoFacts["patches"]): VideoFacts["patches"] {
  const sorted = patches
    .filter((each) => lengthOf(each) > 0)
    .sort((one, other) => one.at - other.at || lengthOf(other) - lengthOf(one));
  let end = 0;
  return sorted.filter((each) => {
    const isOutside = each.at + lengthOf(each) > end;
    end = Math.max(end, each.at + lengthOf(each));
    return isOutside;
  });
}

/** Returns the bytes of a file with its patches in their places. */
export async function* patched(
  chunks: AsyncIterable<Uint8Array>,
  patches: VideoFacts["patches"],
): AsyncGenerator<Uint8Array> {
  let [at, first] = [0, 0];
  for await (const chunk of chunks) {
    const bytes = chunk.slice();
    const end = at + bytes.length;
    for (let next = first; next < patches.length; next += 1) {
      const patch = patches[next];
      if (!patch || patch.at >= end) break;
      const [from, to] = [Math.max(patch.at, at), Math.min(patch.at + lengthOf(patch), end)];
      if (patch.at + lengthOf(patch) <= at) first = next + 1;
      else if (typeof patch.with === "number") bytes.fill(0, from - at, to - at);
      else bytes.set(patch.with.subarray(from - patch.at, to - patch.at), from - at);
    }
    yield bytes;
    at = end;
  }
}
