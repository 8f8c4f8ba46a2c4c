import { data } from "react-router";
import { pages } from "../../../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../../../domain/contract/site-pages.ts";
import { pageContext } from "../../../../ui/context.ts";
import { MapChooser } from "../../../../ui/maps/MapChooser.tsx";
import { pageMeta } from "../../../../ui/meta.ts";
import type { Route } from "./+types/route";
import { Gallery } from "./Gallery.tsx";
import { loadMapsPage } from "./load.server.ts";
import { MapDetails } from "./MapDetails.tsx";

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = await loadMapsPage(url.searchParams, context.get(pageContext));
  return data(page, { status: page.status });
}

export const meta: Route.MetaFunction = (args) => {
  const page = args.loaderData;
  if (page?.kind === "map") {
    const { info, description } = page;
    return pageMeta(args, info.map, { url: pages.maps({ map: info.map }), description });
  }
  if (page?.kind === "gallery") return pageMeta(args, HEADINGS.maps, { url: pages.maps(page.state) });
  return pageMeta(args, HEADINGS.maps, { isFailure: true });
};

export default function MapsPage({ loaderData: page }: Route.ComponentProps) {
  if (page.kind === "gallery") return <Gallery page={page} />;
  if (page.kind === "map") return <MapDetails key={page.info.map} page={page} />;
  return (
    <>
      <h1>Maps</h1>
      <p role="alert">{page.error} Choose one of these:</p>
      <MapChooser addressOf={pages.maps} maps={page.names} map={null} none="All maps" />
    </>
  );
}
