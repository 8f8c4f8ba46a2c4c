-- The index: completions of all challenges, the maps they were played on, their media, and the log of every change.
-- Frozen once released: what comes later comes in a migration of its own.

-- Every change, appended in the same batch as the change itself.
create table change (
  seq integer primary key autoincrement,
  at text not null,
  -- The user's id, or "system" for what the index does itself.
  actor text not null,
  -- What the actor was then, "member", "verifier" or "helper": the public history says no more of somebody without a name.
  actor_level text,
  action text not null,
  noun text not null,
  noun_id text not null,
  -- The noun's revision after the change; null where it counts none.
  revision integer,
  -- Which shape the two states have: a noun's log.ts reads those of before its columns changed, too.
  shape integer not null default 1,
  before text check (before is null or json_valid(before)),
  after text check (after is null or json_valid(after)),
  -- What whoever follows the changes asks for: the challenge of a completion, else the noun.
  topic text generated always as (
    case noun when 'completion' then coalesce(after ->> '$.challenge', before ->> '$.challenge') else noun end
  ) virtual
) strict;
create index change_by_noun on change (noun, noun_id, seq);
create index change_by_topic on change (topic, seq);

-- What answers are made from (server/db/tags.ts), each with the number of its last move: one above all that there were.
-- Triggers move them with whatever is public of what they stand for, whoever writes it.
create table source (
  name text not null primary key,
  version integer not null
) strict, without rowid;
-- Whether anything moved is one row of it.
create index source_by_version on source (version);

-- Not to be read: whoever inserts here moves a source.
create view touched as select null as source where false;

create trigger source_moved instead of insert on touched begin
  insert into source (name, version) select new.source, coalesce(max(version), 0) + 1 from source where true
    on conflict do update set version = excluded.version;
end;

-- Whose the last moves of completions were, so that who reads knows what they cannot have changed
-- (server/db/completion-moves.ts). A move without its row here concerns all of its challenge.
create table completion_move (
  -- The number that its source got by it, and the one before.
  version integer primary key,
  before integer not null,
  challenge text not null,
  completion text not null,
  map_id integer not null,
  -- JSON arrays
  towers text not null,
  people_keys text not null,
  -- Its words and tokens, each between blanks.
  words text not null,
  is_verified integer not null check (is_verified in (0, 1)),
  -- Others show what it has.
  is_original integer not null check (is_original in (0, 1))
) strict;

-- Not to be read: whoever inserts here moves the source of a completion, as it was or as it is.
create view touched_completion as
  select null as challenge, null as id, null as map_id, null as towers, null as people_keys, null as words, null as og,
    null as pending where false;

create trigger completion_moved instead of insert on touched_completion begin
  insert or replace into completion_move (version, before, challenge, completion, map_id, towers, people_keys, words, is_verified, is_original)
    select coalesce(max(version), 0) + 1,
      coalesce((select version from source where name = 'completions:' || new.challenge), 0),
      new.challenge, new.id, new.map_id, new.towers, new.people_keys, replace(new.words, ',', ' '),
      new.pending is null, new.pending is null and new.og = 1
    from source;
  delete from completion_move where version <= (select max(version) from completion_move) - 2000;
  insert into touched values ('completions:' || new.challenge);
end;

-- A map is the same row whatever it is called: completions, starts and its picture refer to the id.
create table map (
  id integer primary key autoincrement,
  name text not null,
  -- Spellings fall together by these: domain/game/name-key.ts.
  name_key text not null,
  -- By this they stand in order: domain/game/sort-key.ts.
  sort_key text not null,
  abbreviation text,
  abbreviation_key text,
  -- Null: a map that completions are on and that the index never listed.
  difficulty text check (difficulty in ('beginner', 'intermediate', 'advanced', 'expert')),
  version text,
  has_los integer check (has_los in (0, 1)),
  has_water integer check (has_water in (0, 1)),
  -- RBS
  length real check (length >= 0),
  length_notes text not null default '',
  num_entrances integer check (num_entrances >= 0),
  num_exits integer check (num_exits >= 0),
  num_objects integer check (num_objects >= 0),
  removal_cost text,
  removal_cost_notes text not null default '',
  misc_notes text not null default '',
  revision integer not null default 1,
  deleted_at text,
  difficulty_rank integer not null generated always as (
    case difficulty when 'beginner' then 0 when 'intermediate' then 1 when 'advanced' then 2 else 3 end
  ) virtual,
  -- Whether it is one of the index's maps: what is deleted, or never was one, stays for the completions on it.
  listed integer not null generated always as (deleted_at is null and difficulty is not null) virtual
) strict;
create unique index map_name_taken on map (name_key) where deleted_at is null and difficulty is not null;
create unique index map_abbreviation_taken on map (abbreviation_key) where deleted_at is null and difficulty is not null;
create index map_by_key on map (name_key, id);
create index map_by_name on map (sort_key, id);
create index map_of_difficulty on map (difficulty, sort_key);
create index map_by_difficulty on map (difficulty_rank, length desc, sort_key);

