import classes from "./SkipLink.module.css";

/** The first tab stop: skips the header and leads to `<main id="content">`. */
export function SkipLink() {
  return (
    <a href="#content" className={classes.skip}>
      Skip to the content
    </a>
  );
}
