import { ActionResult } from "../sign-in/ActionResult.tsx";
import type { CheckedForm } from "../sign-in/use-checked-form.ts";

/** Shows how sending a form ended, or that something has to be corrected first. */
export function FormResult({ checked: { action, problems } }: { checked: CheckedForm }) {
  const isMarked = Object.keys(problems).length > 0 && action.problem === null;
  return (
    <>
      {isMarked && <p role="alert">Please look at the fields marked above.</p>}
      <ActionResult action={action} />
    </>
  );
}
