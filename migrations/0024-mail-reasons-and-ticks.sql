-- Private: what a person is told by mail. By the token's sub: with an external sign-in there are no accounts to refer to.
create table person (
  id text not null primary key,
  -- JSON: the kinds of mail that they switched on or off (domain/contract/notices.ts, MAILS).
  switches text not null default '{}' check (json_valid(switches)),
  -- What the links in their mails name them by.
  secret text unique,
  -- Only where the accounts are elsewhere.
  address text,
  address_confirmed_at text
) strict, without rowid;

-- Whether its mail is still to be sent, is being sent by somebody until a time (ISO 8601, UTC), or is done with.
alter table notice add column mailed text not null default 'due';
update notice set mailed = 'done';
create index notice_due on notice (at, id) where mailed <> 'done';

-- Private: what helpers say often when they reject or ask. Every version stays, with who wrote it; the last one counts.
create table canned_reason (
  seq integer primary key autoincrement,
  -- UUID, of all versions of one.
  id text not null,
  -- Null: of every challenge.
  challenge text,
  kind text not null check (kind in ('reject', 'ask')),
  title text not null,
  -- Empty: it was removed.
  text text not null,
  at text not null,
  -- The token's sub: with an external sign-in there are no accounts to refer to.
  by text not null
) strict;
create index canned_reason_versions on canned_reason (id, seq);

-- Private: the warnings of the form at which whoever sent a completion says they have looked, for the helpers.
create table looked_at (
  completion text not null primary key references completion (id) on delete cascade,
  -- The completion's revision that they sent.
  revision integer not null,
  -- JSON: the ids of the checks (domain/checks/).
  checks text not null check (json_valid(checks))
) strict, without rowid;
