import { Activity, type ReactNode } from "react";
import { Link } from "react-router";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { LEVELS } from "../../../../../domain/checks/check.ts";
import type {
  CheckExceptionsAnswer,
  NamedCompletion,
  QueueFactsAnswer,
} from "../../../../../domain/contract/review.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button } from "../../../../../domain/fields/controls.tsx";
import { VerdictSign } from "../../../../../domain/fields/marks/VerdictSign.tsx";
import { counted, listed } from "../../../../../domain/game/counted.ts";
import { LookAlikes } from "../../../../ui/completions/LookAlikes.tsx";
import { Ago, Day } from "../../../../ui/components/Ago.tsx";
import { CopyButton } from "../../../../ui/components/CopyButton.tsx";
import { Dialog } from "../../../../ui/components/Dialog.tsx";
import { Email } from "../../../../ui/components/Email.tsx";
import { later } from "../../../../ui/components/later.ts";
import layout from "../../../../ui/components/layout.module.css";
import { ReasonForm } from "../../../../ui/components/ReasonForm.tsx";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import { useAction } from "../../../../ui/sign-in/use-action.ts";
import type { Answer } from "../../../../ui/sign-in/use-answer.ts";
import { useApi } from "../../../../ui/sign-in/use-api.ts";
import classes from "./ItemFacts.module.css";
import type { Item } from "./load.server.ts";
import { consequencesOf } from "./outcome.ts";
import type { DeskState } from "./use-desk.ts";
import { Key, type VerdictsState } from "./Verdicts.tsx";

const SideBySide = later(async () => (await import("./SideBySide.tsx")).SideBySide);

interface Props {
  readonly item: Item;
  readonly state: DeskState;
  readonly verdicts: VerdictsState;
  /** Its checklist. */
  readonly children: ReactNode;
}

/** What is known of the completion that is looked at: all at once, so that nothing moves what is read or pressed. */
export function ItemFacts(props: Props) {
  const { item, state } = props;
  return (
    <section className={classes.facts} aria-label={`What is known of ${item.heading}`}>
      {!state.about.isWhole && (
        <p className={`${layout.card} ${classes.standing}`}>Looking up what is known …</p>
      )}
      {/* Hidden, it keeps what is being written in it, while what is known is asked anew after an edit. */}
      <Activity mode={state.about.isWhole ? "visible" : "hidden"}>
        <Whole {...props} />
      </Activity>
    </section>
  );
}

