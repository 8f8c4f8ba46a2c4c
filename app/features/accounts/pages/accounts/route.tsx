import { type FormEvent, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type {
  AccountsAnswer,
  InvitationsAnswer,
  OwnAccount,
  TestMailAnswer,
} from "../../../../../domain/contract/accounts.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import type { SampleAnswer } from "../../../../../domain/contract/site.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button, TextInput } from "../../../../../domain/fields/controls.tsx";
import { counted } from "../../../../../domain/game/counted.ts";
import { useAnnouncement } from "../../../../ui/announce.ts";
import layout from "../../../../ui/components/layout.module.css";
import { PreviousNext } from "../../../../ui/components/PreviousNext.tsx";
import { pageMeta } from "../../../../ui/meta.ts";
import { ActionResult } from "../../../../ui/sign-in/ActionResult.tsx";
import { RequireSignIn } from "../../../../ui/sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../../../ui/sign-in/SignInProvider.tsx";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import { useAction } from "../../../../ui/sign-in/use-action.ts";
import { type Answer, useAnswer } from "../../../../ui/sign-in/use-answer.ts";
import { useApi } from "../../../../ui/sign-in/use-api.ts";
import classes from "../account/account.module.css";
import type { Route } from "./+types/route";
import { AccountRow } from "./AccountRow.tsx";
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
  const sample = useAnswer<SampleAnswer>(api.sample());
  if (hasAccounts) return <Accounts sample={sample} />;
  return (
    <div className={`${layout.stack} ${classes.accounts}`}>
      <p>Accounts and roles are managed by the sign-in provider of this site.</p>
      <FirstSteps sample={sample} hasPrintedPassword={false} lacksHelper={false} />
    </div>
  );
}

function Accounts({ sample }: { sample: Answer<SampleAnswer> }) {
  const { user } = useSignIn();
  const [search, setSearch] = useSearchParams();
  const query = search.get("query") ?? "";
  const offset = Number(search.get("offset")) || 0;

  const { body, problem, reload } = useAnswer<AccountsAnswer>(api.accounts({ query, offset, count: PAGE }));
  const own = useAnswer<OwnAccount>(api.account());
  const invitations = useAnswer<InvitationsAnswer>(api.invitations());
  // What stands above the accounts comes first: it would move what is being tapped.
  const answer = [sample, own, invitations].every(({ isSettled }) => isSettled) ? body : null;
  useAnnouncement(answer && `${answer.results.length} accounts from ${offset + 1}${query && `, ${query}`}`);

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
      <FirstSteps
        sample={sample}
        hasPrintedPassword={own.body?.passwordGenerated ?? false}
        lacksHelper={lacksHelper}
      />
      <Invitations open={invitations} givable={answer?.roles ?? []} />
      {own.body?.sendsMail && <TestMail />}
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

/** Whether mail arrives is seen only by sending one. */
function TestMail() {
  const { post } = useApi();
  const action = useAction();
  const send = (): void =>
    void action.run(async () => {
      const { to, sent } = await post<TestMailAnswer>(api.sendTestMail(), {});
      if (!sent) throw new Error("The mail server did not take it. The site's log says why.");
      return `The mail server took a mail to ${to}. Please look whether it arrives.`;
    });
  return (
    <div className={controls.row}>
      <Button isBusy={action.isRunning} onClick={send}>
        Send me a test mail
      </Button>
      <ActionResult action={action} />
    </div>
  );
}

const sizeOf = ({ completions, starts }: SampleAnswer): number => completions + starts;

interface Props {
  readonly sample: Answer<SampleAnswer>;
  readonly hasPrintedPassword: boolean;
  readonly lacksHelper: boolean;
}

/** What is left to do on a new site; nothing once it is done. */
export function FirstSteps({ sample: { body: sample, problem }, hasPrintedPassword, lacksHelper }: Props) {
  const holdsSample = sample !== null && sizeOf(sample) > 0;
  if (!hasPrintedPassword && !lacksHelper && !holdsSample && problem === null) return null;
  return (
    <section className={`${layout.stack} ${classes.accounts}`} aria-label="First steps">
      <h2>First steps</h2>
      {problem !== null && <p role="alert">{problem}</p>}
      <ul className={layout.list}>
        {hasPrintedPassword && (
          <li className={classes.account}>
            <div className={classes.who}>
              <strong>Change your password</strong>
              You still use the one that was printed when the site was first started.{" "}
              <Link to={pages.account()}>Change it under your account</Link>, and the e-mail address with it.
            </div>
          </li>
        )}
        {holdsSample && <RemoveSample sample={sample} />}
        {lacksHelper && (
          <li className={classes.account}>
            <div className={classes.who}>
              <strong>Invite a helper</strong>
              Only you have a role so far. Invite others below.
            </div>
          </li>
        )}
      </ul>
    </section>
  );
}

/** Removes the sample data part by part. This cannot be undone, so it asks first. */
function RemoveSample({ sample }: { sample: SampleAnswer }) {
  const { post } = useApi();
  const action = useAction();
  const [isAsking, setAsking] = useState(false);
  const [left, setLeft] = useState(sample.completions);

  const remove = (): void =>
    void action.run(async () => {
      setAsking(false);
      for (let rest = sample; sizeOf(rest) > 0; ) {
        setLeft(rest.completions);
        const next = await post<SampleAnswer>(api.removeSample(), {});
        if (sizeOf(next) >= sizeOf(rest))
          throw new Error("Some samples could not be removed. Please try again in a moment.");
        rest = next;
      }
      // This page, and others that the browser has cached, still show the samples.
      window.location.reload();
      return "The samples are gone.";
    });

  return (
    <li className={classes.account}>
      <div className={classes.who}>
        <strong>Remove the samples</strong>
        {counted(sample.completions)} completions and {counted(sample.starts)} CHIMPS starts are made up to
        show what the site looks like. Real submissions stay.
      </div>
      {action.isRunning ? (
        <span role="status">
          {counted(sample.completions - left)} of {counted(sample.completions)} removed
        </span>
      ) : isAsking ? (
        <div className={controls.row}>
          This cannot be undone on this page.
          <Button look="call" isSmall onClick={remove}>
            Remove them
          </Button>
          <Button isSmall onClick={() => setAsking(false)}>
            Keep them
          </Button>
        </div>
      ) : (
        <Button isSmall onClick={() => setAsking(true)}>
          Remove the samples
        </Button>
      )}
      {(action.done || action.problem) && (
        <div className={`${layout.stack} ${classes.wide}`}>
          <ActionResult action={action} />
        </div>
      )}
    </li>
  );
}
