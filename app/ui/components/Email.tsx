import layout from "./layout.module.css";

/** Shows an e-mail address on one line. If it is too long it is cut, and a tooltip has all of it. */
export function Email({ address }: { address: string }) {
  return (
    <span className={layout.email} title={address}>
      {address}
    </span>
  );
}
