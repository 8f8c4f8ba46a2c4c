-- Rows that are equal in a list's order: verified ones first, then as they were recorded, then as they were written
-- (app/features/completions/repository/conditions.server.ts).

alter table completion add column is_claim integer generated always as (pending is not null) virtual;
-- Of equal amounts the earlier day is first, as it has the record; an unknown day is last.
alter table completion add column date_order text generated always as (coalesce(date, '9999')) virtual;

-- Each index ends with seq, as every index does. What many rows are equal in has an index for each direction, because the
-- order of equal rows does not turn round with it.
drop index completion_by_towers;
drop index completion_by_tower1_map;
drop index completion_by_tower2;
drop index completion_by_map;
drop index completion_by_map_towers;
drop index completion_by_map_recorded;
drop index completion_by_map_major;
drop index completion_by_version;
drop index completion_by_date;
drop index completion_by_money;
drop index completion_by_recorded;
drop index completion_by_og;
drop index completion_by_tower_count;
drop index completion_by_type;
drop index completion_by_upgrades;
create index completion_by_towers on completion (challenge, tower1, tower2, map_id, is_claim, created_at)
  where deleted_at is null;
create index completion_by_tower1_map on completion (challenge, tower1, map_id, is_claim, created_at)
  where deleted_at is null;
create index completion_by_tower2 on completion (challenge, tower2, is_claim, created_at) where deleted_at is null;
create index completion_by_tower2_down on completion (challenge, tower2 desc, is_claim, created_at)
  where deleted_at is null;
create index completion_by_map on completion (challenge, map_id, is_claim, created_at) where deleted_at is null;
create index completion_by_map_towers on completion (challenge, map_id, tower1, tower2, is_claim, created_at)
  where deleted_at is null;
create index completion_by_map_recorded on completion (challenge, map_id, created_at) where deleted_at is null;
create index completion_by_map_major on completion (challenge, map_id, major_version desc, is_claim, created_at)
  where deleted_at is null;
create index completion_by_version on completion (challenge, version_order, is_claim, created_at)
  where deleted_at is null;
create index completion_by_version_down on completion (challenge, version_order desc, is_claim, created_at)
  where deleted_at is null;
create index completion_by_date on completion (challenge, date, is_claim, created_at) where deleted_at is null;
create index completion_by_date_down on completion (challenge, date desc, is_claim, created_at)
  where deleted_at is null;
create index completion_by_money on completion (challenge, money, is_claim, date_order, created_at)
  where deleted_at is null;
create index completion_by_money_down on completion (challenge, money desc, is_claim, date_order, created_at)
  where deleted_at is null;
create index completion_by_recorded on completion (challenge, created_at) where deleted_at is null;
create index completion_by_og on completion (challenge, og, is_claim, created_at) where deleted_at is null;
create index completion_by_og_down on completion (challenge, og desc, is_claim, created_at) where deleted_at is null;
create index completion_by_tower_count on completion (challenge, tower_count, is_claim, date_order, created_at)
  where deleted_at is null;
create index completion_by_tower_count_down on completion (challenge, tower_count desc, is_claim, date_order, created_at)
  where deleted_at is null;
create index completion_by_tower_set
  on completion (challenge, tower_count, towers collate nocase, is_claim, created_at) where deleted_at is null;
create index completion_by_type on completion (challenge, completion_type, is_claim, created_at)
  where deleted_at is null;
create index completion_by_type_down on completion (challenge, completion_type desc, is_claim, created_at)
  where deleted_at is null;
create index completion_by_upgrades on completion (challenge, upgrades, is_claim, created_at)
  where deleted_at is null;
create index completion_by_upgrades_down on completion (challenge, upgrades desc, is_claim, created_at)
  where deleted_at is null;

-- Of equally good ones the first has the record.
drop index completion_best_on_map;
drop index completion_best_in_version;
drop index completion_best_of_type;
create index completion_best_on_map on completion (challenge, map_id, record_amount, date_order, created_at)
  where deleted_at is null and pending is null and record_amount is not null;
create index completion_best_in_version
  on completion (challenge, map_id, major_version, record_amount, date_order, created_at)
  where deleted_at is null and pending is null and record_amount is not null and major_version is not null;
create index completion_best_of_type on completion (challenge, map_id, completion_type, record_amount, day, created_at)
  where deleted_at is null and pending is null and record_amount is not null;

-- Of those that are equally new, the one that was recorded last is first.
drop index completion_newest;
drop index completion_newest_original;
drop index completion_newest_on_map;
drop index completion_by_recency;
create index completion_newest on completion (recency, created_at, seq, challenge, map_id)
  where deleted_at is null and pending is null;
create index completion_newest_original on completion (recency, created_at)
  where deleted_at is null and pending is null and og = 1;
create index completion_newest_on_map on completion (challenge, map_id, recency, created_at)
  where deleted_at is null and pending is null;
create index completion_by_recency on completion (challenge, recency, created_at, seq, date, version_order)
  where deleted_at is null;

-- Programs are shown no claim to what is verified, so whoever read the others reads something else now.
create trigger completion_insert_touches_claims after insert on completion
  when new.deleted_at is null and new.pending is null and new.identity is not null begin
  insert into touched_completion
    select challenge, id, map_id, towers, people_keys, words || tokens || ' ', og, pending from completion
    where challenge = new.challenge and identity = new.identity and deleted_at is null and pending is not null;
end;
create trigger completion_update_touches_claims after update of challenge, identity, pending, deleted_at on completion
  when (old.deleted_at is null and old.pending is null or new.deleted_at is null and new.pending is null)
    and (old.deleted_at is null and old.pending is null, old.challenge, old.identity)
      is not (new.deleted_at is null and new.pending is null, new.challenge, new.identity) begin
  insert into touched_completion
    select challenge, id, map_id, towers, people_keys, words || tokens || ' ', og, pending from completion
    where (challenge, identity) in (values (old.challenge, old.identity), (new.challenge, new.identity))
      and deleted_at is null and pending is not null and id <> new.id;
end;
create trigger completion_delete_touches_claims after delete on completion
  when old.deleted_at is null and old.pending is null and old.identity is not null begin
  insert into touched_completion
    select challenge, id, map_id, towers, people_keys, words || tokens || ' ', og, pending from completion
    where challenge = old.challenge and identity = old.identity and deleted_at is null and pending is not null;
end;
