-- What the game's server answered for challenge codes. A challenge that was found stays for good.
create table challenge_code (
  code text not null primary key check (length(code) between 1 and 12 and code not glob '*[^A-Z0-9]*'),
  -- The challenge as JSON, with all that the server says of it; null: there was none of this code.
  document text check (json_valid(document)),
  -- When the document was fetched (ISO 8601).
  found_at text,
  -- When the server last answered (ISO 8601).
  asked_at text not null,
  -- Personal: the address of its author's page at the game's server.
  creator text generated always as (cast(document ->> '$.creator' as text)) virtual,
  check ((document is null) = (found_at is null))
) strict;
create index challenge_code_by_creator on challenge_code (creator) where creator is not null;
create index challenge_code_not_found on challenge_code (asked_at) where document is null;

-- What is deleted is deleted with a write.
create trigger challenge_code_insert_touches after insert on challenge_code begin
  insert into touched values ('challenge-codes');
end;
create trigger challenge_code_update_touches after update on challenge_code begin
  insert into touched values ('challenge-codes');
end;
