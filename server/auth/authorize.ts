import type { Told } from "../../messages/index.ts";
import { Forbidden } from "../errors.ts";

/** Goes on only where a policy allows it; throws Forbidden otherwise, in SPEC's words unless others are told. */
export function authorize(isAllowed: boolean, ...told: Told | readonly []): void {
  if (!isAllowed) throw told.length === 0 ? new Forbidden("not-authorized") : new Forbidden(...told);
}
