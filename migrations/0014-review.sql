-- What one request wrote together, by an id of its own; null where it wrote one change alone, or before this was kept.
alter table change add column act text;
create index change_of_act on change (act, seq) where act is not null;

-- Private: who is looking at what waits, so that no two helpers watch the same video. A helper holds one completion. It ends
-- by itself (held_until), so nothing sweeps it; it is courtesy alone, and a completion's revision guards its verdict.
create table review (
  completion text not null primary key references completion (id) on delete cascade,
  -- The token's sub: with an external sign-in there are no accounts to refer to.
  holder text not null unique,
  -- ISO 8601, UTC
  held_until text not null
) strict, without rowid;

-- Private: what a helper put off for a day.
create table review_skip (
  helper text not null,
  completion text not null references completion (id) on delete cascade,
  until text not null,
  primary key (helper, completion)
) strict, without rowid;
create index review_skip_of on review_skip (completion);

-- Whatever is decided is nobody's any more, by whichever way that was done.
create trigger review_decided after update of pending, deleted_at on completion
  when new.pending is null or new.deleted_at is not null
begin
  delete from review where completion = new.id;
end;
