-- Derived, all of it: how many there are, so that nobody counts rows to say it. Kept by the triggers below, and counted anew
-- by `npm run index -- check`. A row may be left with nothing in it.

-- Live completions.
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

-- Not to be read: whoever inserts here has a completion counted (step 1) or no longer counted (step -1). The cross joins
-- below hold an order: from a row's few keys to the names, however many of these there are.
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

-- How many live completions hold a tower, in all challenges, whatever its place in them; tower_count has first towers alone.
create table tower_use (
  tower text not null primary key,
  completions integer not null
) strict, without rowid;

-- A completion that holds a tower twice counts once.
create trigger tower_use_added after insert on completion_tower when not exists (
  select 1 from completion_tower where tower = new.tower and challenge = new.challenge and completion = new.completion
    and position <> new.position) begin
  insert into tower_use (tower, completions) values (new.tower, 1)
    on conflict do update set completions = completions + 1;
end;

create trigger tower_use_removed after delete on completion_tower when not exists (
  select 1 from completion_tower where tower = old.tower and challenge = old.challenge and completion = old.completion) begin
  update tower_use set completions = completions - 1 where tower = old.tower;
end;

-- The live completions with neither a link nor a file as their proof, by their place in the table. Only moving in makes such
-- ones; helpers find them here, however many have an upload for their proof and so no link either.
create table completion_without_proof (
  completion integer not null primary key
) strict;

-- Files come after their completion.
create trigger without_proof_added after insert on completion when new.link is null and new.deleted_at is null begin
  insert into completion_without_proof values (new.seq);
end;

create trigger without_proof_changed after update of link, deleted_at on completion
  when (old.link is null, old.deleted_at is null) is not (new.link is null, new.deleted_at is null) begin
  delete from completion_without_proof where completion = old.seq;
  insert into completion_without_proof select new.seq where new.link is null and new.deleted_at is null
    and not exists (select 1 from media where completion = new.id and key = new.id);
end;
create trigger without_proof_removed after delete on completion begin
  delete from completion_without_proof where completion = old.seq;
end;
create trigger without_proof_found after insert on media when new.key = new.completion begin
  delete from completion_without_proof where completion = (select seq from completion where id = new.completion);
end;
create trigger without_proof_lost after delete on media when old.key = old.completion begin
  insert or ignore into completion_without_proof
    select seq from completion where id = old.completion and link is null and deleted_at is null;
end;

-- How often each tower, or pair of towers, is there, in challenges whose original goes by its towers alone.
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
