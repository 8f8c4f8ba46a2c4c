import type { Generated, GeneratedAlways } from "kysely";
import type { AttributeColumns } from "../../domain/fields/attributes.ts";
import type { CopyFault } from "../../domain/media/copies.ts";
import type { ColumnsOf } from "../../domain/nouns/define.ts";
import type { BALANCE_FIELDS, GAME_VERSION_FIELDS, MAP_FIELDS } from "../../domain/nouns/fields.ts";

/** The tables as created by migrations/; schema.test.ts checks that the two agree. JSON columns are text here. */
export interface Schema {
  attempt: AttemptTable;
  balance_change: BalanceChangeTable;
  game_version: GameVersionTable;
  account: AccountTable;
  account_identity: AccountIdentityTable;
  account_link: AccountLinkTable;
  account_log: AccountLogTable;
  change: ChangeTable;
  challenge_code: ChallengeCodeTable;
  chimps_start: ChimpsStartTable;
  code_backfill: CodeBackfillTable;
  code_check: CodeCheckTable;
  completion: CompletionTable;
  dump: DumpTable;
  import_file: ImportFileTable;
  import_under_way: ImportUnderWayTable;
  source: SourceTable;
  completion_move: CompletionMoveTable;
  rendered_notes: RenderedNotesTable;
  restoration: RestorationTable;
  message: MessageTable;
  notice: NoticeTable;
  question: QuestionTable;
  review: ReviewTable;
  review_skip: ReviewSkipTable;
  report: ReportTable;
  proof_proposal: ProofProposalTable;
  looked_at: LookedAtTable;
  person: PersonTable;
  picture: PictureTable;
  picture_match: PictureMatchTable;
  canned_reason: CannedReasonTable;
  check_exception: CheckExceptionTable;
  challenge_count: ChallengeCountTable;
  combination_count: CombinationCountTable;
  completion_count: CompletionCountTable;
  completion_player: CompletionPlayerTable;
  player: PlayerTable;
  proof_link: ProofLinkTable;
  player_count: PlayerCountTable;
  player_total: PlayerTotalTable;
  name_request: NameRequestTable;
  kept_copy: KeptCopyTable;
  partner_answer: PartnerAnswerTable;
  partner_mute: PartnerMuteTable;
  erasure: ErasureTable;
  erased_ban: ErasedBanTable;
  wish: WishTable;
  follow: FollowTable;
  follow_feed: FollowFeedTable;
  month_count: MonthCountTable;
  player_map_count: PlayerMapCountTable;
  player_name: PlayerNameTable;
  map_name: MapNameTable;
  completion_tower: CompletionTowerTable;
  completion_search: CompletionSearchTable;
  map: MapTable;
  media: MediaTable;
  media_release: MediaReleaseTable;
  sign_in_key: SignInKeyTable;
  sign_in_record: SignInRecordTable;
  spelling: SpellingTable;
  tower: TowerTable;
  tower_key: TowerKeyTable;
  submission: SubmissionTable;
  tower_count: TowerCountTable;
  tower_use: TowerUseTable;
  completion_without_proof: CompletionWithoutProofTable;
  webhook_position: WebhookPositionTable;
  watched_link: WatchedLinkTable;
  watched_proof: WatchedProofTable;
  gone_proof: GoneProofTable;
}

export interface WatchedLinkTable {
  url: string;
  host: string;
  state: string;
  since: string;
  ends_on: string | null;
  due_at: string | null;
  asked_at: string | null;
  first_failed_at: string | null;
  failed_times: Generated<number>;
  why: string | null;
  title: string | null;
  channel: string | null;
  length: number | null;
  day: string | null;
}

export interface WatchedProofTable {
  completion: string;
  url: string;
}

export interface GoneProofTable {
  completion: string;
  url: string;
  since: string;
}

export interface ImportFileTable {
  source: string;
  bytes: number;
  modified_at: string | null;
  result: string;
  at: string;
}

export interface ImportUnderWayTable {
  id: number;
  backup: string;
  begun_at: string;
  after_seq: number;
}

export interface ChangeTable {
  seq: GeneratedAlways<number>;
  at: string;
  actor: string;
  action: string;
  noun: string;
  noun_id: string;
  before: string | null;
  after: string | null;
  actor_level: string | null;
  act: string | null;
  revision: number | null;
  shape: Generated<number>;
  topic: GeneratedAlways<string | null>;
}

