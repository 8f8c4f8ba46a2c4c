import { type FormEvent, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { pages } from "../../../routes.ts";
import type { ListPageData } from "./load.server.ts";

/**
 * What Enter does besides searching: keys that are plain filters leave the text and become filters of the address. What
 * they are only the answer to the text says, so they go once it is there.
 */
export function useSettling({ challenge, state, settled }: ListPageData) {
  const navigate = useNavigate();
  /** The text under which Enter was pressed, as long as nothing else is typed. */
  const entered = useRef<string | null>(null);

  function settle(): boolean {
    if (entered.current === null || entered.current !== (state.parameters.query ?? "")) return false;
    entered.current = null;
    if (settled) navigate(pages.list(challenge.key, settled), { preventScrollReset: true, replace: true });
    return settled !== null;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each answer
  useEffect(() => void settle(), [state]);

  return {
    forget: (): void => {
      entered.current = null;
    },
    /** Whether the list has been asked for what the keys stand for, so that there is nothing more to ask. */
    onSubmit: (event: FormEvent<HTMLFormElement>): boolean => {
      const { submitter } = event.nativeEvent as SubmitEvent;
      if (submitter?.getAttribute("name") === "offset") return false;
      entered.current = String(new FormData(event.currentTarget).get("query") ?? "").trim();
      return settle();
    },
  };
}
