import * as pages from "virtual:react-router/server-build";
import { readSettings } from "../shared/settings.ts";
import { OWNER_ONLY } from "./data-folder.ts";
import { openSite } from "./site.ts";

/**
 * The app for `npm run dev`. Vite reloads it whenever it or anything it imports is edited. It uses the data folder of
 * npm start, and keeps nothing between requests.
 */
process.umask(OWNER_ONLY);
const settings = readSettings({ ...process.env, PORT: process.env.PORT || "5173" });
const { pass } = await openSite(settings, { pages, files: new Map() }, console.log);

export const fetch = (request: Request, env?: object): Promise<Response> => pass(request, env);
