import classes from "./SkipLink.module.css";

/** First stop of the keyboard: jumps over the header to `<main id="content">`. */
export function SkipLink() {
  return (
    <a href="#content" className={classes.skip}>
      Skip to the content
    </a>
  );
}
