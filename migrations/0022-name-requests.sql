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
