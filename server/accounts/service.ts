import { administering } from "./administering.ts";
import { links } from "./links.ts";
import { ownAccount } from "./own-account.ts";
import { arrivals } from "./sign-up.ts";
import { type AccountParts, accountStore } from "./store.ts";

/** Everything that happens to accounts; each act is one batch together with its entry in the account log. */
export function accountService(parts: AccountParts) {
  const store = accountStore(parts);
  return {
    ...store.reads,
    countForm: store.countForm,
    ...arrivals(store),
    ...links(store),
    ...ownAccount(store),
    ...administering(store),
  };
}

export type AccountService = ReturnType<typeof accountService>;
