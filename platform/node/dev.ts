import * as build from "virtual:react-router/server-build";
import { readSettings } from "../settings.ts";
import { openSite } from "./site.ts";

/**
 * The app for `npm run dev`: loaded anew by Vite whenever it or anything it imports is edited. The same data folder as
 * npm start; nothing is kept between requests.
 */
const settings = readSettings({ ...process.env, PORT: process.env.PORT || "5173" });
const { app } = await openSite(settings, build, console.log);

export const fetch = (request: Request, env?: object): Response | Promise<Response> =>
  app.fetch(request, env);