-- Every name that a map has and had. Kept by the triggers below; an alias is added beside them.
create table map_name (
  seq integer primary key,
  name_key text not null,
  map integer not null references map (id) on delete cascade,
  name text not null,
  status text not null check (status in ('current', 'former', 'alias')),
  unique (name_key, map)
) strict;
create index map_name_of on map_name (map);

create trigger map_named after insert on map begin
  insert into map_name (name_key, map, name, status) values (new.name_key, new.id, new.name, 'current');
end;

create trigger map_renamed after update of name on map when old.name <> new.name begin
  update map_name set status = 'former' where map = new.id and name_key = old.name_key;
  delete from map_name where map = new.id and name_key = new.name_key;
  insert into map_name (name_key, map, name, status) values (new.name_key, new.id, new.name, 'current');
end;

-- Whoever plays. One row per distinct name for now; that two names are one player is a pointer in player_name.
create table player (
  id integer primary key autoincrement,
  -- The name it was made for.
  origin_key text not null unique,
  -- On no board, and nothing more is taken under the name (app/features/players/).
  banned integer not null default 0 check (banned in (0, 1)),
  -- Has no page, as its owner wishes.
  hidden integer not null default 0 check (hidden in (0, 1))
) strict;
create index player_banned on player (id) where banned = 1;
create index player_hidden on player (id) where hidden = 1;

create table player_name (
  id integer primary key,
  -- domain/game/name-key.ts, personKey
  name_key text not null unique,
  -- domain/game/sort-key.ts
  sort_key text not null,
  player integer not null references player (id),
  status text not null check (status in ('current', 'former', 'alias'))
) strict;
create index player_name_of on player_name (player);
create index player_name_by_sort_key on player_name (sort_key, id);

