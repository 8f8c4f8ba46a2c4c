import { Link } from "react-router";
import type { EditInfo } from "../../../contract/completions.ts";
import { api, pages } from "../../../routes.ts";
import { Alert } from "../../components/Alert.tsx";
import { useAnswer } from "../../sign-in/use-answer.ts";

interface Props {
  /** The challenge's key. */
  readonly challenge: string;
  readonly filekey: string;
}

/** What somebody sees whose own submission was rejected, where nobody else sees any. */
export function OwnRejected({ challenge, filekey }: Props) {
  const { body } = useAnswer<EditInfo>(api.editInfo(challenge, { filekey }));
  if (!body?.rejection) return null;
  return (
    <Alert color="coral" role="status" title="Your submission was rejected">
      <p>{body.rejection}</p>
      <Link to={pages.editForm(challenge, { filekey })}>Mend and submit again</Link>
    </Alert>
  );
}
