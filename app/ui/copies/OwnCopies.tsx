import { Link } from "react-router";
import type { KeptCopiesAnswer } from "../../../domain/contract/kept-copies.ts";
import { api, pages } from "../../../domain/contract/routes.ts";
import controls from "../../../domain/fields/controls.module.css";
import { Button } from "../../../domain/fields/controls.tsx";
import { counted } from "../../../domain/game/counted.ts";
import layout from "../components/layout.module.css";
import { Hidden } from "../components/layout.tsx";
import { sizeInWords } from "../forms/upload.ts";
import { ActionResult } from "../sign-in/ActionResult.tsx";
import { useAction } from "../sign-in/use-action.ts";
import { useAnswer } from "../sign-in/use-answer.ts";
import { useApi } from "../sign-in/use-api.ts";
import { copyInWords } from "./CopyProgress.tsx";

/** The copies of pictures behind one's links: all asked for or removed, and each by itself. */
export function OwnCopies({ className }: { className: string }) {
  const { body, problem, reload } = useAnswer<KeptCopiesAnswer>(api.keptCopies());
  const { post } = useApi();
  const action = useAction();
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (!body?.isPossible) return null;
  const { isOn, copies, bytes, results } = body;
  const set = (on: "1" | "0", filekey: string, done: string | null): void =>
    void action.run(async () => {
      await post(api.keptCopies(), filekey === "" ? { on } : { on, filekey });
      await reload();
      return done;
    });
  return (
    <section className={className}>
      <h2>Copies of your pictures</h2>
      <p>
        Links to pictures on Imgur and in Discord end sooner or later. If you want, the index keeps a copy of
        the picture, without what is private in the file, and shows it only when the link is gone. Videos are
        not copied.
      </p>
      <p>
        {copies === 0
          ? "There is no copy now. "
          : `There ${copies === 1 ? "is 1 copy" : `are ${counted(copies)} copies`} now (${sizeInWords(bytes)}). `}
        {isOn ? "The box in the form is ticked for you." : "The box in the form is not ticked."}
      </p>
      <p className={controls.row}>
        <Button
          isBusy={action.isRunning}
          onClick={() => set("1", "", "Pictures behind your links are being copied.")}
        >
          Keep copies of all I submitted
        </Button>
        {(isOn || results.length > 0) && (
          <Button isBusy={action.isRunning} onClick={() => set("0", "", "Your copies were removed.")}>
            Remove all, and keep none
          </Button>
        )}
      </p>
      <ActionResult action={action} />
      {results.length > 0 && (
        <ul className={layout.list}>
          {results.map(({ challenge, filekey, heading, url, ...copy }) => (
            <li key={filekey + url}>
              <Link to={pages.notes(challenge, { filekey })}>
                <bdi>{heading}</bdi>
              </Link>
              <p className={controls.row}>
                <small>{copyInWords(copy)}</small>
                {copy.state === "failed" ? (
                  <Button isSmall aria-busy={action.isRunning} onClick={() => set("1", filekey, null)}>
                    Try again<Hidden>: {heading}</Hidden>
                  </Button>
                ) : (
                  <Button isSmall aria-busy={action.isRunning} onClick={() => set("0", filekey, null)}>
                    Remove<Hidden> the copy: {heading}</Hidden>
                  </Button>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