function Whole({ item, state, verdicts, children }: Props) {
  const { challenge, filekey, facts, codes, failures, unknown } = item;
  const { known, alike, excepted } = state.about;
  const submitter = known.body?.submitter ?? null;
  const isUnique =
    alike.body !== null &&
    [alike.body.links, alike.body.files, alike.body.pictures].every(({ length }) => length === 0);
  const entries: readonly { readonly label: string; readonly value: ReactNode }[] = [
    { label: "Player", value: <bdi>{item.players}</bdi> },
    ...(known.body ? [{ label: "Account", value: <Account facts={known.body} /> }] : []),
    ...(known.body?.partners ?? []).map(({ name, answer }) => ({
      label: "Other player",
      value: (
        <>
          <bdi>{name}</bdi> {PARTNER_SAYS[answer ?? "nothing"]}
        </>
      ),
    })),
    ...codes.map((code) => ({
      label: "Code",
      value: (
        <span className={controls.row}>
          <b>{code}</b>
          <CopyButton text={code} name={`Challenge code ${code}`}>
            Copy
          </CopyButton>
        </span>
      ),
    })),
    ...(codes.length > 0 ? [{ label: "Code check", value: <CodeCheck of={item} /> }] : []),
    ...facts.map(({ label, text }) => ({ label, value: text })),
    ...(isUnique ? [{ label: "Same proof", value: "nowhere else" }] : []),
  ];
  return (
    <>
      {state.waits ? (
        <>
          {known.body && <Suspicions item={item} facts={known.body} verdicts={verdicts} />}
          <Outcome item={item} facts={known} verdicts={verdicts} />
        </>
      ) : (
        <p role="status" className={`${layout.card} ${classes.standing}`}>
          {state.isLookedAt
            ? "Verified. Confirm it if everything is right; question it if not: it stays verified until helpers decide."
            : state.proposal !== null
              ? "Verified. It stays so: decide on the proposed proof alone."
              : "Already verified: nothing to decide."}
        </p>
      )}
      {failures.length > 0 && <Failures item={item} excepted={excepted} looked={known.body?.looked ?? []} />}
      <LookAlikes alike={alike} list={challenge} />
      <div className={classes.rules}>
        <dl className={`${layout.facts} ${classes.known}`}>
          {entries.map(({ label, value }, at) => (
            <div key={label + String(at)}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {children}
      </div>
      {submitter && submitter.last.length > 0 && <LastVerdicts of={submitter} />}
      {unknown.length > 0 && (
        <p className={layout.note}>Not checked: {listed(unknown.map((each) => `whether ${each}`))}.</p>
      )}
      <p>
        <Link to={pages.notes(challenge, { filekey })}>Completion page</Link>
      </p>
    </>
  );
}

const PARTNER_SAYS = {
  yes: "says that it is right",
  no: "says that they did not play it",
  nothing: "was asked, and has not answered",
} as const;

const CODE_CHECKS = {
  agrees: "agrees",
  differs: "differs: see what the checks found",
  open: "nothing differs, but some of it is not known",
} as const;

/** What the game's server says of its challenge code. */
function CodeCheck({ of: { code, codeCheck } }: { of: Item }) {
  if (code === null) return <>not checked: nothing is known of the code here</>;
  const { foundAt, createdAt, version } = code;
  return (
    <>
      {CODE_CHECKS[codeCheck]}
      <small>
        {" · from the game’s server, "}
        <Day at={foundAt} />
        {createdAt !== null && (
          <>
            {" · made "}
            <Day at={createdAt} />
          </>
        )}
        {version !== null && ` in ${version}`}
      </small>
    </>
  );
}

type Submitter = NonNullable<QueueFactsAnswer["submitter"]>;

/** Whose account submitted it. */
function Account({ facts: { submitter, first } }: { facts: QueueFactsAnswer }) {
  if (!submitter) return <>not known</>;
  const { name, address, owns, submits, verified, rejected, isBlocked } = submitter;
  const [most] = submits;
  return (
    <>
      {name === null ? "without a name" : <bdi>{name}</bdi>}
      {address !== null && (
        <>
          {" "}
          (<Email address={address} />)
        </>
      )}
      <small>
        {owns !== null ? (
          <>
            {" · "}owns the name <bdi>{owns}</bdi>
          </>
        ) : (
          most && (
            <>
              {" · "}submitted for <bdi>{most.name}</bdi> ({counted(most.completions)})
            </>
          )
        )}
        {" · "}
        {first ? "first submission" : `${counted(verified)} verified, ${counted(rejected)} rejected`}
        {isBlocked && " · blocked: it can neither answer nor resubmit"}
      </small>
    </>
  );
}

/** Why its account does not seem to be its player's. */
function Whose({ of: { owns, name }, players }: { of: Submitter; players: string }) {
  if (owns !== null)
    return (
      <>
        it was submitted by the owner of the name <bdi>{owns}</bdi>.
      </>
    );
  if (name !== null)
    return (
      <>
        it was submitted by <bdi>{name}</bdi>, who has no verified completions as <bdi>{players}</bdi>.
      </>
    );
  return (
    <>
      all earlier completions of <bdi>{players}</bdi> were submitted by another account.
    </>
  );
}

/** What is wrong with who submitted it, and the one press that rejects all that is pending of a banned player. */
function Suspicions({
  item,
  facts: { findings, submitter },
  verdicts,
}: {
  readonly item: Item;
  readonly facts: QueueFactsAnswer;
  readonly verdicts: VerdictsState;
}) {
  if (!submitter) return null;
  const { banned, open } = submitter;
  const isBanned = findings.includes("banned");
  const isAnothers = findings.includes("another-account");
  if (banned === null && !isAnothers) return null;
  return (
    <div className={`${classes.warnings} ${classes.alarm}`}>
      {banned !== null && (
        <p>
          {isBanned ? (
            <>
              <b>
                <bdi>{banned}</bdi> is banned.
              </b>{" "}
              Their submissions are not accepted and cannot be OGs.
            </>
          ) : (
            <b>
              This account submitted for <bdi>{banned}</bdi>, who is banned.
            </b>
          )}
        </p>
      )}
      {isAnothers && (
        <p>
          <b>Another account:</b> <Whose of={submitter} players={item.players} />
        </p>
      )}
      {banned !== null && open.length > 0 && (
        <Button isSmall isBusy={verdicts.isRunning} onClick={verdicts.rejectAllOfBanned}>
          Reject all {counted(open.length)} pending <Key name="B" />
        </Button>
      )}
    </div>
  );
}

/** What the checks found. A helper can say why that is no fault here. */
function Failures({
  item: { filekey, revision, failures },
  excepted,
  looked,
}: {
  readonly item: Item;
  readonly excepted: Answer<CheckExceptionsAnswer>;
  /** The checks whose warnings its sender has looked at. */
  readonly looked: readonly string[];
}) {
  const { user } = useSignIn();
  const { post } = useApi();
  const action = useAction();
  const except = (check: string, reason: string): void =>
    void action.run(async () => {
      await post(api.exceptCheck(), { filekey, revision: String(revision), check, reason });
      await excepted.reload();
      return null;
    });
  return (
    <div className={classes.warnings}>
      <p>What the checks found:</p>
      <ul>
        {failures.map(({ id, level, says }, at) => {
          const exception = excepted.body?.results.find(({ check }) => check === id);
          const isFirst = failures.findIndex((each) => each.id === id) === at;
          return (
            <li key={id + says}>
              {says}{" "}
              <small>
                {[level !== "note" && LEVELS[level], looked.includes(id) && "submitted anyway"]
                  .filter(Boolean)
                  .join(", ")}
              </small>
              {isFirst && exception && (
                <p>
                  Allowed by {exception.by}: {exception.reason}{" "}
                  {user?.isHelper && (
                    <Button isSmall isBusy={action.isRunning} onClick={() => except(id, "")}>
                      Don’t allow it
                    </Button>
                  )}
                </p>
              )}
              {isFirst && excepted.body && !exception && user?.isHelper && (
                <details>
                  <summary>Allow it anyway</summary>
                  <ReasonForm
                    label="Why? Helpers read this."
                    act="Allow it"
                    isBusy={action.isRunning}
                    onReason={(reason) => except(id, reason)}
                  />
                </details>
              )}
            </li>
          );
        })}
      </ul>
      {action.problem !== null && <p role="alert">{action.problem}</p>}
    </div>
  );
}

export const NamedLink = ({ of: { challenge, filekey, heading, players } }: { of: NamedCompletion }) => (
  <>
    <Link to={pages.notes(challenge, { filekey })}>{heading}</Link> by <bdi>{players}</bdi>
  </>
);

/** What it would be, and what it meets. */
function Outcome({
  item,
  facts,
  verdicts,
}: {
  readonly item: Item;
  readonly facts: Answer<QueueFactsAnswer>;
  readonly verdicts: VerdictsState;
}) {
  const { body, problem } = facts;
  const definition = CHALLENGES.get(item.challenge);
  if (!body || !definition) return <p role="alert">{problem}</p>;
  const { refusal, submitted, others } = body;
  const said = consequencesOf(definition, item.row, body);
  return (
    <div className={`${layout.card} ${classes.standing}`}>
      {refusal !== null && (
        <p>
          <b>{refusal}</b>
        </p>
      )}
      <ul>
        {said.map(({ says, of }) => (
          <li key={says + (of?.filekey ?? "")}>
            {says} {of && <NamedLink of={of} />}
          </li>
        ))}
      </ul>
      <p>
        {submitted === null ? (
          "Imported; submission date unknown"
        ) : (
          <>
            Submitted <Ago at={submitted} />
          </>
        )}
      </p>
      {others.length > 0 && (
        <>
          <p>Also pending for this combination:</p>
          <ul>
            {others.map((other) => (
              <li key={other.filekey}>
                <Link to={pages.queue({ filekey: other.filekey })}>{other.heading}</Link> by{" "}
                <bdi>{other.players}</bdi>{" "}
                <Dialog
                  title={`Side by side: ${other.heading}`}
                  label="Compare"
                  name={`Compare with the one by ${other.players}`}
                  className={`${controls.button} ${controls.small}`}
                  isWide
                  onceOpen={<SideBySide item={item} rival={other.filekey} verdicts={verdicts} />}
                >
                  {null}
                </Dialog>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** What was decided of its account's other submissions. */
function LastVerdicts({ of }: { of: Submitter }) {
  return (
    <section className={classes.history}>
      <h3>Last verdicts on this account</h3>
      <ul className={layout.near}>
        {of.last.map(({ state, reason, day, ...named }) => (
          <li key={named.filekey}>
            <VerdictSign verdict={state === "verified" ? "done" : "unknown"} />
            <span>
              {state === "verified" ? <NamedLink of={named} /> : named.heading} <Day at={day} />
              {reason !== null && <small> Rejected: {reason}</small>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
