-- What follows from changes of completions, the code says (app/features/completions/repository/effects.server.ts).
drop trigger review_decided;
drop trigger report_gone;
drop trigger report_closed;
drop trigger notice_to_nobody;
drop trigger notice_of_verdict;
drop trigger notice_of_return;
drop trigger notice_withdrawn;
drop trigger wish_fulfilled_at_once;
drop trigger wish_fulfilled_later;
drop trigger wish_fulfilled;
drop view wish_tally;
drop trigger wish_open_again;
drop trigger follow_unverified;

-- What decides who is told what never changes without its entry in the log, which comes first in a batch. An erasure replaces
-- ids before it replaces them in the log.
create trigger completion_not_logged after update of pending, deleted_at, map_id, completion_type, record_amount on completion
  when (iif(substr(new.pending, 1, 7) = 'erased-', old.pending, new.pending), new.deleted_at, new.map_id,
      new.completion_type, new.record_amount)
      is not (old.pending, old.deleted_at, old.map_id, old.completion_type, old.record_amount)
    and not exists (select 1 from change
      where seq = (select max(seq) from change where noun = 'completion' and noun_id = new.id)
        and (after ->> '$.pending' is new.pending or substr(new.pending, 1, 7) = 'erased-')
        and after ->> '$.deleted_at' is new.deleted_at and after ->> '$.map_id' = new.map_id
        and after ->> '$.completion_type' is new.completion_type and after ->> '$.record_amount' is new.record_amount)
begin
  select raise(abort, 'a completion is not as its last entry in the log says');
end;

-- What else is derived from a row has one trigger for each kind of write: look-ups, search and counts, and beside it tags.
drop trigger completion_added;
drop trigger combination_added;
drop trigger without_proof_added;
create trigger completion_added after insert on completion when new.deleted_at is null begin
  insert into completion_tower (tower, challenge, completion, position)
    select value, new.challenge, new.seq, key from json_each(new.towers);
  insert into player (origin_key)
    select distinct value from json_each(new.people_keys)
    where not exists (select 1 from player_name where name_key = value);
  insert into player_name (name_key, sort_key, player, status)
    select player.origin_key, json_extract(new.people_sort_keys, '$[' || min(keys.key) || ']'), player.id, 'current'
    from json_each(new.people_keys) as keys cross join player on player.origin_key = keys.value
    where not exists (select 1 from player_name where name_key = player.origin_key)
    group by player.id;
  insert into completion_player (name, challenge, completion, position, credit)
    select player_name.id, new.challenge, new.seq, keys.key, json_extract(new.people, '$[' || keys.key || ']')
    from json_each(new.people_keys) as keys cross join player_name on player_name.name_key = keys.value;
  insert into completion_search (rowid, words) select seq, words from completion_found_by where seq = new.seq;
  insert into tally (challenge, map, tower, og, pending, people_keys, day, step)
    values (new.challenge, new.map_id, new.tower1, new.og, new.pending is not null, new.people_keys, new.day, 1);
  insert into combination_tally values (new.challenge, new.map_id, new.og_identity, new.pending is not null, 1);
  -- Files come after their completion.
  insert into completion_without_proof select new.seq where new.link is null;
end;

drop trigger completion_removed;
drop trigger combination_removed;
drop trigger without_proof_removed;
create trigger completion_removed after delete on completion when old.deleted_at is null begin
  delete from completion_tower where completion = old.seq;
  delete from completion_player where completion = old.seq;
  delete from completion_search where rowid = old.seq;
  insert into tally (challenge, map, tower, og, pending, people_keys, day, step)
    values (old.challenge, old.map_id, old.tower1, old.og, old.pending is not null, old.people_keys, old.day, -1);
  insert into combination_tally values (old.challenge, old.map_id, old.og_identity, old.pending is not null, -1);
  delete from completion_without_proof where completion = old.seq;
end;

drop trigger completion_changed;
drop trigger combination_changed;
drop trigger without_proof_changed;
create trigger completion_changed after update on completion begin
  delete from completion_tower where completion = old.seq;
  delete from completion_player where completion = old.seq;
  delete from completion_search where rowid = old.seq;
  insert into completion_tower (tower, challenge, completion, position)
    select value, new.challenge, new.seq, key from json_each(new.towers) where new.deleted_at is null;
  insert into player (origin_key)
    select distinct value from json_each(new.people_keys)
    where not exists (select 1 from player_name where name_key = value);
  insert into player_name (name_key, sort_key, player, status)
    select player.origin_key, json_extract(new.people_sort_keys, '$[' || min(keys.key) || ']'), player.id, 'current'
    from json_each(new.people_keys) as keys cross join player on player.origin_key = keys.value
    where not exists (select 1 from player_name where name_key = player.origin_key)
    group by player.id;
  insert into completion_player (name, challenge, completion, position, credit)
    select player_name.id, new.challenge, new.seq, keys.key, json_extract(new.people, '$[' || keys.key || ']')
    from json_each(new.people_keys) as keys cross join player_name on player_name.name_key = keys.value
    where new.deleted_at is null;
  insert into completion_search (rowid, words) select seq, words from completion_found_by where seq = new.seq;
  insert into tally (challenge, map, tower, og, pending, people_keys, day, step)
    select old.challenge, old.map_id, old.tower1, old.og, old.pending is not null, old.people_keys, old.day, -1 where old.deleted_at is null;
  insert into tally (challenge, map, tower, og, pending, people_keys, day, step)
    select new.challenge, new.map_id, new.tower1, new.og, new.pending is not null, new.people_keys, new.day, 1 where new.deleted_at is null;
  insert into combination_tally
    select old.challenge, old.map_id, old.og_identity, old.pending is not null, -1 where old.deleted_at is null;
  insert into combination_tally
    select new.challenge, new.map_id, new.og_identity, new.pending is not null, 1 where new.deleted_at is null;
  delete from completion_without_proof where completion = old.seq
    and (old.link is null, old.deleted_at is null) is not (new.link is null, new.deleted_at is null);
  insert into completion_without_proof select new.seq where new.link is null and new.deleted_at is null
    and (old.link is null, old.deleted_at is null) is not (new.link is null, new.deleted_at is null)
    and not exists (select 1 from media where completion = new.id and key = new.id);
