-- Derived: what comparing a completion with the document of its challenge code came to (domain/checks/code.ts), of a revision.
-- Made anew when the completion, the document or the catalogue changes; never logged, and no part of an export.
create table code_check (
  completion text not null primary key references completion (id) on delete cascade,
  revision integer not null,
  -- Of the codes that it has, the one that counts as its own (domain/challenge-codes/code.ts).
  code text not null,
  -- 1: its map and its towers agree and nothing differs. Null: there is no document.
  agrees integer check (agrees in (0, 1)),
  -- When that document was fetched (ISO 8601).
  found_at text,
  -- The version of the catalogue (table source) that it was compared by; -1: it is to be compared again.
  compared_by integer not null,
  -- When the game's server was last asked for the code because of this completion (ISO 8601).
  asked_at text,
  check ((agrees is null) = (found_at is null))
) strict, without rowid;
create index code_check_by_code on code_check (code);
create index code_check_compared_by on code_check (compared_by);
create index code_check_unknown on code_check (asked_at, completion) where agrees is null;

-- Completions that may have a code: its field has one, or a word of theirs is one (domain/game/words.ts).
create index completion_with_code on completion (seq)
  where deleted_at is null and (challenge_code is not null or instr(words, char(57344) || 'k') > 0);

-- What stands in the index of words for a live completion: what was uploaded for it, and that its code agrees, are tokens, too.
-- A comma ends a word as a blank does.
drop view completion_found_by;
create view completion_found_by as
  select c.seq as seq, c.id as id, c.challenge || char(57344) || replace(
    trim(c.words) || ' ' || c.tokens || coalesce((
      select group_concat(distinct ' ' || char(57344) || 'h' ||
        case when media.content_type like 'image/%' then 'picture' else 'video' end)
      from media where media.completion = c.id
        and (media.content_type like 'image/%' or media.content_type like 'video/%')), '') ||
      case when exists (select 1 from code_check where completion = c.id and revision = c.revision and agrees = 1)
        then ' ' || char(57344) || 'hcodecheck' else '' end,
    ' ', ' ' || c.challenge || char(57344)) as words
  from completion as c where c.deleted_at is null;

-- A row is inserted before anything is compared. It goes with its completion alone.
create trigger code_check_changed after update of revision, code, agrees, found_at on code_check
  when new.agrees is not null or old.agrees is not null begin
  delete from completion_search where rowid = (select seq from completion where id = new.completion);
  insert into completion_search (rowid, words) select seq, words from completion_found_by where id = new.completion;
  insert into touched_completion select challenge, id, map_id, towers, people_keys, words || tokens || ' ', og, pending from completion
    where id = new.completion and deleted_at is null;
end;

-- What a document or a map's id changes is compared again.
drop trigger challenge_code_insert_touches;
create trigger challenge_code_added after insert on challenge_code begin
  insert into touched values ('challenge-codes');
  update code_check set compared_by = -1 where code = new.code;
end;
drop trigger challenge_code_update_touches;
create trigger challenge_code_changed after update on challenge_code begin
  insert into touched values ('challenge-codes');
  update code_check set compared_by = -1 where code = new.code and old.document is not new.document;
end;
drop trigger map_update_touches;
create trigger map_changed after update on map begin
  insert into touched values ('maps');
  update code_check set compared_by = -1
    where old.game_id is not new.game_id and completion in (select id from completion where map_id = new.id);
end;
drop trigger map_named;
drop trigger map_insert_touches;
create trigger map_added after insert on map begin
  insert into map_name (name_key, map, name, status) values (new.name_key, new.id, new.name, 'current');
  insert into touched values ('maps');
end;
