-- Derived: how often each tower, or pair of towers, is there, in challenges whose original goes by its towers alone. Kept by
-- the triggers below, and counted anew by `npm run index -- check`. A row may be left with nothing in it.
create table combination_count (
  challenge text not null,
  -- In the order that completion.og_identity has them; empty where one tower is all.
  first text not null,
  second text not null,
  verified integer not null,
  -- Of the verified ones, those on the index's maps, each on a map of its own (completion_identity).
  maps integer not null,
  pending integer not null,
  primary key (challenge, first, second)
) strict, without rowid;

-- The live completions that it counts: og_identity is [["Absolute Zero","Quincy"]].
create view combination_of as
  select c.seq, c.challenge, c.map_id as map, json_extract(c.og_identity, '$[0][0]') as first,
    coalesce(json_extract(c.og_identity, '$[0][1]'), '') as second, c.pending is not null as is_pending,
    m.listed as is_listed
  from completion as c join map as m on m.id = c.map_id
  where c.deleted_at is null and substr(c.og_identity, 1, 2) = '[[';

insert into combination_count (challenge, first, second, verified, maps, pending)
  select challenge, first, second, sum(not is_pending), sum(not is_pending and is_listed), sum(is_pending)
  from combination_of group by challenge, first, second;

-- Not to be read: whoever inserts here has a completion counted (step 1) or no longer counted (step -1).
create view combination_tally as
  select null as challenge, null as map, null as og_identity, null as is_pending, null as step where false;

create trigger combination_counted instead of insert on combination_tally when substr(new.og_identity, 1, 2) = '[[' begin
  insert into combination_count (challenge, first, second, verified, maps, pending)
    select new.challenge, json_extract(new.og_identity, '$[0][0]'),
      coalesce(json_extract(new.og_identity, '$[0][1]'), ''), new.step * (not new.is_pending),
      new.step * (not new.is_pending and (select listed from map where id = new.map)), new.step * new.is_pending
    where true
    on conflict do update set verified = verified + excluded.verified, maps = maps + excluded.maps,
      pending = pending + excluded.pending;
end;

create trigger combination_added after insert on completion when new.deleted_at is null begin
  insert into combination_tally values (new.challenge, new.map_id, new.og_identity, new.pending is not null, 1);
end;

create trigger combination_removed after delete on completion when old.deleted_at is null begin
  insert into combination_tally values (old.challenge, old.map_id, old.og_identity, old.pending is not null, -1);
end;

create trigger combination_changed after update of challenge, map_id, og_identity, pending, deleted_at on completion begin
  insert into combination_tally
    select old.challenge, old.map_id, old.og_identity, old.pending is not null, -1 where old.deleted_at is null;
  insert into combination_tally
    select new.challenge, new.map_id, new.og_identity, new.pending is not null, 1 where new.deleted_at is null;
end;

-- A map that becomes one of the index's, or no longer is one.
create trigger combination_maps_moved after update of deleted_at, difficulty on map
  when (old.deleted_at is null and old.difficulty is not null) <> (new.deleted_at is null and new.difficulty is not null) begin
  insert into combination_count (challenge, first, second, verified, maps, pending)
    select challenge, first, second, 0, iif(new.deleted_at is null and new.difficulty is not null, 1, -1), 0
    from combination_of where map = new.id and not is_pending
    on conflict do update set maps = maps + excluded.maps;
end;