end;

-- Programs are shown no claim to what is verified, so with it they read something else of its claims, too.
drop trigger completion_insert_touches;
drop trigger completion_insert_touches_claims;
create trigger completion_insert_touches after insert on completion when new.deleted_at is null begin
  insert into touched_completion values (new.challenge, new.id, new.map_id, new.towers, new.people_keys, new.words || new.tokens || ' ', new.og, new.pending);
  insert into touched_completion
    select challenge, id, map_id, towers, people_keys, words || tokens || ' ', og, pending from completion
    where new.pending is null and challenge = new.challenge and identity = new.identity
      and deleted_at is null and pending is not null;
end;

drop trigger completion_update_touches;
drop trigger completion_update_touches_claims;
create trigger completion_update_touches after update on completion
  when old.deleted_at is null or new.deleted_at is null begin
  insert into touched_completion
    select old.challenge, old.id, old.map_id, old.towers, old.people_keys, old.words || old.tokens || ' ', old.og, old.pending where old.deleted_at is null
    union select new.challenge, new.id, new.map_id, new.towers, new.people_keys, new.words || new.tokens || ' ', new.og, new.pending where new.deleted_at is null;
  insert into touched_completion
    select challenge, id, map_id, towers, people_keys, words || tokens || ' ', og, pending from completion
    where (old.deleted_at is null and old.pending is null or new.deleted_at is null and new.pending is null)
      and (old.deleted_at is null and old.pending is null, old.challenge, old.identity)
        is not (new.deleted_at is null and new.pending is null, new.challenge, new.identity)
      and (challenge, identity) in (values (old.challenge, old.identity), (new.challenge, new.identity))
      and deleted_at is null and pending is not null and id <> new.id;
end;

drop trigger completion_delete_touches;
drop trigger completion_delete_touches_claims;
create trigger completion_delete_touches after delete on completion when old.deleted_at is null begin
  insert into touched_completion values (old.challenge, old.id, old.map_id, old.towers, old.people_keys, old.words || old.tokens || ' ', old.og, old.pending);
  insert into touched_completion
    select challenge, id, map_id, towers, people_keys, words || tokens || ' ', og, pending from completion
    where old.pending is null and challenge = old.challenge and identity = old.identity
      and deleted_at is null and pending is not null;
end;

-- Files come after their completion, and go before it or with it.
drop trigger media_found;
drop trigger without_proof_found;
drop trigger media_insert_touches;
create trigger media_added after insert on media begin
  delete from completion_search where rowid = (select seq from completion where id = new.completion);
  insert into completion_search (rowid, words) select seq, words from completion_found_by where id = new.completion;
  delete from completion_without_proof
    where new.key = new.completion and completion = (select seq from completion where id = new.completion);
  insert into touched select 'maps' where new.map is not null;
  insert into touched_completion select challenge, id, map_id, towers, people_keys, words || tokens || ' ', og, pending from completion
    where id = new.completion and deleted_at is null;
end;

drop trigger media_not_found;
drop trigger without_proof_lost;
drop trigger media_removed;
drop trigger media_delete_touches;
create trigger media_removed after delete on media begin
  delete from completion_search where rowid = (select seq from completion where id = old.completion);
  insert into completion_search (rowid, words) select seq, words from completion_found_by where id = old.completion;
  insert or ignore into completion_without_proof
    select seq from completion where old.key = old.completion and id = old.completion and link is null and deleted_at is null;
  -- What goes with a completion that is deleted already counts from that: its time for undo has run since then.
  insert into media_release (hash, at)
    select released.value, coalesce(
      (select updated_at from completion where id = old.completion and deleted_at is not null),
      strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
    from json_each(json_array(old.hash, old.thumbnail)) as released where released.value is not null
    on conflict (hash) do update set at = max(at, excluded.at);
  insert into touched select 'maps' where old.map is not null;
  insert into touched_completion select challenge, id, map_id, towers, people_keys, words || tokens || ' ', og, pending from completion
    where id = old.completion and deleted_at is null;
end;
