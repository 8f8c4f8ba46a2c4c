-- The reference beside completions: maps, where CHIMPS games begin, the game's versions and what each changed, spellings.

-- Public. A map is the same row whatever it is called: completions, starts and its picture refer to the id.
create table map (
  id integer primary key autoincrement,
  name text not null,
  -- Spellings fall together by these: domain/game/name-key.ts.
  name_key text not null,
  -- By this they stand in order: domain/game/name-key.ts.
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

-- Public: every name that a map has and had. Kept by the triggers below; an alias is added beside them.
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

create trigger map_insert_touches after insert on map begin insert into touched values ('maps'); end;
create trigger map_update_touches after update on map begin insert into touched values ('maps'); end;
create trigger map_delete_touches after delete on map begin insert into touched values ('maps'); end;
create trigger map_name_insert_touches after insert on map_name begin insert into touched values ('maps'); end;
create trigger map_name_update_touches after update on map_name begin insert into touched values ('maps'); end;
create trigger map_name_delete_touches after delete on map_name begin insert into touched values ('maps'); end;

-- Public: where CHIMPS games begin.
create table chimps_start (
  uuid text not null primary key,
  -- A map with starts is not deleted: whoever deletes it says what becomes of them.
  map_id integer not null references map (id),
  title text not null,
  link text not null,
  -- ISO 8601, UTC
  created_at text not null,
  revision integer not null default 1,
  sample integer not null default 0 check (sample in (0, 1))
) strict;
create index chimps_start_of_map on chimps_start (map_id, created_at, uuid);
create index chimps_start_of_sample on chimps_start (uuid) where sample = 1;

create trigger chimps_start_insert_touches after insert on chimps_start begin insert into touched values ('starts'); end;
create trigger chimps_start_update_touches after update on chimps_start begin insert into touched values ('starts'); end;
create trigger chimps_start_delete_touches after delete on chimps_start begin insert into touched values ('starts'); end;

-- Whether there is any sample, of starts or of completions: the first one and the last one of them move it.
create trigger chimps_start_insert_samples after insert on chimps_start
  when new.sample = 1 and not exists (select 1 from chimps_start where sample = 1 and uuid <> new.uuid)
    and not exists (select 1 from completion where sample = 1) begin
  insert into touched values ('sample');
end;
create trigger chimps_start_update_samples after update of sample on chimps_start when old.sample <> new.sample begin
  insert into touched values ('sample');
end;
create trigger chimps_start_delete_samples after delete on chimps_start
  when old.sample = 1 and not exists (select 1 from chimps_start where sample = 1)
    and not exists (select 1 from completion where sample = 1) begin
  insert into touched values ('sample');
end;

-- Public: what each version of the game changed.
create table balance_change (
  uuid text not null primary key,
  -- A tower type or a hero.
  tower text not null,
  version text not null,
  -- domain/game/versions.ts
  version_order integer not null,
  change text not null,
  nature text not null check (nature in ('buff', 'nerf', 'bugfix', 'miscellaneous')),
  -- ISO 8601, UTC
  created_at text not null,
  revision integer not null default 1
) strict;
create index balance_change_of_tower on balance_change (tower, version_order, version);
-- As they are listed.
create index balance_change_in_order on balance_change (version_order desc, tower collate nocase, change, uuid);
create index balance_change_of_version on balance_change (version_order, version, tower);

create trigger balance_change_insert_touches after insert on balance_change begin insert into touched values ('balance-changes'); end;
create trigger balance_change_update_touches after update on balance_change begin insert into touched values ('balance-changes'); end;
create trigger balance_change_delete_touches after delete on balance_change begin insert into touched values ('balance-changes'); end;

-- Public: when versions of the game came out, as helpers entered it, and where that is to be read.
create table game_version (
  version text not null primary key,
  -- domain/game/versions.ts
  version_order integer not null unique,
  -- yyyy-mm-dd
  released_on text not null,
  source text not null
) strict, without rowid;
create trigger game_version_insert_touches after insert on game_version begin insert into touched values ('game-versions'); end;
create trigger game_version_delete_touches after delete on game_version begin insert into touched values ('game-versions'); end;

-- Public: what people type for a tower or a map besides its name: a search finds what a spelling stands for.
create table spelling (
  id integer primary key autoincrement,
  -- As people write it.
  spelling text not null check (length(spelling) between 1 and 60),
  -- Spellings fall together by these: domain/game/name-key.ts.
  spelling_key text not null check (spelling_key <> ''),
  -- The name of a tower type, an upgrade or a hero (domain/game/names.ts), or a map: one of the two.
  tower text,
  map integer references map (id) on delete cascade,
  revision integer not null default 1,
  -- Whether it came from the project's own file; else a helper added it.
  seeded integer not null default 0 check (seeded in (0, 1)),
  check ((tower is null) <> (map is null))
) strict;
-- One spelling may stand for several things, and for each of them once.
create unique index spelling_of_tower on spelling (tower, spelling_key) where tower is not null;
create unique index spelling_of_map on spelling (map, spelling_key) where map is not null;
create index spelling_by_key on spelling (spelling_key, id);

create trigger spelling_insert_touches after insert on spelling begin insert into touched values ('spellings'); end;
create trigger spelling_update_touches after update on spelling begin insert into touched values ('spellings'); end;
create trigger spelling_delete_touches after delete on spelling begin insert into touched values ('spellings'); end;
