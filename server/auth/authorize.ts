import type { Told } from "../../messages/index.ts";
import { Forbidden } from "../errors.ts";

/** Throws Forbidden unless the policy allows it, in SPEC's words unless `told` gives others. */
export function authorize(isAllowed: boolean, ...told: Told | readonly []): void {
  if (!isAllowed) throw told.length === 0 ? new Forbidden("not-authorized") : new Forbidden(...told);
}