/** The columns that a challenge's fields fill in are declared with their attributes. */
export interface CompletionTable extends AttributeColumns {
  seq: Generated<number>;
  id: string;
  challenge: string;
  map_id: number;
  words: string;
  tokens: GeneratedAlways<string>;
  og: number;
  pending: string | null;
  submitted_by: string | null;
  created_at: string;
  updated_at: string;
  verified_by: string | null;
  verified_at: string | null;
  confirmed_by: string | null;
  confirmed_at: string | null;
  confirmed_revision: number | null;
  deleted_at: string | null;
  rejection: string | null;
  revision: Generated<number>;
  sample: Generated<number>;
  identity: string | null;
  og_identity: string | null;
  record_amount: number | null;
  tower1: GeneratedAlways<string | null>;
  tower2: GeneratedAlways<string | null>;
  tower_count: GeneratedAlways<number>;
  major_version: GeneratedAlways<number | null>;
  day: GeneratedAlways<string | null>;
  recency: GeneratedAlways<string>;
  is_claim: GeneratedAlways<number>;
  date_order: GeneratedAlways<string>;
}

export interface CompletionTowerTable {
  tower: string;
  challenge: string;
  completion: number;
  position: number;
}

export interface CompletionPlayerTable {
  name: number;
  challenge: string;
  completion: number;
  position: number;
  credit: string;
}

export interface PlayerTable {
  id: Generated<number>;
  origin_key: string;
  banned: Generated<number>;
  hidden: Generated<number>;
  shown_as: string | null;
  shown_key: string | null;
}

export interface PlayerNameTable {
  id: Generated<number>;
  name_key: string;
  sort_key: string;
  look_key: GeneratedAlways<string>;
  player: number;
  status: string;
}

export interface CompletionCountTable {
  challenge: string;
  map: number;
  og: number;
  pending: number;
  count: number;
}

export type ChallengeCountTable = Omit<CompletionCountTable, "map">;

export interface CombinationCountTable {
  challenge: string;
  first: string;
  second: string;
  verified: number;
  maps: number;
  pending: number;
}

export interface TowerCountTable {
  challenge: string;
  tower: string;
  map: number;
  verified: number;
  originals: number;
  pending: number;
}

export interface CompletionWithoutProofTable {
  completion: number;
}

export interface TowerUseTable {
  tower: string;
  completions: number;
}

export interface PlayerMapCountTable {
  challenge: string;
  player: number;
  map: number;
  verified: number;
  originals: number;
}

export interface PlayerTotalTable {
  board: string;
  year: number;
  player: number;
  sort_key: string;
  verified: number;
  originals: number;
}

export interface MonthCountTable {
  challenge: string;
  month: string;
  verified: number;
  originals: number;
}

export interface PlayerCountTable {
  challenge: string;
  player: number;
  sort_key: string;
  name_key: string;
  verified: number;
  maps: number;
  originals: number;
  original_maps: number;
  /** JSON: [map, verified, originals] of each map, by its number. */
  on_maps: string;
}

export interface MapNameTable {
  seq: Generated<number>;
  name_key: string;
  map: number;
  name: string;
  status: string;
}

/** FTS5: the words that rows are found by (domain/game/words.ts). It stores no text. */
export interface CompletionSearchTable {
  rowid: number;
  words: string;
}

/**
 * The columns of its fields are typed as for a map that the index lists; a map that it never listed has only a name.
 */
export interface MapTable extends ColumnsOf<typeof MAP_FIELDS> {
  id: Generated<number>;
  name_key: string;
  sort_key: string;
  abbreviation_key: string | null;
  revision: Generated<number>;
  deleted_at: string | null;
  listed: GeneratedAlways<number>;
  difficulty_rank: GeneratedAlways<number>;
}

export interface TowerTable {
  id: Generated<number>;
  kind: "tower" | "hero";
  place: number;
  name: string;
  full_name: string | null;
  game_id: string | null;
  category: string | null;
  hard_cost: number | null;
  version: string | null;
  date: string | null;
  mark: string;
  spelling: string | null;
  others: string;
  former: string;
  upgrades: string;
  prices: string;
  excluded: string;
  keys: string;
  revision: Generated<number>;
  deleted_at: string | null;
  renames: Generated<string>;
  renamed_to: Generated<number>;
}

