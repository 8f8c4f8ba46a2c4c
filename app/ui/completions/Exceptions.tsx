import type { CheckExceptionsAnswer } from "../../../domain/contract/review.ts";
import { api } from "../../../domain/contract/routes.ts";
import { useAnswer } from "../sign-in/use-answer.ts";

/** Tells a helper which checks the completion is excepted from, and why. */
export function Exceptions({ filekey }: { readonly filekey: string }) {
  const { body } = useAnswer<CheckExceptionsAnswer>(api.exceptions({ filekey }));
  return body?.results.map(({ check, whether, reason, by }) => (
    <p key={check}>
      Whether {whether}: excepted by {by}: {reason}
    </p>
  ));
}
