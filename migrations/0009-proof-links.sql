-- Links to proof beside the completion's own `link`: one for each other thing that the rules ask for
-- (domain/challenges/proofs.ts). What it is found by stands in the completion's words.
create table proof_link (
  completion text not null references completion (id) on delete cascade,
  role text not null,
  -- As it was written.
  url text not null,
  primary key (completion, role)
) strict, without rowid;

create trigger proof_link_insert_touches after insert on proof_link begin
  insert into touched_completion select challenge, id, map_id, towers, people_keys, words || tokens || ' ', og, pending from completion
    where id = new.completion and deleted_at is null;
end;
create trigger proof_link_update_touches after update on proof_link begin
  insert into touched_completion select challenge, id, map_id, towers, people_keys, words || tokens || ' ', og, pending from completion
    where id in (old.completion, new.completion) and deleted_at is null;
end;
create trigger proof_link_delete_touches after delete on proof_link begin
  insert into touched_completion select challenge, id, map_id, towers, people_keys, words || tokens || ' ', og, pending from completion
    where id = old.completion and deleted_at is null;
end;
