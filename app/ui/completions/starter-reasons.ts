import type { ReasonKind } from "../../../domain/contract/review.ts";

/** A reason that every site has from the start. */
export interface StarterReason {
  readonly kind: ReasonKind;
  /** The keys of the challenges that it is offered in; null: every one. */
  readonly challenges: readonly string[] | null;
  readonly title: string;
  readonly text: string;
}

const SCREENSHOTS = ["2tc", "2tcc", "2mp"];

/** What helpers say often. A helper's own reason with the same title is offered in its place. */
export const STARTER_REASONS: readonly StarterReason[] = [
  {
    kind: "reject",
    challenges: null,
    title: "Proof does not open",
    text: "We could not open your proof. Please check that the link works and that everybody may see it, then resubmit.",
  },
  {
    kind: "reject",
    challenges: null,
    title: "Proof shows another run",
    text: "Your proof does not show this run. Please add the right one and resubmit.",
  },
  {
    kind: "reject",
    challenges: SCREENSHOTS,
    title: "No set-up screenshot",
    text: "We need a screenshot of your final tower setup besides the victory screen.",
  },
  {
    kind: "reject",
    challenges: null,
    title: "Another player’s name",
    text: "This was submitted under another player’s name. Please submit only your own runs.",
  },
  {
    kind: "ask",
    challenges: ["2tc"],
    title: "Footage of hard rounds",
    text: "Please add footage of the hard rounds.",
  },
  {
    kind: "ask",
    challenges: null,
    title: "Full recording",
    text: "Please add a recording of the full run.",
  },
  {
    kind: "ask",
    challenges: SCREENSHOTS,
    title: "Set-up screenshot",
    text: "Please add a screenshot of your final tower setup.",
  },
  {
    kind: "ask",
    challenges: ["2tc"],
    title: "Challenge code",
    text: "Please add the challenge code.",
  },
  {
    kind: "ask",
    challenges: null,
    title: "Whose run it is",
    text: "You submitted this from an account that does not seem to be the player’s. Whose run is it?",
  },
];

/** Returns those that are offered somewhere, but for what helpers say in words of their own. */
export const startersFor = (
  challenge: string,
  kind: ReasonKind,
  own: readonly { readonly title: string }[],
): readonly StarterReason[] =>
  STARTER_REASONS.filter(
    (each) =>
      each.kind === kind &&
      (each.challenges === null || each.challenges.includes(challenge)) &&
      !own.some(({ title }) => title.toLowerCase() === each.title.toLowerCase()),
  );
