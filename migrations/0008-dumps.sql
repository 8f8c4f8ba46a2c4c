-- Which public dumps there are, one a day. Passing: a dump is made of everything else, and stands where files do; no part of
-- an export.
create table dump (
  -- yyyy-mm-dd, UTC
  day text not null primary key,
  -- Who makes it, and until when nobody else does (ISO 8601): of several processes one.
  holder text not null,
  held_until text not null,
  -- What is in it (domain/contract/dumps.ts); null until it is whole.
  manifest text check (manifest is null or json_valid(manifest))
) strict, without rowid;

create trigger dump_insert_touches after insert on dump when new.manifest is not null begin
  insert into touched values ('dumps');
end;
create trigger dump_update_touches after update of manifest on dump when old.manifest is not new.manifest begin
  insert into touched values ('dumps');
end;
create trigger dump_delete_touches after delete on dump when old.manifest is not null begin
  insert into touched values ('dumps');
end;
