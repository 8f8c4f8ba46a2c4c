-- Public: when versions of the game came out, as helpers entered it, and where that is to be read.
create table game_version (
  version text not null primary key,
  -- domain/game/versions.ts
  version_order integer not null unique,
  -- yyyy-mm-dd
  released_on text not null,
  source text not null
) strict, without rowid;
create trigger game_version_insert_touches after insert on game_version begin insert into touched values ('game-versions'); end;
create trigger game_version_delete_touches after delete on game_version begin insert into touched values ('game-versions'); end;
