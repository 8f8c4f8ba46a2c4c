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

-- Private: where the accounts are elsewhere, what people are called, as in the table `account`: by a key that no two share, and
-- whether everybody reads it.
alter table person add column display_name text;
alter table person add column name_key text;
alter table person add column name_public integer not null default 0 check (name_public in (0, 1));
create unique index person_by_name on person (name_key) where name_key is not null;
-- All that public answers say of a person.
create trigger person_insert_touches after insert on person
  when new.display_name is not null and new.name_public = 1 begin
  insert into touched values ('accounts');
end;
create trigger person_update_touches after update of display_name, name_public on person
  when iif(old.name_public, old.display_name, null) is not iif(new.name_public, new.display_name, null) begin
  insert into touched values ('accounts');
end;
create trigger person_delete_touches after delete on person
  when old.display_name is not null and old.name_public = 1 begin
  insert into touched values ('accounts');
end;
