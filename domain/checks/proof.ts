import type { ChallengeDefinition } from "../challenges/define.ts";
import { asksForCode, fieldsOfKind } from "../challenges/fields.ts";
import { readCode } from "../fields/lines.ts";
import { targetOf } from "../fields/link/target.ts";
import { challengeCodesIn, codesIn } from "../game/words.ts";
import type { WireRow } from "../lists/row.ts";
import { doubtOfLink, linkName, proofSlots, rulesFor } from "../media/proof-slots.ts";
import { type Check, failure, outcomeOf, type ShownProof } from "./check.ts";

/** Returns what a file is, by its content type. */
export const shownByFile = (contentType: string, role: string | null): ShownProof => ({
  is: contentType.startsWith("video") ? "video" : "picture",
  role,
});

/** Returns what a link leads to. What is not known as a video may be anything. */
export const shownByLink = (link: string, role: string | null): ShownProof => ({
  is: targetOf(link)?.isVideo ? "video" : "unknown",
  role,
});

/** Returns what the proof and the attachments of a recorded completion are. */
export function shownProofs(
  definition: ChallengeDefinition,
  { filekey, link }: WireRow,
  {
    files,
    links,
  }: {
    readonly files: readonly {
      readonly key: string;
      readonly contentType: string;
      readonly role: string | null;
    }[];
    readonly links: readonly { readonly url: string; readonly role: string }[];
  },
): readonly ShownProof[] {
  const first = proofSlots(definition)[0]?.role ?? null;
  return [
    ...(typeof link === "string" ? [shownByLink(link, first)] : []),
    ...files.map(({ key, contentType, role }) => shownByFile(contentType, key === filekey ? first : role)),
    ...links.map(({ url, role }) => shownByLink(url, role)),
  ];
}

/** Only the rules that hold for certain towers and maps demand the whole run. */
export const fullRecording: Check = {
  id: "full-recording",
  level: "warn",
  whether: "there is a recording where the whole run must be seen",
  applies: ({ rules }) => rules.some(({ items }) => items.some(({ check }) => check?.towers || check?.maps)),
  run({ definition, texts, map, towers, catalogue }, { proof }) {
    const slots = proofSlots(definition);
    const needed = rulesFor(definition, texts, catalogue).flatMap(({ check }) => {
      const slot = slots.find(({ role }) => role === check?.proof);
      return slot?.isVideo && (check?.towers || check?.maps) ? [{ slot, check }] : [];
    });
    if (needed.length === 0) return [];
    if (proof === null || proof.length === 0) return "unknown";
    if (proof.some(({ is }) => is === "video")) return [];
    const failures = needed.map(({ slot, check }) => {
      const tower = towers.find((each) => check.towers?.includes(each.tower?.name ?? ""))?.tower?.name;
      return failure({ name: slot.role, label: slot.label }, ["only-pictures", { of: tower ?? map }]);
    });
    return proof.every(({ is }) => is === "picture") ? failures : "unknown";
  },
};

/** What nobody can tell without opening it counts as no recording here: helpers are told to look. */
export const missingRecording: Check = {
  id: "missing-recording",
  level: "note",
  whether: "the recording that the rules ask for is there",
  applies: ({ proofs }) => (proofs ?? []).some(({ isVideo }) => isVideo),
  run({ definition, texts, catalogue }, { proof }) {
    if (proof === null) return "unknown";
    const needed = rulesFor(definition, texts, catalogue).map(({ check }) => check?.proof);
    const failures = proofSlots(definition).flatMap((slot) => {
      const isThere = proof.some(
        ({ is, role }) => is === "video" || (role === slot.role && is !== "picture"),
      );
      return slot.isVideo && needed.includes(slot.role) && !isThere
        ? [failure({ name: slot.role, label: slot.label }, ["no-recording"])]
        : [];
    });
    return failures;
  },
};

const proofRoles: Check = {
  id: "proof-roles",
  level: "note",
  whether: "each picture that the rules ask for is there",
  applies: ({ proofs }) => (proofs ?? []).some(({ isVideo }) => !isVideo),
  run({ definition }, { proof }) {
    if (proof === null) return "unknown";
    const missing = proofSlots(definition).filter(
      ({ role, isVideo }) => !isVideo && !proof.some((each) => each.role === role),
    );
    if (missing.length === 0) return [];
    // What has no mark, and all but a picture, may show it as well.
    if (proof.some(({ is, role }) => is !== "picture" || role === null)) return "unknown";
    return missing.map(({ role, label }) => failure({ name: role, label }, ["missing"]));
  },
};

const codeInNotes: Check = {
  id: "code-in-notes",
  level: "note",
  whether: "the challenge code is given",
  applies: asksForCode,
  run(run) {
    const notes = run.texts.notes ?? "";
    if (readCode(run.text("challengeCode")).code !== null || challengeCodesIn(notes).length > 0) return [];
    const [name = "notes", label = "Challenge code"] =
      fieldsOfKind(run.definition, "code").map(([wire, field]) => [wire, field.label] as const)[0] ?? [];
    // In small letters it may be an ordinary word.
    return outcomeOf(codesIn(notes).length > 0 ? [] : [failure({ name, label }, ["missing"])], true);
  },
};

/** The form says so at the slot of the link. */
export const doubtfulLink: Check = {
  id: "doubtful-link",
  level: "warn",
  whether: "the links lead to what others can open, and will go on doing so",
  applies: () => true,
  run: ({ definition, texts }) =>
    proofSlots(definition).flatMap(({ role, label }) => {
      const name = linkName(definition, role);
      const problem = doubtOfLink(texts[name] ?? "", label);
      return problem ? [{ at: [name], problem }] : [];
    }),
};

export const proofChecks: readonly Check[] = [
  fullRecording,
  missingRecording,
  proofRoles,
  codeInNotes,
  doubtfulLink,
];
