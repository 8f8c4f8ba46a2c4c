import classes from "./Email.module.css";

/** An e-mail address on one line: what is too long for its place is cut, and there whole for a pointer. */
export function Email({ address }: { address: string }) {
  return (
    <span className={classes.email} title={address}>
      {address}
    </span>
  );
}
