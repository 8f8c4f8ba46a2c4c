-- Private: who is being erased, and how far that is. The row goes with the last trace of them.
create table erasure (
  -- What stands in the place of the token's sub: "erased-" and a UUID.
  id text not null primary key,
  -- The token's sub; null: nothing here names them any more, but the engine may still hold what was deleted.
  person text unique,
  -- JSON: the keys (domain/game/name-key.ts, personKey) of the names that become "a player"; empty: their names stay.
  names text not null check (json_valid(names)),
  at text not null,
  step text not null check (step in ('submissions', 'completions', 'log', 'players', 'search', 'end', 'file')),
  -- The last number of the step's table that is done.
  done_to integer not null default 0,
  -- How many entries of the log were redacted.
  redacted integer not null default 0
) strict, without rowid;

-- Whose name was erased is nobody: no player has that name, so it has no page, is on no board and is not suggested.
create trigger player_is_nobody before insert on player when new.origin_key = 'a player' begin
  select raise(ignore);
end;

-- Whoever was erased is told nothing.
create trigger notice_to_nobody before insert on notice when substr(new.person, 1, 7) = 'erased-' begin
  select raise(ignore);
end;
