/** The `rel` and `type` of React Router's scripts until the page is painted. */
const LATER = "once-painted";

/** These occur only in a page's own markup: in everything else, quotes and angle brackets are escaped. */
const PRELOAD = '<link rel="modulepreload"';
const SCRIPT = ' type="module" async=""';

/**
 * Has a browser fetch what it paints a page with before what hydrates it: React Router preloads some thirty scripts in
 * the head, which browsers treat as urgent as style sheets, and it has no setting for that. `ASK_ONCE_PAINTED` requests
 * them.
 *
 * @throws if there is no such script: the page would never hydrate
 */
export function oncePainted(html: string): string {
  if (!html.includes(SCRIPT))
    throw new Error("The script of the page is not where React Router used to put it.");
  return html.replaceAll(PRELOAD, `<link rel="${LATER}"`).replace(SCRIPT, ` type="${LATER}"`);
}

/**
 * An inline script that requests the deferred scripts: after the first paint, or at once in a hidden tab, which is not
 * painted. What could not be loaded is tried again every two seconds (older browsers remember that it failed). It is a
 * copy that is tried, because a script runs only once.
 */
export const ASK_ONCE_PAINTED = `(()=>{const run=l=>{const s=document.createElement("script");s.type="module";s.text=l.text;s.onerror=()=>setTimeout(run,2e3,s);l.replaceWith(s)},ask=()=>{for(const l of document.querySelectorAll('link[rel="${LATER}"]'))l.rel="modulepreload";for(const l of document.querySelectorAll('script[type="${LATER}"]'))run(l)};document.hidden?ask():requestAnimationFrame(()=>setTimeout(ask))})()`;
