import { useRouteLoaderData } from "react-router";
import type { SiteSettings } from "../../domain/contract/page-context.ts";

/** Returns the site's own settings, from the root's loader. */
export function useSite(): SiteSettings {
  const root = useRouteLoaderData("root") as { site: SiteSettings } | undefined;
  if (!root) throw new Error("The site's settings are missing.");
  return root.site;
}
