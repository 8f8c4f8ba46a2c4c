import { expect, test } from "vitest";
import { openEngine } from "#engine";
import { type ColumnsOf, columnsOf, type NounFields } from "../../domain/nouns/define.ts";
import { BALANCE_FIELDS, GAME_VERSION_FIELDS, MAP_FIELDS } from "../../domain/nouns/fields.ts";
import type { NodeDatabase } from "../../platform/node/sqlite.ts";
import type { Schema } from "./schema.ts";

/** The columns that hold a definition's fields. */
const keptBy = <Fields extends NounFields>(fields: Fields) =>
  Object.fromEntries(columnsOf(fields).map(([, column]) => [column, true])) as {
    readonly [Column in keyof ColumnsOf<Fields>]: true;
  };

/** Every column of the code's types. The compiler refuses a list that lacks one. */
const COLUMNS: { readonly [Table in keyof Schema]: { readonly [Column in keyof Schema[Table]]: true } } = {
  import_file: { source: true, bytes: true, modified_at: true, result: true, at: true },
  import_under_way: { id: true, backup: true, begun_at: true, after_seq: true },
  restoration: { id: true, made_at: true },
  message: {
    ...{ id: true, completion: true, revision: true, at: true, author: true, side: true, private: true },
    ...{ kind: true, body: true },
  },
  question: { completion: true, asked_by: true, asked_at: true, until: true, answered_at: true },
  notice: {
    ...{ id: true, person: true, kind: true, cause: true, completion: true, data: true, at: true },
    ...{ seen_at: true, mailed: true },
  },
  review: { completion: true, holder: true, held_until: true },
  review_skip: { helper: true, completion: true, until: true },
  canned_reason: {
    ...{ seq: true, id: true, challenge: true, kind: true, title: true, text: true, at: true, by: true },
  },
  check_exception: {
    ...{ seq: true, completion: true, revision: true, check_id: true, reason: true, at: true, by: true },
  },
  kept_copy: {
    ...{ completion: true, url: true, host: true, path: true, state: true, due_at: true, why: true },
    ...{ hash: true, content_type: true, bytes: true, thumbnail: true, at: true },
  },
  partner_answer: { completion: true, person: true, answer: true, at: true },
  partner_mute: { person: true, submitter: true, completion: true, at: true },
  looked_at: { completion: true, revision: true, checks: true },
  person: {
    ...{ id: true, switches: true, secret: true, address: true, address_confirmed_at: true },
    ...{ display_name: true, name_key: true, name_public: true, keeps_copies: true },
  },
  report: {
    ...{ id: true, completion: true, reporter: true, reason: true, link: true, at: true, closed_at: true },
    ...{ closed_by: true, outcome: true, doubted_revision: true },
  },
  proof_proposal: {
    ...{ id: true, completion: true, person: true, role: true, link: true, hash: true, content_type: true },
    ...{ bytes: true, thumbnail: true, at: true, state: true, decided_by: true, decided_at: true },
    reason: true,
  },
  account: {
    ...{ id: true, email: true, email_key: true, email_verified_at: true, password_hash: true },
    ...{
      password_generated: true,
      display_name: true,
      name_key: true,
      name_public: true,
      roles: true,
      blocked_at: true,
      created_at: true,
    },
    ...{ signed_in_at: true, factor_secret: true, factor_at: true, factor_step: true, recovery_codes: true },
  },
  account_identity: { issuer: true, subject: true, account: true, name: true },
  account_link: {
    ...{ secret_hash: true, purpose: true, account: true, email: true, created_at: true },
    ...{ expires_at: true, roles: true, invited_by: true, withdrawn_at: true, partner: true },
    takes_effect_at: true,
  },
  account_log: { seq: true, at: true, actor: true, action: true, account: true, details: true },
  source: { name: true, version: true },
  completion_move: {
    ...{ version: true, before: true, challenge: true, completion: true, map_id: true },
    ...{ towers: true, people_keys: true, words: true, is_verified: true, is_original: true },
  },
  code_backfill: { id: true, is_on: true, stop_reason: true },
  code_check: {
    ...{ completion: true, revision: true, code: true, agrees: true, found_at: true },
    ...{ compared_by: true, asked_at: true, proposes: true, differs: true, is_gone: true },
  },
  rendered_notes: { completion: true, revision: true, renderer: true, html: true },
  media_release: { hash: true, at: true },
  picture: {
    ...{ map: true, hash: true, dct: true, blocks: true, source: true, problem: true },
    is_compared: true,
  },
  picture_match: { hash: true, other: true },
  proof_link: { completion: true, role: true, url: true },
  watched_link: {
    ...{ url: true, host: true, state: true, since: true, ends_on: true, due_at: true, asked_at: true },
    ...{ first_failed_at: true, failed_times: true, why: true, title: true, channel: true, length: true },
    day: true,
  },
  watched_proof: { completion: true, url: true },
  gone_proof: { completion: true, url: true, since: true },
  spelling: {
    ...{ id: true, spelling: true, spelling_key: true, tower: true, map: true, revision: true },
    seeded: true,
  },
  submission: { account: true, id: true, answer: true, at: true },
  attempt: { purpose: true, key: true, count: true, until: true },
  webhook_position: {
    receiver: true,
    seq: true,
    attempts: true,
    refusals: true,
    next_at: true,
    last_error: true,
    leased_until: true,
  },
  sign_in_key: { id: true, use: true, secret: true, created_at: true },
  sign_in_record: {
    ...{ model: true, id: true, payload: true, expires_at: true, consumed_at: true },
    ...{ grant_id: true, uid: true, account: true, holder: true, device: true },
  },
  change: {
    seq: true,
    at: true,
    actor: true,
    action: true,
    noun: true,
    noun_id: true,
    before: true,
    after: true,
    actor_level: true,
    revision: true,
    shape: true,
    act: true,
    topic: true,
  },
  challenge_code: { code: true, document: true, found_at: true, asked_at: true, creator: true },
  chimps_start: {
    ...{ uuid: true, map_id: true, title: true, link: true, created_at: true, revision: true },
    sample: true,
  },
  game_version: { ...keptBy(GAME_VERSION_FIELDS), version_order: true },
  balance_change: {
    ...keptBy(BALANCE_FIELDS),
    ...{ uuid: true, version_order: true, created_at: true, revision: true },
  },
  completion: {
    ...{ seq: true, id: true, challenge: true, map_id: true, towers: true, upgrades: true, people: true },
    ...{
      people_keys: true,
      people_sort_keys: true,
      money: true,
      completion_type: true,
      og: true,
      version: true,
      version_order: true,
    },
    ...{ date: true, notes: true, link: true, pending: true, submitted_by: true, created_at: true },
    ...{
      updated_at: true,
      verified_by: true,
      verified_at: true,
      ...{ confirmed_by: true, confirmed_at: true, confirmed_revision: true },
      deleted_at: true,
      rejection: true,
      revision: true,
      sample: true,
    },
    ...{
      words: true,
      tokens: true,
      identity: true,
      og_identity: true,
      record_amount: true,
      challenge_code: true,
      tower1: true,
      tower2: true,
      tower_count: true,
      major_version: true,
      day: true,
      recency: true,
      is_claim: true,
      date_order: true,
    },
  },
  completion_player: { name: true, challenge: true, completion: true, position: true, credit: true },
  combination_count: {
    ...{ challenge: true, first: true, second: true, verified: true, maps: true, pending: true },
  },
  challenge_count: { challenge: true, og: true, pending: true, count: true },
  completion_count: { challenge: true, map: true, og: true, pending: true, count: true },
  tower_count: { challenge: true, tower: true, map: true, verified: true, originals: true, pending: true },
  completion_without_proof: { completion: true },
  tower_use: { tower: true, completions: true },
  player_map_count: { challenge: true, player: true, map: true, verified: true, originals: true },
  player_count: {
    ...{ challenge: true, player: true, sort_key: true, name_key: true },
    ...{ verified: true, maps: true, originals: true, original_maps: true, on_maps: true },
  },
  player_total: { board: true, year: true, player: true, sort_key: true, verified: true, originals: true },
  name_request: {
    ...{ id: true, person: true, player: true, evidence: true, at: true, state: true, reason: true },
    ...{ decided_by: true, decided_at: true },
  },
  wish: {
    ...{ id: true, person: true, challenge: true, towers: true, map: true, at: true, removed_at: true },
    ...{ removed_by: true, reason: true },
  },
  follow: { id: true, person: true, challenge: true, query: true, key: true, at: true, due: true },
  follow_feed: { person: true, hash: true, at: true },
  erased_ban: { hash: true, at: true },
  erasure: { id: true, person: true, names: true, at: true, step: true, done_to: true, redacted: true },
  month_count: { challenge: true, month: true, verified: true, originals: true },
  player: { id: true, origin_key: true, banned: true, hidden: true, shown_as: true, shown_key: true },
  player_name: { id: true, name_key: true, sort_key: true, look_key: true, player: true, status: true },
  tower: {
    ...{ id: true, kind: true, place: true, name: true, full_name: true, game_id: true, category: true },
    ...{ hard_cost: true, version: true, date: true, mark: true, spelling: true, others: true, former: true },
    ...{ upgrades: true, prices: true, excluded: true, keys: true, revision: true, deleted_at: true },
    ...{ renames: true, renamed_to: true },
  },
  tower_key: { key: true, tower: true },
  map_name: { seq: true, name_key: true, map: true, name: true, status: true },
  completion_tower: { tower: true, challenge: true, completion: true, position: true },
  completion_search: { rowid: true, words: true },
  dump: { day: true, holder: true, held_until: true, manifest: true },
  map: {
    ...keptBy(MAP_FIELDS),
    ...{ id: true, name_key: true, sort_key: true, abbreviation_key: true, revision: true, deleted_at: true },
    ...{ listed: true, difficulty_rank: true, game_id: true },
  },
  media: {
    ...{ key: true, hash: true, content_type: true, bytes: true, created_at: true, completion: true },
    thumbnail: true,
    role: true,
    map: true,
  },
};

/** Hidden columns of FTS5, and its row number, which is not listed. */
const OF_FTS5 = new Set(["completion_search", "rank", "rowid"]);

test.each(Object.entries(COLUMNS))(
  "the table %s has the columns that the code declares",
  async (table, columns) => {
    const { database } = await openEngine();
    const { sqlite } = database as NodeDatabase;
    const live = sqlite.prepare("select name from pragma_table_xinfo(?)").all(table);
    const names = live
      .map(({ name }) => String(name))
      .filter((name) => !table.endsWith("_search") || !OF_FTS5.has(name));
    expect(names.sort()).toEqual(
      Object.keys(columns)
        .filter((name) => !OF_FTS5.has(name))
        .sort(),
    );
  },
);
