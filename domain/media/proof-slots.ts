import type { ChallengeDefinition } from "../challenges/define.ts";
import { submittedFields } from "../challenges/fields.ts";
import { anySlot, type ProofSlot, type RuleItem } from "../challenges/rules.ts";
import { kindOf, tidiedFor } from "../fields/index.ts";
import { InvalidValue, readBounded } from "../fields/kind.ts";
import { linkPieces } from "../fields/link/addresses.ts";
import { endingOf } from "../fields/link/ending.ts";
import { isTwoAddresses, linkKind, MAX_LINK } from "../fields/link/kind.ts";
import { targetOf } from "../fields/link/target.ts";
import { withParagraph } from "../fields/notes/kind.ts";
import { readWireList } from "../fields/wire-list.ts";
import type { Catalogue } from "../game/catalogue.ts";
import { webAddress } from "../game/typed-text.ts";
import { about, fault, type Problem, type Problems } from "../messages/index.ts";
import type { FormTexts } from "../submissions/form.ts";

/** The proof slots of a challenge, the proof itself first. */
export const proofSlots = ({ proofs }: Pick<ChallengeDefinition, "proofs">): readonly ProofSlot[] =>
  proofs ?? [anySlot];

/** The label of an attachment's role; null if it has none, or one that the challenge does not know. */
export const roleLabel = (definition: ChallengeDefinition, role: string | null): string | null =>
  proofSlots(definition).find((slot) => slot.role === role)?.label ?? null;

/** The form field with a slot's link. The first slot's link is the completion's own. */
export const linkName = (definition: Pick<ChallengeDefinition, "proofs">, role: string): string =>
  proofSlots(definition)[0]?.role === role ? "link" : `link-${role}`;

/** The label of a slot's link where it stands among other values. */
export const linkLabel = (definition: ChallengeDefinition, role: string): string =>
  `${roleLabel(definition, role) ?? role} (link)`;

/** The slots besides the proof itself: their links are stored by role. */
export const otherSlots = (definition: Pick<ChallengeDefinition, "proofs">): readonly ProofSlot[] =>
  proofSlots(definition).slice(1);

/** The link of each slot besides the first, by the name of its form field; null: it has none. */
export const linksByName = (
  definition: ChallengeDefinition,
  links: readonly { readonly role: string; readonly url: string }[],
): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    otherSlots(definition).map(({ role }) => [
      linkName(definition, role),
      links.find((link) => link.role === role)?.url ?? null,
    ]),
  );

/** The same as the texts of a form. */
export const linkTexts = (
  definition: ChallengeDefinition,
  links: readonly { readonly role: string; readonly url: string }[],
): FormTexts => Object.fromEntries(links.map(({ role, url }) => [linkName(definition, role), url]));

/** The links that a form gives to the slots besides the first: null removes one. A slot that is not given stays. */
export type GivenLinks = ReadonlyMap<string, string | null>;

/**
 * Checks the links that a form gives to the slots besides the first.
 * @param recorded those of the completion being edited, which may stay as they are
 */
export function checkLinks(
  definition: ChallengeDefinition,
  given: Readonly<Record<string, string | undefined>>,
  recorded: readonly { readonly role: string; readonly url: string }[],
  catalogue: Catalogue,
): { readonly problems: Problems; readonly links: GivenLinks } {
  const problems: Record<string, Problem> = {};
  const links = new Map<string, string | null>();
  for (const { role, label } of otherSlots(definition)) {
    const name = linkName(definition, role);
    const text = given[name] === undefined ? undefined : tidiedFor({ kind: "link", label }, given[name]);
    if (text === undefined) continue;
    links.set(role, text === "" ? null : text);
    if (text === "" || recorded.some((each) => each.role === role && each.url === text)) continue;
    try {
      readBounded(linkKind, text, { kind: "link", label }, catalogue);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      problems[name] = about({ field: label }, error.fault);
    }
  }
  return { problems, links };
}

/** Returns the slot for one more address among those that are free: one for videos if it is a video, else any. */
function slotFor(address: string, free: readonly ProofSlot[]): ProofSlot | undefined {
  const isVideo = targetOf(address)?.isVideo === true;
  return free.find((slot) => (slot.isVideo === true) === isVideo) ?? free[0];
}

/**
 * Returns a form's texts with one address in each link: what else a link's text has goes where it belongs. The first
 * address is the link, others become links of the slots that have none, and what is left stands at the end of the notes.
 * The same texts if there is nothing to divide. Each link is then judged like any other.
 * @param recorded the links of the completion being edited: one that is sent unchanged stays as it is
 */
