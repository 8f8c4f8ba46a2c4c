-- Completions of all challenges, their media and links, and what they are found by.

-- Public, but for what is pending.
create table completion (
  -- For the look-up tables below: a number that stays when the file is compacted.
  seq integer primary key,
  id text not null unique,
  challenge text not null,
  map_id integer not null references map (id),
  -- JSON arrays: towers in the order submitted, upgrades parallel to them, people; people_keys (domain/game/name-key.ts) and
  -- people_sort_keys (domain/game/name-key.ts) parallel to people. The names stay as they were written.
  towers text not null check (json_valid(towers)),
  upgrades text not null check (json_valid(upgrades)),
  people text not null check (json_valid(people)),
  people_keys text not null check (json_valid(people_keys)),
  people_sort_keys text not null check (json_valid(people_sort_keys)),
  -- What it is found by, each word between blanks: domain/fields/attributes.ts, searchWords.
  words text not null,
  money integer,
  completion_type text,
  og integer not null check (og in (0, 1)),
  version text,
  -- domain/game/versions.ts
  version_order integer,
  -- yyyy-mm-dd
  date text,
  notes text not null,
  link text,
  -- The code by which the game opens the challenge that was played.
  challenge_code text,
  -- The submitter's user id until a helper verifies.
  pending text,
  submitted_by text,
  created_at text not null,
  updated_at text not null,
  verified_by text,
  verified_at text,
  -- That a second helper looked at it, who, when, and at which revision. It holds for that revision alone, and only while
  -- nobody verifies it anew: nothing takes it away when that moves.
  confirmed_by text,
  confirmed_at text,
  confirmed_revision integer,
  deleted_at text,
  -- Why a helper rejected it. A rejected row is deleted; its submitter still sees it and may send it again.
  rejection text,
  -- Moved by what is written in it and by its proof, not by verifying.
  revision integer not null default 1,
  sample integer not null default 0 check (sample in (0, 1)),
  -- domain/challenges/fields.ts
  identity text,
  og_identity text,
  -- domain/lists/record.ts: what its challenge's record goes by, the less the better.
  record_amount integer,
  -- Letter case says nothing about the order of the game's names.
  tower1 text collate nocase generated always as (json_extract(towers, '$[0]')) virtual,
  tower2 text collate nocase generated always as (json_extract(towers, '$[1]')) virtual,
  tower_count integer generated always as (json_array_length(towers)) virtual,
  major_version integer generated always as (version_order / 1000000) virtual,
  -- The day by which years and months count it: when it was played, else when it was verified here; null: nobody knows.
  day text generated always as (coalesce(date, substr(verified_at, 1, 10))) virtual,
  -- What it is found by besides its words, each after a private character (domain/game/words.ts): what every row has, its two
  -- marks, and its map, so that renaming a map touches no completion.
  tokens text not null generated always as (
    char(57344) || 'c ' || char(57344) || 'o' || og || ' ' ||
    char(57344) || 'p' || (pending is not null) || ' ' || char(57344) || 'm' || map_id
  ) virtual,
  -- How new it is, as a text to sort by: since it was verified or, of a claim, submitted. Of one that was moved in nobody
  -- knows when it was verified, but that it was before all others: these come below, by the day they were played, else in
  -- the order in which they were written.
  recency text generated always as (
    case when pending is not null then created_at
      when verified_at is not null then verified_at
      else '0 ' || coalesce(date, created_at) end
  ) virtual
) strict;

-- A combination, and an original, is taken by a verified completion alone. Of claims each member has one.
create unique index completion_identity on completion (challenge, identity)
  where deleted_at is null and pending is null and identity is not null;
create unique index completion_original on completion (challenge, og_identity)
  where deleted_at is null and pending is null and og = 1;
create unique index completion_claim on completion (challenge, identity, pending)
  where deleted_at is null and pending is not null and identity is not null;
create unique index completion_original_claim on completion (challenge, og_identity, pending)
  where deleted_at is null and pending is not null and og = 1;
