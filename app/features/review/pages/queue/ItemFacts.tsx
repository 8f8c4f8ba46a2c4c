import { Activity, type ReactNode, useState } from "react";
import { Link } from "react-router";
import { LEVELS } from "../../../../../domain/checks/check.ts";
import type { LookAlikesAnswer } from "../../../../../domain/contract/completions.ts";
import type {
  CheckExceptionsAnswer,
  NamedCompletion,
  QueueFactsAnswer,
  ThreadAnswer,
} from "../../../../../domain/contract/review.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button } from "../../../../../domain/fields/controls.tsx";
import { VerdictSign } from "../../../../../domain/fields/marks/VerdictSign.tsx";
import { counted, listed } from "../../../../../domain/game/counted.ts";
import { LookAlikes } from "../../../../ui/completions/LookAlikes.tsx";
import { Notes } from "../../../../ui/completions/Notes.tsx";
import { Ago } from "../../../../ui/components/Ago.tsx";
import { CopyButton } from "../../../../ui/components/CopyButton.tsx";
import { Dialog } from "../../../../ui/components/Dialog.tsx";
import { later } from "../../../../ui/components/later.ts";
import layout from "../../../../ui/components/layout.module.css";
import { ReasonForm } from "../../../../ui/components/ReasonForm.tsx";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import { useAction } from "../../../../ui/sign-in/use-action.ts";
import { type Answer, useAnswer } from "../../../../ui/sign-in/use-answer.ts";
import { useApi } from "../../../../ui/sign-in/use-api.ts";
import classes from "./ItemFacts.module.css";
import type { Item } from "./load.server.ts";
import { Thread } from "./Thread.tsx";
import { stateOf } from "./use-desk.ts";

const SideBySide = later(async () => (await import("./SideBySide.tsx")).SideBySide);

interface Props {
  readonly item: Item;
  /** The checks that helpers except it from. */
  readonly excepted: Answer<CheckExceptionsAnswer>;
  /** Whether it is verified, and to be looked at twice. */
  readonly isLookedAt: boolean;
  /** Its checklist. */
  readonly children: ReactNode;
}

/** What is known of the completion that is looked at: all at once, so that nothing moves what is read or pressed. */
export function ItemFacts(props: Props) {
  const { challenge, filekey, row, heading } = props.item;
  const { user } = useSignIn();
  const state = stateOf(props.item);
  const known = useAnswer<QueueFactsAnswer>(row.pending === null ? null : api.queueFacts({ filekey }), state);
  const alike = useAnswer<LookAlikesAnswer>(user?.isHelper ? api.lookAlikes({ filekey }) : null, state);
  const thread = useAnswer<ThreadAnswer>(api.thread({ filekey }), state);
  const isWhole = [known, alike, thread, props.excepted].every(({ isSettled }) => isSettled);
  return (
    <section className={classes.facts} aria-label={`What is known of ${heading}`}>
      {!isWhole && <p className={`${layout.card} ${classes.standing}`}>Looking up what is known …</p>}
      {/* Hidden, it keeps what is being written in it, while what is known is asked anew after an edit. */}
      <Activity mode={isWhole ? "visible" : "hidden"}>
        {(thread.body ?? thread.problem) !== null && (
          <Whole {...{ ...props, known, thread }} alike={<LookAlikes alike={alike} list={challenge} />} />
        )}
      </Activity>
    </section>
  );
}

interface WholeProps extends Props {
  readonly known: Answer<QueueFactsAnswer>;
  readonly thread: Answer<ThreadAnswer>;
  readonly alike: ReactNode;
}

