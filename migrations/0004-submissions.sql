-- What submissions need beside the rows themselves.

-- Why a helper rejected a completion. A rejected row is deleted; its submitter still sees it and may send it again.
alter table completion add column rejection text;
create index completion_of_submitter on completion (submitted_by, updated_at desc, id) where submitted_by is not null;
create index completion_by_deletion on completion (deleted_at) where deleted_at is not null;

-- The picture's small webp, by its hash; null for videos and where none could be made.
alter table media add column thumbnail text;
create index media_by_thumbnail on media (thumbnail) where thumbnail is not null;

-- Blobs that lost their last or any other key, and when: they stay for the time in which an undo may ask for them.
create table media_release (
  hash text not null primary key,
  at text not null
) strict, without rowid;

-- What goes with a completion that is deleted already counts from that: its time for undo has run since then.
create trigger media_removed after delete on media begin
  insert into media_release (hash, at)
    select released.value, coalesce(
      (select updated_at from completion where id = old.completion and deleted_at is not null),
      strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
    from json_each(json_array(old.hash, old.thumbnail)) as released where released.value is not null
    on conflict (hash) do update set at = max(at, excluded.at);
end;
create index media_release_by_time on media_release (at);

-- Completions that wait for a helper, oldest change first, and the feed of one noun.
create index change_by_actor on change (actor, seq);

-- How far each receiver of notifications has got in the log: the log is the outbox, nothing in it is lost.
create table webhook_position (
  -- The name of the setting that has its address: "WEBHOOKS_PENDING", followed by the place in the list.
  receiver text not null primary key,
  seq integer not null,
  attempts integer not null default 0,
  -- Not before then, ISO 8601.
  next_at text,
  last_error text
) strict, without rowid;

-- What the actor was when it happened, "member" or "helper": the public history says no more of somebody without a name.
alter table change add column actor_level text;
