-- Public: the game's towers and heroes (domain/game/catalogue.ts says what each column is). What is read is made of all rows at
-- once, so lists are JSON.
create table tower (
  id integer primary key,
  kind text not null check (kind in ('tower', 'hero')),
  -- The order in the game's shop; of heroes, in which they came.
  place integer not null,
  name text not null check (length(name) between 1 and 60),
  full_name text,
  game_id text,
  category text check ((category is null) = (kind = 'hero')),
  hard_cost integer,
  version text,
  -- yyyy-mm-dd
  date text,
  mark text not null check (length(mark) between 1 and 2),
  spelling text,
  others text not null,
  former text not null,
  upgrades text not null,
  prices text not null,
  excluded text not null,
  -- The keys of all names and spellings (domain/game/name-key.ts).
  keys text not null,
  revision integer not null default 1,
  deleted_at text,
  -- JSON: names that completions may still have, each with the one that it became; and up to which place in the table of
  -- completions that is done.
  renames text not null default '{}',
  renamed_to integer not null default 0
);
create index tower_in_order on tower (kind, place, id) where deleted_at is null;
create unique index tower_mark_taken on tower (mark collate nocase) where deleted_at is null;
create unique index tower_game_id_taken on tower (kind, game_id) where deleted_at is null and game_id is not null;

-- No name or spelling is of two of them. Kept by the triggers below.
create table tower_key (
  key text primary key,
  tower integer not null references tower (id) on delete cascade
) without rowid;
create index tower_key_of on tower_key (tower);

create trigger tower_added after insert on tower begin
  insert into tower_key (key, tower) select value, new.id from json_each(new.keys) where new.deleted_at is null;
  insert into touched values ('catalogue');
end;
create trigger tower_changed after update on tower begin
  delete from tower_key where tower = new.id;
  insert into tower_key (key, tower) select value, new.id from json_each(new.keys) where new.deleted_at is null;
  insert into touched values ('catalogue');
end;

-- The game's own id of a map.
alter table map add column game_id text;

-- Maps and towers are never deleted as rows.
drop trigger map_delete_touches;
