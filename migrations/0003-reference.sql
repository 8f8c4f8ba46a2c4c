-- Reference beside the maps: where CHIMPS games begin, and what each version of the game changed.

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

create table balance_change (
  uuid text not null primary key,
  -- A tower type or a hero.
  tower text not null,
  version text not null,
  -- game/versions.ts
  version_order integer not null,
  change text not null,
  nature text not null check (nature in ('buff', 'nerf', 'bugfix', 'miscellaneous')),
  -- ISO 8601, UTC
  created_at text not null,
  revision integer not null default 1
) strict;
create index balance_change_of_tower on balance_change (tower, version_order, version);
create index balance_change_of_version on balance_change (version_order, version, tower);