create index completion_claims_of on completion (pending) where deleted_at is null and pending is not null;
-- One index for each default order and each order that a list offers by a click.
create index completion_by_towers on completion (challenge, tower1, tower2, map_id, id) where deleted_at is null;
create index completion_by_tower1_map on completion (challenge, tower1, map_id, id) where deleted_at is null;
create index completion_by_tower2 on completion (challenge, tower2, id) where deleted_at is null;
create index completion_by_map on completion (challenge, map_id, id) where deleted_at is null;
-- Within one map: the default order, and the one in which a map's history is told.
create index completion_by_map_towers on completion (challenge, map_id, tower1, tower2, id) where deleted_at is null;
create index completion_by_map_recorded on completion (challenge, map_id, created_at, id) where deleted_at is null;
create index completion_by_map_major on completion (challenge, map_id, major_version desc, id) where deleted_at is null;
create index completion_by_version on completion (challenge, version_order, id) where deleted_at is null;
create index completion_by_date on completion (challenge, date, id) where deleted_at is null;
create index completion_by_money on completion (challenge, money, id) where deleted_at is null;
create index completion_by_recorded on completion (challenge, created_at, id) where deleted_at is null;
create index completion_by_og on completion (challenge, og, id) where deleted_at is null;
create index completion_by_tower_count on completion (challenge, tower_count, towers collate nocase, id) where deleted_at is null;
create index completion_by_type on completion (challenge, completion_type, id) where deleted_at is null;
create index completion_by_upgrades on completion (challenge, upgrades, id) where deleted_at is null;
create index completion_by_og_identity on completion (challenge, og_identity, og, id)
  where deleted_at is null and og_identity is not null;
-- The best ones of a map, and of a map in a major version.
create index completion_best_on_map on completion (challenge, map_id, record_amount, date, created_at, id)
  where deleted_at is null and pending is null and record_amount is not null;
create index completion_best_in_version on completion (challenge, map_id, major_version, record_amount, date, created_at, id)
  where deleted_at is null and pending is null and record_amount is not null and major_version is not null;
create index completion_pending on completion (challenge, pending, id) where deleted_at is null and pending is not null;
create index completion_on_map on completion (map_id, verified_at, id) where deleted_at is null;
create index completion_of_submitter on completion (submitted_by, updated_at desc, id) where submitted_by is not null;
create index completion_by_deletion on completion (deleted_at) where deleted_at is not null;
create index completion_of_sample on completion (seq) where sample = 1;
create index completion_by_code on completion (challenge, challenge_code, id)
  where deleted_at is null and challenge_code is not null;
-- The newest verified completions, of all challenges and of one challenge on one map.
create index completion_newest on completion (recency, id, challenge, map_id)
  where deleted_at is null and pending is null;
create index completion_newest_original on completion (recency, id)
  where deleted_at is null and pending is null and og = 1;
create index completion_newest_on_map on completion (challenge, map_id, recency, id)
  where deleted_at is null and pending is null;
-- What waits for a helper, oldest first, over all challenges.
create index completion_queue on completion (created_at, id) where deleted_at is null and pending is not null;
-- The best completions of each type on a map, in challenges without types of all: of equals, in the order in which they
-- came. The records that were ever set are found in it one after another, so no index of their days is kept.
create index completion_best_of_type
  on completion (challenge, map_id, completion_type, record_amount, day, created_at, id)
  where deleted_at is null and pending is null and record_amount is not null;
-- A list with its newest first is walked from the newest on. Whether a row has the date or the version that is asked for
-- is in the index, so that no row is read that has not: the newest of an old version come after a hundred thousand others.
create index completion_by_recency on completion (challenge, recency, id, date, version_order)
  where deleted_at is null;
-- What helpers verified, the oldest first.
create index completion_second_look on completion (verified_at, id)
  where deleted_at is null and pending is null and verified_by is not null;

-- Derived: which live completion holds which tower. Kept by the triggers below.
create table completion_tower (
  tower text not null,
  challenge text not null,
  completion integer not null,
  position integer not null,
  primary key (tower, challenge, completion, position)
) strict, without rowid;
create index completion_tower_of on completion_tower (completion);

-- Derived: who played it, by the name it was played under, which says who that is.
create table completion_player (
  name integer not null references player_name (id),
  challenge text not null,
  completion integer not null,
  position integer not null,
  -- As it was written.
  credit text not null,
  primary key (name, challenge, completion, position)
) strict, without rowid;
create index completion_player_of on completion_player (completion);
-- How each name was written, and how often.
create index completion_player_by_credit on completion_player (name, credit, completion);
create index completion_player_by_challenge on completion_player (challenge, name, completion, credit);

