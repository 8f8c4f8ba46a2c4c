import { Suspense } from "react";
import { Link } from "react-router";
import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { afterYouSubmit } from "../../../../../domain/challenges/rules.ts";
import type { EditInfo, MySubmissionsAnswer } from "../../../../../domain/contract/completions.ts";
import type { OwnMailAnswer } from "../../../../../domain/contract/notices.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button } from "../../../../../domain/fields/controls.tsx";
import { problem, say } from "../../../../../domain/messages/index.ts";
import { Alert } from "../../../../ui/components/Alert.tsx";
import { FocusedAlert } from "../../../../ui/components/FocusedAlert.tsx";
import { later } from "../../../../ui/components/later.ts";
import { Stressed } from "../../../../ui/components/Rules.tsx";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import { useAnswer } from "../../../../ui/sign-in/use-answer.ts";
import classes from "./form.module.css";
import type { FormOutcome } from "./stages.ts";
import type { CompletionFormState } from "./use-completion-form.ts";
import type { Existing } from "./use-existing.ts";

const CopyProgress = later(async () => (await import("../../../../ui/copies/CopyProgress.tsx")).CopyProgress);

/** Says what becomes of a submission that its player has edited. */
function comesOf({ rejection, question }: EditInfo): string {
  if (rejection !== null)
    return "Back with the helpers: it is pending again. You will be told what they decide.";
  if (question !== null)
    return "Back with the helpers: this is your answer, and they will look at it again. You will be told what they decide.";
  return "It keeps its place in the queue, and helpers see it as it is now.";
}

/** Says what was recorded (SPEC section 8), what happens next, and where to follow it. */
export function Done({
  definition: { key, label, rules },
  outcome: { filekey, notOriginal, isVerified, isCopied },
  edited,
}: {
  definition: ChallengeDefinition;
  outcome: Extract<FormOutcome, { stage: "done" }>;
  edited: EditInfo | null;
}) {
  const { user, hasAccounts } = useSignIn();
  // A helper who edits somebody else's completion, or a verified one, does not have to wait for anybody.
  const isOwnClaim = edited === null || (user !== null && edited.result.pending === user.id);
  const isOwnEdit = edited !== null && user !== null && (isOwnClaim || edited.rejection !== null);
  const next =
    isVerified || !isOwnClaim || isOwnEdit
      ? []
      : rules.filter(({ title }) => title === afterYouSubmit.title).flatMap(({ items }) => items);
  return (
    <FocusedAlert color="reed" role="status" title={`Successfully registered ${label}`}>
      {notOriginal && (
        <p>Another one was verified as the original first, so this one is verified as a repeat.</p>
      )}
      {isOwnEdit && !isVerified && <p>{comesOf(edited)}</p>}
      {next.length > 0 && (
        <>
          <h2 className={classes.next}>What happens next</h2>
          <ul>
            {next.map(({ id, text }) => (
              <li key={id}>
                <Stressed text={text} />
              </li>
            ))}
            <li>My submissions shows when it is verified, or why it was rejected.</li>
          </ul>
        </>
      )}
      {edited === null && hasAccounts === false && <AskName />}
      {isCopied && (
        <Suspense fallback={null}>
          <CopyProgress filekey={filekey} />
        </Suspense>
      )}
      <div className={controls.row}>
        <Link to={pages.notes(key, { filekey })}>View</Link>
        {edited === null && (
          <Link to={pages.addForm(key)} reloadDocument>
            Add another {label}
          </Link>
        )}
        <Link to={pages.mySubmissions()}>My submissions</Link>
      </div>
    </FocusedAlert>
  );
}

/** Asks for a name where accounts, which have one, are elsewhere: once, after the first submission. */
function AskName() {
  const own = useAnswer<OwnMailAnswer>(api.ownMail()).body;
  const isNameless = own?.name?.displayName === null;
  const mine = useAnswer<MySubmissionsAnswer>(isNameless ? api.mySubmissions({ count: 1 }) : null).body;
  if (mine?.count !== 1) return null;
  return (
    <p>
      You have no name here, so helpers read "a member" beside it.{" "}
      <Link to={pages.account()}>Choose a name</Link> if you want them to know whose it is.
    </p>
  );
}

/** Leads to what already exists. Where runs do not differ by their combination, only one's own open ones count. */
function First({ challenge, combination }: { challenge: string; combination: Existing["combination"] }) {
  if (combination?.state === "done") {
    const { filekey, heading, players } = combination.found;
    return (
      <>
        This one was first: <Link to={pages.notes(challenge, { filekey })}>{heading}</Link> by{" "}
        <bdi>{players}</bdi>
      </>
    );
  }
  return (
    <>
      You have submitted it already: see <Link to={pages.mySubmissions()}>my submissions</Link>
    </>
  );
}

/** Says why the form was not accepted, in SPEC's words (section 8). */
export function OutcomeOfSending({ state }: { state: CompletionFormState }) {
  const { existing, now, wasMarked, startAnew, signInAgain } = state;
  const { key, label } = state.definition;
  if (now.stage === "exists")
    return (
      <>
        <FocusedAlert color="coral" role="alert">
          {say(problem("completion-exists", { challenge: label }))}
        </FocusedAlert>
        <p>
          <First challenge={key} combination={existing.combination} />
        </p>
      </>
    );
  if (now.stage === "failed") {
    // If a field is marked, it gets the focus instead.
    const Said = wasMarked ? Alert : FocusedAlert;
    return (
      <Said color="coral" role="alert">
        Error adding {label}: {now.message}{" "}
        {now.remedy === "reload" && (
          <Button isSmall onClick={startAnew}>
            Reload
          </Button>
        )}
        {now.remedy === "sign-in" && (
          <Button isSmall onClick={signInAgain}>
            Sign in and come back
          </Button>
        )}
      </Said>
    );
  }
  if (now.stage !== "editing" || !wasMarked) return null;
  return (
    <p role="alert" className={controls.error}>
      Please check the fields marked above.
    </p>
  );
}
