import { Link } from "react-router";
import type { LookAlikesAnswer } from "../../../domain/contract/completions.ts";
import { mediaUrl, pages } from "../../../domain/contract/routes.ts";
import controls from "../../../domain/fields/controls.module.css";
import { Dialog } from "../components/Dialog.tsx";
import { useBrokenMedia } from "../components/use-broken-media.ts";
import type { Answer } from "../sign-in/use-answer.ts";
import { useSite } from "../use-site.ts";
import classes from "./LookAlikes.module.css";

interface Props {
  readonly alike: Answer<LookAlikesAnswer>;
  /** The key of the challenge whose list the other player's completions are looked for in. */
  readonly list: string;
}

/** Tells a helper of other completions with the same link, file or picture, and of other players whose names look alike. */
export function LookAlikes({ alike: { body }, list }: Props) {
  if (!body || Object.values(body).every(({ length }) => length === 0)) return null;
  return (
    <div className={classes.alike}>
      <Same what="link" as={body.links} />
      <Same what="file" as={body.files} />
      <SamePictures as={body.pictures} />
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
          <Other of={other} />
        </span>
      ))}
      {as.length > MOST_NAMED && ` and ${as.length - MOST_NAMED} more`}.
    </p>
  );

const Other = ({
  of: { challenge, filekey, heading, pending },
}: {
  of: LookAlikesAnswer["links"][number];
}) => (
  <>
    <Link to={pages.notes(challenge, { filekey })}>{heading}</Link>
    {pending && " (pending)"}
  </>
);

type SamePicture = LookAlikesAnswer["pictures"][number];

/** Other completions with a picture that looks the same, beside it. */
const SamePictures = ({ as }: { as: readonly SamePicture[] }) =>
  as.length > 0 && (
    <>
      {as.slice(0, MOST_NAMED).map((other) => (
        <section key={other.filekey} className={classes.same} aria-label={`Same picture: ${other.heading}`}>
          <p>
            One of its pictures looks the same as one of <Other of={other} />.{" "}
            <Dialog
              title={`Same picture? ${other.heading}`}
              label="Compare"
              name={`Compare the pictures with ${other.heading}`}
              className={`${controls.button} ${controls.small}`}
              isWide
              onceOpen={<Pair of={other} isLarge />}
            >
              {null}
            </Dialog>
          </p>
          <Pair of={other} />
        </section>
      ))}
      {as.length > MOST_NAMED && <p>And the same of {as.length - MOST_NAMED} more.</p>}
      <p>
        <small>Runs on one map can look alike. Compare rounds, cash and pop counts before you decide.</small>
      </p>
    </>
  );

/** Both pictures, side by side. */
const Pair = ({ of: { own, other }, isLarge = false }: { of: SamePicture; isLarge?: boolean }) => (
  <div className={classes.pair} data-large={isLarge || undefined}>
    <Picture of={own} name="This completion" isLarge={isLarge} />
    <Picture of={other} name="The other one" isLarge={isLarge} />
  </div>
);

function Picture({ of, name, isLarge }: { of: string; name: string; isLarge: boolean }) {
  const { mediaOrigin } = useSite();
  const { isBroken, media } = useBrokenMedia<HTMLImageElement>();
  const url = mediaUrl(of, mediaOrigin);
  return (
    <figure>
      {isBroken ? (
        <p>This picture cannot be shown.</p>
      ) : (
        <img {...media} src={isLarge ? url : `${url}?thumbnail`} alt={`Proof: ${name}`} loading="lazy" />
      )}
      <figcaption>{name}</figcaption>
    </figure>
  );
}
