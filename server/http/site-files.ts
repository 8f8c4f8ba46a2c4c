import type { Page } from "../../domain/contract/pages.ts";
import { type Content, tagOf } from "./content.ts";

/** What the site calls itself. */
export interface SiteNames {
  /** Scheme and host, without a trailing slash. */
  readonly origin: string;
  readonly shortName: string;
  /** One sentence. */
  readonly tagline: string;
}

const robots = ({ origin }: SiteNames): string => `User-agent: *
Disallow: /fetch-
Disallow: /download-

Sitemap: ${origin}/sitemap.xml
`;

/** The sitemap (sitemaps.org): the pages that lead to everything public. Their paths need no escaping. */
const sitemap = (
  { origin }: SiteNames,
  pages: readonly Page[],
): string => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages
  .filter(({ isPublic }) => isPublic)
  .map(({ path }) => `  <url><loc>${origin}${path}</loc></url>`)
  .join("\n")}
</urlset>
`;

/** Returns the manifest for putting the site on a phone's home screen. The colours are those of app/ui/theme.css. */
const manifest = ({ shortName, tagline }: SiteNames): string =>
  JSON.stringify({
    name: shortName,
    short_name: shortName,
    description: tagline,
    start_url: "/",
    display: "browser",
    background_color: "#fbf8f1",
    theme_color: "#fbf8f1",
    icons: [192, 512].map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: "image/png",
      purpose: "any maskable",
    })),
  });

async function contentOf(contentType: string, text: string): Promise<Content> {
  const body = new TextEncoder().encode(text);
  const headers = [
    ["Cache-Control", "public, max-age=3600"],
    ["Vary", "Accept-Encoding"],
  ] as const;
  return { contentType, body, headers, tag: await tagOf(body), encoded: new Map() };
}

/** Returns the files with the site's own address or name, by path: made at the start, sent like built ones. */
export async function siteFiles(
  names: SiteNames,
  pages: readonly Page[],
): Promise<ReadonlyMap<string, Content>> {
  return new Map([
    ["/robots.txt", await contentOf("text/plain; charset=utf-8", robots(names))],
    ["/sitemap.xml", await contentOf("application/xml; charset=utf-8", sitemap(names, pages))],
    ["/manifest.webmanifest", await contentOf("application/manifest+json", manifest(names))],
  ]);
}
