-- Copies of pictures behind links to proof, which whoever submitted them asked for (app/features/kept-copies). One is public only
-- while the link is gone (gone_proof), and none is ever logged.
create table kept_copy (
  completion text not null references completion (id) on delete cascade,
  -- The link as it is watched (domain/media/link-hosts.ts).
  url text not null,
  -- Where it is fetched, once.
  host text not null,
  path text not null,
  state text not null check (state in ('due', 'copied', 'failed')),
  -- When it is fetched (ISO 8601); whoever fetches it puts that off meanwhile.
  due_at text,
  -- Of one that failed, the code of the sentence that says why (domain/messages).
  why text,
  hash text,
  content_type text,
  bytes integer,
  thumbnail text,
  -- When it was asked for, copied, or failed.
  at text not null,
  primary key (completion, url),
  check ((state = 'copied') = (hash is not null)),
  check ((state = 'due') = (due_at is not null))
) strict, without rowid;
create index kept_copy_due on kept_copy (due_at) where due_at is not null;
create index kept_copy_hash on kept_copy (hash) where hash is not null;
create index kept_copy_thumbnail on kept_copy (thumbnail) where thumbnail is not null;

-- The files of copies.
create view copied_blob as
  select hash from kept_copy where hash is not null
  union all select thumbnail as hash from kept_copy where thumbnail is not null;

-- Whether somebody wants copies of what they submit, as they said last.
alter table person add column keeps_copies integer not null default 0 check (keeps_copies in (0, 1));