-- How a player is shown is counted over all challenges; of one who is spelled in one way alone there is nothing to count.
create trigger credit_insert_touches after insert on completion_player
  when exists (select 1 from player_name as me join player_name as own on own.player = me.player where me.id = new.name
    and (exists (select 1 from completion_player where name = own.id and credit < new.credit)
      or exists (select 1 from completion_player where name = own.id and credit > new.credit))) begin
  insert into touched values ('players');
end;
create trigger credit_delete_touches after delete on completion_player
  when exists (select 1 from player_name as me join player_name as own on own.player = me.player where me.id = old.name
    and (exists (select 1 from completion_player where name = own.id and credit < old.credit)
      or exists (select 1 from completion_player where name = own.id and credit > old.credit))) begin
  insert into touched values ('players');
end;

-- Derived: words and tokens of live completions: which rows have which, and nothing else. Both are made by
-- domain/game/words.ts, so the tokenizer has but to divide at blanks: all beyond ASCII is part of a word to it, and the signs
-- are named. Each challenge has words of its own: its key and a private character stand before them, so that a list's words
-- are counted without looking at another list's. The prefixes are one to six letters behind that, for keys of three and of
-- four.
create virtual table completion_search using fts5 (
  words,
  content = '', contentless_delete = 1, detail = none,
  tokenize = "ascii tokenchars '$+<=>^`|~'",
  prefix = '5 6 7 8 9 10 11'
);

-- What stands in it for a live completion; what was uploaded for it is a token, too. A comma ends a word as a blank does.
create view completion_found_by as
  select c.seq as seq, c.id as id, c.challenge || char(57344) || replace(
    trim(c.words) || ' ' || c.tokens || coalesce((
      select group_concat(distinct ' ' || char(57344) || 'h' ||
        case when media.content_type like 'image/%' then 'picture' else 'video' end)
      from media where media.completion = c.id
        and (media.content_type like 'image/%' or media.content_type like 'video/%')), ''),
    ' ', ' ' || c.challenge || char(57344)) as words
  from completion as c where c.deleted_at is null;

-- The cross joins below hold an order: from a row's few keys to the names, however many of these there are.
create trigger completion_added after insert on completion when new.deleted_at is null begin
  insert into completion_tower (tower, challenge, completion, position)
    select value, new.challenge, new.seq, key from json_each(new.towers);
  insert into player (origin_key)
    select distinct value from json_each(new.people_keys)
    where not exists (select 1 from player_name where name_key = value);
  insert into player_name (name_key, sort_key, player, status)
    select player.origin_key, json_extract(new.people_sort_keys, '$[' || min(keys.key) || ']'), player.id, 'current'
    from json_each(new.people_keys) as keys cross join player on player.origin_key = keys.value
    where not exists (select 1 from player_name where name_key = player.origin_key)
    group by player.id;
  insert into completion_player (name, challenge, completion, position, credit)
    select player_name.id, new.challenge, new.seq, keys.key, json_extract(new.people, '$[' || keys.key || ']')
    from json_each(new.people_keys) as keys cross join player_name on player_name.name_key = keys.value;
  insert into completion_search (rowid, words) select seq, words from completion_found_by where seq = new.seq;
  insert into tally (challenge, map, tower, og, pending, people_keys, day, step)
    values (new.challenge, new.map_id, new.tower1, new.og, new.pending is not null, new.people_keys, new.day, 1);
end;

create trigger completion_removed after delete on completion when old.deleted_at is null begin
  delete from completion_tower where completion = old.seq;
  delete from completion_player where completion = old.seq;
  delete from completion_search where rowid = old.seq;
  insert into tally (challenge, map, tower, og, pending, people_keys, day, step)
    values (old.challenge, old.map_id, old.tower1, old.og, old.pending is not null, old.people_keys, old.day, -1);
end;

