import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import type { EditInfo } from "../../../../../domain/contract/completions.ts";
import { linkName, proofSlots } from "../../../../../domain/media/proof-slots.ts";
import type { Filled } from "./filled.ts";

/** Returns the form with a file in a slot, in the place of a link; null removes it. The first slot is the proof. */
export function withFile(
  definition: ChallengeDefinition,
  before: Filled,
  place: number,
  file: File | null,
): Filled {
  if (place === 0) return { ...before, image: file };
  const role = proofSlots(definition)[place]?.role;
  if (role === undefined) return before;
  const { [role]: _, ...others } = before.slots;
  const slots = file === null ? others : { ...others, [role]: file };
  return file === null ? { ...before, slots } : { ...withoutLink(definition, before, role), slots };
}

/** Returns the form without the box for a slot's link, whatever is in it. */
export function withoutLink(definition: ChallengeDefinition, before: Filled, role: string): Filled {
  const { [linkName(definition, role)]: _, ...texts } = before.typed.texts;
  return { ...before, typed: { ...before.typed, texts } };
}

export const withoutAttachment = (before: Filled, file: File): Filled => ({
  ...before,
  attachments: before.attachments.filter((each) => each !== file),
});

/** Returns the key of the file that a slot already has in an edit; null if it has none or it is to be deleted. */
export function existingIn(edited: EditInfo | null, { typed }: Filled, role: string): string | null {
  if (edited === null) return null;
  const at = edited.roles.indexOf(role);
  const key = at === -1 ? undefined : edited.files[at];
  return key === undefined || typed.deletions.includes(key) ? null : key;
}

/** Whether a slot still has room for a file. */
function isEmpty(
  definition: ChallengeDefinition,
  filled: Filled,
  place: number,
  edited: EditInfo | null,
): boolean {
  const { typed, image, slots } = filled;
  const hasUpload = edited !== null && edited.result.link === null;
  if (place === 0) return typed.mode === "upload" && image === null && !hasUpload;
  const role = proofSlots(definition)[place]?.role ?? "";
  const link = typed.texts[linkName(definition, role)];
  return slots[role] === undefined && link === undefined && existingIn(edited, filled, role) === null;
}

/**
 * Returns the form with more files. Each goes into the first empty slot of its kind; a video may also go into any
 * other empty slot. The rest become attachments.
 */
export function placeFiles(
  definition: ChallengeDefinition,
  before: Filled,
  files: readonly File[],
  edited: EditInfo | null,
): Filled {
  let now = before;
  for (const file of files) {
    const isVideo = file.type.startsWith("video/");
    const places = [...proofSlots(definition).entries()].filter(([at]) =>
      isEmpty(definition, now, at, edited),
    );
    const fitting =
      places.find(([, slot]) => isVideo === (slot.isVideo === true)) ?? (isVideo ? places[0] : undefined);
    now = fitting
      ? withFile(definition, now, fitting[0], file)
      : { ...now, attachments: [...now.attachments, file] };
  }
  return now;
}
