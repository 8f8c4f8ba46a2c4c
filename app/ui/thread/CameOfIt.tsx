import { Link } from "react-router";
import { cameInWords } from "../../../domain/contract/came.ts";
import type { Came } from "../../../domain/contract/notices.ts";
import { pages } from "../../../domain/contract/routes.ts";

/** Says to whoever submitted something what came of it besides the decision, with links to what was first. */
export function CameOfIt({ state, came }: { state: Parameters<typeof cameInWords>[0]; came: Came }) {
  return cameInWords(state, came).map(({ says, of }) => (
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