create trigger completion_changed after update on completion begin
  delete from completion_tower where completion = old.seq;
  delete from completion_player where completion = old.seq;
  delete from completion_search where rowid = old.seq;
  insert into completion_tower (tower, challenge, completion, position)
    select value, new.challenge, new.seq, key from json_each(new.towers) where new.deleted_at is null;
  insert into player (origin_key)
    select distinct value from json_each(new.people_keys)
    where not exists (select 1 from player_name where name_key = value);
  insert into player_name (name_key, sort_key, player, status)
    select player.origin_key, json_extract(new.people_sort_keys, '$[' || min(keys.key) || ']'), player.id, 'current'
    from json_each(new.people_keys) as keys cross join player on player.origin_key = keys.value
    where not exists (select 1 from player_name where name_key = player.origin_key)
    group by player.id;
  insert into completion_player (name, challenge, completion, position, credit)
    select player_name.id, new.challenge, new.seq, keys.key, json_extract(new.people, '$[' || keys.key || ']')
    from json_each(new.people_keys) as keys cross join player_name on player_name.name_key = keys.value
    where new.deleted_at is null;
  insert into completion_search (rowid, words) select seq, words from completion_found_by where seq = new.seq;
  insert into tally (challenge, map, tower, og, pending, people_keys, day, step)
    select old.challenge, old.map_id, old.tower1, old.og, old.pending is not null, old.people_keys, old.day, -1 where old.deleted_at is null;
  insert into tally (challenge, map, tower, og, pending, people_keys, day, step)
    select new.challenge, new.map_id, new.tower1, new.og, new.pending is not null, new.people_keys, new.day, 1 where new.deleted_at is null;
end;

-- What is deleted is nobody's to read, but for its submitter; an entry of the log is public with its completion.
create trigger completion_insert_touches after insert on completion when new.deleted_at is null begin
  insert into touched_completion values (new.challenge, new.id, new.map_id, new.towers, new.people_keys, new.words || new.tokens || ' ', new.og, new.pending);
end;
create trigger completion_update_touches after update on completion
  when old.deleted_at is null or new.deleted_at is null begin
  insert into touched_completion
    select old.challenge, old.id, old.map_id, old.towers, old.people_keys, old.words || old.tokens || ' ', old.og, old.pending where old.deleted_at is null
    union select new.challenge, new.id, new.map_id, new.towers, new.people_keys, new.words || new.tokens || ' ', new.og, new.pending where new.deleted_at is null;
end;
create trigger completion_delete_touches after delete on completion when old.deleted_at is null begin
  insert into touched_completion values (old.challenge, old.id, old.map_id, old.towers, old.people_keys, old.words || old.tokens || ' ', old.og, old.pending);
end;

-- A sample's row goes for good, wherever a real one comes: that is logged for those who follow the log, as what the log
-- last said of it.
create trigger completion_delete_logs after delete on completion when old.sample = 1 and old.deleted_at is null begin
  insert into change (at, actor, action, noun, noun_id, shape, before)
    select strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 'system', 'remove-sample', noun, noun_id, shape, after from change
      where noun = 'completion' and noun_id = old.id and after is not null order by seq desc limit 1;
end;
create trigger change_insert_touches after insert on change when new.noun = 'completion' begin
  insert into touched_completion select challenge, id, map_id, towers, people_keys, words || tokens || ' ', og, pending from completion
    where id = new.noun_id and deleted_at is null;
end;

create trigger completion_insert_samples after insert on completion
  when new.sample = 1 and not exists (select 1 from completion where sample = 1 and seq <> new.seq)
    and not exists (select 1 from chimps_start where sample = 1) begin
  insert into touched values ('sample');
end;
create trigger completion_update_samples after update of sample on completion when old.sample <> new.sample begin
  insert into touched values ('sample');
end;
create trigger completion_delete_samples after delete on completion
  when old.sample = 1 and not exists (select 1 from completion where sample = 1)
    and not exists (select 1 from chimps_start where sample = 1) begin
  insert into touched values ('sample');
end;

-- Public: links to proof beside the completion's own `link`: one for each other thing that the rules ask for
-- (domain/challenges/rules.ts). What it is found by stands in the completion's words.
create table proof_link (
  completion text not null references completion (id) on delete cascade,
  role text not null,
  -- As it was written.
  url text not null,
  primary key (completion, role)
) strict, without rowid;

create trigger proof_link_insert_touches after insert on proof_link begin
  insert into touched_completion select challenge, id, map_id, towers, people_keys, words || tokens || ' ', og, pending from completion
    where id = new.completion and deleted_at is null;
