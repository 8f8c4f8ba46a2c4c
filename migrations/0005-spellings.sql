-- What people type for a tower or a map besides its name: a search finds what a spelling stands for.

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
