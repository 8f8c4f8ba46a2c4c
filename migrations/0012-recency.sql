-- How new a completion is, as a text to sort by: since it was verified or, of a claim, submitted. Of one that was moved in
-- nobody knows when it was verified, but that it was before all others: these come below, by the day they were played, else
-- in the order in which they were written.
alter table completion add column recency text generated always as (
  case when pending is not null then created_at
    when verified_at is not null then verified_at
    else '0 ' || coalesce(date, created_at) end
) virtual;
drop index completion_by_appearance;
alter table completion drop column appeared_at;
drop index completion_newest;
drop index completion_newest_original;
drop index completion_newest_on_map;
create index completion_by_recency on completion (challenge, recency, id) where deleted_at is null;
create index completion_newest on completion (recency, id, challenge, map_id)
  where deleted_at is null and pending is null;
create index completion_newest_original on completion (recency, id)
  where deleted_at is null and pending is null and og = 1;
create index completion_newest_on_map on completion (challenge, map_id, recency, id)
  where deleted_at is null and pending is null;
