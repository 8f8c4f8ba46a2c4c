-- Private: names of banned players who had them erased, as hashes: a ban does not end with its name.
create table erased_ban (
  -- SHA-256 of a name's key (domain/game/name-key.ts, personKey).
  hash text not null primary key,
  -- ISO 8601
  at text not null
) strict, without rowid;
