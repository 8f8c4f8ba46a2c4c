import { useEffect } from "react";
import type { ChangesAnswer } from "../../../../../domain/contract/history.ts";
import { api } from "../../../../../domain/contract/routes.ts";
import { useAnswer } from "../../../../ui/sign-in/use-answer.ts";

interface Props {
  readonly filekey: string;
  /** Called with who made which change, by its number. */
  readonly onKnown: (names: ReadonlyMap<number | null, string>) => void;
}

/** Asks who did what: verifiers and helpers read it, whoever else does. Shows nothing. */
export function Names({ filekey, onKnown }: Props) {
  const { body } = useAnswer<ChangesAnswer>(api.changes({ noun: "completion", id: filekey }));
  useEffect(() => {
    if (body) onKnown(new Map(body.results.map(({ seq, who }) => [seq, who])));
  }, [body, onKnown]);
  return null;
}
