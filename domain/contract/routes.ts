/**
 * The URL contract: every page as a typed function, and every path of the API (api-routes.ts), shared by the server, the
 * pages and the tests. Players' links and bots have used these names for years (SPEC sections 2 and 7). They are spelled
 * out only in these two files.
 */

import * as api from "./api-routes.ts";
import { type Query, withQuery } from "./query.ts";

export { type Query, queryOf, searchOf } from "./query.ts";
export { api };

/** The anchor of what helpers and a player wrote to one another, on the page of a completion. */
export const THREAD = "thread";
/** The anchor of the form by which its player proposes new proof, which is open then. */
export const NEW_PROOF = "new-proof";

export const pages = {
  home: () => "/",
  list: (challenge: string, query?: Query) => withQuery(`/${challenge}`, query),
  notes: (challenge: string, query?: Query) => withQuery(`/${challenge}/notes`, query),
  extraInfo: (challenge: string, query?: Query) => withQuery(`/${challenge}/extra-info`, query),
  addForm: (challenge: string, query?: Query) => withQuery(`/add-${challenge}-form`, query),
  editForm: (challenge: string, query?: Query) => withQuery(`/edit-${challenge}-form`, query),
  ask: (q?: string) => withQuery("/ask", { q }),
  coverage: (query?: Query) => withQuery("/coverage", query),
  challengeCoverage: (challenge: string, query?: Query) => withQuery(`/coverage/${challenge}`, query),
  /** One open combination or map, drawn by a seed; without one it is drawn anew. */
  undone: (query?: Query) => withQuery("/undone", query),
  wanted: () => "/wanted",
  maps: (query?: Query) => withQuery("/maps", query),
  players: (query?: Query) => withQuery("/players", query),
  records: (query?: Query) => withQuery("/records", query),
  progress: () => "/progress",
  player: (name: string, query?: Query) => withQuery(`/players/${encodeURIComponent(name)}`, query),
  addMap: (query?: Query) => withQuery("/add-map", query),
  chimpsStarts: (query?: Query) => withQuery("/chimps-starts", query),
  addChimpsStart: (query?: Query) => withQuery("/add-chimps-start", query),
  balanceChanges: (query?: Query) => withQuery("/balance-changes", query),
  modifyBalanceChanges: () => "/modify-balance-changes",
  assetGuide: () => "/extracting-game-assets",
  newHere: () => "/new-here",
  searchHelp: () => "/search-help",
  apiGuide: () => "/api",
  /** The public part of the index, as files. */
  dump: () => "/dump/",
  login: () => "/login",
  loginRedirect: () => "/login-redirect",
  account: () => "/account",
  privacy: () => "/privacy",
  mySubmissions: () => "/my-submissions",
  notices: () => "/notices",
  following: () => "/following",
  playedWith: () => "/played-with",
  queue: (query?: Query) => withQuery("/admin/queue", query),
  reports: () => "/admin/reports",
  nameRequests: () => "/admin/names",
  cannedReasons: () => "/admin/canned-reasons",
  gameVersions: () => "/admin/game-versions",
  spellings: (query?: Query) => withQuery("/admin/spellings", query),
  game: (query?: Query) => withQuery("/admin/game", query),
  unresolved: (query?: Query) => withQuery("/admin/unresolved", query),
  /** What the documents of challenge codes teach. */
  codes: () => "/admin/codes",
  proofs: (query?: Query) => withQuery("/admin/proofs", query),
  changes: (query?: Query) => withQuery("/admin/changes", query),
  accounts: () => "/admin/accounts",
} as const;

/** The role of a proposed file that is none of the proofs that the rules ask for. */
export const FURTHER = "attachment";

/** What the log calls it when a helper takes over a proof that a player proposed. */
export const TAKE_PROOF = "take-proof";

/** The field of a submission that says whether pictures behind its links are copied: 1 or 0; absent: as before. */
export const KEEP_COPY = "keep-copy";

/** The forms of the embedded sign-in provider, and the pages that its links lead to. */
export const signInForms = {
  login: (uid: string) => `/u/${uid}`,
  signUp: (uid: string) => `/u/${uid}/sign-up`,
  /** Asks for the digits that were mailed at sign-up. */
  signUpDigits: (uid: string) => `/u/${uid}/sign-up/digits`,
  newSignUpDigits: (uid: string) => `/u/${uid}/sign-up/new-digits`,
  /** Asks for the second factor after the password. */
  factor: (uid: string) => `/u/${uid}/code`,
  cancel: (uid: string) => `/u/${uid}/cancel`,
  /** These start a login at another provider; all those answer to `brokerReturn`. */
  broker: (uid: string) => `/u/${uid}/elsewhere`,
  discord: (uid: string) => `/u/${uid}/discord`,
  brokerReturn: () => "/sign-in-elsewhere",
  askReset: () => "/reset",
  reset: (secret: string) => `/reset/${secret}`,
  invitation: (secret: string) => `/invitation/${secret}`,
  confirmEmail: (secret: string) => `/confirm-email/${secret}`,
  refuseEmail: (secret: string) => `/confirm-email/${secret}/refuse`,
  /** What a link in a mail leads to: switching off its kind, or confirming the address. */
  mail: (secret: string, about: string) => `/mail/${secret}/${about}`,
} as const;

/** How the addresses of what people follow begin. */
export const FEEDS_OF_FOLLOWS = api.followFeed("").slice(0, -".atom".length);

const FORMS = ["/u", "/reset", "/invitation", "/confirm-email", "/mail"];

/** How those paths begin that go on with a secret: no log repeats what follows. */
export const SECRET_PATHS = [...FORMS, FEEDS_OF_FOLLOWS.slice(0, -1)];

/** How the paths of the sign-in begin: its forms, and the provider's own endpoints. */
export const SIGN_IN_PATHS = [
  ...FORMS,
  ...["/sign-in-elsewhere", "/authorize", "/oauth", "/v2", "/userinfo", "/.well-known"],
];

/** Whether a path belongs to the sign-in. Such answers are never cached. */
export const isSignIn = (path: string): boolean =>
  SIGN_IN_PATHS.some((begin) => path === begin || path.startsWith(`${begin}/`));

/** Whether a path accepts a form with files. Such a form may be large and slow to arrive; all others are small. */
export function takesFiles(path: string): boolean {
  const isSubmission = path.startsWith("/member/add-") && path.endsWith("-submit");
  return isSubmission || [api.addMap(), api.addMapToo(), api.proposeProof()].includes(path);
}

/** The site's own preview image, 1200 by 630, for when a page's own is not available. */
export const SITE_CARD = "/card.png";

export const isDumpFile = (path: string): boolean => /^\/dump\/\d/.test(path);

/** Where media are served when MEDIA_ORIGIN names no separate host. */
export const MEDIA_PATH = "/media";

/** Returns the URL of a media key: under /media on this site, at the root of a media host. */
export function mediaUrl(key: string, mediaOrigin: string | null): string {
  const path = key.split("/").map(encodeURIComponent).join("/");
  return mediaOrigin === null ? `${MEDIA_PATH}/${path}` : `${mediaOrigin}/${path}`;
}

/** Whether a path belongs to the API, where errors are answered as JSON, too; in whatever letter case it is written. */
export function isApiPath(path: string): boolean {
  return /^\/(fetch-|list-|download-|member\/|admin\/(?!(accounts|canned-reasons|changes|codes|game|game-versions|names|proofs|queue|reports|spellings|unresolved)(\.data)?$)|healthz(\/ready)?$|preview\.png$|dump\/(schema\.json$|\d)|[^/]+\.(atom|json)$)/i.test(
    path,
  );
}
