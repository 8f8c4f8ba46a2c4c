-- The best completion of each type on a map, as completion_best_in_version has it for each major version.
create index completion_best_of_type on completion (challenge, map_id, completion_type, record_amount)
  where deleted_at is null and pending is null and record_amount is not null and completion_type is not null;
