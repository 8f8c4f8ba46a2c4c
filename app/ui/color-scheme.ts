/** Where the browser stores the choice, and the attribute of the root element that style sheets go by. */
const KEY = "color-scheme";
const ATTRIBUTE = "data-color-scheme";
const DARK = "(prefers-color-scheme: dark)";

export type ColorScheme = "light" | "dark";

/** Inline script for every page's head. Applies the chosen scheme, or else the system's, before the first paint. */
export const COLOR_SCHEME_SCRIPT = `(()=>{let s=null;try{s=localStorage.getItem("${KEY}")}catch{}document.documentElement.setAttribute("${ATTRIBUTE}",s==="light"||s==="dark"?s:matchMedia("${DARK}").matches?"dark":"light")})()`;

/** The root's attributes as the server renders them; the script corrects the scheme before React hydrates. */
export const ROOT_ATTRIBUTES = { suppressHydrationWarning: true, [ATTRIBUTE]: "light" } as const;

function chosen(): ColorScheme | null {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === "light" || stored === "dark" ? stored : null;
  } catch {
    // The browser may block storage.
    return null;
  }
}

const show = (scheme: ColorScheme): void => document.documentElement.setAttribute(ATTRIBUTE, scheme);

/** Shows the other scheme from now on, and remembers it. */
export function switchColorScheme(): void {
  const scheme = document.documentElement.getAttribute(ATTRIBUTE) === "dark" ? "light" : "dark";
  show(scheme);
  try {
    localStorage.setItem(KEY, scheme);
  } catch {
    // Without storage it lasts until the page is left.
  }
}

/** Follows the system's scheme while none is chosen, and choices made in other tabs. Returns a function to stop it. */
export function followColorScheme(): () => void {
  const system = matchMedia(DARK);
  const follow = (): void => show(chosen() ?? (system.matches ? "dark" : "light"));
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === KEY) follow();
  };
  system.addEventListener("change", follow);
  addEventListener("storage", onStorage);
  return () => {
    system.removeEventListener("change", follow);
    removeEventListener("storage", onStorage);
  };
}
