import { linkCounts, watchedLinks } from "../../../domain/contract/watched-links.ts";
import { LINK_STATES, type LinkState } from "../../../domain/media/link-watch.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { nameOf } from "../completions/submission-outcome.server.ts";
import { HOSTS, MOST_COUNTED } from "./repository.server.ts";

/** Completions that are named of one link. */
const MOST_NAMED = 5;

/** Divides the two parts of a cursor; no time has one. */
const DIVIDER = " ";

/** Returns the place in a list that a cursor names; null: its beginning. */
function readCursor(text: string | null) {
  const at = text?.indexOf(DIVIDER) ?? -1;
  return text === null || at === -1 ? null : { since: text.slice(0, at), url: text.slice(at + 1) };
}

/** What of links to proof helpers look at: those that are gone or at risk, and how many there are. */
export function proofLinkRoutes(router: Router, deps: Deps): void {
  const { data, watchedHosts } = deps;
  router.personal(linkCounts, async () => {
    const counted = await data.watchedLinks.countAll();
    const hosts = HOSTS.map((host) => {
      const links = Object.fromEntries(
        Object.keys(LINK_STATES).map((state) => [
          state,
          counted.find((each) => each.host === host && each.state === state)?.links ?? 0,
        ]),
      ) as Record<LinkState, number>;
      return { host, isAsked: watchedHosts.includes(host), links };
    });
    return { isOn: watchedHosts.length > 0, hosts, most: MOST_COUNTED };
  });
  router.personal(watchedLinks, async ({ state, host, after, count }) => {
    // One more says whether there are more.
    const found = await data.watchedLinks.listInState({
      state: state ?? "gone",
      host,
      count: count + 1,
      after: readCursor(after),
    });
    const page = found.slice(0, count);
    const having = await data.watchedLinks.findCompletionsOf(
      page.map(({ url }) => url),
      MOST_NAMED,
    );
    const ids = [...new Set([...having.values()].flat())];
    const stored = new Map((await data.completions.findAllByIds(ids)).map((each) => [each.id, each]));
    const results = page.map(({ since, ...link }) => ({
      ...link,
      at: since,
      completions: (having.get(link.url) ?? []).flatMap((id) => {
        const each = stored.get(id);
        return (each && nameOf(each, deps)) ?? [];
      }),
    }));
    const last = page.at(-1);
    return { results, next: last && found.length > page.length ? last.since + DIVIDER + last.url : null };
  });
}
