import { Link } from "react-router";
import type { LookAlikesAnswer } from "../../../domain/contract/completions.ts";
import { pages } from "../../../domain/contract/routes.ts";
import type { Answer } from "../sign-in/use-answer.ts";
import classes from "./LookAlikes.module.css";

interface Props {
  readonly alike: Answer<LookAlikesAnswer>;
  /** The key of the challenge whose list the other player's completions are looked for in. */
  readonly list: string;
}

/** Tells a helper of other completions with the same link, and of other players whose names look alike. */
export function LookAlikes({ alike: { body }, list }: Props) {
  if (!body || (body.links.length === 0 && body.files.length === 0 && body.players.length === 0)) return null;
  return (
    <div className={classes.alike}>
      <Same what="link" as={body.links} />
      <Same what="file" as={body.files} />
      {body.players.map(({ name, other }) => (
        <p key={`${name} ${other}`}>
          {name} and <Link to={pages.list(list, { person: other })}>{other}</Link> are two players whose names
          look alike.
        </p>
      ))}
    </div>
  );
}

const MOST_NAMED = 3;

/** Other completions with the same proof. */
const Same = ({ what, as }: { what: "link" | "file"; as: LookAlikesAnswer["links"] }) =>
  as.length > 0 && (
    <p>
      The same {what} proves{" "}
      {as.slice(0, MOST_NAMED).map((other, at) => (
        <span key={other.filekey}>
          {at > 0 && ", "}
          <Link to={pages.notes(other.challenge, { filekey: other.filekey })}>{other.heading}</Link>
          {other.pending && " (pending)"}
        </span>
      ))}
      {as.length > MOST_NAMED && ` and ${as.length - MOST_NAMED} more`}.
    </p>
  );