export interface TowerKeyTable {
  key: string;
  tower: number;
}

export interface MediaTable {
  key: string;
  hash: string;
  content_type: string;
  bytes: number;
  created_at: string;
  completion: string | null;
  map: number | null;
  thumbnail: string | null;
  role: string | null;
}

export interface ProofLinkTable {
  completion: string;
  role: string;
  url: string;
}

export interface PictureTable {
  map: number;
  hash: string;
  dct: string | null;
  blocks: string | null;
  source: "server" | "browser" | null;
  problem: "missing" | "not-decoded" | null;
  is_compared: Generated<number>;
}

export interface PictureMatchTable {
  hash: string;
  other: string;
}

export interface MediaReleaseTable {
  hash: string;
  at: string;
}

export interface SubmissionTable {
  account: string;
  id: string;
  answer: string;
  at: string;
}

export interface DumpTable {
  day: string;
  holder: string;
  held_until: string;
  manifest: string | null;
}

export interface MessageTable {
  id: string;
  completion: string;
  revision: number;
  at: string;
  author: string;
  side: "player" | "helper";
  private: number;
  kind: "text" | "ask" | "answer" | "appeal";
  body: string;
}

export interface QuestionTable {
  completion: string;
  asked_by: string;
  asked_at: string;
  until: string;
  answered_at: string | null;
}

export interface NoticeTable {
  id: string;
  person: string;
  kind: string;
  cause: string;
  completion: string | null;
  data: string;
  at: string;
  seen_at: string | null;
  mailed: Generated<string>;
}

export interface ReviewTable {
  completion: string;
  holder: string;
  held_until: string;
}

export interface ReviewSkipTable {
  helper: string;
  completion: string;
  until: string;
}

export interface ReportTable {
  id: string;
  completion: string;
  reporter: string;
  reason: string;
  link: string | null;
  at: string;
  closed_at: string | null;
  closed_by: string | null;
  outcome: string | null;
  doubted_revision: number | null;
}

export interface ProofProposalTable {
  id: string;
  completion: string;
  person: string;
  role: string | null;
  link: string | null;
  hash: string | null;
  content_type: string | null;
  bytes: number | null;
  thumbnail: string | null;
  at: string;
  state: Generated<"open" | "taken" | "declined">;
  decided_by: string | null;
  decided_at: string | null;
  reason: string | null;
}

export interface CannedReasonTable {
  seq: Generated<number>;
  id: string;
  challenge: string | null;
  kind: "reject" | "ask";
  title: string;
  text: string;
  at: string;
  by: string;
}

export interface CheckExceptionTable {
  seq: Generated<number>;
  completion: string;
  revision: number;
  check_id: string;
  reason: string;
  at: string;
  by: string;
}

export interface LookedAtTable {
  completion: string;
  revision: number;
  checks: string;
}

export interface PersonTable {
  id: string;
  switches: Generated<string>;
  secret: string | null;
  address: string | null;
  address_confirmed_at: string | null;
  display_name: string | null;
  name_key: string | null;
  name_public: Generated<number>;
  keeps_copies: Generated<number>;
}

export interface NameRequestTable {
  id: string;
  person: string;
  player: number;
  evidence: string;
  at: string;
  state: string;
  reason: string | null;
  decided_by: string | null;
  decided_at: string | null;
}

export interface KeptCopyTable {
  completion: string;
  url: string;
  host: string;
  path: string;
  state: "due" | "copied" | "failed";
  due_at: string | null;
  why: CopyFault | null;
  hash: string | null;
  content_type: string | null;
  bytes: number | null;
  thumbnail: string | null;
  at: string;
}

export interface PartnerAnswerTable {
  completion: string;
  person: string;
  answer: "yes" | "no";
  at: string;
}

export interface PartnerMuteTable {
  person: string;
  submitter: string;
  completion: string;
  at: string;
}

export interface ErasedBanTable {
  hash: string;
  at: string;
}

