import { linkToken } from "../../game/words.ts";
import { targetOf } from "./target.ts";

/** Returns the token by which rows with a link to the same are found. No row has that of what is no web address. */
export function tokenOfLink(link: string): string {
  const target = targetOf(link);
  return linkToken(target === null ? "" : `${target.site} ${target.id}`);
}
