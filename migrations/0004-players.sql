-- Whoever plays, and whose a name is.

-- Public: one row per distinct name for now; that two names are one player is a pointer in player_name.
create table player (
  id integer primary key autoincrement,
  -- The name it was made for.
  origin_key text not null unique,
  -- On no board, and nothing more is taken under the name (app/features/players/).
  banned integer not null default 0 check (banned in (0, 1)),
  -- Has no page, as its owner wishes.
  hidden integer not null default 0 check (hidden in (0, 1))
) strict;
create index player_banned on player (id) where banned = 1;
create index player_hidden on player (id) where hidden = 1;

-- Whose name was erased is nobody: no player has that name, so it has no page, is on no board and is not suggested.
create trigger player_is_nobody before insert on player when new.origin_key = 'a player' begin
  select raise(ignore);
end;

create trigger player_update_touches after update of banned, hidden on player begin insert into touched values ('players'); end;

-- Public.
create table player_name (
  id integer primary key,
  -- domain/game/name-key.ts, personKey
  name_key text not null unique,
  -- domain/game/name-key.ts
  sort_key text not null,
  -- The sort key with the letters of other alphabets as the Latin ones that they look like (in small letters or in capitals):
  -- names with one look_key look alike, and a helper is told of them.
  look_key text generated always as (
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      sort_key
      , 'а', 'a'), 'в', 'b'), 'е', 'e'), 'к', 'k'), 'м', 'm'), 'н', 'h'), 'о', 'o'), 'р', 'p'), 'с', 'c'), 'т', 't')
      , 'у', 'y'), 'х', 'x'), 'і', 'i'), 'ј', 'j'), 'ѕ', 's'), 'һ', 'h'), 'ԁ', 'd'), 'ԛ', 'q'), 'ԝ', 'w'), 'ӏ', 'l')
      , 'α', 'a'), 'β', 'b'), 'ε', 'e'), 'ζ', 'z'), 'η', 'h'), 'ι', 'i'), 'κ', 'k'), 'μ', 'm'), 'ν', 'n'), 'ο', 'o')
      , 'ρ', 'p'), 'τ', 't'), 'υ', 'y'), 'χ', 'x'), 'ω', 'w'), 'օ', 'o'), 'ս', 'u'), 'ո', 'n'), 'հ', 'h'), 'ɑ', 'a')
      , 'ɡ', 'g')
  ) virtual,
  player integer not null references player (id),
  status text not null check (status in ('current', 'former', 'alias'))
) strict;
create index player_name_of on player_name (player);
create index player_name_by_sort_key on player_name (sort_key, id);
create index player_name_by_look on player_name (look_key);

-- A name that is new is nobody's else: only completions tell of it.
create trigger player_name_insert_touches after insert on player_name when new.status <> 'current' begin
  insert into touched values ('players');
end;
create trigger player_name_update_touches after update on player_name begin insert into touched values ('players'); end;
create trigger player_name_delete_touches after delete on player_name begin insert into touched values ('players'); end;

-- Private: who asks to own a player's name, and what helpers decided. An owner may hide the player's page. People are the
-- token's sub: with an external sign-in there are no accounts to refer to.
create table name_request (
  -- UUID
  id text not null primary key,
  person text not null,
  -- Of one who was joined with another player since, that one is meant.
  player integer not null references player (id),
  -- How a helper can see that it is theirs.
  evidence text not null,
  at text not null,
  state text not null check (state in ('open', 'approved', 'denied', 'ended')),
  -- Why it was denied.
  reason text,
  decided_by text,
  decided_at text
) strict, without rowid;
create unique index name_request_of_person on name_request (person) where state in ('open', 'approved');
create unique index name_request_owner on name_request (player) where state = 'approved';
-- What was denied is not asked for again.
create unique index name_request_denied on name_request (person, player) where state = 'denied';
create index name_request_open on name_request (at, id) where state = 'open';
create index name_request_by_player on name_request (player);

-- Private: names of banned players who had them erased, as hashes: a ban does not end with its name.
create table erased_ban (
  -- SHA-256 of a name's key (domain/game/name-key.ts, personKey).
  hash text not null primary key,
  -- ISO 8601
  at text not null
) strict, without rowid;
