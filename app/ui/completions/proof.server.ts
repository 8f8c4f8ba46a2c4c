import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import type * as context from "../../../domain/contract/page-context.ts";
import { mediaUrl } from "../../../domain/contract/routes.ts";
import { type Ending, endingOf } from "../../../domain/fields/link/ending.ts";
import { leadToSame, targetOf } from "../../../domain/fields/link/target.ts";
import { listed } from "../../../domain/game/counted.ts";
import type { WireRow } from "../../../domain/lists/row.ts";
import { roleLabel } from "../../../domain/media/proof-slots.ts";
import { playerOf } from "../components/youtube.ts";
import type { PageContext } from "../context.ts";

/** A picture or a video under a media key. */
export interface Medium {
  readonly kind: "picture" | "video";
  /** "Proof", "Attachment 2". */
  readonly name: string;
  readonly url: string;
  /** Whether its file is missing. */
  readonly isMissing: boolean;
}

/** A proof on another site. */
export interface LinkedProof {
  readonly kind: "link";
  readonly name: string;
  readonly url: string;
  /** "imgur.com"; null if the link is not a web address. */
  readonly host: string | null;
  /** The address of the host's player for it; null if we know of none. */
  readonly player: string | null;
  /** When its address stops or stopped working, in words; null if nothing is known of that. */
  readonly ending: string | null;
}

export type Proof = Medium | LinkedProof;

/**
 * Returns what is under a media key, as a page shows it.
 * @param medium null if nothing is there
 */
export const shownMedium = (
  medium: context.Medium | null,
  key: string,
  name: string,
  { mediaOrigin }: PageContext["site"],
): Medium => ({
  kind: medium?.contentType.startsWith("video") ? "video" : "picture",
  name,
  url: mediaUrl(key, mediaOrigin),
  isMissing: medium?.isMissing ?? true,
});

type Today = PageContext["today"];

/** Says when an address stops working, or that it has. */
function endingInWords({ day }: Ending, today: Today): string {
  if (day === null) return "may not be kept there";
  return day < today() ? `stopped working on ${day}` : `works until ${day}`;
}

/** Returns what a link to a proof leads to. */
function linkedProof(link: string, name: string, today: Today): LinkedProof {
  const url = URL.parse(link);
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  const host = isWeb ? url.hostname.replace(/^www\./, "") : null;
  const ending = endingOf(link);
  return {
    ...{ kind: "link", name, url: link, host, player: playerOf(link) },
    ending: ending && endingInWords(ending, today),
  };
}

/** Returns what links lead to, each once: a video may show several things. */
function linkedProofs(
  links: readonly { readonly name: string; readonly url: string }[],
  today: Today,
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
