import classes from "./UnknownName.module.css";

/** Says to helpers that no tower and no listed map has this name; others do not see it. */
export const UnknownName = () => <small className={classes.unknown}>Unknown name</small>;
