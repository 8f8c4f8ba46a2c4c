import { Suspense, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import type { MySubmissionsAnswer, OwnSubmission } from "../../../../../domain/contract/completions.ts";
import type { OwnNameAnswer } from "../../../../../domain/contract/players.ts";
import type { WaitingAnswer } from "../../../../../domain/contract/review.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button } from "../../../../../domain/fields/controls.tsx";
import { counted } from "../../../../../domain/game/counted.ts";
import { UNDO_DAYS } from "../../../../../domain/limits.ts";
import { headingOf } from "../../../../../domain/lists/row.ts";
import { useAnnouncement } from "../../../../ui/announce.ts";
import { Day } from "../../../../ui/components/Ago.tsx";
import { later } from "../../../../ui/components/later.ts";
import layout from "../../../../ui/components/layout.module.css";
import { Hidden, NothingFound } from "../../../../ui/components/layout.tsx";
import { PlayerLink } from "../../../../ui/components/PlayerLink.tsx";
import { PreviousNext } from "../../../../ui/components/PreviousNext.tsx";
import { pageMeta } from "../../../../ui/meta.ts";
import { tellOwnWrites } from "../../../../ui/own-writes.ts";
import { AllOwnProposals } from "../../../../ui/proof-proposals/OwnProposals.tsx";
import { ActionResult } from "../../../../ui/sign-in/ActionResult.tsx";
import { RequireSignIn } from "../../../../ui/sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../../../ui/sign-in/SignInProvider.tsx";
import { useAction } from "../../../../ui/sign-in/use-action.ts";
import { useAnswer } from "../../../../ui/sign-in/use-answer.ts";
import { useApi } from "../../../../ui/sign-in/use-api.ts";
import { SubmissionOutcomeNote } from "../../../../ui/thread/SubmissionOutcomeNote.tsx";
import { ordinal, paceInWords } from "../../../../ui/thread/waits.ts";
import type { Route } from "./+types/route";
import classes from "./my-submissions.module.css";

export const handle: SignInHandle = { signIn: "needed" };

const PAGE = 20;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, "My submissions", { url: pages.mySubmissions() });

export default function MySubmissionsPage() {
  return (
    <>
      <h1>My submissions</h1>
      <RequireSignIn audience="member">
        <OwnRecord />
        <Submissions />
        <AllOwnProposals />
      </RequireSignIn>
    </>
  );
}

function Submissions() {
  const [search, setSearch] = useSearchParams();
  const offset = Number(search.get("offset")) || 0;
  const queue = useAnswer<WaitingAnswer>(api.waiting());
  const wait = queue.body;
  const own = useAnswer<MySubmissionsAnswer>(api.mySubmissions({ offset, count: PAGE }));
  const { body: answer, problem } = own;
  const reload = async (): Promise<void> => void (await Promise.all([own.reload(), queue.reload()]));
  const results = answer?.results ?? [];
  const shown = `Results ${offset + 1} to ${offset + results.length} of ${answer?.count}.`;
  useAnnouncement(results.length > 0 ? shown : null);
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (!answer) return null;
  const { count, more, withdrawn } = answer;
  if (count === 0 && withdrawn.length === 0) return <Nothing />;
  const back = <Withdrawn withdrawn={withdrawn} reload={reload} />;
  if (count === 0) return back;
  if (results.length === 0)
    return (
      <NothingFound>
        You have no more submissions. <Link to={pages.mySubmissions()}>Back to the first page</Link>
      </NothingFound>
    );
  const turn = (to: number): void => setSearch(to > 0 ? { offset: String(to) } : {});
  return (
    <>
      <p>
        {shown} {wait && paceInWords(wait)}
      </p>
      <ul className={layout.list}>
        {results.map((submission) => (
          <Submission
            key={`${submission.row.filekey} ${submission.state}`}
            submission={submission}
            reload={reload}
          />
        ))}
      </ul>
      <PreviousNext offset={offset} size={PAGE} more={more} onTurn={turn} />
      {back}
    </>
  );
}

/** Leads to the page of the player who this is, or to those of the players whose completions this account submitted. */
function OwnRecord() {
  const { body } = useAnswer<OwnNameAnswer>(api.ownName());
  if (!body || (body.names.length === 0 && !body.request)) return null;
  const { names, request } = body;
  if (request?.isApproved)
    return (
      <p>
        Your record: <PlayerLink name={request.name} />
        {request.isHidden && " (hidden)"}
      </p>
    );
  return (
    <p>
      {names.length > 0 && "Verified under "}
      {names.map(({ name, completions }, at) => (
        <span key={name}>
          {at > 0 && ", "}
          <PlayerLink name={name} /> ({counted(completions)})
        </span>
      ))}
      {names.length > 0 && ". "}
      {request && `You have asked for the name ${request.name}.`}
    </p>
  );
}