function Whole({ item, excepted, isLookedAt, children, known, thread, alike }: WholeProps) {
  const { challenge, filekey, row, facts, codes, failures, unknown, notes, notesHtml } = item;
  // What was said comes first. What is said from now on does not move it.
  const [isFirst] = useState(() => (thread.body?.messages.length ?? 0) > 0);
  const said = <Thread filekey={filekey} thread={thread} />;
  const entries: readonly { readonly label: string; readonly value: ReactNode }[] = [
    { label: "Player", value: <bdi>{item.players}</bdi> },
    ...facts.map(({ label, text }) => ({ label, value: text })),
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
  ];
  return (
    <>
      {row.pending === null ? (
        <p role="status" className={`${layout.card} ${classes.standing}`}>
          {isLookedAt
            ? "It is verified. Confirm it if it is in order; doubt it if not: it stays verified until helpers decide."
            : "It is verified: there is nothing to decide."}
        </p>
      ) : (
        <Outcome item={item} facts={known} />
      )}
      {isFirst && said}
      {failures.length > 0 && <Failures item={item} excepted={excepted} looked={known.body?.looked ?? []} />}
      {alike}
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
      {known.body?.submitter && <Submitter of={known.body.submitter} />}
      <h3>Notes</h3>
      {notes === "" ? <p>No notes for this completion</p> : <Notes text={notes} html={notesHtml} />}
      {unknown.length > 0 && <p className={layout.note}>The checks cannot know whether {listed(unknown)}.</p>}
      <p>
        <Link to={pages.notes(challenge, { filekey })}>Its own page</Link>
      </p>
      {!isFirst && said}
    </>
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
                ({LEVELS[level]}
                {looked.includes(id) && "; its sender has looked at it"})
              </small>
              {isFirst && exception && (
                <p>
                  Excepted by {exception.by}: {exception.reason}{" "}
                  {user?.isHelper && (
                    <Button isSmall isBusy={action.isRunning} onClick={() => except(id, "")}>
                      No exception
                    </Button>
                  )}
                </p>
              )}
              {isFirst && excepted.body && !exception && user?.isHelper && (
                <details>
                  <summary>Make an exception</summary>
                  <ReasonForm
                    label="Why? Helpers read this."
                    act="Except it"
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

const NamedLink = ({ of: { challenge, filekey, heading, players } }: { of: NamedCompletion }) => (
  <>
    <Link to={pages.notes(challenge, { filekey })}>{heading}</Link> by <bdi>{players}</bdi>
  </>
);

/** What it would be, and what it meets. */
function Outcome({ item, facts }: { item: Item; facts: Answer<QueueFactsAnswer> }) {
  const { row } = item;
  const { body, problem } = facts;
  if (!body) return <p role="alert">{problem}</p>;
  const { refusal, original, record, first, submitted, takenBy, originalBy, takes, others } = body;
  const said: readonly (ReactNode | false)[] = [
    refusal !== null && <b>{refusal}</b>,
    takenBy !== null && (
      <>
        Verified meanwhile: <NamedLink of={takenBy} />
      </>
    ),
    original && "Would be the OG",
    row.og === true &&
      !original &&
      takenBy === null &&
      "Claims to be the OG, which is taken: it would be verified as not original",
    originalBy !== null && originalBy.filekey !== takenBy?.filekey && (
      <>
        The OG: <NamedLink of={originalBy} />
      </>
    ),
    record && "Would be a record",
    ...takes.map((held) => (
      <>
        Takes the record of <NamedLink of={held} />
      </>
    )),
    first && "The account's first submission",
  ];
  const shown = said.filter((each) => each !== false);
  return (
    <div className={`${layout.card} ${classes.standing}`}>
      <ul>
        {shown.map((each, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change their order
          <li key={at}>{each}</li>
        ))}
      </ul>
      {shown.length === 0 && <p>Would be neither an OG nor a record.</p>}
      <p>
        {submitted === null ? (
          "Moved in, and nobody knows when it was submitted"
        ) : (
          <>
            Submitted <Ago at={submitted} />
          </>
        )}
      </p>
      {others.length > 0 && (
        <>
          <p>Also pending, of the same:</p>
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
                  onceOpen={<SideBySide item={item} rival={other.filekey} />}
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

/** Who its account is as far as that matters, and what was decided of its other submissions. */
function Submitter({ of }: { of: NonNullable<QueueFactsAnswer["submitter"]> }) {
  return (
    <details open className={classes.history}>
      <summary>
        This account: {counted(of.verified)} verified, {counted(of.rejected)} rejected
      </summary>
      {of.isBlocked && (
        <p>
          <b>Blocked:</b> this account can neither answer nor resubmit.
        </p>
      )}
      {of.isBanned && (
        <p>
          <b>Banned:</b> the player of this account may not submit.
        </p>
      )}
      {of.last.length > 0 && (
        <ul className={layout.near}>
          {of.last.map(({ state, reason, day, ...named }) => (
            <li key={named.filekey}>
              <VerdictSign verdict={state === "verified" ? "done" : "unknown"} />
              <span>
                {state === "verified" ? <NamedLink of={named} /> : named.heading}{" "}
                <time dateTime={day}>{day}</time>
                {reason !== null && <small> Rejected: {reason}</small>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
