import type { Problems } from "../../../messages/index.ts";
import { type Filled, slotName } from "./filled.ts";
import type { FileChecks } from "./use-file-checks.ts";

/** What is wrong with the files that were chosen, by where they stand: said at once, not only when the form is sent. */
export function refusalsIn({ typed, image, slots, attachments }: Filled, checks: FileChecks): Problems {
  const of = (name: string, file: File | null | undefined) => {
    const refusal = file ? checks.get(file)?.refusal : null;
    return refusal ? [[name, refusal] as const] : [];
  };
  return Object.fromEntries([
    // The first attachment with something wrong stands last here, so that it is the one that is told.
    ...[...attachments].reverse().flatMap((file) => of("attachments", file)),
    ...Object.entries(slots).flatMap(([role, file]) => of(slotName(role), file)),
    ...(typed.mode === "upload" ? of("image", image) : []),
  ]);
}