export interface ErasureTable {
  id: string;
  person: string | null;
  names: string;
  at: string;
  step: "submissions" | "completions" | "log" | "players" | "search" | "end" | "file";
  done_to: Generated<number>;
  redacted: Generated<number>;
}

export interface WishTable {
  id: string;
  person: string;
  challenge: string;
  towers: string;
  map: number | null;
  at: string;
  removed_at: string | null;
  removed_by: string | null;
  reason: string | null;
}

export interface FollowTable {
  id: string;
  person: string;
  challenge: string;
  query: string;
  key: string | null;
  at: string;
  due: string | null;
}

export interface FollowFeedTable {
  person: string;
  hash: string;
  at: string;
}

export interface RestorationTable {
  id: number;
  made_at: string;
}

export interface WebhookPositionTable {
  receiver: string;
  seq: number;
  attempts: Generated<number>;
  refusals: Generated<number>;
  next_at: string | null;
  last_error: string | null;
  leased_until: string | null;
}

export interface AttemptTable {
  purpose: string;
  key: string;
  count: number;
  until: number;
}

export interface AccountTable {
  id: string;
  email: string | null;
  email_key: string | null;
  email_verified_at: string | null;
  password_hash: string | null;
  password_generated: number;
  display_name: string | null;
  name_key: string | null;
  name_public: number;
  roles: string;
  blocked_at: string | null;
  created_at: string;
  signed_in_at: string | null;
  factor_secret: string | null;
  factor_at: string | null;
  factor_step: number;
  recovery_codes: string;
}

export interface AccountLogTable {
  seq: GeneratedAlways<number>;
  at: string;
  actor: string;
  action: string;
  account: string;
  details: string | null;
}

export interface AccountLinkTable {
  secret_hash: string;
  purpose: "reset" | "invitation" | "email";
  account: string | null;
  email: string | null;
  created_at: string;
  expires_at: string;
  roles: string;
  invited_by: string | null;
  withdrawn_at: string | null;
  partner: string | null;
  takes_effect_at: string | null;
}

export interface AccountIdentityTable {
  issuer: string;
  subject: string;
  account: string;
  name: string | null;
}

export interface SignInRecordTable {
  model: string;
  id: string;
  payload: string;
  expires_at: number | null;
  consumed_at: number | null;
  grant_id: string | null;
  uid: string | null;
  account: string | null;
  holder: string | null;
  device: string | null;
}

export interface SignInKeyTable {
  id: string;
  use: "token" | "cookie";
  secret: string;
  created_at: string;
}

export interface ChallengeCodeTable {
  code: string;
  document: string | null;
  found_at: string | null;
  asked_at: string;
  creator: GeneratedAlways<string | null>;
}

export interface ChimpsStartTable {
  uuid: string;
  map_id: number;
  title: string;
  link: string;
  created_at: string;
  sample: Generated<number>;
  revision: Generated<number>;
}

/** Written by triggers only. */
export interface SourceTable {
  name: string;
  version: number;
}

/** Written by triggers only. */
export interface CompletionMoveTable {
  version: number;
  before: number;
  challenge: string;
  completion: string;
  map_id: number;
  towers: string;
  people_keys: string;
  words: string;
  is_verified: number;
  is_original: number;
}

export interface RenderedNotesTable {
  completion: string;
  revision: number;
  renderer: number;
  html: string | null;
}

export interface CodeCheckTable {
  completion: string;
  revision: number;
  code: string;
  agrees: number | null;
  found_at: string | null;
  compared_by: number;
  asked_at: string | null;
  proposes: Generated<number>;
  differs: Generated<number>;
  is_gone: Generated<number>;
}

export interface CodeBackfillTable {
  id: number;
  is_on: Generated<number>;
  stop_reason: string | null;
}

export interface BalanceChangeTable extends ColumnsOf<typeof BALANCE_FIELDS> {
  uuid: string;
  version_order: number;
  created_at: string;
  revision: Generated<number>;
}

export interface GameVersionTable extends ColumnsOf<typeof GAME_VERSION_FIELDS> {
  version_order: number;
}

export interface SpellingTable {
  id: Generated<number>;
  spelling: string;
  spelling_key: string;
  tower: string | null;
  map: number | null;
  revision: Generated<number>;
  seeded: Generated<number>;
}
