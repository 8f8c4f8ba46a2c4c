import type { FormEvent } from "react";
import { Link, useSearchParams } from "react-router";
import type { AccountsAnswer, OwnAccount } from "../../../../../domain/contract/accounts.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button, TextInput } from "../../../../../domain/fields/controls.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { PreviousNext } from "../../../../ui/components/PreviousNext.tsx";
import { pageMeta } from "../../../../ui/meta.ts";
import { RequireSignIn } from "../../../../ui/sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../../../ui/sign-in/SignInProvider.tsx";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import { useAnswer } from "../../../../ui/sign-in/use-answer.ts";
import classes from "../account/account.module.css";
import type { Route } from "./+types/route";
import { AccountRow } from "./AccountRow.tsx";
import { FirstSteps } from "./FirstSteps.tsx";
import { Invitations } from "./Invitations.tsx";

/** Accounts per page. */
const PAGE = 50;

export const handle: SignInHandle = { signIn: "needed" };

export const meta: Route.MetaFunction = (args) => pageMeta(args, "Accounts", { url: pages.accounts() });

export default function AccountsPage() {
  return (
    <>
      <h1>Accounts</h1>
      <RequireSignIn audience="administrator">
        <Administration />
      </RequireSignIn>
    </>
  );
}

/** With a sign-in provider of one's own the accounts are there. */
function Administration() {
  const { hasAccounts } = useSignIn();
  if (hasAccounts) return <Accounts />;
  return (
    <div className={`${layout.stack} ${classes.accounts}`}>
      <p>Accounts and roles are managed by the sign-in provider of this site.</p>
      <FirstSteps hasPrintedPassword={false} lacksHelper={false} />
    </div>
  );
}

function Accounts() {
  const { user } = useSignIn();
  const [search, setSearch] = useSearchParams();
  const query = search.get("query") ?? "";
  const offset = Number(search.get("offset")) || 0;

  const {
    body: answer,
    problem,
    reload,
  } = useAnswer<AccountsAnswer>(api.accounts({ query, offset, count: PAGE }));
  const { body: own } = useAnswer<OwnAccount>(api.account());

  const showsAll = query === "" && offset === 0 && answer?.more === false;
  const lacksHelper =
    showsAll && answer.results.every(({ id, roles }) => id === user?.id || roles.length === 0);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const query = new FormData(event.currentTarget).get("query");
    setSearch(query ? { query: String(query) } : {});
  }
  const turn = (to: number): void =>
    setSearch({ ...(query ? { query } : {}), ...(to > 0 ? { offset: String(to) } : {}) });

  return (
    <div className={`${layout.stack} ${classes.accounts}`}>
      <FirstSteps hasPrintedPassword={own?.passwordGenerated ?? false} lacksHelper={lacksHelper} />
      <Invitations givable={answer?.roles ?? []} />
      <form onSubmit={submit} className={`${controls.row} ${classes.tools}`}>
        <TextInput
          key={query}
          name="query"
          type="search"
          label="Search by e-mail address or name"
          defaultValue={query}
          maxLength={200}
        />
        <Button type="submit">Search</Button>
      </form>
      {problem !== null && <p role="alert">{problem}</p>}
      {answer?.results.length === 0 && (
        <p>
          No account matches{query && ` “${query}”`}. <Link to={pages.accounts()}>Show all accounts</Link>
        </p>
      )}
      {answer && answer.results.length > 0 && (
        <ul className={layout.list}>
          {answer.results.map((account) => (
            <AccountRow key={account.id} account={account} givable={answer.roles} onChanged={reload} />
          ))}
        </ul>
      )}
      {answer && <PreviousNext offset={offset} size={PAGE} more={answer.more} onTurn={turn} />}
    </div>
  );
}
