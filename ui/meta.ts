import type { MetaDescriptor } from "react-router";
import type { Site } from "./context.ts";

/** The picture that stands for the site, 1200 by 630. */
const CARD = "/card.png";

/** What `pageMeta` reads of a route's meta arguments. */
interface PageMetaArgs {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
  location: { pathname: string; search: string };
}

export interface PageMetaOptions {
  /** For link previews; the page's own description is always the tagline. */
  description?: string;
  /** Address of the page for link previews, from its slash on; the address asked for when left out. */
  url?: string;
  /** Whether search engines are told that `url` is the page's one address. */
  isCanonical?: boolean;
  /** Picture for link previews: an address, or a path of the site; the site's own card when left out. */
  image?: string;
}

/**
 * The tags of a page: its title is its heading, a bar and the site's short name (SPEC section 1); the description is
 * the tagline; and Open Graph tags say what a chat shows of a link.
 */
export function pageMeta(
  args: PageMetaArgs,
  heading: string,
  options: PageMetaOptions = {},
): MetaDescriptor[] {
  const site = siteOf(args.matches);
  if (site === undefined) return [{ title: heading }];
  const url = new URL(options.url ?? args.location.pathname + args.location.search, site.origin).href;
  const tags: MetaDescriptor[] = [
    { title: `${heading} | ${site.shortName}` },
    { name: "description", content: site.tagline },
    { property: "og:site_name", content: site.shortName },
    { property: "og:type", content: "website" },
    { property: "og:title", content: heading },
    { property: "og:description", content: options.description ?? site.tagline },
    { property: "og:url", content: url },
    { property: "og:image", content: new URL(options.image ?? CARD, site.origin).href },
    { name: "twitter:card", content: "summary_large_image" },
  ];
  if (options.isCanonical) tags.push({ tagName: "link", rel: "canonical", href: url });
  return tags;
}

/** The root's loader hands out the site; it is missing when that loader itself failed. */
function siteOf(matches: PageMetaArgs["matches"]): Site | undefined {
  const root = matches.find((match) => match?.id === "root")?.loaderData as { site: Site } | undefined;
  return root?.site;
}
