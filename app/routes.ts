import { index, type RouteConfig, route } from "@react-router/dev/routes";
import { CHALLENGES } from "../domain/challenges/index.ts";

export default [
  index("pages/home/route.tsx"),
  // One file serves all challenges, with an id for each.
  ...Array.from(CHALLENGES.values()).flatMap(({ key, og }) => [
    route(key, "pages/list/route.tsx", { id: `list-${key}` }),
    route(`${key}/notes`, "pages/notes/route.tsx", { id: `notes-${key}` }),
    ...(og ? [route(`${key}/extra-info`, "pages/og-info/route.tsx", { id: `og-info-${key}` })] : []),
  ]),
  route("ask", "pages/ask/route.tsx"),
  route("maps", "pages/maps/route.tsx"),
  route("extracting-game-assets", "pages/asset-guide/route.tsx"),
  route("search-help", "pages/search-help/route.tsx"),
  route("dump", "pages/dump/route.tsx"),
  route("login", "pages/login/route.tsx"),
  route("login-redirect", "pages/login-redirect/route.tsx"),
  ...Array.from(CHALLENGES.keys()).flatMap((key) => [
    route(`add-${key}-form`, "pages/form/route.tsx", { id: `add-${key}` }),
    route(`edit-${key}-form`, "pages/form/route.tsx", { id: `edit-${key}` }),
  ]),
  route("add-map", "pages/add-map/route.tsx"),
  route("chimps-starts", "pages/chimps-starts/route.tsx"),
  route("add-chimps-start", "pages/add-chimps-start/route.tsx"),
  route("balance-changes", "pages/balance-changes/route.tsx"),
  route("modify-balance-changes", "pages/modify-balance-changes/route.tsx"),
  route("my-submissions", "pages/my-submissions/route.tsx"),
  route("account", "pages/account/route.tsx"),
  route("admin/accounts", "pages/accounts/route.tsx"),
  route("admin/spellings", "pages/spellings/route.tsx"),
  route("admin/changes", "pages/changes/route.tsx"),
  // The embedded provider's own pages. It hands them their forms, and its message if something is wrong.
  ...["u", "reset", "invitation", "confirm-email", "sign-in-elsewhere", "authorize", "v2"].map((path) =>
    route(`${path}/*`, "pages/sign-in-form/route.tsx", { id: `sign-in-form-${path}` }),
  ),
  // The answer to every other address.
  route("*", "pages/not-found/route.tsx"),
] satisfies RouteConfig;
