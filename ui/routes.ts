import { index, type RouteConfig, route } from "@react-router/dev/routes";
import { CHALLENGES } from "../challenges/index.ts";

export default [
  index("pages/home/route.tsx"),
  // One file serves all challenges, each under an id of its own.
  ...Array.from(CHALLENGES.values()).flatMap(({ key, og }) => [
    route(key, "pages/list/route.tsx", { id: `list-${key}` }),
    route(`${key}/notes`, "pages/notes/route.tsx", { id: `notes-${key}` }),
    ...(og ? [route(`${key}/extra-info`, "pages/og-info/route.tsx", { id: `og-info-${key}` })] : []),
  ]),
  // Pages still to come, and the answer to every other address.
  route("*", "pages/later/route.tsx"),
] satisfies RouteConfig;
