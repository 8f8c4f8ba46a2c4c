/** Where a choice is kept; and the attribute of the page's root that style sheets go by, Mantine's too. */
const KEY = "mantine-color-scheme-value";
const ATTRIBUTE = "data-mantine-color-scheme";
const DARK = "(prefers-color-scheme: dark)";

export type ColorScheme = "light" | "dark";

/** For the head of every page: what was chosen, else what the system asks for, before anything is painted. */
export const COLOR_SCHEME_SCRIPT = `(()=>{let s=null;try{s=localStorage.getItem("${KEY}")}catch{}document.documentElement.setAttribute("${ATTRIBUTE}",s==="light"||s==="dark"?s:matchMedia("${DARK}").matches?"dark":"light")})()`;

/** What the server says of the root; the script says it better before React looks. */
export const ROOT_ATTRIBUTES = { suppressHydrationWarning: true, [ATTRIBUTE]: "light" } as const;

function chosen(): ColorScheme | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "light" || kept === "dark" ? kept : null;
  } catch {
    // A browser may keep nothing.
    return null;
  }
}

const show = (scheme: ColorScheme): void => document.documentElement.setAttribute(ATTRIBUTE, scheme);

/** Shows the other scheme from now on. */
export function switchColorScheme(): void {
  const scheme = document.documentElement.getAttribute(ATTRIBUTE) === "dark" ? "light" : "dark";
  show(scheme);
  try {
    localStorage.setItem(KEY, scheme);
  } catch {
    // Then it holds until the page is left.
  }
}

/** Follows the system while nothing is chosen, and what is chosen in another tab. Answers how to stop that. */
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
