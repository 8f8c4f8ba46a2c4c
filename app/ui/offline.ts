/** What waits for the line to be back: called once it is, or when somebody retries. */
let waiting: (() => void)[] = [];
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether something that somebody requested waits until the browser is online. */
export const isWaiting = (): boolean => waiting.length > 0;

/** Does what waits. */
export function tryAgain(): void {
  const tries = waiting;
  waiting = [];
  changed();
  for (const next of tries) next();
}

/** Lets something wait until the browser is online. What waited before is given up: somebody wants this instead. */
function waitForLine(next: () => void): void {
  waiting = [next];
  changed();
}

/** Whether a link or a form leads to another page of the site in this tab. */
function leadsAway(url: URL, target: string): boolean {
  return (
    url.origin === location.origin && url.pathname !== location.pathname && ["", "_self"].includes(target)
  );
}

function onClick(event: MouseEvent): void {
  if (
    navigator.onLine ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.hasAttribute("download") || !leadsAway(new URL(link.href), link.target)) return;
  event.preventDefault();
  event.stopPropagation();
  waitForLine(() => link.click());
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target;
  if (navigator.onLine || !(form instanceof HTMLFormElement) || form.method !== "get") return;
  if (!leadsAway(new URL(form.action), form.target)) return;
  event.preventDefault();
  event.stopPropagation();
  waitForLine(() => form.requestSubmit());
}

const isPageData = (input: RequestInfo | URL): boolean => {
  const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
  // A list that is shown retries by itself (ask-for-list.ts).
  return pathname.endsWith(".data") && pathname !== `${location.pathname}.data`;
};

/** Resolves when the browser is online or somebody retries; rejects when the request is given up. */
const lineIsBack = (signal: AbortSignal | null | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
    waitForLine(resolve);
  });

/**
 * Keeps the page that is shown while the browser is offline: what somebody taps, and what the router asks for, waits for
 * the line. Without it, a tap would lead to the browser's own error page.
 */
export function keepPageWhileOffline(): void {
  addEventListener("online", tryAgain);
  document.addEventListener("click", onClick, { capture: true });
  document.addEventListener("submit", onSubmit, { capture: true });
  const send = window.fetch;
  window.fetch = async (input, init) => {
    if (isPageData(input)) while (!navigator.onLine) await lineIsBack(init?.signal);
    return send(input, init);
  };
}
