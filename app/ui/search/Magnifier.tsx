import classes from "./AskField.module.css";

export function Magnifier() {
  return (
    <svg className={classes.magnifier} width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="8.5" cy="8.5" r="5.5" />
      <path d="m12.8 12.8 4.7 4.7" />
    </svg>
  );
}
