/** What the scripts of React Router are called until the page is painted. */
const LATER = "once-painted";

/** Of a page's own markup: quotes and angle brackets of all else in it are escaped. */
const PRELOAD = '<link rel="modulepreload"';
const SCRIPT = ' type="module" async=""';

/**
 * What a page is seen with is fetched before what brings it to life: React Router asks for some thirty scripts in the head,
 * which browsers take to be as urgent as the style sheets, and has no setting for it. `ASK_ONCE_PAINTED` asks for them.
 *
 * @throws where there is no such script: the page would never come alive
 */
export function oncePainted(html: string): string {
  if (!html.includes(SCRIPT))
    throw new Error("The script of the page is not where React Router used to put it.");
  return html.replaceAll(PRELOAD, `<link rel="${LATER}"`).replace(SCRIPT, ` type="${LATER}"`);
}

/**
 * An inline script that asks for what was put off: after the first paint, or at once in a tab that nobody sees, for nothing
 * is painted there. A script of an unknown type runs when it has a known one and is put in its place again.
 */
export const ASK_ONCE_PAINTED = `(()=>{const ask=()=>{for(const l of document.querySelectorAll('link[rel="${LATER}"]'))l.rel="modulepreload";const s=document.querySelector('script[type="${LATER}"]');if(s){s.type="module";s.replaceWith(s)}};document.hidden?ask():requestAnimationFrame(()=>setTimeout(ask))})()`;
