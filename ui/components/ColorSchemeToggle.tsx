import { useEffect } from "react";
import { followColorScheme, switchColorScheme } from "../color-scheme.ts";
import classes from "./ColorSchemeToggle.module.css";

/**
 * Switches between light and dark. It renders both icons and CSS hides one, because the server does not know the
 * visitor's scheme.
 */
export function ColorSchemeToggle() {
  useEffect(followColorScheme, []);
  return (
    <button
      type="button"
      className={classes.toggle}
      onClick={switchColorScheme}
      aria-label="Switch between light and dark"
    >
      <svg className={classes.sun} width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="3.6" />
        <path d="M10 1.5v2.3M10 16.2v2.3M1.5 10h2.3M16.2 10h2.3M4 4l1.6 1.6M14.4 14.4 16 16M16 4l-1.6 1.6M5.6 14.4 4 16" />
      </svg>
      <svg className={classes.moon} width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M16.8 12.3A7.3 7.3 0 0 1 7.7 3.2a7.3 7.3 0 1 0 9.1 9.1Z" />
      </svg>
    </button>
  );
}
