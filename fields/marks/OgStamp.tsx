import classes from "./OgStamp.module.css";

/** The stamp of an original. It is read: it stands where the word "OG" would. */
export function OgStamp() {
  return <span className={classes.stamp}>OG</span>;
}
