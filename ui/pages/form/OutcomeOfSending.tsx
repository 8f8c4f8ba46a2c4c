import { Button } from "@mantine/core";
import { Alert } from "../../components/Alert.tsx";
import { FocusedAlert } from "../../components/FocusedAlert.tsx";
import classes from "./form.module.css";
import type { CompletionFormState } from "./use-completion-form.ts";

/** Says why the form was not accepted, in SPEC's words (section 8). */
export function OutcomeOfSending({
  label,
  state: { outcome, wasMarked, startAnew, signInAgain },
}: {
  label: string;
  state: CompletionFormState;
}) {
  if (outcome?.kind === "exists")
    return (
      <FocusedAlert color="coral" role="alert">
        {label} already exists
      </FocusedAlert>
    );
  if (outcome?.kind === "failed") {
    // If a field is marked, it gets the focus instead.
    const Said = wasMarked ? Alert : FocusedAlert;
    return (
      <Said color="coral" role="alert">
        Error adding {label}: {outcome.message}{" "}
        {outcome.remedy === "reload" && (
          <Button size="compact-sm" variant="default" onClick={startAnew}>
            Reload
          </Button>
        )}
        {outcome.remedy === "sign-in" && (
          <Button size="compact-sm" variant="default" onClick={signInAgain}>
            Sign in and come back
          </Button>
        )}
      </Said>
    );
  }
  if (outcome !== null || !wasMarked) return null;
  return (
    <p role="alert" className={classes.problem}>
      Please look at the fields marked above.
    </p>
  );
}
