import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useSearchParams } from "react-router";
import type { AccountsAnswer, LinkAnswer, OwnAccount } from "../../../contract/accounts.ts";
import { api, pages } from "../../../routes.ts";
import { pageMeta } from "../../meta.ts";
import { ActionResult } from "../../sign-in/ActionResult.tsx";
import { RequireSignIn } from "../../sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../sign-in/SignInProvider.tsx";
import { useAction } from "../../sign-in/use-action.ts";
import { useAnswer } from "../../sign-in/use-answer.ts";
import { useApi } from "../../sign-in/use-api.ts";
import classes from "../account/account.module.css";
import type { Route } from "./+types/route";
import { AccountRow } from "./AccountRow.tsx";
import { GeneratedPasswordAdvice } from "./GeneratedPasswordAdvice.tsx";

/** Accounts on a page of the list. */
const PAGE = 50;

export const handle: SignInHandle = { signIn: "needed" };

export const meta: Route.MetaFunction = (args) => pageMeta(args, "Accounts", { url: pages.accounts() });

export default function AccountsPage() {
  return (
    <>
      <h1>Accounts</h1>
      <RequireSignIn audience="administrator">
        <Accounts />
      </RequireSignIn>
    </>
  );
}

function Accounts() {
  const [search, setSearch] = useSearchParams();
  const query = search.get("query") ?? "";
  const offset = Number(search.get("offset")) || 0;

  const {
    body: answer,
    problem,
    reload,
  } = useAnswer<AccountsAnswer>(api.accounts({ query, offset, count: PAGE }));
  const { body: own } = useAnswer<OwnAccount>(api.account());

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const wanted = new FormData(event.currentTarget).get("query");
    setSearch(wanted ? { query: String(wanted) } : {});
  }
  const turn = (by: number): void => {
    setSearch({
      ...(query ? { query } : {}),
      ...(offset + by > 0 ? { offset: String(offset + by) } : {}),
    });
  };

  return (
    <div className={classes.accounts}>
      {own?.passwordGenerated && <GeneratedPasswordAdvice />}
      <Invitation />
      <form onSubmit={submit} className={classes.tools}>
        <TextInput
          key={query}
          name="query"
          type="search"
          label="Search by e-mail address or name"
          defaultValue={query}
          maxLength={200}
        />
        <Button type="submit" variant="default">
          Search
        </Button>
      </form>
      {problem !== null && <p role="alert">{problem}</p>}
      {answer?.results.length === 0 && <p>No account matches.</p>}
      {answer && answer.results.length > 0 && (
        <ul className={classes.list}>
          {answer.results.map((account) => (
            <AccountRow key={account.id} account={account} givable={answer.roles} onChanged={reload} />
          ))}
        </ul>
      )}
      {answer && (offset > 0 || answer.more) && (
        <div className={classes.acts}>
          <Button variant="default" disabled={offset === 0} onClick={() => turn(-PAGE)}>
            Previous
          </Button>
          <Button variant="default" disabled={!answer.more} onClick={() => turn(PAGE)}>
            Next
          </Button>
        </div>
      )}
    </div>
  );
}

function Invitation() {
  const { post } = useApi();
  const action = useAction();
  const [link, setLink] = useState<string | null>(null);
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email") ?? "");
    void action.run(async () => {
      const made = await post<LinkAnswer>(api.invite(), { email });
      setLink(made.link);
      return "This link works once, for a week. Hand it on:";
    });
  }
  return (
    <div className={classes.accounts}>
      <form onSubmit={submit} className={classes.tools}>
        <TextInput name="email" type="email" label="Invite (address may stay empty)" maxLength={254} />
        <Button type="submit" variant="default" loading={action.isRunning}>
          Make an invitation
        </Button>
      </form>
      <ActionResult action={action} />
      {link && action.done && <code className={classes.link}>{link}</code>}
    </div>
  );
}
