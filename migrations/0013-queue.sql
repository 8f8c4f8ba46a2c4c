-- What waits for a helper, oldest first, over all challenges.
create index completion_queue on completion (created_at, id) where deleted_at is null and pending is not null;
