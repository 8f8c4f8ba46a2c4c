import { createApp } from "../../server/app.ts";
import { webhookPositions } from "../../server/data/webhooks.ts";
import { createPages, type RenderPage } from "../pages.ts";
import type { Settings } from "../settings.ts";
import { loadSampleOnce, mediaFolder, openDataFolder } from "./open.ts";
import { openSignIn } from "./sign-in/index.ts";
import type { NodeDatabase } from "./sqlite.ts";
import { startSweeping } from "./sweeping.ts";
import { receiveForms } from "./uploads.ts";
import { receiversOf, startWebhooks } from "./webhooks.ts";

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
    receiveForm: receiveForms(mediaFolder(settings), settings.site.uploads),
    siteOrigin: site.origin,
    mediaOrigin: site.mediaOrigin,
    pages: (request) => pages(request),
  });
  if (routes) app.route("/", routes);
  const webhooks = startWebhooks(receiversOf(settings.webhooks), {
    data: parts.data,
    positions: webhookPositions(database),
    challenges: parts.challenges,
    siteOrigin: site.origin,
    displayNames: signIn.displayNames ?? (async () => new Map()),
    fetch,
    now: () => new Date(),
  });
  const stopSweeping = await startSweeping(mediaFolder(settings), parts, say);
  return {
    app,
    database,
    challenges: parts.challenges,
    close() {
      webhooks.close();
      stopSweeping();
      close();
      database.close();
    },
  };
}
