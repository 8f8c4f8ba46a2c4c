// Every path of the API, as `api.NAME` of routes.ts. Each is an export of its own, so that pages load those that they use.

import { type Query, withQuery } from "./query.ts";

export const list = (challenge: string, query?: Query) => withQuery(`/fetch-${challenge}`, query);
export const totals = (query?: Query) => withQuery("/fetch-totals", query);
export const dated = (challenge: string, query?: Query) => withQuery(`/fetch-${challenge}-dated`, query);
/** How many completions of a list are new since an entry of the log. */
export const since = (challenge: string, query?: Query) => withQuery(`/fetch-${challenge}-since`, query);
export const understood = (challenge: string, query?: Query) =>
  withQuery(`/fetch-${challenge}-understood`, query);
export const notes = (challenge: string, query?: Query) => withQuery(`/fetch-${challenge}-notes`, query);
export const ogInfo = (challenge: string, query?: Query) => withQuery(`/fetch-${challenge}-og-info`, query);
export const personCounts = (challenge: string, query?: Query) =>
  withQuery(`/fetch-${challenge}-person-counts`, query);
export const table = (challenge: string) => `/fetch-${challenge}-table`;
export const grid = (challenge: string) => `/fetch-${challenge}-grid`;
export const csv = (challenge: string, query?: Query) => withQuery(`/download-${challenge}-csv`, query);
export const users = (query?: Query) => withQuery("/fetch-users", query);
export const players = (query?: Query) => withQuery("/fetch-players", query);
export const player = (query?: Query) => withQuery("/fetch-player", query);
export const ownName = (query?: Query) => withQuery("/member/own-name", query);
export const requestName = () => "/member/request-name";
export const endName = () => "/member/end-name";
export const hidePage = () => "/member/hide-page";
export const showPlayerAs = () => "/member/show-player-as";
export const nameRequests = (query?: Query) => withQuery("/admin/list-name-requests", query);
export const decideNameRequest = () => "/admin/decide-name-request";
export const joinPreview = (query?: Query) => withQuery("/admin/preview-join", query);
export const joinPlayers = () => "/admin/join-players";
export const banPlayer = () => "/admin/ban-player";
export const removeRuns = () => "/admin/remove-runs";
export const names = () => "/fetch-names";
export const catalogue = () => "/fetch-catalogue";
export const saveTower = () => "/admin/save-tower";
export const saveHero = () => "/admin/save-hero";
export const deleteTower = () => "/admin/delete-tower";
export const deleteHero = () => "/admin/delete-hero";
export const compareGame = () => "/admin/compare-game";
export const takeGame = () => "/admin/take-game";
export const editableCatalogue = () => "/admin/list-game";
export const catalogueFile = (of: string) => withQuery("/fetch-catalogue-file", { of });
export const nameCounts = () => "/fetch-name-counts";
export const playerNames = (query?: Query) => withQuery("/fetch-player-names", query);
export const attachments = (key?: string) => withQuery("/list-attachments", { key });
export const maps = (query?: Query) => withQuery("/list-maps", query);
export const allMaps = () => "/fetch-maps";
export const mapInfo = (query?: Query) => withQuery("/fetch-map-info", query);
export const newest = (query?: Query) => withQuery("/fetch-newest", query);
export const appeared = (query?: Query) => withQuery("/fetch-appeared", query);
export const shares = () => "/fetch-shares";
/** How far a challenge is done, towers by towers or by maps. */
export const challengeCoverage = (challenge: string, query?: Query) =>
  withQuery(`/fetch-${challenge}-coverage`, query);
