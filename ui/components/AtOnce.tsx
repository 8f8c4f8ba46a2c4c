import { useContext } from "react";
import { Nonce } from "../nonce.ts";

/** A constant script that runs where it stands, as the page is read: what brings the page to life need not have it again. */
export function AtOnce({ script }: { script: string }) {
  return (
    <script
      nonce={useContext(Nonce)}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
      dangerouslySetInnerHTML={{ __html: script }}
    />
  );
}
