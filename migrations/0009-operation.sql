-- What running a site needs: moving in (docs/decisions/021-importing.md), restoring an export, public dumps, webhooks.

-- Passing: there is a row from before the first of an import's batches until all of them are written: begun again, it goes
-- on. No archive has it.
create table import_under_way (
  id integer primary key check (id = 1),
  -- The folder of the backup that was taken before.
  backup text not null,
  -- ISO 8601
  begun_at text not null,
  -- The last number of the log before it.
  after_seq integer not null
) strict;
create trigger import_begins after insert on import_under_way begin insert into touched values ('import'); end;
create trigger import_ends after delete on import_under_way begin insert into touched values ('import'); end;

-- Private: files that were taken in from a bucket, so that an import that is begun again does not take them in once more.
create table import_file (
  source text not null primary key,
  bytes integer not null,
  -- ISO 8601; null where the bucket says none.
  modified_at text,
  -- What became of it: its entry, or the rule by which it is left out.
  result text not null check (json_valid(result)),
  at text not null
) strict, without rowid;

-- Passing: an export that comes in the place of everything else. Where that is no transaction (D1), there is a row from
-- before the first of its rows comes until the last one is there; after a failure it says that what is here is half of
-- something.
create table restoration (
  id integer not null primary key check (id = 1),
  -- When the export was made (ISO 8601).
  made_at text not null
) strict;

-- Which public dumps there are, one a day. Passing: a dump is made of everything else, and stands where files do; no part of
-- an export.
create table dump (
  -- yyyy-mm-dd, UTC
  day text not null primary key,
  -- Who makes it, and until when nobody else does (ISO 8601): of several processes one.
  holder text not null,
  held_until text not null,
  -- What is in it (domain/contract/dumps.ts); null until it is whole.
  manifest text check (manifest is null or json_valid(manifest))
) strict, without rowid;

create trigger dump_insert_touches after insert on dump when new.manifest is not null begin
  insert into touched values ('dumps');
end;
create trigger dump_update_touches after update of manifest on dump when old.manifest is not new.manifest begin
  insert into touched values ('dumps');
end;
create trigger dump_delete_touches after delete on dump when old.manifest is not null begin
  insert into touched values ('dumps');
end;

-- Private: how far each receiver of notifications has got in the log: the log is the outbox, nothing in it is lost.
create table webhook_position (
  -- The name of the setting that has its address: "WEBHOOKS_PENDING", followed by the place in the list.
  receiver text not null primary key,
  seq integer not null,
  -- Failures since it was last told something.
  attempts integer not null default 0,
  -- How many of these at the end, in a row, were refusals of the message itself.
  refusals integer not null default 0,
  -- Not before then, ISO 8601.
  next_at text,
  last_error text,
  -- Somebody is telling it until then, ISO 8601, and nobody else does meanwhile.
  leased_until text
) strict, without rowid;
