/**
 * The URL contract: every page and API path as a typed function, shared by the server, the pages and the tests.
 * Players' links and bots have used these names for years (SPEC sections 2 and 7). They are spelled out only here.
 */

/** Query parameters. Null, undefined and empty values are left out; an array repeats the parameter once per value. */
export type Query = Readonly<Record<string, string | number | readonly string[] | null | undefined>>;

/** Returns a query as parameters. */
export function searchOf(query: Query): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, given] of Object.entries(query)) {
    for (const value of Array.isArray(given) ? given : [given])
      if (value !== null && value !== undefined && value !== "") parameters.append(name, String(value));
  }
  return parameters;
}

function withQuery(path: string, query: Query = {}): string {
  const parameters = searchOf(query);
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

/** A query as an address has it, without its question mark. */
export const queryOf = (query: Query): string => withQuery("", query).slice(1);

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

/** How the addresses of what people follow begin. */
export const FEEDS_OF_FOLLOWS = "/follow/";

export const api = {
  list: (challenge: string, query?: Query) => withQuery(`/fetch-${challenge}`, query),
  totals: (query?: Query) => withQuery("/fetch-totals", query),
  dated: (challenge: string, query?: Query) => withQuery(`/fetch-${challenge}-dated`, query),
  /** How many completions of a list are new since an entry of the log. */
  since: (challenge: string, query?: Query) => withQuery(`/fetch-${challenge}-since`, query),
  understood: (challenge: string, query?: Query) => withQuery(`/fetch-${challenge}-understood`, query),
  notes: (challenge: string, query?: Query) => withQuery(`/fetch-${challenge}-notes`, query),
  ogInfo: (challenge: string, query?: Query) => withQuery(`/fetch-${challenge}-og-info`, query),
  personCounts: (challenge: string, query?: Query) => withQuery(`/fetch-${challenge}-person-counts`, query),
  table: (challenge: string) => `/fetch-${challenge}-table`,
  grid: (challenge: string) => `/fetch-${challenge}-grid`,
  csv: (challenge: string, query?: Query) => withQuery(`/download-${challenge}-csv`, query),
  users: (query?: Query) => withQuery("/fetch-users", query),
  players: (query?: Query) => withQuery("/fetch-players", query),
  player: (query?: Query) => withQuery("/fetch-player", query),
  ownName: (query?: Query) => withQuery("/member/own-name", query),
  requestName: () => "/member/request-name",
  endName: () => "/member/end-name",
  hidePage: () => "/member/hide-page",
  showPlayerAs: () => "/member/show-player-as",
  nameRequests: (query?: Query) => withQuery("/admin/list-name-requests", query),
  decideNameRequest: () => "/admin/decide-name-request",
  joinPreview: (query?: Query) => withQuery("/admin/preview-join", query),
  joinPlayers: () => "/admin/join-players",
  banPlayer: () => "/admin/ban-player",
  removeRuns: () => "/admin/remove-runs",
  names: () => "/fetch-names",
  catalogue: () => "/fetch-catalogue",
  saveTower: () => "/admin/save-tower",
  saveHero: () => "/admin/save-hero",
  deleteTower: () => "/admin/delete-tower",
  deleteHero: () => "/admin/delete-hero",
  compareGame: () => "/admin/compare-game",
  takeGame: () => "/admin/take-game",
  editableCatalogue: () => "/admin/list-game",
  catalogueFile: (of: string) => withQuery("/fetch-catalogue-file", { of }),
  nameCounts: () => "/fetch-name-counts",
  playerNames: (query?: Query) => withQuery("/fetch-player-names", query),
  attachments: (key?: string) => withQuery("/list-attachments", { key }),
  maps: (query?: Query) => withQuery("/list-maps", query),
  allMaps: () => "/fetch-maps",
  mapInfo: (query?: Query) => withQuery("/fetch-map-info", query),
  newest: (query?: Query) => withQuery("/fetch-newest", query),
  appeared: (query?: Query) => withQuery("/fetch-appeared", query),
  shares: () => "/fetch-shares",
  /** How far a challenge is done, towers by towers or by maps. */
  challengeCoverage: (challenge: string, query?: Query) => withQuery(`/fetch-${challenge}-coverage`, query),
  coverage: (query?: Query) => withQuery("/fetch-coverage", query),
  undone: (query?: Query) => withQuery("/fetch-undone", query),
  wishes: (query?: Query) => withQuery("/fetch-wishes", query),
  follows: (query?: Query) => withQuery("/member/follows", query),
  follow: () => "/member/follow",
  endFollow: () => "/member/end-follow",
  makeFollowFeed: () => "/member/make-follow-feed",
  endFollowFeed: () => "/member/end-follow-feed",
  /** What one person follows, for any bearer of the secret in its address. */
  followFeed: (secret: string) => `${FEEDS_OF_FOLLOWS}${secret}.atom`,
  ownWishes: () => "/member/wishes",
  playedWith: () => "/member/played-with",
  keptCopies: (query?: Query) => withQuery("/member/kept-copies", query),
  mutePlayedWith: () => "/member/mute-played-with",
  wish: () => "/member/wish",
  endWish: () => "/member/end-wish",
  removeWishes: () => "/admin/remove-wishes",
  answer: (query?: Query) => withQuery("/fetch-answer", query),
  standings: (key: string, query?: Query) => withQuery(`/fetch-${key}-record-standings`, query),
  recordHistory: (key: string, query?: Query) => withQuery(`/fetch-${key}-record-history`, query),
  takenClaims: (query?: Query) => withQuery("/list-taken-claims", query),
  chimpsStarts: (query?: Query) => withQuery("/fetch-chimps-starts", query),
  balanceChanges: (query?: Query) => withQuery("/fetch-balance-changes", query),
  balanceChangeVersions: (query?: Query) => withQuery("/fetch-balance-change-versions", query),
  gameVersions: () => "/fetch-game-versions",
  spellings: () => "/fetch-spellings",
  /** What the browser needs in order to sign somebody in. */
  config: () => "/config.json",
  openapi: () => "/openapi.json",
  /** The preview image of a link to a page. */
  preview: (query?: Query) => withQuery("/preview.png", query),
  dumps: () => "/fetch-dumps",
  /** The schema of a line of the dump's files. */
  dumpSchema: () => "/dump/schema.json",
  /** A file of one day's dump (yyyy-mm-dd). */
  dumpFile: (day: string, file: string) => `/dump/${day}/${file}`,
  history: (query?: Query) => withQuery("/fetch-history", query),
  /** Newly verified completions as Atom and as JSON Feed, of one list or of all. */
  atom: (challenge: string, query?: Query) => withQuery(`/${challenge}.atom`, query),
  jsonFeed: (challenge: string, query?: Query) => withQuery(`/${challenge}.json`, query),
  atomOfAll: () => "/changes.atom",
  jsonFeedOfAll: () => "/changes.json",
  publicChanges: (query?: Query) => withQuery("/fetch-changes", query),
  addSubmit: (challenge: string) => `/member/add-${challenge}-submit`,
  deleteSubmit: (challenge: string) => `/member/delete-${challenge}-submit`,
  editInfo: (challenge: string, query?: Query) => withQuery(`/member/edit-${challenge}-info`, query),
  lookAlikes: (query?: Query) => withQuery("/admin/list-look-alikes", query),
  queue: (query?: Query) => withQuery("/admin/list-queue", query),
  queueFacts: (query?: Query) => withQuery("/admin/queue-facts", query),
  giveVerdicts: () => "/admin/verdicts",
  claimReview: () => "/admin/claim",
  releaseReview: () => "/admin/release",
  skipReview: () => "/admin/skip",
  bringBack: () => "/member/bring-back",
  ownThread: (query?: Query) => withQuery("/member/thread", query),
  thread: (query?: Query) => withQuery("/admin/thread", query),
  askPlayer: () => "/admin/ask",
  /** What is known of a challenge code; the other one asks the game's server, too. */
  challengeCode: (query?: Query) => withQuery("/fetch-challenge-code", query),
  askChallengeCode: (query?: Query) => withQuery("/member/challenge-code", query),
  notices: (query?: Query) => withQuery("/member/notices", query),
  seeNotices: () => "/member/see-notices",
  ownMail: () => "/member/mail",
  /** How many wait for helpers, and how long that takes. */
  waiting: () => "/fetch-queue",
  report: () => "/member/report",
  records: (query?: Query) => withQuery("/fetch-records", query),
  months: () => "/fetch-months",
  reports: (query?: Query) => withQuery("/admin/list-reports", query),
  decideReport: () => "/admin/decide-report",
  ownProposals: (query?: Query) => withQuery("/member/proposed-proofs", query),
  proposeProof: () => "/member/propose-proof",
  withdrawProof: () => "/member/withdraw-proof",
  /** A file that waits for a helper's decision: private, so a page fetches it with its token. */
  proposedFile: (query?: Query) => withQuery("/member/proposed-proof-file", query),
  proofProposals: (query?: Query) => withQuery("/admin/proof-proposals", query),
  decideProof: () => "/admin/decide-proof",
  secondLooks: (query?: Query) => withQuery("/admin/list-second-looks", query),
  confirm: () => "/admin/confirm",
  doubt: () => "/admin/doubt",
  cannedReasons: (query?: Query) => withQuery("/admin/list-canned-reasons", query),
  keepCannedReason: () => "/admin/keep-canned-reason",
  mySubmissions: (query?: Query) => withQuery("/member/my-submissions", query),
  exceptions: (query?: Query) => withQuery("/admin/list-exceptions", query),
  exceptCheck: () => "/admin/except-check",
  verifyCompletions: () => "/admin/verify-completions",
  rejectCompletion: () => "/admin/reject-completion",
  undoChange: () => "/admin/undo-change",
  undoPreview: (query?: Query) => withQuery("/admin/preview-undo", query),
  addMap: () => "/admin/add-new-map",
  /** `addMap` under its older name. */
  addMapToo: () => "/admin/add-map",
  deleteMap: () => "/admin/delete-map",
  addChimpsStart: () => "/admin/add-new-chimps-start",
  deleteChimpsStart: () => "/admin/delete-chimps-start",
  addGameVersion: () => "/admin/add-game-version",
  deleteGameVersion: () => "/admin/delete-game-version",
  addBalanceChange: () => "/admin/add-balance-change",
  deleteBalanceChange: () => "/admin/delete-balance-change",
  addSpelling: () => "/admin/add-spelling",
  deleteSpelling: () => "/admin/delete-spelling",
  unresolved: (query?: Query) => withQuery("/admin/list-unresolved", query),
  withoutProof: (query?: Query) => withQuery("/admin/list-without-proof", query),
  acceptName: () => "/admin/accept-name",
  codeBackfill: () => "/admin/code-backfill",
  switchCodeBackfill: () => "/admin/switch-code-backfill",
  codeProposals: (query?: Query) => withQuery("/admin/list-code-proposals", query),
  codeDifferences: (query?: Query) => withQuery("/admin/list-code-differences", query),
  watchedLinks: (query?: Query) => withQuery("/admin/list-watched-links", query),
  linkCounts: () => "/admin/watched-link-counts",
  takeFromCodes: () => "/admin/take-from-codes",
  changes: (query?: Query) => withQuery("/admin/list-changes", query),
  account: () => "/member/account",
  keeping: () => "/fetch-keeping",
  ownData: () => "/member/own-data",
  erase: () => "/member/erase",
  accountData: (query?: Query) => withQuery("/admin/account-data", query),
  eraseAccount: () => "/admin/erase-account",
  changeName: () => "/member/change-name",
  changePassword: () => "/member/change-password",
  changeEmail: () => "/member/change-email",
  beginFactor: () => "/member/begin-second-factor",
  confirmFactor: () => "/member/confirm-second-factor",
  removeFactor: () => "/member/remove-second-factor",
  devices: () => "/member/devices",
  signOutDevice: () => "/member/sign-out-device",
  signOutOthers: () => "/member/sign-out-other-devices",
  accounts: (query?: Query) => withQuery("/admin/list-accounts", query),
  accountLog: (query?: Query) => withQuery("/admin/account-log", query),
  setRoles: () => "/admin/set-account-roles",
  blockAccount: () => "/admin/block-account",
  unblockAccount: () => "/admin/unblock-account",
  resetAccount: () => "/admin/reset-account",
  resetFactor: () => "/admin/reset-second-factor",
  setEmail: () => "/admin/set-account-email",
  sendTestMail: () => "/admin/send-test-mail",
  invite: () => "/admin/invite",
  invitations: () => "/admin/list-invitations",
  withdrawInvitation: () => "/admin/withdraw-invitation",
  sample: () => "/admin/sample",
  removeSample: () => "/admin/remove-sample",
  /** Whether the process is serving. */
  health: () => "/healthz",
  /** Whether it can also save. */
  ready: () => "/healthz/ready",
} as const;

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
