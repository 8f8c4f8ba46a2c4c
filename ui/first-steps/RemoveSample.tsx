import { Button } from "@mantine/core";
import { useState } from "react";
import type { SampleAnswer } from "../../contract/sample.ts";
import { counted } from "../../game/counted.ts";
import { api } from "../../routes.ts";
import { ActionResult } from "../sign-in/ActionResult.tsx";
import { useAction } from "../sign-in/use-action.ts";
import { useApi } from "../sign-in/use-api.ts";
import classes from "./FirstSteps.module.css";

const sizeOf = ({ completions, starts }: SampleAnswer): number => completions + starts;

/** Removes the sample data part by part. This cannot be undone, so it asks first. */
export function RemoveSample({ there }: { there: SampleAnswer }) {
  const { post } = useApi();
  const action = useAction();
  const [isAsking, setAsking] = useState(false);
  const [left, setLeft] = useState<number | null>(null);

  const remove = (): void =>
    void action.run(async () => {
      setAsking(false);
      for (let rest = there; sizeOf(rest) > 0; ) {
        setLeft(rest.completions);
        const next = await post<SampleAnswer>(api.removeSample(), {});
        if (sizeOf(next) >= sizeOf(rest))
          throw new Error("Some samples could not be removed. Please try again in a moment.");
        rest = next;
      }
      // This page, and others that the browser has cached, still show the samples.
      window.location.assign(window.location.pathname);
      return "The samples are gone.";
    });

  const removed = there.completions - (left ?? there.completions);
  return (
    <>
      <p>
        {counted(there.completions)} completions and {counted(there.starts)} CHIMPS starts are made up, to
        show what the site looks like. What people submitted stays.
      </p>
      {action.isRunning ? (
        <p role="status">
          <progress className={classes.progress} max={there.completions} value={removed} aria-hidden="true" />
          {counted(removed)} of {counted(there.completions)} removed
        </p>
      ) : isAsking ? (
        <p className={classes.ways}>
          <span>They cannot be brought back.</span>
          <Button size="xs" color="coral" onClick={remove}>
            Remove them
          </Button>
          <Button size="xs" variant="default" onClick={() => setAsking(false)}>
            Keep them
          </Button>
        </p>
      ) : (
        <p className={classes.ways}>
          <Button size="xs" variant="default" onClick={() => setAsking(true)}>
            Remove the samples
          </Button>
        </p>
      )}
      <ActionResult action={action} />
    </>
  );
}
