-- How completions are judged. All of it is private, and people are the token's sub: with an external sign-in there are no
-- accounts to refer to.

-- Private: who is looking at what waits, so that no two helpers watch the same video. A helper holds one completion. It ends
-- by itself (held_until), so nothing sweeps it; it is courtesy alone, and a completion's revision guards its verdict.
create table review (
  completion text not null primary key references completion (id) on delete cascade,
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

-- Private: what a player and helpers say to each other of one completion, and what helpers note for themselves. Verdicts are
-- not among it: the log has them.
create table message (
  -- UUID
  id text not null primary key,
  completion text not null references completion (id) on delete cascade,
  -- The completion's revision that it was written about.
  revision integer not null,
  -- ISO 8601, UTC
  at text not null,
  author text not null,
  side text not null check (side in ('player', 'helper')),
  -- For helpers alone.
  private integer not null check (private in (0, 1)),
  kind text not null check (kind in ('text', 'ask', 'answer', 'appeal')),
  body text not null
) strict, without rowid;
create index message_of on message (completion, at, id);
create index message_by on message (author, at);
-- What was rejected is appealed once, unless it is changed.
create unique index message_appeal on message (completion, revision) where kind = 'appeal';

-- Private: what helpers asked last of a completion that is pending. Until then it is its player's turn.
create table question (
  completion text not null primary key references completion (id) on delete cascade,
  asked_by text not null,
  asked_at text not null,
  until text not null,
  answered_at text
) strict, without rowid;

-- A player who was asked for more and adds it by an edit has answered.
create trigger question_answered_by_edit after insert on change when new.noun = 'completion' and new.action = 'edit'
begin
  update question set answered_at = new.at
    where completion = new.noun_id and answered_at is null and asked_at < new.at
      and new.actor = (select pending from completion where id = new.noun_id);
end;

-- Whoever asked is told of the answer.
create trigger question_answered after update of answered_at on question
  when old.answered_at is null and new.answered_at is not null
begin
  insert or ignore into notice (id, person, kind, cause, completion, data, at)
    values (lower(hex(randomblob(16))), new.asked_by, 'answer', 'answer ' || new.completion || ' ' || new.asked_at,
      new.completion, '{}', new.answered_at);
end;

-- Private: what a member thinks is wrong with a completion, until a helper has decided.
create table report (
  id text not null primary key,
  completion text not null references completion (id) on delete cascade,
  reporter text not null,
  reason text not null,
  link text,
  at text not null,
  closed_at text,
  -- Null where it closed by itself.
  closed_by text,
  -- "gone": its completion was deleted before anybody decided.
  outcome text check (outcome in ('stands', 'pending', 'removed', 'gone')),
  -- Of a helper's doubt, the revision that they saw; null: a member's report.
  doubted_revision integer
) strict, without rowid;
create unique index report_once on report (completion, reporter) where closed_at is null;
-- A completion that is removed for good takes its reports along.
create index report_of on report (completion);
create index report_open on report (at, id) where closed_at is null;
create index report_open_of on report (reporter) where closed_at is null;

create trigger report_gone after update of deleted_at on completion when new.deleted_at is not null
begin
  update report set closed_at = new.deleted_at, outcome = 'gone' where completion = new.id and closed_at is null;
end;

-- Whoever reported it is told what came of that; a helper who doubted in words of their own.
create trigger report_closed after update of closed_at on report when old.closed_at is null and new.closed_at is not null
begin
  insert or ignore into notice (id, person, kind, cause, completion, data, at)
    values (lower(hex(randomblob(16))), new.reporter, iif(new.doubted_revision is null, 'report-', 'doubt-')
      || case when new.outcome in ('stands', 'pending') then new.outcome else 'removed' end,
      'report ' || new.id, new.completion, '{}', new.closed_at);
end;

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
  by text not null
) strict;
create index canned_reason_versions on canned_reason (id, seq);

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
  by text not null
) strict;
create index check_exception_of on check_exception (completion, revision, check_id, seq);

-- Private: the warnings of the form at which whoever sent a completion says they have looked, for the helpers.
create table looked_at (
  completion text not null primary key references completion (id) on delete cascade,
  -- The completion's revision that they sent.
  revision integer not null,
  -- JSON: the ids of the checks (domain/checks/).
  checks text not null check (json_valid(checks))
) strict, without rowid;
