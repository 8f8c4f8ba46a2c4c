import { type Problem, problem } from "../../messages/index.ts";
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

/** Returns why a video is refused: nobody could ever play it, or not to its end; null if somebody can. */
export function whyNotPlayed({ fault }: Pick<VideoFacts, "fault">, file: string): Problem | null {
  if (fault === null) return null;
  return fault === "no-pictures"
    ? problem("video-without-pictures", { file })
    : fault === "cut-off"
      ? problem("video-cut-off", { file })
      : problem(fault === "odd" ? "video-damaged" : "video-empty", { file });
}

/** Codecs that many browsers cannot show, by how containers call them. */
const RARE_CODECS: readonly (readonly [RegExp, string])[] = [
  [/^(hvc1|hev1|dvh1|dvhe|V_MPEGH)/, "H.265 (HEVC)"],
  [/^(mp4v|xvid|divx|DX50|V_MPEG4\/ISO\/(SP|ASP|AP))/i, "MPEG-4 part 2"],
  [/^(s263|h263|H263)/, "H.263"],
  [/^(vvc1|vvi1)/, "H.266"],
  [/^(ap[c4][nshox]|ap4h|ap4x)/, "ProRes"],
  [/^(mp[12]v|hdv|m2v1|V_MPEG[12])/, "MPEG-2"],
  [/^(jpeg|mjp[ab]|V_MJPEG)/, "Motion JPEG"],
  [/^(theora|dirac|ogm)/, "Theora"],
  [/^(enc[vt])/, "encrypted"],
];

/** Returns what is odd about a video's pictures, though some can watch it: few browsers show them; null if most do. */
export function doubtOfCodec({ codec }: Pick<VideoFacts, "codec">, file: string): Problem | null {
  const rare = codec === null ? undefined : RARE_CODECS.find(([pattern]) => pattern.test(codec));
  return rare ? problem("video-codec", { file, codec: rare[1] }) : null;
}
