import { Link } from "react-router";
import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { afterYouSubmit } from "../../../../../domain/challenges/rules.ts";
import type { EditInfo } from "../../../../../domain/contract/completions.ts";
import { pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button } from "../../../../../domain/fields/controls.tsx";
import { Alert } from "../../../../ui/components/Alert.tsx";
import { FocusedAlert } from "../../../../ui/components/FocusedAlert.tsx";
import { Stressed } from "../../../../ui/components/Rules.tsx";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import classes from "./form.module.css";
import type { Outcome } from "./stages.ts";
import type { CompletionFormState } from "./use-completion-form.ts";

/** Says what was recorded (SPEC section 8), what happens next, and where to follow it. */
export function Done({
  definition: { key, label, rules },
  outcome: { filekey, notOriginal, isVerified },
  edited,
}: {
  definition: ChallengeDefinition;
  outcome: Extract<Outcome, { stage: "done" }>;
  edited: EditInfo | null;
}) {
  const { user } = useSignIn();
  // A helper who edits somebody else's completion, or a verified one, does not have to wait for anybody.
  const isOwnClaim = edited === null || (user !== null && edited.result.pending === user.id);
  const next =
    isVerified || !isOwnClaim
      ? []
      : rules.filter(({ title }) => title === afterYouSubmit.title).flatMap(({ items }) => items);
  return (
    <FocusedAlert color="reed" role="status" title={`Successfully registered ${label}`}>
      {notOriginal && (
        <p>Another one was verified as the original first, so this one is verified as a repeat.</p>
      )}
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

/** Says why the form was not accepted, in SPEC's words (section 8). */
export function OutcomeOfSending({
  label,
  state: { now, wasMarked, startAnew, signInAgain },
}: {
  label: string;
  state: CompletionFormState;
}) {
  if (now.stage === "exists")
    return (
      <FocusedAlert color="coral" role="alert">
        {label} already exists
      </FocusedAlert>
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
    <p role="alert" className={classes.problem}>
      Please check the fields marked above.
    </p>
  );
}
