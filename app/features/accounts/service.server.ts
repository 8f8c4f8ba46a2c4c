import { administration } from "./administration.server.ts";
import { authentication } from "./authentication.server.ts";
import { links } from "./links.server.ts";
import { ownAccount } from "./own-account.server.ts";
import { secondFactor } from "./second-factor.server.ts";
import { signUps } from "./sign-up.server.ts";
import { type AccountParts, accountStore } from "./store.server.ts";

/** Everything that happens to accounts; each act is one batch together with its entry in the account log. */
export function accountService(parts: AccountParts) {
  const store = accountStore(parts);
  return {
    ...store.reads,
    countForm: store.countForm,
    ...authentication(store),
    ...links(store),
    ...ownAccount(store),
    ...administration(store),
    ...secondFactor(store),
    ...signUps(store),
  };
}

export type AccountService = ReturnType<typeof accountService>;
