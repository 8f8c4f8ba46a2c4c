import { useEffect, useState } from "react";
import type { AccountsAnswer, InvitationsAnswer, OwnAccount } from "../../contract/accounts.ts";
import type { SampleAnswer } from "../../contract/sample.ts";
import { api } from "../../routes.ts";
import { signInConfig } from "../sign-in/config.ts";
import { useSignIn } from "../sign-in/state.ts";
import { type PersonalApi, useApi } from "../sign-in/use-api.ts";

/** Which of the first steps are done. What accounts would tell is null if they are kept elsewhere. */
export interface FirstStepsState {
  readonly password: boolean | null;
  readonly sample: SampleAnswer;
  readonly helper: boolean | null;
  /** How many are left. The site's name does not count, because nothing shows whether that step is done. */
  readonly left: number;
  /** The roles that can be given, and the one that makes a helper. */
  readonly roles: readonly string[];
  readonly helperRole: string;
}

async function askAccounts({ get }: PersonalApi, self: string) {
  const [own, { results, roles }, invited, { helperRoles }] = await Promise.all([
    get<OwnAccount>(api.account()),
    get<AccountsAnswer>(api.accounts()),
    get<InvitationsAnswer>(api.invitations()),
    signInConfig(),
  ]);
  return {
    password: !own.passwordGenerated,
    helper:
      results.some((account) => account.id !== self && account.roles.length > 0) ||
      invited.results.some((invitation) => invitation.roles.length > 0),
    roles,
    helperRole: helperRoles[0] ?? "",
  };
}

const ELSEWHERE = { password: null, helper: null, roles: [], helperRole: "" };

/** Returns the first steps; null until they are known, or if they cannot be, since the card is only a help. */
export function useFirstSteps(): FirstStepsState | null {
  const personal = useApi();
  const { user, hasAccounts } = useSignIn();
  const [state, setState] = useState<FirstStepsState | null>(null);
  const id = user?.id ?? "";

  useEffect(() => {
    if (hasAccounts === null) return;
    Promise.all([
      personal.get<SampleAnswer>(api.sample()),
      hasAccounts ? askAccounts(personal, id) : ELSEWHERE,
    ]).then(
      ([sample, accounts]) => {
        const open = [
          accounts.password === false,
          sample.completions + sample.starts > 0,
          accounts.helper === false,
        ];
        setState({ ...accounts, sample, left: open.filter(Boolean).length });
      },
      () => undefined,
    );
  }, [personal, hasAccounts, id]);
  return state;
}
