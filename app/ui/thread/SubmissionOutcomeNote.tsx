import { Link } from "react-router";
import type { SubmissionOutcome } from "../../../domain/contract/notices.ts";
import { pages } from "../../../domain/contract/routes.ts";
import { outcomeInWords } from "../../../domain/contract/submission-outcome.ts";

/** Says to whoever submitted something what came of it besides the decision, with links to what was first. */
export function SubmissionOutcomeNote({
  state,
  came,
}: {
  state: Parameters<typeof outcomeInWords>[0];
  came: SubmissionOutcome;
}) {
  return outcomeInWords(state, came).map(({ says, of }) => (
    <p key={says}>
      {says}{" "}
      {of && (
        <>
          <Link to={pages.notes(of.challenge, { filekey: of.filekey })}>{of.heading}</Link> by{" "}
          <bdi>{of.players}</bdi>.
        </>
      )}
    </p>
  ));
}
