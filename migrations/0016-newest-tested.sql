-- A list with its newest first is walked from the newest on. Whether a row has the date or the version that is asked for
-- is in the index, so that no row is read that has not: the newest of an old version come after a hundred thousand others.
drop index completion_by_recency;
create index completion_by_recency on completion (challenge, recency, id, date, version_order)
  where deleted_at is null;
