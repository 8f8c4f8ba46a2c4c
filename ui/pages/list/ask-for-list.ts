import { typedTextIsSent } from "../../components/typed-text.ts";
import type { ListPageData } from "./load.server.ts";
import { isShown, setTrouble } from "./trouble.ts";
import { isPassing, untilAnswered } from "./until-answered.ts";

type Answer = Pick<ListPageData, "content">;

const failureIn = ({ content }: Answer): string | null =>
  content.error !== null && isPassing(content.status) ? content.error : null;

/** How long an answer that was asked for ahead may still be shown, in milliseconds. */
const FRESH = 60_000;

interface Ahead {
  readonly address: string;
  readonly at: number;
  readonly answer: Promise<Answer>;
}

/** The address to ask for ahead; null if none. */
let wanted: string | null = null;
/** What was asked for ahead; null if nothing was, or it failed. */
let ahead: Ahead | null = null;

/** Marks the next request for this address as one made ahead, whose answer is not shown yet. */
export function wantAhead(address: string): void {
  wanted = address;
}

function keepAhead(address: string, answer: Promise<Answer>): void {
  const own = { address, at: Date.now(), answer };
  const drop = (): void => {
    if (ahead === own) ahead = null;
  };
  ahead = own;
  answer.then((page) => failureIn(page) !== null && drop(), drop);
}

/** Takes the answer that was asked for ahead, once. Any other request drops it, because it may follow a change. */
function takeAhead(address: string): Promise<Answer> | null {
  const known = ahead;
  ahead = null;
  return known?.address === address && Date.now() - known.at < FRESH ? known.answer : null;
}

/**
 * Asks the server for the list at an address. While the browser shows that list, it is asked until there is an
 * answer: React Router keeps the page as it is meanwhile, and aborts the signal when there is a newer request. Throws
 * what asking again would not mend.
 */
export async function askForList<Page extends Answer>(
  { pathname, search }: Pick<URL, "pathname" | "search">,
  signal: AbortSignal,
  ask: () => Promise<Page>,
): Promise<Page> {
  const address = pathname + search;
  if (wanted === address) {
    wanted = null;
    const answer = ask();
    keepAhead(address, answer);
    // An error thrown here would replace the page that is shown. Nobody reads the value.
    return answer.catch(() => null as never);
  }
  let early = takeAhead(address) as Promise<Page> | null;
  if (!isShown(pathname)) return early ?? ask();
  const next = (): Promise<Page> => {
    const answer = early ?? ask();
    early = null;
    return answer;
  };
  const page = await untilAnswered(next, { signal, failureIn, tell: setTrouble });
  await typedTextIsSent();
  signal.throwIfAborted();
  return page;
}
