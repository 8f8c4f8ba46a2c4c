import type { ReactNode } from "react";
import controls from "../../../domain/fields/controls.module.css";
import classes from "./FormHead.module.css";

/** Renders what is above a form: the way back, and what the form is for. */
export function FormHead({ back, children }: { back: ReactNode; children: string }) {
  return (
    <div className={`${controls.row} ${classes.head}`}>
      <p>{back}</p>
      <h1>{children}</h1>
    </div>
  );
}
