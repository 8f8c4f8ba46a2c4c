import { createContext, useContext } from "react";

/** Marks the inline scripts that the page itself adds, while it is rendered on the server; undefined in the browser. */
export const Nonce = createContext<string | undefined>(undefined);

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
