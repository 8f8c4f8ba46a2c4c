import type { MetaDescriptor } from "react-router";
import type { SiteSettings } from "../../domain/contract/page-context.ts";
import { api, SITE_CARD } from "../../domain/contract/routes.ts";

/** What `pageMeta` reads of a route's meta arguments. */
interface PageMetaArgs {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
  location: { pathname: string; search: string };
}

export interface PageMetaOptions {
  /** For link previews: what the page shows, if its heading does not say all of it. */
  title?: string;
  /** For link previews; the page's own description is always the tagline. */
  description?: string;
  /** The page's canonical address, from its slash on; by default the address of the request. */
  url?: string;
  /** What programs can follow instead of the page: addresses from their slash on. */
  feeds?: readonly { readonly title: string; readonly type: string; readonly href: string }[];
  /** Whether this is an error page, which has neither an address nor a picture of its own. */
  isFailure?: boolean;
}

/** In characters. A longer address does not fit into another one: its page is shown with the site's own picture. */
const LONGEST_DRAWN = 2_000;

/**
 * Returns a few characters that change with a text. A picture's address ends in them, because chat apps cache a picture
 * by its address: a new description then gets a new picture. The server ignores them.
 */
function markOf(text: string): string {
  let mark = 0;
  for (let at = 0; at < text.length; at += 1) mark = (Math.imul(mark, 31) + text.charCodeAt(at)) | 0;
  return (mark >>> 0).toString(36);
}

/** Returns as much of a description as the picture shows; a player's words may follow. */
const firstSentence = (text: string): string => text.split(". ", 1)[0] ?? "";

/**
 * Returns a page's tags. The title is its heading, a bar and the site's short name (SPEC section 1), the description is
 * the tagline, and the address is the canonical one. Open Graph tags say what a chat app shows of a link; their title
 * also says what the page is narrowed to.
 */
export function pageMeta(
  args: PageMetaArgs,
  heading: string,
  options: PageMetaOptions = {},
): MetaDescriptor[] {
  const site = siteOf(args.matches);
  if (site === undefined) return [{ title: heading }];
  const address = options.url ?? args.location.pathname + args.location.search;
  const { title = heading, description = site.tagline, isFailure = false, feeds = [] } = options;
  const said = `${title}. ${description}`;
  const picture =
    isFailure || address.length > LONGEST_DRAWN
      ? SITE_CARD
      : api.preview({ of: address, said: markOf(said) });
  const url = new URL(address, site.origin).href;
  return [
    { title: `${heading} | ${site.shortName}` },
    { name: "description", content: site.tagline },
    ...(isFailure ? [] : [{ tagName: "link", rel: "canonical", href: url }]),
    ...feeds.map((feed) => ({ tagName: "link", rel: "alternate", ...feed })),
    { property: "og:site_name", content: site.shortName },
    { property: "og:type", content: "website" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:image", content: new URL(picture, site.origin).href },
    { property: "og:image:type", content: "image/png" },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    {
      property: "og:image:alt",
      content: picture === SITE_CARD ? site.shortName : `${title}. ${firstSentence(description)}`,
    },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** Returns the site that the root's loader hands out; undefined if that loader itself failed. */
function siteOf(matches: PageMetaArgs["matches"]): SiteSettings | undefined {
  const root = matches.find((match) => match?.id === "root")?.loaderData as
    | { site: SiteSettings }
    | undefined;
  return root?.site;
}
