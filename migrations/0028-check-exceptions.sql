-- Private: that a helper excepts a completion, as it is at a revision, from a check, and why. Every entry stays, with who
-- made it; the last one counts.
create table check_exception (
  seq integer primary key autoincrement,
  completion text not null references completion (id) on delete cascade,
  revision integer not null,
  -- A check's id (domain/checks/).
  check_id text not null,
  -- Empty: it is excepted no more.
  reason text not null,
  at text not null,
  -- The token's sub: with an external sign-in there are no accounts to refer to.
  by text not null
) strict;
create index check_exception_of on check_exception (completion, revision, check_id, seq);
