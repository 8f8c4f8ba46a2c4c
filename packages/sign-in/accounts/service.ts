import { TooMany } from "../../../server/errors.ts";
import { administration } from "./administration.ts";
import { authentication } from "./authentication.ts";
import { links } from "./links.ts";
import { ownAccount } from "./own-account.ts";
import { secondFactor } from "./second-factor.ts";
import { signUps } from "./sign-up.ts";
import { type AccountParts, accountStore } from "./store.ts";

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

/** Runs work after the response, so that response times reveal nothing. Failures are logged, preceded by `what`. */
export type RunAfterResponse = (what: string, work: Promise<void>) => void;

/** Uses `waitUntil`, which keeps a process alive that would otherwise end with the response. */
export const afterResponseBy =
  (waitUntil: (work: Promise<void>) => void): RunAfterResponse =>
  (what, work) =>
    waitUntil(
      work.catch((error: unknown) => {
        if (!(error instanceof TooMany)) console.error(what, error);
      }),
    );
