import { Forbidden } from "../errors.ts";

/** Goes on only where a policy allows it; throws Forbidden otherwise, in SPEC's words unless others fit. */
export function authorize(isAllowed: boolean, message = "You are not authorized to view this page."): void {
  if (!isAllowed) throw new Forbidden(message);
}
