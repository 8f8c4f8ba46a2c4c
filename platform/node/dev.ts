import * as build from "virtual:react-router/server-build";
import { createApp } from "../../server/app.ts";
import { createPages } from "../pages.ts";
import { readSettings } from "../settings.ts";
import { loadSampleOnce, openDataFolder } from "./open.ts";

/**
 * The app for `npm run dev`: loaded anew by Vite whenever it or anything it imports is edited. The same data folder as
 * npm start; nothing is kept between requests.
 */
const settings = readSettings({ ...process.env, PORT: process.env.PORT || "5173" });
const { database, parts } = await openDataFolder(settings, console.log);
if (settings.sampleData) await loadSampleOnce(database, parts.media, console.log);

const { site } = settings;
const app = createApp({
  ...parts,
  siteOrigin: site.origin,
  pages: createPages(build, () => ({ site, api: async (path, init) => app.request(path, init) })),
});

export const fetch = (request: Request): Response | Promise<Response> => app.fetch(request);
