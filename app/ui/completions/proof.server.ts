import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import type * as context from "../../../domain/contract/page-context.ts";
import { mediaUrl } from "../../../domain/contract/routes.ts";
import { leadToSame, targetOf } from "../../../domain/fields/link/target.ts";
import { listed } from "../../../domain/game/counted.ts";
import type { WireRow } from "../../../domain/lists/row.ts";
import { type LinkedProof, linkedProof } from "../../../domain/media/linked-proof.ts";
import { roleLabel } from "../../../domain/media/proof-slots.ts";
import type { PageContext } from "../context.ts";

/** A picture or a video under a media key. */
export interface ProofMedium {
  readonly kind: "picture" | "video";
  /** "Proof", "Attachment 2". */
  readonly name: string;
  readonly url: string;
  /** Whether its file is missing. */
  readonly isMissing: boolean;
}

export type Proof = ProofMedium | LinkedProof;

/**
 * Returns what is under a media key, as a page shows it.
 * @param medium null if nothing is there
 */
export const shownMedium = (
  medium: context.Medium | null,
  key: string,
  name: string,
  { mediaOrigin }: PageContext["site"],
): ProofMedium => ({
  kind: medium?.contentType.startsWith("video") ? "video" : "picture",
  name,
  url: mediaUrl(key, mediaOrigin),
  isMissing: medium?.isMissing ?? true,
});

/** Returns what links lead to, each once: a video may show several things. */
function linkedProofs(
  links: readonly { readonly name: string; readonly url: string }[],
  today: PageContext["today"],
): LinkedProof[] {
  const isSame = (one: string, other: string): boolean =>
    one === other || (leadToSame(one, other) && targetOf(one)?.start === targetOf(other)?.start);
  const first = links.filter(({ url }, at) => links.findIndex((each) => isSame(each.url, url)) === at);
  return first.map(({ url }) =>
    linkedProof(url, listed(links.filter((each) => isSame(each.url, url)).map(({ name }) => name)), today),
  );
}

/** Returns the completion's proof, then links to what else the rules ask for, and then its attachments. */
export function proofsOf(
  definition: ChallengeDefinition,
  { filekey, link }: WireRow,
  { files, links }: Pick<context.Details, "files" | "links">,
  { site, today }: PageContext,
): readonly Proof[] {
  const key = String(filekey);
  const linked = [
    ...(typeof link === "string" ? [{ name: "Proof", url: link }] : []),
    ...links.map(({ role, url }) => ({ name: roleLabel(definition, role) ?? "Link", url })),
  ];
  const proof = files.find((file) => file.key === key) ?? null;
  const attachments = files
    .filter((file) => file !== proof)
    .map((file, place) => {
      const shows = roleLabel(definition, file.role);
      return shownMedium(file, file.key, shows ?? `Attachment ${place + 1}`, site);
    });
  const isLinked = typeof link === "string";
  return [
    ...(isLinked ? [] : [shownMedium(proof, key, "Proof", site)]),
    ...linkedProofs(linked, today),
    // Rows from elsewhere may have both.
    ...(isLinked && proof !== null ? [shownMedium(proof, key, "Proof (file)", site)] : []),
    ...attachments,
  ];
}
