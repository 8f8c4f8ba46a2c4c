-- What is moved in from elsewhere, or taken back: many rows in one act (docs/decisions/012-moving-in.md).

create table act (
  -- UUID
  id text not null primary key,
  kind text not null check (kind in ('import', 'undo')),
  -- Of an undo: the act that it takes back.
  of text references act (id),
  -- Nothing of an act is seen until it is done.
  state text not null check (state in ('staging', 'done', 'undone')),
  started_at text not null,
  ended_at text,
  -- Its entries in the log stand together: the first is about the act itself.
  first_seq integer,
  last_seq integer
) strict;

-- What an act is going to write, while it is gathered.
create table act_row (
  act text not null references act (id) on delete cascade,
  position integer not null,
  noun text not null,
  id text not null,
  -- What the thing's revision must still be; null: it must not be there.
  expected integer,
  -- Its revision after that.
  revision integer not null,
  -- As the log keeps them, and in which shape: null is not there.
  shape integer not null,
  before text check (before is null or json_valid(before)),
  after text check (after is null or json_valid(after)),
  -- JSON: columns that follow from it and that the log does not keep.
  derived text not null check (json_valid(derived)),
  primary key (act, position)
) strict, without rowid;
-- Each noun's rows are written by statements of their own: those of a noun that has none look at nothing.
create index act_row_of_noun on act_row (act, noun);

-- An export that comes in the place of everything else. Where that is no transaction (D1), there is a row from before the
-- first of its rows comes until the last one is there; after a failure it says that what is here is half of something.
create table restoration (
  id integer not null primary key check (id = 1),
  -- When the export was made (ISO 8601).
  made_at text not null
) strict;

-- Sample rows that an act took away, so that an undo brings them back.
create table act_sample (
  act text not null references act (id) on delete cascade,
  kind text not null check (kind in ('completion', 'media', 'chimps-start')),
  kept text not null check (json_valid(kept))
) strict;
create index act_sample_of on act_sample (act, kind);

-- Files that were taken in from a bucket, so that an import that is begun again does not take them in once more.
create table act_file (
  source text not null primary key,
  bytes integer not null,
  -- ISO 8601; null where the bucket says none.
  modified_at text,
  -- What became of it: its entry, or the rule by which it is left over.
  result text not null check (json_valid(result)),
  at text not null
) strict, without rowid;
