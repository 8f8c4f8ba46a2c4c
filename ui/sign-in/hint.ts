import { MARKER } from "./config.ts";

/** As whom somebody is signed in: what decides which columns and buttons there are. */
export type Hint = "member" | "helper";

/**
 * In local storage. No secret and no name: they say what to leave room for, and give nobody anything. The second is the
 * account that a list names at each row that waits.
 */
const KEY = "signed-in-as";
const ID_KEY = "signed-in-id";

/**
 * Pages are the same for everybody, and who is signed in is known late. So before the first paint this inline script puts
 * on the page's root what the browser remembers, and style sheets go by that (`html[data-signed-in]`). Without the SDK's
 * marker nobody is asked, and there is nobody to leave room for.
 */
export const HINT_SCRIPT = `try{var h=localStorage.getItem("${KEY}");if(h&&${MARKER}.test(document.cookie)){var d=document.documentElement.dataset;d.signedIn=h;d.signedInId=localStorage.getItem("${ID_KEY}")||"-"}}catch(e){}`;

/**
 * An inline script at the beginning of what holds a list's rows (`data-pending-of`: the accounts of those that wait): marks it
 * before the first paint, where whoever is remembered may change one of them.
 */
export const OWN_ROWS_SCRIPT = `{let p=document.currentScript.parentElement.dataset,r=document.documentElement.dataset;if(r.signedIn=="helper"||p.pendingOf.split(" ").includes(r.signedInId))p.mayChange=""}`;

/** What `OWN_ROWS_SCRIPT` finds out, on a page that a link led to. */
export function isRememberedAtOne(waiting: string): boolean {
  const { signedIn, signedInId } = document.documentElement.dataset;
  return signedIn === "helper" || waiting.split(" ").includes(signedInId ?? "-");
}

/** Puts on the page's root who is signed in; null: nobody. */
export function showHint(hint: Hint | null): void {
  const { dataset } = document.documentElement;
  if (hint === null) delete dataset.signedIn;
  else dataset.signedIn = hint;
}

/** Remembers it for the next page. */
export function keepHint(hint: Hint | null, id = "-"): void {
  try {
    if (hint === null) for (const key of [KEY, ID_KEY]) localStorage.removeItem(key);
    else {
      localStorage.setItem(KEY, hint);
      localStorage.setItem(ID_KEY, id);
    }
  } catch {
    // A browser that keeps nothing shows "Login" at first.
  }
}