create table completion (
  -- For the look-up tables below: a number that stays when the file is compacted.
  seq integer primary key,
  id text not null unique,
  challenge text not null,
  map_id integer not null references map (id),
  -- JSON arrays: towers in the order submitted, upgrades parallel to them, people; people_keys (domain/game/name-key.ts) and
  -- people_sort_keys (domain/game/sort-key.ts) parallel to people. The names stay as they were written.
  towers text not null check (json_valid(towers)),
  upgrades text not null check (json_valid(upgrades)),
  people text not null check (json_valid(people)),
  people_keys text not null check (json_valid(people_keys)),
  people_sort_keys text not null check (json_valid(people_sort_keys)),
  -- What it is found by, each word between blanks: domain/fields/slots.ts, searchWords.
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
  -- The submitter's user id until a helper verifies.
  pending text,
  submitted_by text,
  created_at text not null,
  updated_at text not null,
  verified_by text,
  verified_at text,
  deleted_at text,
  -- Why a helper rejected it. A rejected row is deleted; its submitter still sees it and may send it again.
  rejection text,
  -- Moved by what is written in it and by its proof, not by verifying.
  revision integer not null default 1,
  sample integer not null default 0 check (sample in (0, 1)),
  -- domain/submissions/identity.ts
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
  -- When it was verified; of a claim, when it was submitted.
  appeared_at text generated always as (case when pending is null then verified_at else created_at end) virtual
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
create index completion_by_appearance on completion (challenge, appeared_at, id) where deleted_at is null;
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
-- In the order in which records were set. Its challenge is last, so that its statistics mislead no list of a challenge.
create index completion_ranked_by_day on completion (day, created_at, id, challenge)
  where deleted_at is null and pending is null and record_amount is not null and day is not null;
-- The newest verified completions, of all challenges and of one challenge on one map.
create index completion_newest on completion (verified_at, id, challenge, map_id)
  where deleted_at is null and pending is null and verified_at is not null;
create index completion_newest_original on completion (verified_at, id)
  where deleted_at is null and pending is null and verified_at is not null and og = 1;
create index completion_newest_on_map on completion (challenge, map_id, verified_at, id)
  where deleted_at is null and pending is null and verified_at is not null;
create index completion_on_map on completion (map_id, verified_at, id) where deleted_at is null;
create index completion_of_submitter on completion (submitted_by, updated_at desc, id) where submitted_by is not null;
create index completion_by_deletion on completion (deleted_at) where deleted_at is not null;
create index completion_of_sample on completion (seq) where sample = 1;

-- Which live completion holds which tower, and who played it. Kept by the triggers below.
create table completion_tower (
  tower text not null,
  challenge text not null,
  completion integer not null,
  position integer not null,
  primary key (tower, challenge, completion, position)
) strict, without rowid;
create index completion_tower_of on completion_tower (completion);

-- By the name it was played under, which says who that is.
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

-- Words and tokens of live completions: which rows have which, and nothing else. Both are made by domain/game/words.ts, so the
-- tokenizer has but to divide at blanks: all beyond ASCII is part of a word to it, and the signs are named. Each challenge
-- has words of its own: its key and a private character stand before them, so that a list's words are counted without
-- looking at another list's. The prefixes are one to six letters behind that, for keys of three and of four.
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

-- How many live completions there are, so that nobody counts rows to say it. A row may be left with nothing in it.
-- `npm run index -- check` counts all of them anew.
create table completion_count (
  challenge text not null,
  map integer not null,
  og integer not null,
  -- Whether they wait for a helper.
  pending integer not null,
  count integer not null,
  primary key (challenge, map, og, pending)
) strict, without rowid;

-- The same over all maps: a few rows a challenge.
create table challenge_count (
  challenge text not null,
  og integer not null,
  pending integer not null,
  count integer not null,
  primary key (challenge, og, pending)
) strict, without rowid;

-- What there is of each first tower on each map: a challenge's table as it is shown.
create table tower_count (
  challenge text not null,
  tower text not null collate nocase,
  map integer not null,
  verified integer not null,
  -- Of the verified ones.
  originals integer not null,
  pending integer not null,
  primary key (challenge, tower, map)
) strict, without rowid;

-- Verified completions that a player took part in, on each map; one with two of the player's names counts once.
create table player_map_count (
  challenge text not null,
  player integer not null references player (id),
  map integer not null,
  verified integer not null,
  -- Of these.
  originals integer not null,
  primary key (player, challenge, map)
) strict, without rowid;

-- The same over all maps, with how many maps that are: the two leaderboards of a challenge, each in the order of an index.
create table player_count (
  challenge text not null,
  player integer not null references player (id),
  -- The first of the player's names.
  sort_key text not null,
  name_key text not null,
  verified integer not null,
  maps integer not null,
  originals integer not null,
  original_maps integer not null,
  -- JSON: [map, verified, originals] of each map, by its number. A line of a leaderboard is read as one row.
  on_maps text not null,
  primary key (challenge, player)
) strict, without rowid;
create index player_count_of on player_count (player);
create index player_count_by_verified
  on player_count (challenge, verified desc, maps desc, sort_key, name_key) where verified > 0;
create index player_count_by_originals
  on player_count (challenge, originals desc, original_maps desc, sort_key, name_key) where originals > 0;

-- Verified completions that a player took part in, of one challenge and of all ('all'), of one year and of all (0): the
-- boards of /players. What has no day is in no year.
create table player_total (
  board text not null,
  year integer not null,
  player integer not null references player (id),
  -- The first of the player's names.
  sort_key text not null,
  verified integer not null,
  originals integer not null,
  primary key (player, board, year)
) strict, without rowid;
create index player_total_by_verified on player_total (board, year, verified desc, sort_key) where verified > 0;
create index player_total_by_originals on player_total (board, year, originals desc, sort_key) where originals > 0;

-- Verified completions by month (yyyy-mm); the month is empty where nobody knows the day.
create table month_count (
  challenge text not null,
  month text not null,
  verified integer not null,
  originals integer not null,
  primary key (challenge, month)
) strict, without rowid;

-- The cross joins below hold an order: from a row's few keys to the names, however many of these there are.
-- Not to be read: whoever inserts here has a completion counted (step 1) or no longer counted (step -1).
create view tally as
  select null as challenge, null as map, null as tower, null as og, null as pending, null as people_keys, null as day,
    null as step
  where false;

create trigger tally_kept instead of insert on tally begin
  insert into completion_count (challenge, map, og, pending, count)
    values (new.challenge, new.map, new.og, new.pending, new.step)
    on conflict do update set count = count + excluded.count;
  insert into challenge_count (challenge, og, pending, count)
    values (new.challenge, new.og, new.pending, new.step)
    on conflict do update set count = count + excluded.count;
  insert into tower_count (challenge, tower, map, verified, originals, pending)
    select new.challenge, new.tower, new.map, new.step * (not new.pending), new.step * (new.og and not new.pending),
      new.step * new.pending
    where new.tower is not null
    on conflict do update set verified = verified + excluded.verified, originals = originals + excluded.originals,
      pending = pending + excluded.pending;
  insert into player_map_count (challenge, player, map, verified, originals)
    select distinct new.challenge, player_name.player, new.map, new.step, new.step * new.og
    from json_each(new.people_keys) as keys cross join player_name on player_name.name_key = keys.value
    where not new.pending
    on conflict do update set verified = verified + excluded.verified, originals = originals + excluded.originals;
  insert into player_count (challenge, player, sort_key, name_key, verified, maps, originals, original_maps, on_maps)
    select new.challenge, on_map.player, (select min(sort_key) from player_name where player = on_map.player),
      (select min(name_key) from player_name where player = on_map.player),
      sum(verified), sum(verified > 0), sum(originals), sum(originals > 0),
      json_group_array(json_array(map, verified, originals) order by map) filter (where verified > 0)
    from player_map_count as on_map
    where on_map.challenge = new.challenge and not new.pending and on_map.player in (
      select player_name.player from json_each(new.people_keys) as keys
        cross join player_name on player_name.name_key = keys.value)
    group by on_map.player
    on conflict do update set verified = excluded.verified, maps = excluded.maps,
      originals = excluded.originals, original_maps = excluded.original_maps, on_maps = excluded.on_maps;
  insert into player_total (board, year, player, sort_key, verified, originals)
    select board.value, year.value, played.player, (select min(sort_key) from player_name where player = played.player),
      new.step, new.step * new.og
    from (select distinct player_name.player from json_each(new.people_keys) as keys
        cross join player_name on player_name.name_key = keys.value) as played
      cross join json_each(json_array('all', new.challenge)) as board
      cross join json_each(json_array(0, cast(substr(new.day, 1, 4) as integer))) as year
    where not new.pending and year.value is not null
    on conflict do update set verified = verified + excluded.verified, originals = originals + excluded.originals;
  insert into month_count (challenge, month, verified, originals)
    select new.challenge, coalesce(substr(new.day, 1, 7), ''), new.step, new.step * new.og where not new.pending
    on conflict do update set verified = verified + excluded.verified, originals = originals + excluded.originals;
end;

-- Names that turn out to be one player's, or two players': their completions are counted anew.
create trigger player_name_moved after update of player, sort_key, name_key on player_name begin
  delete from player_count where player in (old.player, new.player);
  delete from player_map_count where player in (old.player, new.player);
  insert into player_map_count (challenge, player, map, verified, originals)
    select c.challenge, played.player, c.map_id, count(*), sum(c.og)
    from (select distinct own.player, p.completion from player_name as own
      join completion_player as p on p.name = own.id where own.player in (old.player, new.player)) as played
    join completion as c on c.seq = played.completion
    where c.pending is null
    group by c.challenge, played.player, c.map_id;
  insert into player_count (challenge, player, sort_key, name_key, verified, maps, originals, original_maps, on_maps)
    select challenge, player, (select min(sort_key) from player_name where player = on_map.player),
      (select min(name_key) from player_name where player = on_map.player),
      sum(verified), sum(verified > 0), sum(originals), sum(originals > 0),
      json_group_array(json_array(map, verified, originals) order by map) filter (where verified > 0)
    from player_map_count as on_map where player in (old.player, new.player)
    group by challenge, player;
  delete from player_total where player in (old.player, new.player);
  insert into player_total (board, year, player, sort_key, verified, originals)
    select board.value, year.value, played.player, (select min(sort_key) from player_name where player = played.player),
      count(*), sum(c.og)
    from (select distinct own.player, p.completion from player_name as own
      join completion_player as p on p.name = own.id where own.player in (old.player, new.player)) as played
    join completion as c on c.seq = played.completion
      cross join json_each(json_array('all', c.challenge)) as board
      cross join json_each(json_array(0, cast(substr(c.day, 1, 4) as integer))) as year
    where c.pending is null and year.value is not null
    group by played.player, board.value, year.value;
end;

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

-- What stands under a media key. The bytes are stored by their hash, so that a file that two keys share is stored once.
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
  -- Which of the things that the rules ask for an attachment is (domain/challenges/proofs.ts); null: nobody said.
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

-- Blobs that lost their last or any other key, and when: they stay for the time in which an undo may ask for them.
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

-- What a press of a form's button came to, under the id that the form gave it: sent again, it is answered and not
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

-- What moves the sources. What is deleted is nobody's to read, but for its submitter; an entry of the log is public with
-- its completion.
create trigger map_insert_touches after insert on map begin insert into touched values ('maps'); end;
create trigger map_update_touches after update on map begin insert into touched values ('maps'); end;
create trigger map_delete_touches after delete on map begin insert into touched values ('maps'); end;
create trigger map_name_insert_touches after insert on map_name begin insert into touched values ('maps'); end;
create trigger map_name_update_touches after update on map_name begin insert into touched values ('maps'); end;
create trigger map_name_delete_touches after delete on map_name begin insert into touched values ('maps'); end;

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

-- A name that is new is nobody's else: only completions tell of it.
create trigger player_name_insert_touches after insert on player_name when new.status <> 'current' begin
  insert into touched values ('players');
end;
create trigger player_name_update_touches after update on player_name begin insert into touched values ('players'); end;
create trigger player_name_delete_touches after delete on player_name begin insert into touched values ('players'); end;
create trigger player_update_touches after update of banned, hidden on player begin insert into touched values ('players'); end;

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