/** What one withdrew, to be brought back. */
function Withdrawn({
  withdrawn,
  reload,
}: Pick<MySubmissionsAnswer, "withdrawn"> & { reload: () => Promise<void> }) {
  const { post } = useApi();
  const action = useAction();
  if (withdrawn.length === 0) return null;
  const bringBack = (filekey: string): void =>
    void action.run(async () => {
      await post(api.bringBack(), { filekey });
      tellOwnWrites([filekey]);
      await reload();
      return null;
    });
  return (
    <section aria-labelledby="withdrawn">
      <h2 id="withdrawn">Withdrawn</h2>
      <p>You can bring these back for {UNDO_DAYS} days. They keep their place in the queue.</p>
      <ul className={layout.list}>
        {withdrawn.map(({ filekey, heading, at }) => (
          <li key={filekey} className={classes.entry} data-state="withdrawn">
            <div>
              <strong>{heading}</strong>
              <p>
                <span className={classes.state}>Withdrawn</span> · <Day at={at} />
              </p>
            </div>
            <div className={controls.row}>
              <Button isSmall isBusy={action.isRunning} onClick={() => bringBack(filekey)}>
                Bring back<Hidden> {heading}</Hidden>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <ActionResult action={action} />
    </section>
  );
}

function Nothing() {
  return (
    <NothingFound>
      <p>
        You have not submitted anything yet. Your submissions and what helpers say about them will be listed
        here. Start with one of these:
      </p>
      <div className={`${controls.row} ${classes.ways}`}>
        {Array.from(CHALLENGES.values(), ({ key, label }) => (
          <Link key={key} to={pages.addForm(key)}>
            Add {label}
          </Link>
        ))}
      </div>
    </NothingFound>
  );
}

const WORDS = { pending: "Pending", verified: "Verified", rejected: "Rejected" } as const;

const OwnThread = later(async () => (await import("../../../../ui/thread/OwnThread.tsx")).OwnThread);

interface SubmissionProps {
  readonly submission: OwnSubmission;
  readonly reload: () => Promise<void>;
}

/** What can be seen and done in a submission's thread; null: nothing. */
function threadLabel({ state, answerUntil, messages, mayAppeal }: OwnSubmission): string | null {
  if (answerUntil !== null) return "The question, and your answer";
  if (state === "pending") return messages > 0 ? "Thread, withdraw" : "Write to the helpers, withdraw";
  if (mayAppeal) return "Thread, appeal";
  return messages > 0 ? "Thread" : null;
}

function Submission({ submission, reload }: SubmissionProps) {
  const { challenge, row, state, confirmed, reason, came, updatedAt, place, answerUntil } = submission;
  const [isOpen, setOpen] = useState(answerUntil !== null);
  const label = threadLabel(submission);
  const definition = CHALLENGES.get(challenge);
  const filekey = String(row.filekey);
  return (
    <li className={classes.entry} data-state={state}>
      <div>
        <strong>{definition ? headingOf(definition, row) : challenge}</strong>
        <p>
          <span className={classes.state}>{answerUntil === null ? WORDS[state] : "Your turn"}</span>
          {confirmed && " · Confirmed"}
          {place !== null && answerUntil === null && ` · ${ordinal(place)} in line`} · <Day at={updatedAt} />
          {reason && `: ${reason}`}
        </p>
        <SubmissionOutcomeNote state={state} came={came} />
      </div>
      <div className={controls.row}>
        {state !== "rejected" && <Link to={pages.notes(challenge, { filekey })}>View</Link>}
        {state === "pending" && <Link to={pages.editForm(challenge, { filekey })}>Edit</Link>}
        {state === "rejected" && came.takenBy && (
          <Link to={pages.notes(challenge, { filekey: came.takenBy.filekey })}>See the first one</Link>
        )}
        {state === "rejected" && <Link to={pages.editForm(challenge, { filekey })}>Fix and resubmit</Link>}
      </div>
      {label !== null && (
        <details
          className={classes.thread}
          open={isOpen}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <summary>{label}</summary>
          {isOpen && (
            <Suspense fallback={null}>
              <OwnThread challenge={challenge} filekey={filekey} onChanged={reload} />
            </Suspense>
          )}
        </details>
      )}
    </li>
  );
}
