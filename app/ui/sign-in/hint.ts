import { MARKER } from "./config.ts";

/** The role in which somebody is signed in, which decides what columns and buttons there are. */
export type Hint = "member" | "helper";

/**
 * In local storage. They hold no secret and no name; they say what to leave room for, and grant nothing. The second is
 * the account's id, which a list names at each row that waits.
 */
const KEY = "signed-in-as";
const ID_KEY = "signed-in-id";

/**
 * Pages are the same for everybody, and who is signed in is known late. So before the first paint this inline script
 * puts what the browser remembers on the root element, and style sheets go by that (`html[data-signed-in]`). Without
 * the SDK's marker the sign-in is not looked up, and no room is needed.
 */
export const HINT_SCRIPT = `try{var h=localStorage.getItem("${KEY}");if(h&&${MARKER}.test(document.cookie)){var d=document.documentElement.dataset;d.signedIn=h;d.signedInId=localStorage.getItem("${ID_KEY}")||"-"}}catch(e){}`;

/**
 * An inline script at the start of the element that holds a list's rows (`data-pending-of`: the accounts of those that
 * wait). It marks the element before the first paint if the remembered user may change one of the rows.
 */
export const OWN_ROWS_SCRIPT = `{let p=document.currentScript.parentElement.dataset,r=document.documentElement.dataset;if(r.signedIn=="helper"||p.pendingOf.split(" ").includes(r.signedInId))p.mayChange=""}`;

/** Returns what `OWN_ROWS_SCRIPT` finds out, for a page that was navigated to within the site. */
export function isRememberedAtOne(waiting: string): boolean {
  const { signedIn, signedInId } = document.documentElement.dataset;
  return signedIn === "helper" || waiting.split(" ").includes(signedInId ?? "-");
}

/** Puts who is signed in on the root element; null for nobody. */
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
    // Without storage the next page shows "Login" at first.
  }
}
