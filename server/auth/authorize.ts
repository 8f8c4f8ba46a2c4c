import type { ProblemArguments } from "../../domain/messages/index.ts";
import { Forbidden } from "../errors.ts";

/** Throws Forbidden unless the policy allows it, in SPEC's words unless `problem` gives others. */
export function authorize(isAllowed: boolean, ...problem: ProblemArguments | readonly []): void {
  if (!isAllowed) throw problem.length === 0 ? new Forbidden("not-authorized") : new Forbidden(...problem);
}
