import type { ReactNode } from "react";
import layout from "./layout.module.css";

/** Text for screen readers only, where the page shows something else. */
export function Hidden({ children }: { children: ReactNode }) {
  return <span className={layout.hidden}>{children}</span>;
}

/** Takes the place of an empty list and says what to do. */
export function NothingFound({ children }: { children: ReactNode }) {
  return <div className={layout.nothing}>{children}</div>;
}
