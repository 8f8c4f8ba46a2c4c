import { useEffect, useEffectEvent, useRef, useState } from "react";
import { codeIn } from "../../../../../domain/challenge-codes/code.ts";
import type { ChallengeDocument } from "../../../../../domain/challenge-codes/document.ts";
import { formValues } from "../../../../../domain/challenge-codes/form-values.ts";
import type { AskedCodeAnswer } from "../../../../../domain/contract/challenge-codes.ts";
import { api } from "../../../../../domain/contract/routes.ts";
import { isCode } from "../../../../../domain/game/words.ts";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import { apiWith } from "../../../../ui/sign-in/use-api.ts";
import { textOfCode } from "./filled.ts";
import { withoutValues, withValues } from "./from-code.ts";
import type { CompletionFormState } from "./use-completion-form.ts";

/** What the game's server says of the form's challenge code. */
export type CodeAnswer =
  | { readonly is: "found"; readonly document: ChallengeDocument }
  | { readonly is: "none" | "asking" | "not-asked" }
  | { readonly is: "failed"; readonly sentence: string };

/** How long typing must pause before the server is asked, in milliseconds: each account may ask so many times an hour. */
const PAUSE = 300;

/** Why the game's server could not be asked, in words; for all other reasons it is out of order. */
const REASONS: Readonly<Record<string, string>> = {
  timeout: "it did not answer in time",
  unreachable: "it cannot be reached",
  paused: "it needs a break",
  refused: "it needs a break",
  busy: "too many are asking",
};

const BY_HAND = "Fill in the form by hand; a helper will look.";

/** Returns the code that a text is or holds, as the game makes them, in capitals; null: none. */
export function gameCodeIn(text: string): string | null {
  const code = codeIn(text);
  return code !== null && isCode(code) ? code : null;
}

function answerIn({ outcome, document, why }: AskedCodeAnswer): CodeAnswer {
  // Who made it is not said to members.
  if (outcome === "found" && document) return { is: "found", document: { ...document, creator: null } };
  if (outcome === "none") return { is: "none" };
  if (outcome === "not-asked" || why === "off") return { is: "not-asked" };
  const reason = REASONS[why ?? ""] ?? "it is out of order";
  return { is: "failed", sentence: `The game’s server could not be asked: ${reason}. ${BY_HAND}` };
}

/** Asks the game's server about the form's challenge code, once typing pauses, and fills in what its document says. */
export function useChallengeCode({
  definition,
  typed,
  catalogue,
  checkedMaps,
  asksCodes,
  update,
}: CompletionFormState): {
  readonly code: string | null;
  readonly answer: CodeAnswer;
  readonly askAgain: () => void;
} {
  const { getToken } = useSignIn();
  const code = asksCodes ? gameCodeIn(textOfCode(definition, typed)) : null;
  const [known, setKnown] = useState<{ readonly code: string; readonly answer: CodeAnswer } | null>(null);
  const [attempt, setAttempt] = useState(0);
  /** The code whose document was taken last, at first the one with which the form began: what that says is not new. */
  const taken = useRef(code);
  const ask = useEffectEvent((of: string) =>
    apiWith(() => getToken({ isQuiet: true })).get<AskedCodeAnswer>(api.askChallengeCode({ code: of })),
  );
  const take = useEffectEvent((of: string, document: ChallengeDocument) => {
    if (taken.current === of) return;
    taken.current = of;
    update((before) => {
      // What an earlier code filled in goes with it.
      const own = withoutValues(definition, before);
      const { certain } = formValues(definition, own.texts, document, catalogue, checkedMaps);
      return withValues(own, of, certain);
    });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt asks anew
  useEffect(() => {
    if (code === null) {
      taken.current = null;
      return;
    }
    let isWanted = true;
    const timer = setTimeout(async () => {
      const answer = await ask(code).then(
        answerIn,
        ({ message }: Error): CodeAnswer => ({
          is: "failed",
          sentence: `The game’s server could not be asked. ${message} ${BY_HAND}`,
        }),
      );
      if (!isWanted) return;
      setKnown({ code, answer });
      if (answer.is === "found") take(code, answer.document);
    }, PAUSE);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [code, attempt]);
  const current = known?.code === code ? known?.answer : null;
  return {
    code,
    answer: code === null ? { is: "not-asked" } : (current ?? { is: "asking" }),
    askAgain(): void {
      setKnown(null);
      setAttempt((before) => before + 1);
    },
  };
}
