import type { ReactNode } from "react";
import classes from "./VerdictSign.module.css";

/** Each has its own shape: a disc with a tick, a disc with a clock's hands, a dashed ring, a ring with a bar. */
const SIGNS = {
  done: (
    <>
      <circle cx="12" cy="12" r="11" data-solid="" />
      <path d="m6.8 12.4 3.6 3.6 7-7.6" />
    </>
  ),
  pending: (
    <>
      <circle cx="12" cy="12" r="11" data-solid="" />
      <path d="M12 5.8v6.6l3.9 2.6" />
    </>
  ),
  open: <circle cx="12" cy="12" r="10" />,
  unknown: (
    <>
      <circle cx="12" cy="12" r="10.2" />
      <path d="M7.5 12h9" />
    </>
  ),
} satisfies Record<string, ReactNode>;

/** Whether something is done: `open` means by nobody in this index, `unknown` that it could not be answered. */
export type AnswerSign = keyof typeof SIGNS;

/** Renders a verdict's sign; the text beside it says what it means. */
export function VerdictSign({ verdict }: { verdict: AnswerSign }) {
  return (
    <svg className={classes.sign} data-verdict={verdict} viewBox="0 0 24 24" aria-hidden="true">
      {SIGNS[verdict]}
    </svg>
  );
}
