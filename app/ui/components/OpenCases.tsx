import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { pages } from "../../../domain/contract/routes.ts";
import controls from "../../../domain/fields/controls.module.css";
import { Button } from "../../../domain/fields/controls.tsx";
import { ActionResult } from "../sign-in/ActionResult.tsx";
import { RequireSignIn } from "../sign-in/RequireSignIn.tsx";
import { useAction } from "../sign-in/use-action.ts";
import { useAnswer } from "../sign-in/use-answer.ts";
import { Email } from "./Email.tsx";
import layout from "./layout.module.css";
import { NothingFound } from "./layout.tsx";
import classes from "./OpenCases.module.css";
import { ReasonForm, type ReasonFormProps } from "./ReasonForm.tsx";

interface Props<Row> {
  readonly title: string;
  /** The address of the open ones, oldest first. */
  readonly address: string;
  readonly none: string;
  /** Shows one, as an OpenCase. */
  readonly children: (row: Row, onDecided: (said: string) => Promise<void>) => ReactNode;
}

/** Leads back from what the queue leads to. */
export const BackToQueue = () => (
  <p>
    <Link to={pages.queue()}>Back to the queue</Link>
  </p>
);

/** A page of what members ask helpers to decide. */
export function OpenCases<Row>(props: Props<Row>) {
  return (
    <>
      <BackToQueue />
      <h1>{props.title}</h1>
      <RequireSignIn audience="helper">
        <List {...props} />
      </RequireSignIn>
    </>
  );
}

function List<Row>({ address, none, children }: Props<Row>) {
  const { body, problem, reload } = useAnswer<{ readonly results: readonly Row[] }>(address);
  const [decided, setDecided] = useState<string | null>(null);
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (!body) return null;
  const onDecided = async (said: string): Promise<void> => {
    setDecided(said);
    await reload();
  };
  return (
    <>
      <p role="status">{decided}</p>
      {body.results.length === 0 ? (
        <NothingFound>{none}</NothingFound>
      ) : (
        <ol className={layout.list}>{body.results.map((row) => children(row, onDecided))}</ol>
      )}
    </>
  );
}

interface CaseProps {
  readonly heading: ReactNode;
  /** Who asks, of whom, and when. */
  readonly about: ReactNode;
  /** The words of the person who asks. */
  readonly words: string;
  /** Below the words. */
  readonly children?: ReactNode;
  /** Decisions that need no reason: what is sent, and what the button says. */
  readonly outcomes: Readonly<Record<string, string>>;
  /** The one that needs a reason. */
  readonly refusal: Pick<ReasonFormProps, "label" | "act" | "look" | "rows"> & { readonly outcome: string };
  readonly decide: (outcome: string, reason: string) => Promise<void>;
}

export function OpenCase({ heading, about, words, children, outcomes, refusal, decide }: CaseProps) {
  const action = useAction();
  const [isRefusing, setRefusing] = useState(false);
  const run = (outcome: string, reason = ""): void =>
    void action.run(async () => {
      await decide(outcome, reason);
      return null;
    });
  const { outcome: refused, ...form } = refusal;
  return (
    <li className={classes.case}>
      <h2>{heading}</h2>
      <p>{about}</p>
      <blockquote className={classes.words}>{words}</blockquote>
      {children}
      <div className={controls.row}>
        {Object.entries(outcomes).map(([outcome, label]) => (
          <Button key={outcome} isBusy={action.isRunning} onClick={() => run(outcome)}>
            {label}
          </Button>
        ))}
        <Button aria-expanded={isRefusing} onClick={() => setRefusing(!isRefusing)}>
          {form.act} …
        </Button>
      </div>
      {isRefusing && (
        <ReasonForm {...form} isBusy={action.isRunning} onReason={(reason) => run(refused, reason)} />
      )}
      <ActionResult action={action} />
    </li>
  );
}

/** Who asks, for administrators; nothing for others. */
export const ByAccount = ({ by, account }: { readonly by: string | null; readonly account: string | null }) =>
  (by !== null || account !== null) && (
    <>
      {" "}
      by <bdi>{by}</bdi> {account !== null && <Email address={account} />}
    </>
  );
