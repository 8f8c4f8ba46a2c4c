import { Suspense, useState } from "react";
import { Link, useLocation } from "react-router";
import type { OwnProposal, OwnProposalsAnswer } from "../../../domain/contract/proof-proposals.ts";
import { api, NEW_PROOF, pages } from "../../../domain/contract/routes.ts";
import { Button } from "../../../domain/fields/controls.tsx";
import { Ago, Day } from "../components/Ago.tsx";
import { FocusedAlert } from "../components/FocusedAlert.tsx";
import { later } from "../components/later.ts";
import layout from "../components/layout.module.css";
import { Hidden } from "../components/layout.tsx";
import { sizeInWords } from "../forms/upload.ts";
import { ActionResult } from "../sign-in/ActionResult.tsx";
import { useAction } from "../sign-in/use-action.ts";
import { useAnswer } from "../sign-in/use-answer.ts";
import { useApi } from "../sign-in/use-api.ts";
import classes from "./proposals.module.css";
import { usePrivateFile } from "./use-private-file.ts";

/** Loaded once somebody proposes a proof. */
const ProposeForm = later(async () => (await import("./ProposeForm.tsx")).ProposeForm);

/** What one proposed for a completion and what came of it, and a form for those who may propose. */
export function ProofOfOwn({ filekey }: { readonly filekey: string }) {
  const { body, reload } = useAnswer<OwnProposalsAnswer>(api.ownProposals({ filekey }));
  const { hash } = useLocation();
  const [isOpen, setOpen] = useState(hash === `#${NEW_PROOF}`);
  const [isSent, setSent] = useState(false);
  const isShown = body !== null && (body.mayPropose || body.results.length > 0);
  if (!isShown) return null;
  const onSent = async (): Promise<void> => {
    await reload();
    setOpen(false);
    setSent(true);
  };
  const open = (): void => {
    setSent(false);
    setOpen(true);
  };
  return (
    <section id={NEW_PROOF} className={`${layout.near} ${classes.own}`} aria-label="Your proof">
      {body.results.length > 0 && (
        <>
          <h2>Proof that you proposed</h2>
          <Proposals proposals={body.results} reload={reload} />
        </>
      )}
      {/* The button that had the focus is gone. */}
      {isSent && (
        <FocusedAlert color="reed" role="status">
          Proposed. A helper will look at it; until then only you and helpers can see it.
        </FocusedAlert>
      )}
      {body.mayPropose && isOpen && (
        <Suspense fallback={null}>
          <ProposeForm filekey={filekey} onSent={onSent} roles={body.roles} onCancel={() => setOpen(false)} />
        </Suspense>
      )}
      {body.mayPropose && !isOpen && (
        <p>
          <Button onClick={open}>Propose new proof …</Button>
        </p>
      )}
    </section>
  );
}

/** All that one proposed, in all challenges; nothing if that is nothing. */
export function AllOwnProposals() {
  const { body, reload } = useAnswer<OwnProposalsAnswer>(api.ownProposals());
  if (!body || body.results.length === 0) return null;
  return (
    <section aria-labelledby="own-proposals">
      <h2 id="own-proposals">Proof that you proposed</h2>
      <Proposals proposals={body.results} reload={reload} isOfMany />
    </section>
  );
}

interface ListProps {
  readonly reload: () => Promise<void>;
  /** Whether they are of several completions, which are named then. */
  readonly isOfMany?: boolean;
}

function Proposals({ proposals, ...shared }: ListProps & { readonly proposals: readonly OwnProposal[] }) {
  return (
    <ul className={layout.list}>
      {proposals.map((each) => (
        <Proposal key={each.proposal} of={each} {...shared} />
      ))}
    </ul>
  );
}

function Proposal({ of, reload, isOfMany = false }: ListProps & { readonly of: OwnProposal }) {
  const { post } = useApi();
  const action = useAction();
  const { proposal, challenge, filekey, heading, shows, link, file, state } = of;
  const withdraw = (): void =>
    void action.run(async () => {
      await post(api.withdrawProof(), { proposal });
      await reload();
      return null;
    });
  return (
    <li className={classes.proposal}>
      <div>
        {isOfMany && (
          <strong>
            <Link to={pages.notes(challenge, { filekey })}>{heading}</Link>
          </strong>
        )}
        <p>
          {shows}:{" "}
          {link !== null ? (
            <a href={link} rel="noopener nofollow ugc" target="_blank">
              {link}
            </a>
          ) : (
            file && fileInWords(file)
          )}
        </p>
        <p className={layout.quiet}>
          <Standing of={of} />
        </p>
        {of.reason !== null && <p className={classes.reason}>{of.reason}</p>}
        <ActionResult action={action} />
      </div>
      <div className={classes.acts}>
        {state === "open" && file?.thumbnail && <Small proposal={proposal} />}
        {state === "open" && (
          <Button isSmall isBusy={action.isRunning} onClick={withdraw}>
            Withdraw<Hidden> the proof of {heading}</Hidden>
          </Button>
        )}
      </div>
    </li>
  );
}

function fileInWords({ contentType, bytes }: NonNullable<OwnProposal["file"]>): string {
  return `${contentType.startsWith("video") ? "a video" : "a picture"}, ${sizeInWords(bytes)}`;
}

function Standing({ of: { state, at, decidedAt, waits } }: { readonly of: OwnProposal }) {
  if (decidedAt !== null)
    return (
      <>
        {state === "taken" ? "Taken over" : "Declined"} <Day at={decidedAt} />
      </>
    );
  if (!waits) return <>Waits: the completion is not verified at present</>;
  return (
    <>
      Waits for a helper, proposed <Ago at={at} />
    </>
  );
}

function Small({ proposal }: Pick<OwnProposal, "proposal">) {
  const { url } = usePrivateFile(api.proposedFile({ proposal, thumbnail: 1 }));
  return url === null ? null : <img src={url} className={classes.small} alt="What you proposed" />;
}
