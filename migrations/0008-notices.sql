-- What people are told, what they wish for and what they follow. All of it is private, and people are the token's sub: with
-- an external sign-in there are no accounts to refer to.

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
  -- Whether its mail is still to be sent, is being sent by somebody until a time (ISO 8601, UTC), or is done with.
  mailed text not null default 'due',
  unique (person, cause)
) strict, without rowid;
create index notice_by on notice (person, at, id);
create index notice_of on notice (completion);
create index notice_due on notice (at, id) where mailed <> 'done';
create index notice_of_follows on notice (person) where kind = 'follow' and seen_at is null;

-- Whoever was erased is told nothing.
create trigger notice_to_nobody before insert on notice when substr(new.person, 1, 7) = 'erased-' begin
  select raise(ignore);
end;

-- The player is told of every decision that is not their own, by whichever way it came. The batch has logged it by now.
create trigger notice_of_verdict after update of pending, deleted_at on completion
  when old.deleted_at is null
    and (old.pending is not null and new.pending is null or new.deleted_at is not null)
    and coalesce(old.pending, old.submitted_by) is not null
begin
  delete from question where completion = new.id;
  delete from notice where completion = new.id and kind in ('ask', 'answer', 'verified', 'pending') and seen_at is null;
  insert or ignore into notice (id, person, kind, cause, completion, data, at)
    select lower(hex(randomblob(16))), coalesce(old.pending, old.submitted_by),
      case when new.deleted_at is null then 'verified' when new.rejection is null then 'removed' else 'rejected' end,
      'change ' || seq, new.id,
      case when new.rejection is null then '{}' else json_object('text', new.rejection) end, at
    from change where noun = 'completion' and noun_id = new.id and actor <> coalesce(old.pending, old.submitted_by)
      and seq = (select max(seq) from change where noun = 'completion' and noun_id = new.id);
end;

-- A player who has seen that it was verified is told that it is pending again.
create trigger notice_of_return after update of pending on completion
  when new.deleted_at is null and old.deleted_at is null and old.pending is null and new.pending is not null
begin
  insert or ignore into notice (id, person, kind, cause, completion, data, at)
    select lower(hex(randomblob(16))), new.pending, 'pending', 'change ' || seq, new.id, '{}', at
    from change where noun = 'completion' and noun_id = new.id and actor <> new.pending
      and seq = (select max(seq) from change where noun = 'completion' and noun_id = new.id)
      and not exists (select 1 from notice as own where own.completion = new.id and own.person = new.pending
        and own.kind = 'verified' and own.seen_at is null);
  delete from notice where completion = new.id and kind = 'verified' and seen_at is null;
end;

-- What was deleted and is there again is no news to whoever has not seen yet what became of it.
create trigger notice_withdrawn after update of deleted_at on completion
  when new.deleted_at is null and old.deleted_at is not null
begin
  delete from notice
    where completion = new.id and kind in ('verified', 'rejected', 'removed') and seen_at is null;
end;

