import { MARKER } from "./config.ts";

/** As whom somebody is signed in: what decides which columns and buttons there are. */
export type Hint = "member" | "helper";

/** In local storage. No secret and no name: it says what to leave room for, and gives nobody anything. */
const KEY = "signed-in-as";

/**
 * Pages are the same for everybody, and who is signed in is known late. So before the first paint this inline script puts
 * on the page's root what the browser remembers, and style sheets go by that (`html[data-signed-in]`). Without the SDK's
 * marker nobody is asked, and there is nobody to leave room for.
 */
export const HINT_SCRIPT = `try{var h=localStorage.getItem("${KEY}");if(h&&${MARKER}.test(document.cookie))document.documentElement.dataset.signedIn=h}catch(e){}`;

/** Puts on the page's root who is signed in; null: nobody. */
export function showHint(hint: Hint | null): void {
  const { dataset } = document.documentElement;
  if (hint === null) delete dataset.signedIn;
  else dataset.signedIn = hint;
}

/** Remembers it for the next page. */
export function keepHint(hint: Hint | null): void {
  try {
    if (hint === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, hint);
  } catch {
    // A browser that keeps nothing shows "Login" at first.
  }
}
