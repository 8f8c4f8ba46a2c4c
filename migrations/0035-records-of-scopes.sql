-- The best completions of each type on a map, in challenges without types of all: of equals, in the order in which they came.
-- The records that were ever set are found in it one after another, so no index of their days is kept.
drop index completion_best_of_type;
create index completion_best_of_type
  on completion (challenge, map_id, completion_type, record_amount, day, created_at, id)
  where deleted_at is null and pending is null and record_amount is not null;
drop index completion_ranked_by_day;
