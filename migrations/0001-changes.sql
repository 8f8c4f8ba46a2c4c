-- The log of every change, and the tags by which cached answers know whether something they were made from has changed.

-- Public: every change, appended in the same batch as the change itself.
create table change (
  seq integer primary key autoincrement,
  at text not null,
  -- The user's id, or "system" for what the index does itself.
  actor text not null,
  -- What the actor was then, "member", "verifier" or "helper": the public history says no more of somebody without a name.
  actor_level text,
  action text not null,
  noun text not null,
  noun_id text not null,
  -- The noun's revision after the change; null where it counts none.
  revision integer,
  -- Which shape the two states have: a noun's log.ts reads those of before its columns changed, too.
  shape integer not null default 1,
  before text check (before is null or json_valid(before)),
  after text check (after is null or json_valid(after)),
  -- What one request wrote together, by an id of its own; null where it wrote one change alone.
  act text,
  -- What whoever follows the changes asks for: the challenge of a completion, else the noun.
  topic text generated always as (
    case noun when 'completion' then coalesce(after ->> '$.challenge', before ->> '$.challenge') else noun end
  ) virtual
) strict;

create index change_by_noun on change (noun, noun_id, seq);
create index change_by_topic on change (topic, seq);
create index change_of_act on change (act, seq) where act is not null;

-- How long what was submitted waited for its verdict.
create index change_verdicts on change (seq) where noun = 'completion' and action in ('verify', 'reject');

-- The list of changes can be narrowed to those of one person, of one kind, and from a day on.
create index change_by_actor on change (actor, seq) where actor_level is not null;
create index change_by_action on change (action, seq) where actor_level is not null;
create index change_by_time on change (at, seq) where actor_level is not null;

-- Derived: what answers are made from (server/db/tags.ts), each with the number of its last move: one above all that there were.
-- Triggers move them with whatever is public of what they stand for, whoever writes it.
create table source (
  name text not null primary key,
  version integer not null
) strict, without rowid;

-- Whether anything moved is one row of it.
create index source_by_version on source (version);

-- Not to be read: whoever inserts here moves a source.
create view touched as select null as source where false;

create trigger source_moved instead of insert on touched begin
  insert into source (name, version) select new.source, coalesce(max(version), 0) + 1 from source where true
    on conflict do update set version = excluded.version;
end;

-- Derived: whose the last moves of completions were, so that who reads knows what they cannot have changed
-- (server/db/versions.ts). A move without its row here concerns all of its challenge.
create table completion_move (
  -- The number that its source got by it, and the one before.
  version integer primary key,
  before integer not null,
  challenge text not null,
  completion text not null,
  map_id integer not null,
  -- JSON arrays
  towers text not null,
  people_keys text not null,
  -- Its words and tokens, each between blanks.
  words text not null,
  is_verified integer not null check (is_verified in (0, 1)),
  -- Others show what it has.
  is_original integer not null check (is_original in (0, 1))
) strict;

-- Not to be read: whoever inserts here moves the source of a completion, as it was or as it is.
create view touched_completion as
  select null as challenge, null as id, null as map_id, null as towers, null as people_keys, null as words, null as og,
    null as pending where false;

create trigger completion_moved instead of insert on touched_completion begin
  insert or replace into completion_move (version, before, challenge, completion, map_id, towers, people_keys, words, is_verified, is_original)
    select coalesce(max(version), 0) + 1,
      coalesce((select version from source where name = 'completions:' || new.challenge), 0),
      new.challenge, new.id, new.map_id, new.towers, new.people_keys, replace(new.words, ',', ' '),
      new.pending is null, new.pending is null and new.og = 1
    from source;
  delete from completion_move where version <= (select max(version) from completion_move) - 2000;
  insert into touched values ('completions:' || new.challenge);
end;
