import { listed } from "../game/counted.ts";
import type { NamedCompletion, SubmissionOutcome } from "./notices.ts";

/** A sentence; one with a completion ends with that. */
interface Said {
  readonly says: string;
  readonly of: NamedCompletion | null;
}

/** Says to whoever submitted something what came of it besides the decision. */
export function outcomeInWords(
  state: "pending" | "verified" | "rejected",
  { takenBy, original, isDenied, changed }: SubmissionOutcome,
): readonly Said[] {
  const said: (Said | false)[] = [
    isDenied && {
      says: `You sent it in as the OG. It is verified, but not as the OG${original ? ", which is" : "."}`,
      of: original,
    },
    changed.length > 0 && { says: `A helper changed what you sent: ${listed(changed)}.`, of: null },
    takenBy !== null && {
      says:
        state === "rejected"
          ? "The one that was verified first:"
          : "Another one of the same was verified first:",
      of: takenBy,
    },
    state === "rejected" &&
      takenBy !== null && {
        says: "As it is, yours would be refused again. If you sent in a wrong tower or map, change that and resubmit. If the other one is wrong, report it on its page.",
        of: null,
      },
    state !== "verified" &&
      original !== null &&
      original.filekey !== takenBy?.filekey && {
        says:
          state === "rejected"
            ? "To resubmit it, untick the OG box: the OG is now"
            : "If it is verified, it will not be the OG, which is now",
        of: original,
      },
  ];
  return said.filter((each) => each !== false);
}
