import { createContext } from "react";

/** Marks the inline scripts that the page itself adds, while it is rendered on the server; undefined in the browser. */
export const Nonce = createContext<string | undefined>(undefined);
