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

create trigger chimps_start_insert_touches after insert on chimps_start begin insert into touched values ('starts'); end;
create trigger chimps_start_update_touches after update on chimps_start begin insert into touched values ('starts'); end;
create trigger chimps_start_delete_touches after delete on chimps_start begin insert into touched values ('starts'); end;
create trigger balance_change_insert_touches after insert on balance_change begin insert into touched values ('balance-changes'); end;
create trigger balance_change_update_touches after update on balance_change begin insert into touched values ('balance-changes'); end;
create trigger balance_change_delete_touches after delete on balance_change begin insert into touched values ('balance-changes'); end;

-- Whether there is any sample: the first one and the last one of them move it.
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
