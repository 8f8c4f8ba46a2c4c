-- Private: the open combinations that people wish somebody did. By the token's sub: with an external sign-in there are no
-- accounts to refer to. A wish is fulfilled while a verified completion of it exists, which nothing here remembers.
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
