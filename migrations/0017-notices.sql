-- Private: what a player and helpers say to each other of one completion, and what helpers note for themselves. Verdicts are
-- not among it: the log has them. People are the token's sub: with an external sign-in there are no accounts to refer to.
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

-- Private: what a person is told, once for each cause, and when they saw it.
create table notice (
  id text not null primary key,
  person text not null,
  kind text not null,
  cause text not null,
  -- Null: it is about none.
  completion text references completion (id) on delete cascade,
  -- JSON: what it tells besides.
  data text not null,
  at text not null,
  seen_at text,
  unique (person, cause)
) strict, without rowid;
create index notice_by on notice (person, at, id);
create index notice_of on notice (completion);

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

-- The player is told of every decision that is not their own, by whichever way it came. The batch has logged it by now.
create trigger notice_of_verdict after update of pending, deleted_at on completion
  when old.pending is not null and old.deleted_at is null and (new.pending is null or new.deleted_at is not null)
begin
  delete from question where completion = new.id;
  delete from notice where completion = new.id and kind in ('ask', 'answer') and seen_at is null;
  insert or ignore into notice (id, person, kind, cause, completion, data, at)
    select lower(hex(randomblob(16))), old.pending,
      case when new.deleted_at is null then 'verified' when new.rejection is null then 'removed' else 'rejected' end,
      'change ' || seq, new.id,
      case when new.rejection is null then '{}' else json_object('text', new.rejection) end, at
    from change where noun = 'completion' and noun_id = new.id and actor <> old.pending
      and seq = (select max(seq) from change where noun = 'completion' and noun_id = new.id);
end;

-- What was decided and is pending again is no news to whoever has not seen it yet.
create trigger notice_withdrawn after update of pending, deleted_at on completion
  when new.pending is not null and new.deleted_at is null and (old.pending is null or old.deleted_at is not null)
begin
  delete from notice
    where completion = new.id and kind in ('verified', 'rejected', 'removed') and seen_at is null;
end;

-- How long what was submitted waited for its verdict.
create index change_verdicts on change (seq) where noun = 'completion' and action in ('verify', 'reject');
