import type { KeepingAnswer } from "../../../../domain/contract/privacy.ts";
import { counted } from "../../../../domain/game/counted.ts";

export const inDays = (count: number): string => (count === 1 ? "one day" : `${counted(count)} days`);

/** Says in which copies what was deleted still is, and for how long. */
export function copiesInWords({
  backupDays,
  timeTravelDays,
}: Pick<KeepingAnswer, "backupDays" | "timeTravelDays">): string {
  const copies = [
    ...(backupDays === null ? [] : [`backups for ${inDays(backupDays)}`]),
    ...(timeTravelDays === null ? [] : [`earlier states of the database for ${inDays(timeTravelDays)}`]),
  ];
  return copies.length > 0
    ? `Copies of the whole database are kept in case of an accident: ${copies.join(", ")}. What you delete is in them until then.`
    : "This site makes no backups by a schedule. Copies that its operators made before you deleted your data still have it.";
}
