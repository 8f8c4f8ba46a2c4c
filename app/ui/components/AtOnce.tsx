import { useContext } from "react";
import { Nonce } from "../nonce.ts";

/**
 * Renders a constant inline script that runs where it stands, while the page is parsed. The client's bundle need not
 * contain it.
 */
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
