import { createApp } from "../../server/app.ts";
import { createPages, type RenderPage } from "../pages.ts";
import type { Settings } from "../settings.ts";
import { loadSampleOnce, mediaFolder, openDataFolder } from "./open.ts";
import { openSignIn } from "./sign-in/index.ts";
import type { NodeDatabase } from "./sqlite.ts";
import { startSweeping } from "./sweeping.ts";
import { receiveForms } from "./uploads.ts";

type Build = Parameters<typeof createPages>[0];

/** The whole site on its data folder, without a socket. */
export interface NodeSite {
  readonly app: ReturnType<typeof createApp>;
  readonly database: NodeDatabase;
  readonly challenges: Parameters<typeof createApp>[0]["challenges"];
  close(): void;
}

/** Opens the data folder and puts the site together; `build` is the built pages. `say` reports progress. */
export async function openSite(
  settings: Settings,
  build: Build,
  say: (line: string) => void,
): Promise<NodeSite> {
  const { database, parts } = await openDataFolder(settings, say);
  if (settings.sampleData) await loadSampleOnce(database, parts.media, say);

  const { site, signIn: wanted } = settings;
  const signInOrigin = wanted.mode === "external" ? wanted.issuerOrigin : null;
  const pages: RenderPage = createPages(build, () => ({
    site,
    signInOrigin,
    api: async (path, init) => app.request(path, init),
  }));
  const { signIn, routes, close } = await openSignIn({ settings, database, render: pages, say });
  const app = createApp({
    ...parts,
    signIn,
    receiveForm: receiveForms(mediaFolder(settings), settings.uploads),
    siteOrigin: site.origin,
    mediaOrigin: site.mediaOrigin,
    pages: (request) => pages(request),
  });
  if (routes) app.route("/", routes);
  const stopSweeping = await startSweeping(mediaFolder(settings), parts, say);
  return {
    app,
    database,
    challenges: parts.challenges,
    close() {
      stopSweeping();
      close();
      database.close();
    },
  };
}
