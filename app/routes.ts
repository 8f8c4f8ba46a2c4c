import { index, type RouteConfig, route } from "@react-router/dev/routes";
import { CHALLENGES } from "../domain/challenges/index.ts";
import { shareOf } from "../domain/lists/share.ts";

export default [
  index("features/home/route.tsx"),
  // One file serves all challenges, with an id for each.
  ...Array.from(CHALLENGES.values()).flatMap(({ key, og }) => [
    route(key, "features/completions/pages/list/route.tsx", { id: `list-${key}` }),
    route(`${key}/notes`, "features/completions/pages/detail/route.tsx", { id: `notes-${key}` }),
    ...(og
      ? [route(`${key}/extra-info`, "features/completions/pages/og-info/route.tsx", { id: `og-info-${key}` })]
      : []),
  ]),
  route("ask", "features/search/pages/ask/route.tsx"),
  route("coverage", "features/coverage/pages/records/route.tsx"),
  ...Array.from(CHALLENGES.values())
    .filter((definition) => shareOf(definition) !== "maps")
    .map(({ key }) =>
      route(`coverage/${key}`, "features/coverage/pages/towers/route.tsx", { id: `coverage-${key}` }),
    ),
  route("undone", "features/coverage/pages/undone/route.tsx"),
  route("following", "features/follows/pages/route.tsx"),
  route("wanted", "features/wishes/pages/route.tsx"),
  route("maps", "features/maps/pages/maps/route.tsx"),
  route("progress", "features/progress/pages/route.tsx"),
  route("records", "features/records/pages/route.tsx"),
  route("players", "features/players/pages/board/route.tsx"),
  route("players/:name", "features/players/pages/player/route.tsx"),
  route("extracting-game-assets", "features/guides/asset-guide/route.tsx"),
  route("new-here", "features/guides/new-here/route.tsx"),
  route("api", "features/guides/api/route.tsx"),
  route("search-help", "features/search/pages/search-help/route.tsx"),
  route("dump", "features/dump/pages/route.tsx"),
  route("privacy", "features/privacy/pages/route.tsx"),
  route("login", "features/accounts/pages/login/route.tsx"),
  route("login-redirect", "features/accounts/pages/login-redirect/route.tsx"),
  ...Array.from(CHALLENGES.keys()).flatMap((key) => [
    route(`add-${key}-form`, "features/completions/pages/form/route.tsx", { id: `add-${key}` }),
    route(`edit-${key}-form`, "features/completions/pages/form/route.tsx", { id: `edit-${key}` }),
  ]),
  route("add-map", "features/maps/pages/add-map/route.tsx"),
  route("chimps-starts", "features/chimps-starts/pages/chimps-starts/route.tsx"),
  route("add-chimps-start", "features/chimps-starts/pages/add-chimps-start/route.tsx"),
  route("balance-changes", "features/balance-changes/pages/balance-changes/route.tsx"),
  route("modify-balance-changes", "features/balance-changes/pages/modify-balance-changes/route.tsx"),
  route("my-submissions", "features/completions/pages/mine/route.tsx"),
  route("played-with", "features/players/pages/played-with/route.tsx"),
  route("notices", "features/notices/pages/route.tsx"),
  route("account", "features/accounts/pages/account/route.tsx"),
  route("admin/accounts", "features/accounts/pages/accounts/route.tsx"),
  route("admin/queue", "features/review/pages/queue/route.tsx"),
  route("admin/names", "features/players/pages/names/route.tsx"),
  route("admin/canned-reasons", "features/review/pages/canned-reasons/route.tsx"),
  route("admin/reports", "features/review/pages/reports/route.tsx"),
  route("admin/game-versions", "features/game-versions/pages/route.tsx"),
  route("admin/spellings", "features/spellings/pages/route.tsx"),
  route("admin/game", "features/catalogue/pages/route.tsx"),
  route("admin/unresolved", "features/unresolved/pages/route.tsx"),
  route("admin/codes", "features/code-backfill/pages/route.tsx"),
  route("admin/proofs", "features/proof-links/pages/route.tsx"),
  route("admin/changes", "features/history/pages/route.tsx"),
  // The embedded provider's own pages, and what mails lead to: they are handed their forms, and what is wrong.
  ...["u", "reset", "invitation", "confirm-email", "mail", "sign-in-elsewhere", "authorize", "v2"].map(
    (path) =>
      route(`${path}/*`, "features/accounts/pages/sign-in-form/route.tsx", { id: `sign-in-form-${path}` }),
  ),
  // The answer to every other address.
  route("*", "features/not-found/route.tsx"),
] satisfies RouteConfig;
