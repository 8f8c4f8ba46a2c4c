-- What moves an index in (docs/decisions/021-importing.md).

-- There is a row from before the first of an import's batches until all of them are written: begun again, it goes on. No
-- archive has it.
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

-- Files that were taken in from a bucket, so that an import that is begun again does not take them in once more.
create table import_file (
  source text not null primary key,
  bytes integer not null,
  -- ISO 8601; null where the bucket says none.
  modified_at text,
  -- What became of it: its entry, or the rule by which it is left out.
  result text not null check (json_valid(result)),
  at text not null
) strict, without rowid;

-- An export that comes in the place of everything else. Where that is no transaction (D1), there is a row from before the
-- first of its rows comes until the last one is there; after a failure it says that what is here is half of something.
create table restoration (
  id integer not null primary key check (id = 1),
  -- When the export was made (ISO 8601).
  made_at text not null
) strict;
