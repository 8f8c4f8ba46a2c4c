import { typedTextIsSent } from "../../components/typed-text.ts";
import type { ListPageData } from "./load.server.ts";
import { isShown, setTrouble } from "./trouble.ts";
import { isPassing, untilAnswered } from "./until-answered.ts";

const failureIn = ({ content }: Pick<ListPageData, "content">): string | null =>
  content.error !== null && isPassing(content.status) ? content.error : null;

/**
 * Asks the server for the list under a path. While the browser shows that very list, it is asked until there is an answer:
 * React Router keeps the page as it is so long, and gives a question up (the signal) when there is a newer one. Throws
 * what asking again would not mend.
 */
export async function askForList<Page extends Pick<ListPageData, "content">>(
  path: string,
  signal: AbortSignal,
  ask: () => Promise<Page>,
): Promise<Page> {
  if (!isShown(path)) return ask();
  const page = await untilAnswered(ask, { signal, failureIn, tell: setTrouble });
  await typedTextIsSent();
  signal.throwIfAborted();
  return page;
}
