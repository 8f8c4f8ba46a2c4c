import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { pages } from "../../routes.ts";
import { InvitationForm } from "../components/InvitationForm.tsx";
import { withWidgets } from "../components/Widgets.tsx";
import { useSite } from "../use-site.ts";
import classes from "./FirstSteps.module.css";
import { RemoveSample } from "./RemoveSample.tsx";
import { type FirstStepsState, useFirstSteps } from "./use-first-steps.ts";

/** In local storage, once an administrator no longer wants to see the card. */
const KEY = "first-steps";
const OVER = "over";

function Step({ title, isDone, children }: { title: string; isDone: boolean; children: ReactNode }) {
  return (
    <li data-done={isDone}>
      <h3>
        {title}
        {isDone && <small> done</small>}
      </h3>
      {!isDone && children}
    </li>
  );
}

function Steps({ state }: { state: FirstStepsState }) {
  const { shortName } = useSite();
  const { password, sample, helper, roles, helperRole } = state;
  return (
    <ol className={classes.steps}>
      {password !== null && (
        <Step title="Change the password" isDone={password}>
          <p>
            You still use the one that was printed when the site was first started.{" "}
            <Link to={pages.account()}>Change it</Link>, and the e-mail address with it.
          </p>
        </Step>
      )}
      <Step title="Remove the samples" isDone={sample.completions + sample.starts === 0}>
        <RemoveSample there={sample} />
      </Step>
      {helper !== null && (
        <Step title="Invite a helper" isDone={helper}>
          {/* The link stays so that it can be copied; the step counts as done the next time. */}
          <InvitationForm roles={roles} initialRole={helperRole} />
        </Step>
      )}
      <Step title="Name of the site" isDone={false}>
        <p>
          It is called “{shortName}”. Another name and tagline are settings of whoever runs it: SITE_NAME and
          SITE_TAGLINE, read when it starts.
        </p>
      </Step>
    </ol>
  );
}

/**
 * The card covers the lower corner of the page, so that nothing moves when it appears. On a phone it is one line there
 * until it is opened.
 */
export const FirstStepsCard = withWidgets(function FirstStepsCard() {
  const state = useFirstSteps();
  const { hash } = useLocation();
  const card = useRef<HTMLDetailsElement>(null);
  const [isOver, setOver] = useState(() => localStorage.getItem(KEY) === OVER);
  const isWanted = hash === "#first-steps";

  // Decided before it appears: opened afterwards, it would visibly grow.
  const [isOpen, setOpen] = useState(() => isWanted || window.matchMedia("(min-width: 48em)").matches);

  const isThere = state !== null && state.left > 0 && (!isOver || isWanted);
  useEffect(() => {
    if (!isThere || !isWanted) return;
    setOpen(true);
    card.current?.querySelector("summary")?.focus();
  }, [isThere, isWanted]);

  if (!isThere) return null;
  const end = (): void => {
    localStorage.setItem(KEY, OVER);
    setOver(true);
  };
  return (
    <details
      ref={card}
      id="first-steps"
      className={classes.card}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>First steps: {state.left} to do</summary>
      <div className={classes.body}>
        <Steps state={state} />
        {!isOver && (
          <Button size="xs" variant="subtle" onClick={end}>
            Do not show this again
          </Button>
        )}
      </div>
    </details>
  );
});