-- Whoever submitted the completion that has the record of its map (in LTC of its map and type, each challenge's widest scope)
-- is told when another takes it, and when it is theirs again. What was played on an earlier day takes nothing from it.

-- Verified completions that are ranked, each with the amount that it had there before; null: it was not there.
create view ranked_anew as select null as id, null as before, null as at where false;

create trigger record_fell instead of insert on ranked_anew begin
  insert or ignore into notice (id, person, kind, cause, completion, data, at)
    select lower(hex(randomblob(16))), held.submitted_by, 'record-fell', 'record ' || c.id || ' ' || new.at, c.id,
      json_object('held', held.id, 'by', held.record_amount - c.record_amount), new.at
    from completion as c join completion as held on held.id = case
      -- Hardly anything is a record, and many may share one.
      when c.record_amount < (select r.record_amount from completion as r
        where r.challenge = c.challenge and r.map_id = c.map_id and r.id <> c.id
          and (c.challenge <> 'ltc' or r.completion_type is c.completion_type)
          and r.deleted_at is null and r.pending is null and r.record_amount is not null
        order by r.record_amount limit 1)
      then (select r.id from completion as r indexed by completion_best_on_map
        where r.challenge = c.challenge and r.map_id = c.map_id and r.id <> c.id
          and (c.challenge <> 'ltc' or r.completion_type is c.completion_type)
          and r.deleted_at is null and r.pending is null and r.record_amount is not null
        order by r.record_amount, r.day is null, r.day, r.created_at, r.id limit 1) end
    where c.id = new.id and c.sample = 0 and held.submitted_by is not null and held.submitted_by is not c.submitted_by
      and ifnull(c.day >= held.day, true)
      and (new.before is null or (held.record_amount, held.day is null, ifnull(held.day, ''), held.created_at, held.id)
        < (new.before, c.day is null, ifnull(c.day, ''), c.created_at, c.id));
  -- That it was theirs again is no news any more.
  delete from notice where kind = 'record-restored' and seen_at is null and completion in (
    select data ->> '$.held' from notice where completion = new.id and kind = 'record-fell' and at = new.at);
end;

create trigger ranked_by_insert after insert on completion
  when new.deleted_at is null and new.pending is null and new.record_amount is not null
begin
  insert into ranked_anew values (new.id, null, new.updated_at);
end;

create trigger ranked_by_update after update of pending, deleted_at, map_id, completion_type, record_amount on completion
  when ifnull(new.record_amount, old.record_amount) is not null
    and (old.pending is null and old.deleted_at is null, old.map_id, old.completion_type, old.record_amount)
      is not (new.pending is null and new.deleted_at is null, new.map_id, new.completion_type, new.record_amount)
begin
  -- What somebody has not seen is no news where the record is theirs again, and what they have seen is taken back.
  delete from notice where completion = new.id and seen_at is null
    and (kind = 'record-restored' or kind = 'record-fell' and old.id is not (
      select r.id from completion as r indexed by completion_best_on_map
        where r.challenge = old.challenge and r.map_id = old.map_id
          and (old.challenge <> 'ltc' or r.completion_type is old.completion_type)
          and r.deleted_at is null and r.pending is null and r.record_amount is not null
        order by r.record_amount, r.day is null, r.day, r.created_at, r.id limit 1));
  insert or ignore into notice (id, person, kind, cause, completion, data, at)
    select lower(hex(randomblob(16))), fell.person, 'record-restored', 'restored ' || fell.id, held.id, '{}', new.updated_at
    from completion as held join notice as fell on fell.person = held.submitted_by
    where held.id = (
      select r.id from completion as r indexed by completion_best_on_map
        where r.challenge = old.challenge and r.map_id = old.map_id
          and (old.challenge <> 'ltc' or r.completion_type is old.completion_type)
          and r.deleted_at is null and r.pending is null and r.record_amount is not null
        order by r.record_amount, r.day is null, r.day, r.created_at, r.id limit 1)
      and held.id <> new.id and old.record_amount < held.record_amount
      and old.pending is null and old.deleted_at is null
      and fell.kind = 'record-fell' and fell.data ->> '$.held' = held.id and fell.seen_at is not null
    order by fell.at desc limit 1;
  insert into ranked_anew
    select new.id, case when old.pending is null and old.deleted_at is null and new.map_id = old.map_id
        and new.completion_type is old.completion_type then old.record_amount end, new.updated_at
      where new.pending is null and new.deleted_at is null and new.record_amount is not null;
end;

-- Private: the open combinations that people wish somebody did. A wish is fulfilled while a verified completion of it exists,
-- which nothing here remembers.
create table wish (
  -- UUID
  id text not null primary key,
  person text not null,
  challenge text not null,
  -- completion.og_identity of its towers; empty where the map alone counts.
  towers text not null,
  -- Null: on any map.
  map integer references map (id) on delete cascade,
  at text not null,
  -- A helper removed it; its person does not wish for the same again.
  removed_at text,
  removed_by text,
  reason text
) strict, without rowid;
create unique index wish_once on wish (challenge, towers, ifnull(map, 0), person);
create index wish_by on wish (person, at, id);

-- The verified completions that each wish is for.
create view wish_done as
  select w.id as wish, c.seq as completion from wish as w join completion as c
    on c.challenge = w.challenge and c.og_identity = w.towers
    where w.towers <> '' and (w.map is null or c.map_id = w.map) and c.deleted_at is null and c.pending is null
  union all
  select w.id, c.seq from wish as w join completion as c on c.challenge = w.challenge and c.map_id = w.map
    where w.towers = '' and c.deleted_at is null and c.pending is null;

-- Not to be read: whoever inserts here has a completion that may be what people wished for.
create view wish_tally as select null as completion where false;

-- Whoever wished for it is told of the first one, unless it is their own.
create trigger wish_fulfilled instead of insert on wish_tally begin
  insert or ignore into notice (id, person, kind, cause, completion, data, at)
    select lower(hex(randomblob(16))), w.person, 'wish', 'wish ' || w.id || ' ' || c.id, c.id, '{}',
      coalesce((select at from change where noun = 'completion' and noun_id = c.id order by seq desc limit 1),
        c.verified_at, c.updated_at)
    from completion as c cross join wish as w on w.challenge = c.challenge
      and w.towers in ('', c.og_identity) and ifnull(w.map, 0) in (0, c.map_id)
    where c.seq = new.completion and w.removed_at is null and w.person is not c.submitted_by
      and not exists (select 1 from wish_done as d where d.wish = w.id and d.completion <> c.seq);
end;

create trigger wish_fulfilled_at_once after insert on completion when new.deleted_at is null and new.pending is null begin
  insert into wish_tally values (new.seq);
end;

create trigger wish_fulfilled_later after update of pending, deleted_at, map_id, og_identity on completion
  when new.deleted_at is null and new.pending is null and (old.deleted_at is not null or old.pending is not null
    or old.map_id <> new.map_id or old.og_identity is not new.og_identity) begin
  insert into wish_tally values (new.seq);
end;

-- What is open again is no news to whoever has not seen it yet.
create trigger wish_open_again after update of pending, deleted_at, map_id, og_identity on completion
  when old.deleted_at is null and old.pending is null begin
  delete from notice where completion = new.id and kind = 'wish' and seen_at is null and not exists (
    select 1 from wish_done as d
      where d.completion = new.seq and notice.cause = 'wish ' || d.wish || ' ' || new.id);
end;

-- Private: what people follow.
create table follow (
  -- UUID
  id text not null primary key,
  person text not null,
  -- Empty: all challenges.
  challenge text not null,
  -- What narrows the list, as its address has it in canonical order.
  query text not null,
  -- What alone it asks for: "all", "map " and its id, "player " and a key of a name, "towers " and completion.og_identity.
  -- Null: something else, for which its list is asked.
  key text,
  at text not null,
  -- Only without a key: when that was verified about which its list is to be asked next; null: nothing was.
  due text
) strict, without rowid;
create unique index follow_once on follow (person, challenge, ifnull(key, query));
create index follow_by_key on follow (key, challenge) where key is not null;
create index follow_by_query on follow (challenge, query) where key is null;
create index follow_due on follow (due, challenge, query) where due is not null;

-- Private: the feed of what a person follows.
create table follow_feed (
  person text not null primary key,
  -- SHA-256 of the secret in its address.
  hash text not null unique,
  at text not null
) strict, without rowid;

-- What is not verified any more is no news to whoever has not seen it yet.
create trigger follow_unverified after update of pending, deleted_at on completion
  when old.deleted_at is null and old.pending is null and (new.deleted_at is not null or new.pending is not null) begin
  delete from notice where completion = new.id and kind = 'follow' and seen_at is null;
end;
