import type { Problems } from "../../../messages/index.ts";
import { type Filled, slotName } from "./filled.ts";
import type { FileChecks } from "./use-file-checks.ts";

/** Returns what is wrong with the chosen files, by field. It is shown at once, not only when the form is sent. */
export function refusalsIn({ typed, image, slots, attachments }: Filled, checks: FileChecks): Problems {
  const of = (name: string, file: File | null | undefined) => {
    const refusal = file ? checks.get(file)?.refusal : null;
    return refusal ? [[name, refusal] as const] : [];
  };
  return Object.fromEntries([
    // Reversed, so that the first refused attachment is last and its problem wins.
    ...[...attachments].reverse().flatMap((file) => of("attachments", file)),
    ...Object.entries(slots).flatMap(([role, file]) => of(slotName(role), file)),
    ...(typed.mode === "upload" ? of("image", image) : []),
  ]);
}
