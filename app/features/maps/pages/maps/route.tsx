import { pages } from "../../../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../../../domain/contract/site-pages.ts";
import { pageContext } from "../../../../ui/context.ts";
import { MapChooser } from "../../../../ui/maps/MapChooser.tsx";
import { pageMeta } from "../../../../ui/meta.ts";
import { withStatus } from "../../../../ui/outcome.server.ts";
import type { Route } from "./+types/route";
import { Gallery } from "./Gallery.tsx";
import { loadGallery } from "./gallery.server.ts";
import { MapDetails } from "./MapDetails.tsx";
import { loadMap } from "./map.server.ts";

export async function loader({ url: { searchParams: search }, context }: Route.LoaderArgs) {
  const map = search.get("map")?.trim() ?? "";
  const page = context.get(pageContext);
  return withStatus(await (map === "" ? loadGallery(search, page) : loadMap(map, page)));
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
