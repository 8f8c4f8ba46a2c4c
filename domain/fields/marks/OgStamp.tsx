import classes from "./OgStamp.module.css";

/** Renders the stamp of an original. Screen readers read it, because it replaces the word "OG". */
export function OgStamp() {
  return <span className={classes.stamp}>OG</span>;
}
