-- The index: completions of all challenges, the maps they were played on, their media, and the log of every change.
-- Frozen once released: what comes later comes in a migration of its own.

-- Every change, appended in the same batch as the change itself. The last number is the data version.
create table change (
  seq integer primary key autoincrement,
  at text not null,
  -- The user's id, or "system" for what the index does itself.
  actor text not null,
  action text not null,
  noun text not null,
  noun_id text not null,
  before text check (before is null or json_valid(before)),
  after text check (after is null or json_valid(after))
) strict;
create index change_by_noun on change (noun, noun_id, seq);

create table map (
  name text not null primary key,
  -- Spellings fall together by these: game/name-key.ts.
  name_key text not null unique,
  abbreviation text not null,
  abbreviation_key text not null unique,
  difficulty text not null check (difficulty in ('beginner', 'intermediate', 'advanced', 'expert')),
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
  difficulty_rank integer not null generated always as (
    case difficulty when 'beginner' then 0 when 'intermediate' then 1 when 'advanced' then 2 else 3 end
  ) virtual
) strict;
create index map_of_difficulty on map (difficulty, name);
create index map_by_difficulty on map (difficulty_rank, length desc, name);

create table completion (
  -- For the look-up tables below: a number that stays when the file is compacted.
  seq integer primary key,
  id text not null unique,
  challenge text not null,
  map text not null,
  -- JSON arrays: towers in the order submitted, upgrades parallel to them, people; people_keys parallel to people.
  towers text not null check (json_valid(towers)),
  upgrades text not null check (json_valid(upgrades)),
  people text not null check (json_valid(people)),
  people_keys text not null check (json_valid(people_keys)),
  money integer,
  completion_type text,
  og integer not null check (og in (0, 1)),
  version text,
  -- game/versions.ts
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
  revision integer not null default 1,
  sample integer not null default 0 check (sample in (0, 1)),
  -- derive/identity.ts
  identity text,
  og_identity text,
  tower1 text generated always as (json_extract(towers, '$[0]')) virtual,
  tower2 text generated always as (json_extract(towers, '$[1]')) virtual,
  tower_count integer generated always as (json_array_length(towers)) virtual,
  major_version integer generated always as (version_order / 1000000) virtual
) strict;

create unique index completion_identity on completion (challenge, identity)
  where deleted_at is null and identity is not null;
create unique index completion_original on completion (challenge, og_identity)
  where deleted_at is null and og = 1;
-- One index for each default order and each order that a list offers by a click.
create index completion_by_towers on completion (challenge, tower1, tower2, map, id) where deleted_at is null;
create index completion_by_tower1_map on completion (challenge, tower1, map, id) where deleted_at is null;
create index completion_by_tower2 on completion (challenge, tower2, id) where deleted_at is null;
create index completion_by_map on completion (challenge, map, id) where deleted_at is null;
create index completion_by_map_major on completion (challenge, map, major_version desc, id) where deleted_at is null;
create index completion_by_version on completion (challenge, version_order, id) where deleted_at is null;
create index completion_by_date on completion (challenge, date, id) where deleted_at is null;
create index completion_by_money on completion (challenge, money, id) where deleted_at is null;
create index completion_by_og on completion (challenge, og, id) where deleted_at is null;
create index completion_by_tower_count on completion (challenge, tower_count, id) where deleted_at is null;
create index completion_by_type on completion (challenge, completion_type, id)
  where deleted_at is null and completion_type is not null;
create index completion_by_og_identity on completion (challenge, og_identity, id)
  where deleted_at is null and og_identity is not null;
create index completion_by_link on completion (link) where deleted_at is null and link is not null;
create index completion_pending on completion (challenge, pending, id) where deleted_at is null and pending is not null;
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

create table completion_person (
  -- game/name-key.ts, personKey
  person_key text not null,
  challenge text not null,
  completion integer not null,
  position integer not null,
  person text not null,
  primary key (person_key, challenge, completion, position)
) strict, without rowid;
create index completion_person_of on completion_person (completion);
create index completion_person_by_challenge on completion_person (challenge, person_key, completion, person);

-- Words of live completions. Symbols are words too, so that an emoji in a name can be found.
create virtual table completion_search using fts5 (
  towers, map, abbreviation, people, completion_type, version, link,
  tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co S*'",
  prefix = '1 2 3 4'
);

create trigger completion_added after insert on completion when new.deleted_at is null begin
  insert into completion_tower (tower, challenge, completion, position)
    select value, new.challenge, new.seq, key from json_each(new.towers);
  insert into completion_person (person_key, challenge, completion, position, person)
    select keys.value, new.challenge, new.seq, keys.key, json_extract(new.people, '$[' || keys.key || ']')
    from json_each(new.people_keys) as keys;
  insert into completion_search (rowid, towers, map, abbreviation, people, completion_type, version, link)
    values (new.seq, new.towers, new.map, (select abbreviation from map where name = new.map), new.people,
      new.completion_type, new.version, new.link);
end;

create trigger completion_removed after delete on completion when old.deleted_at is null begin
  delete from completion_tower where completion = old.seq;
  delete from completion_person where completion = old.seq;
  delete from completion_search where rowid = old.seq;
end;

create trigger completion_changed after update on completion begin
  delete from completion_tower where completion = old.seq;
  delete from completion_person where completion = old.seq;
  delete from completion_search where rowid = old.seq;
  insert into completion_tower (tower, challenge, completion, position)
    select value, new.challenge, new.seq, key from json_each(new.towers) where new.deleted_at is null;
  insert into completion_person (person_key, challenge, completion, position, person)
    select keys.value, new.challenge, new.seq, keys.key, json_extract(new.people, '$[' || keys.key || ']')
    from json_each(new.people_keys) as keys where new.deleted_at is null;
  insert into completion_search (rowid, towers, map, abbreviation, people, completion_type, version, link)
    select new.seq, new.towers, new.map, (select abbreviation from map where name = new.map), new.people,
      new.completion_type, new.version, new.link
    where new.deleted_at is null;
end;

create trigger map_renamed after update of abbreviation on map begin
  update completion_search set abbreviation = new.abbreviation
    where rowid in (select seq from completion where map = new.name and deleted_at is null);
end;

-- What stands under a media key. The bytes are stored by their hash, so that a file that two keys share is stored once.
create table media (
  -- FILEKEY, FILEKEY/attach/UUID or maps/NAME
  key text not null primary key,
  -- SHA-256, hex
  hash text not null,
  content_type text not null,
  bytes integer not null,
  created_at text not null,
  -- The completion it belongs to, which it is hidden with; null for a map's picture.
  completion text references completion (id) on delete cascade
) strict;
create index media_of on media (completion, key);
create index media_by_hash on media (hash);