export const coverage = (query?: Query) => withQuery("/fetch-coverage", query);
export const undone = (query?: Query) => withQuery("/fetch-undone", query);
export const wishes = (query?: Query) => withQuery("/fetch-wishes", query);
export const follows = (query?: Query) => withQuery("/member/follows", query);
export const follow = () => "/member/follow";
export const endFollow = () => "/member/end-follow";
export const makeFollowFeed = () => "/member/make-follow-feed";
export const endFollowFeed = () => "/member/end-follow-feed";
/** What one person follows, for any bearer of the secret in its address. */
export const followFeed = (secret: string) => `/follow/${secret}.atom`;
export const ownWishes = () => "/member/wishes";
export const playedWith = () => "/member/played-with";
export const keptCopies = (query?: Query) => withQuery("/member/kept-copies", query);
export const mutePlayedWith = () => "/member/mute-played-with";
export const wish = () => "/member/wish";
export const endWish = () => "/member/end-wish";
export const removeWishes = () => "/admin/remove-wishes";
export const answer = (query?: Query) => withQuery("/fetch-answer", query);
export const standings = (key: string, query?: Query) => withQuery(`/fetch-${key}-record-standings`, query);
export const recordHistory = (key: string, query?: Query) => withQuery(`/fetch-${key}-record-history`, query);
export const takenClaims = (query?: Query) => withQuery("/list-taken-claims", query);
export const chimpsStarts = (query?: Query) => withQuery("/fetch-chimps-starts", query);
export const balanceChanges = (query?: Query) => withQuery("/fetch-balance-changes", query);
export const balanceChangeVersions = (query?: Query) => withQuery("/fetch-balance-change-versions", query);
export const gameVersions = () => "/fetch-game-versions";
export const spellings = () => "/fetch-spellings";
/** What the browser needs in order to sign somebody in. */
export const config = () => "/config.json";
export const openapi = () => "/openapi.json";
/** The preview image of a link to a page. */
export const preview = (query?: Query) => withQuery("/preview.png", query);
export const dumps = () => "/fetch-dumps";
/** The schema of a line of the dump's files. */
export const dumpSchema = () => "/dump/schema.json";
/** A file of one day's dump (yyyy-mm-dd). */
export const dumpFile = (day: string, file: string) => `/dump/${day}/${file}`;
export const history = (query?: Query) => withQuery("/fetch-history", query);
/** Newly verified completions as Atom and as JSON Feed, of one list or of all. */
export const atom = (challenge: string, query?: Query) => withQuery(`/${challenge}.atom`, query);
export const jsonFeed = (challenge: string, query?: Query) => withQuery(`/${challenge}.json`, query);
export const atomOfAll = () => "/changes.atom";
export const jsonFeedOfAll = () => "/changes.json";
export const publicChanges = (query?: Query) => withQuery("/fetch-changes", query);
export const addSubmit = (challenge: string) => `/member/add-${challenge}-submit`;
export const deleteSubmit = (challenge: string) => `/member/delete-${challenge}-submit`;
export const editInfo = (challenge: string, query?: Query) =>
  withQuery(`/member/edit-${challenge}-info`, query);
