-- Derived: the live completions with neither a link nor a file as their proof, by their place in the table. Only moving in
-- makes such ones; helpers find them here, however many have an upload for their proof and so no link either.
create table completion_without_proof (
  completion integer not null primary key
) strict;
insert into completion_without_proof
  select seq from completion as c where link is null and deleted_at is null
    and not exists (select 1 from media where completion = c.id and key = c.id);

-- Files come after their completion.
create trigger without_proof_added after insert on completion when new.link is null and new.deleted_at is null begin
  insert into completion_without_proof values (new.seq);
end;
create trigger without_proof_changed after update of link, deleted_at on completion
  when (old.link is null, old.deleted_at is null) is not (new.link is null, new.deleted_at is null) begin
  delete from completion_without_proof where completion = old.seq;
  insert into completion_without_proof select new.seq where new.link is null and new.deleted_at is null
    and not exists (select 1 from media where completion = new.id and key = new.id);
end;
create trigger without_proof_removed after delete on completion begin
  delete from completion_without_proof where completion = old.seq;
end;
create trigger without_proof_found after insert on media when new.key = new.completion begin
  delete from completion_without_proof where completion = (select seq from completion where id = new.completion);
end;
create trigger without_proof_lost after delete on media when old.key = old.completion begin
  insert or ignore into completion_without_proof
    select seq from completion where id = old.completion and link is null and deleted_at is null;
end;
