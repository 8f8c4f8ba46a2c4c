import { Link, useSearchParams } from "react-router";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import type { MySubmissionsAnswer, OwnSubmission } from "../../../../../domain/contract/completions.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button } from "../../../../../domain/fields/controls.tsx";
import { headingOf } from "../../../../../domain/lists/heading.ts";
import { NothingFound } from "../../../../ui/components/NothingFound.tsx";
import { pageMeta } from "../../../../ui/meta.ts";
import { RequireSignIn } from "../../../../ui/sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../../../ui/sign-in/SignInProvider.tsx";
import { useAnswer } from "../../../../ui/sign-in/use-answer.ts";
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
        <Submissions />
      </RequireSignIn>
    </>
  );
}

function Submissions() {
  const [search, setSearch] = useSearchParams();
  const offset = Number(search.get("offset")) || 0;
  const { body: answer, problem } = useAnswer<MySubmissionsAnswer>(
    api.mySubmissions({ offset, count: PAGE }),
  );
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (!answer) return null;
  const { results, count, more } = answer;
  if (count === 0) return <Nothing />;
  if (results.length === 0)
    return (
      <NothingFound>
        You have no more submissions. <Link to={pages.mySubmissions()}>Back to the first page</Link>
      </NothingFound>
    );
  const turn = (by: number): void => setSearch(offset + by > 0 ? { offset: String(offset + by) } : {});
  return (
    <>
      <p>
        Results {offset + 1} to {offset + results.length} of {count}
      </p>
      <ul className={classes.list}>
        {results.map((submission) => (
          <Submission key={String(submission.row.filekey)} submission={submission} />
        ))}
      </ul>
      {(offset > 0 || more) && (
        <div className={`${controls.row} ${classes.pager}`}>
          <Button disabled={offset === 0} onClick={() => turn(-PAGE)}>
            Previous
          </Button>
          <Button disabled={!more} onClick={() => turn(PAGE)}>
            Next
          </Button>
        </div>
      )}
    </>
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

function Submission({
  submission: { challenge, row, state, reason, takenBy, updatedAt },
}: {
  submission: OwnSubmission;
}) {
  const definition = CHALLENGES.get(challenge);
  const filekey = String(row.filekey);
  return (
    <li className={classes.entry} data-state={state}>
      <div>
        <strong>{definition ? headingOf(definition, row) : challenge}</strong>
        <p>
          <span className={classes.state}>{WORDS[state]}</span> · {updatedAt.slice(0, 10)}
          {reason && `: ${reason}`}
          {takenBy !== null && (
            <>
              {" · "}
              <Link to={pages.notes(challenge, { filekey: takenBy })}>another one</Link> of the same was
              verified first
            </>
          )}
        </p>
      </div>
      <div className={controls.row}>
        {state !== "rejected" && <Link to={pages.notes(challenge, { filekey })}>View</Link>}
        {state === "pending" && <Link to={pages.editForm(challenge, { filekey })}>Edit</Link>}
        {state === "rejected" && <Link to={pages.editForm(challenge, { filekey })}>Fix and resubmit</Link>}
      </div>
    </li>
  );
}