export const lookAlikes = (query?: Query) => withQuery("/admin/list-look-alikes", query);
export const queue = (query?: Query) => withQuery("/admin/list-queue", query);
export const queueFacts = (query?: Query) => withQuery("/admin/queue-facts", query);
export const giveVerdicts = () => "/admin/verdicts";
export const claimReview = () => "/admin/claim";
export const releaseReview = () => "/admin/release";
export const skipReview = () => "/admin/skip";
export const bringBack = () => "/member/bring-back";
export const ownThread = (query?: Query) => withQuery("/member/thread", query);
export const thread = (query?: Query) => withQuery("/admin/thread", query);
export const askPlayer = () => "/admin/ask";
/** What is known of a challenge code; the other one asks the game's server, too. */
export const challengeCode = (query?: Query) => withQuery("/fetch-challenge-code", query);
export const askChallengeCode = (query?: Query) => withQuery("/member/challenge-code", query);
export const notices = (query?: Query) => withQuery("/member/notices", query);
export const seeNotices = () => "/member/see-notices";
export const ownMail = () => "/member/mail";
/** How many wait for helpers, and how long that takes. */
export const waiting = () => "/fetch-queue";
export const report = () => "/member/report";
export const records = (query?: Query) => withQuery("/fetch-records", query);
export const months = () => "/fetch-months";
export const reports = (query?: Query) => withQuery("/admin/list-reports", query);
export const decideReport = () => "/admin/decide-report";
export const ownProposals = (query?: Query) => withQuery("/member/proposed-proofs", query);
export const proposeProof = () => "/member/propose-proof";
export const withdrawProof = () => "/member/withdraw-proof";
/** A file that waits for a helper's decision: private, so a page fetches it with its token. */
export const proposedFile = (query?: Query) => withQuery("/member/proposed-proof-file", query);
export const proofProposals = (query?: Query) => withQuery("/admin/proof-proposals", query);
export const decideProof = () => "/admin/decide-proof";
export const secondLooks = (query?: Query) => withQuery("/admin/list-second-looks", query);
export const confirm = () => "/admin/confirm";
export const doubt = () => "/admin/doubt";
export const cannedReasons = (query?: Query) => withQuery("/admin/list-canned-reasons", query);
export const keepCannedReason = () => "/admin/keep-canned-reason";
export const mySubmissions = (query?: Query) => withQuery("/member/my-submissions", query);
export const exceptions = (query?: Query) => withQuery("/admin/list-exceptions", query);
export const exceptCheck = () => "/admin/except-check";
export const verifyCompletions = () => "/admin/verify-completions";
export const rejectCompletion = () => "/admin/reject-completion";
export const undoChange = () => "/admin/undo-change";
export const undoPreview = (query?: Query) => withQuery("/admin/preview-undo", query);
export const addMap = () => "/admin/add-new-map";
/** `addMap` under its older name. */
export const addMapToo = () => "/admin/add-map";
export const deleteMap = () => "/admin/delete-map";
export const addChimpsStart = () => "/admin/add-new-chimps-start";
export const deleteChimpsStart = () => "/admin/delete-chimps-start";
export const addGameVersion = () => "/admin/add-game-version";
export const deleteGameVersion = () => "/admin/delete-game-version";
export const addBalanceChange = () => "/admin/add-balance-change";
export const deleteBalanceChange = () => "/admin/delete-balance-change";
export const addSpelling = () => "/admin/add-spelling";
export const deleteSpelling = () => "/admin/delete-spelling";
export const unresolved = (query?: Query) => withQuery("/admin/list-unresolved", query);
export const withoutProof = (query?: Query) => withQuery("/admin/list-without-proof", query);
export const acceptName = () => "/admin/accept-name";
export const codeBackfill = () => "/admin/code-backfill";
export const switchCodeBackfill = () => "/admin/switch-code-backfill";
export const codeProposals = (query?: Query) => withQuery("/admin/list-code-proposals", query);
export const codeDifferences = (query?: Query) => withQuery("/admin/list-code-differences", query);
export const watchedLinks = (query?: Query) => withQuery("/admin/list-watched-links", query);
export const linkCounts = () => "/admin/watched-link-counts";
export const takeFromCodes = () => "/admin/take-from-codes";
export const changes = (query?: Query) => withQuery("/admin/list-changes", query);
export const account = () => "/member/account";
export const keeping = () => "/fetch-keeping";
export const ownData = () => "/member/own-data";
export const erase = () => "/member/erase";
export const accountData = (query?: Query) => withQuery("/admin/account-data", query);
export const eraseAccount = () => "/admin/erase-account";
export const changeName = () => "/member/change-name";
export const changePassword = () => "/member/change-password";
export const changeEmail = () => "/member/change-email";
export const beginFactor = () => "/member/begin-second-factor";
export const confirmFactor = () => "/member/confirm-second-factor";
export const removeFactor = () => "/member/remove-second-factor";
export const devices = () => "/member/devices";
export const signOutDevice = () => "/member/sign-out-device";
export const signOutOthers = () => "/member/sign-out-other-devices";
export const accounts = (query?: Query) => withQuery("/admin/list-accounts", query);
export const accountLog = (query?: Query) => withQuery("/admin/account-log", query);
export const setRoles = () => "/admin/set-account-roles";
export const blockAccount = () => "/admin/block-account";
export const unblockAccount = () => "/admin/unblock-account";
export const resetAccount = () => "/admin/reset-account";
export const resetFactor = () => "/admin/reset-second-factor";
export const setEmail = () => "/admin/set-account-email";
export const sendTestMail = () => "/admin/send-test-mail";
export const invite = () => "/admin/invite";
export const invitations = () => "/admin/list-invitations";
export const withdrawInvitation = () => "/admin/withdraw-invitation";
export const sample = () => "/admin/sample";
export const removeSample = () => "/admin/remove-sample";
/** Whether the process is serving. */
export const health = () => "/healthz";
/** Whether it can also save. */
export const ready = () => "/healthz/ready";
