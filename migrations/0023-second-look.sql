-- Public: that a second helper looked at a verified completion, who, when, and at which revision. It holds for that revision
-- alone, and only while nobody verifies it anew: nothing takes it away when that moves.
alter table completion add column confirmed_by text;
alter table completion add column confirmed_at text;
alter table completion add column confirmed_revision integer;
-- What helpers verified, the oldest first.
create index completion_second_look on completion (verified_at, id)
  where deleted_at is null and pending is null and verified_by is not null;

-- Of a helper's doubt, the revision that they saw; null: a member's report.
alter table report add column doubted_revision integer;