end;
create trigger proof_link_update_touches after update on proof_link begin
  insert into touched_completion select challenge, id, map_id, towers, people_keys, words || tokens || ' ', og, pending from completion
    where id in (old.completion, new.completion) and deleted_at is null;
end;
create trigger proof_link_delete_touches after delete on proof_link begin
  insert into touched_completion select challenge, id, map_id, towers, people_keys, words || tokens || ' ', og, pending from completion
    where id = old.completion and deleted_at is null;
end;

-- Public: what stands under a media key. The bytes are stored by their hash, so that a file that two keys share is stored once.
create table media (
  -- FILEKEY, FILEKEY/attach/UUID, or map/NUMBER for a map's picture, which is served under the names of its map.
  key text not null primary key,
  -- SHA-256, hex
  hash text not null,
  content_type text not null,
  bytes integer not null,
  created_at text not null,
  -- The picture's small webp, by its hash; null for videos and where none could be made.
  thumbnail text,
  -- Which of the things that the rules ask for an attachment is (domain/challenges/rules.ts); null: nobody said.
  role text,
  -- Whose it is, and with which it is hidden: a completion's or a map's.
  completion text references completion (id) on delete cascade,
  map integer references map (id) on delete cascade,
  check ((completion is null) <> (map is null))
) strict;
create unique index media_of_map on media (map) where map is not null;
create index media_of on media (completion, key);
create index media_by_hash on media (hash);
create index media_by_thumbnail on media (thumbnail) where thumbnail is not null;

-- Private: blobs that lost their last or any other key, and when: they stay for the time in which an undo may ask for them.
create table media_release (
  hash text not null primary key,
  at text not null
) strict, without rowid;
create index media_release_by_time on media_release (at);

-- Files come after their completion, and go before it or with it.
create trigger media_found after insert on media when new.completion is not null begin
  delete from completion_search where rowid = (select seq from completion where id = new.completion);
  insert into completion_search (rowid, words) select seq, words from completion_found_by where id = new.completion;
end;

create trigger media_not_found after delete on media when old.completion is not null begin
  delete from completion_search where rowid = (select seq from completion where id = old.completion);
  insert into completion_search (rowid, words) select seq, words from completion_found_by where id = old.completion;
end;

-- What goes with a completion that is deleted already counts from that: its time for undo has run since then.
create trigger media_removed after delete on media begin
  insert into media_release (hash, at)
    select released.value, coalesce(
      (select updated_at from completion where id = old.completion and deleted_at is not null),
      strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
    from json_each(json_array(old.hash, old.thumbnail)) as released where released.value is not null
    on conflict (hash) do update set at = max(at, excluded.at);
end;

create trigger media_insert_touches after insert on media begin
  insert into touched select 'maps' where new.map is not null;
  insert into touched_completion select challenge, id, map_id, towers, people_keys, words || tokens || ' ', og, pending from completion
    where id = new.completion and deleted_at is null;
end;
create trigger media_update_touches after update on media begin
  insert into touched select 'maps' where old.map is not null or new.map is not null;
  insert into touched_completion select challenge, id, map_id, towers, people_keys, words || tokens || ' ', og, pending from completion
    where id in (old.completion, new.completion) and deleted_at is null;
end;
create trigger media_delete_touches after delete on media begin
  insert into touched select 'maps' where old.map is not null;
  insert into touched_completion select challenge, id, map_id, towers, people_keys, words || tokens || ' ', og, pending from completion
    where id = old.completion and deleted_at is null;
end;

-- Passing: what a press of a form's button came to, under the id that the form gave it: sent again, it is answered and not
-- recorded again. Swept after a day; never logged, and no part of an export.
create table submission (
  -- Whose it is: nobody else's id means anything to them.
  account text not null,
  id text not null,
  answer text not null check (json_valid(answer)),
  at text not null,
  primary key (account, id)
) strict, without rowid;
create index submission_by_time on submission (at);

-- Derived: the notes of a completion as HTML, of a revision and by a version of the renderer (app/features/completions/notes.server.ts).
-- Made when somebody asks, made anew when either moves on; never logged, and no part of an export.
create table rendered_notes (
  completion text not null primary key references completion (id) on delete cascade,
  revision integer not null,
  renderer integer not null,
  -- Null: the text cannot be rendered and is shown as it is.
  html text
) strict, without rowid;