export function withOneAddressEach<Given extends Readonly<Record<string, string | undefined>>>(
  definition: Pick<ChallengeDefinition, "proofs">,
  given: Given,
  recorded: Readonly<Record<string, string | null>> = {},
): Given {
  const slots = proofSlots(definition);
  const texts: Record<string, string | undefined> = { ...given };
  const divided = slots.flatMap(({ role }) => {
    const name = linkName(definition, role);
    const text = given[name] ?? "";
    if (text.length > MAX_LINK || text === recorded[name]) return [];
    const pieces = linkPieces(tidiedFor({ kind: "link", label: name }, text));
    return pieces === null ? [] : [{ name, pieces }];
  });
  for (const { name, pieces } of divided) texts[name] = pieces.find((piece) => "address" in piece)?.address;
  const isFree = (name: string): boolean =>
    (texts[name] ?? (name in given ? "" : (recorded[name] ?? ""))) === "";
  for (const { pieces } of divided) {
    const rest: string[] = [];
    for (const piece of pieces)
      if ("text" in piece) rest.push(piece.text);
      else if (!slots.some(({ role }) => texts[linkName(definition, role)] === piece.address)) {
        const slot = slotFor(
          piece.address,
          slots.slice(1).filter(({ role }) => isFree(linkName(definition, role))),
        );
        if (slot) texts[linkName(definition, slot.role)] = piece.address;
        else rest.push(piece.address);
      }
    if (rest.length > 0) texts.notes = withParagraph(texts.notes ?? "", rest.join(" "));
  }
  return divided.length === 0 ? given : (texts as Given);
}

/** Hosts that lead to the very machine or network of whoever opens them. */
const PRIVATE_HOST =
  /^(?:.*\.(?:localhost|local|internal|lan|home\.arpa)|(?:0|10|127)\.[\d.]+|192\.168\.[\d.]+|169\.254\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+|\[.*\])$/;

/** Whether only some can open an address. On the internet a host has a dot in it: "https://https://youtu.be" has none. */
function isUnreachable(hostname: string): boolean {
  const host = hostname.replace(/\.$/, "");
  return !host.includes(".") || PRIVATE_HOST.test(host);
}

/** Returns that a link is known to stop working, or to lead to nothing that others see; null if nothing is known. */
export function doubtOfLink(link: string, label: string, now = new Date()): Problem | null {
  const of = { field: label };
  const url = webAddress(link);
  if (link.length <= MAX_LINK && linkPieces(link.trim()) !== null) return about(of, fault("link-is-divided"));
  if (isTwoAddresses(link.trim())) return about(of, fault("two-addresses"));
  if (url && (url.username !== "" || url.password !== "")) return about(of, fault("link-with-password"));
  if (url && isUnreachable(url.hostname)) return about(of, fault("unreachable-link", { host: url.hostname }));
  const ending = endingOf(link);
  if (ending !== null) {
    const { site, day } = ending;
    if (day === null) return about(of, fault("link-may-end", { site }));
    const isOver = day < now.toISOString().slice(0, 10);
    return about(of, isOver ? fault("link-is-over", { site, day }) : fault("link-ends", { site, day }));
  }
  const target = targetOf(link);
  const isYouTube = target !== null && /(?:^|\.)youtube\.com$/.test(target.site);
  return isYouTube && target.plays === null ? about(of, fault("no-video-there")) : null;
}

/** Returns the rules that hold for a completion, given the texts of its form, in their order. */
export function rulesFor(
  definition: ChallengeDefinition,
  texts: FormTexts,
  catalogue: Catalogue,
): readonly RuleItem[] {
  const named = namesIn(definition, texts, catalogue);
  return definition.rules
    .flatMap(({ items }) => items)
    .filter(
      ({ check }) =>
        (check?.towers === undefined || check.towers.some((tower) => named.towers.has(tower))) &&
        (check?.maps === undefined || check.maps.some((map) => named.maps.has(map))),
    );
}

/** Returns the rules that ask for something in a slot, given the form's texts so far, the strictest first. */
export function rulesAsking(
  definition: ChallengeDefinition,
  { role }: ProofSlot,
  texts: FormTexts,
  catalogue: Catalogue,
): readonly RuleItem[] {
  const isFirst = proofSlots(definition)[0]?.role === role;
  const strictness = ({ check }: RuleItem): number =>
    check?.proof === "any" ? 2 : check?.maps || check?.towers ? 0 : 1;
  return rulesFor(definition, texts, catalogue)
    .filter(({ check }) => check?.proof === role || (isFirst && check?.proof === "any"))
    .toSorted((one, other) => strictness(one) - strictness(other));
}

/** Returns what the rules ask for in a slot, in their own words, given the form's texts so far; null if nothing. */
export function requirementOf(
  definition: ChallengeDefinition,
  slot: ProofSlot,
  texts: FormTexts,
  catalogue: Catalogue,
): string | null {
  const [rule] = rulesAsking(definition, slot, texts, catalogue);
  return rule?.check?.asks ?? rule?.text ?? null;
}

/** Returns the towers, by their canonical names, and the maps that a form's texts name. */
function namesIn(definition: ChallengeDefinition, texts: FormTexts, catalogue: Catalogue) {
  const towers = new Set<string>();
  const maps = new Set<string>();
  for (const [name, field] of submittedFields(definition)) {
    const text = texts[name]?.trim() ?? "";
    if (text === "") continue;
    if (field.kind === "map") maps.add(text);
    if (kindOf(field).attribute !== "towers") continue;
    const entries = text.startsWith("[") ? (readWireList(text) ?? []) : [text];
    for (const entry of entries) towers.add(catalogue.find(entry ?? "")?.name ?? "");
  }
  return { towers, maps };
}
