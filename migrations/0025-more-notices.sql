-- Whoever submitted the completion that has the record of its map (in LTC of its map and type, each challenge's widest scope)
-- is told when another takes it, and when it is theirs again. What was played on an earlier day takes nothing from it.

-- Verified completions that are ranked, each with the amount that it had there before; null: it was not there.
create view ranked_anew as select null as id, null as before, null as at where false;

create trigger record_fell instead of insert on ranked_anew begin
  insert or ignore into notice (id, person, kind, cause, completion, data, at)
    select lower(hex(randomblob(16))), held.submitted_by, 'record-fell', 'record ' || c.id || ' ' || new.at, c.id,
      json_object('held', held.id, 'by', held.record_amount - c.record_amount), new.at
    from completion as c join completion as held on held.id = case
      -- Hardly anything is a record, and many may share one.
      when c.record_amount < (select r.record_amount from completion as r
        where r.challenge = c.challenge and r.map_id = c.map_id and r.id <> c.id
          and (c.challenge <> 'ltc' or r.completion_type is c.completion_type)
          and r.deleted_at is null and r.pending is null and r.record_amount is not null
        order by r.record_amount limit 1)
      then (select r.id from completion as r indexed by completion_best_on_map
        where r.challenge = c.challenge and r.map_id = c.map_id and r.id <> c.id
          and (c.challenge <> 'ltc' or r.completion_type is c.completion_type)
          and r.deleted_at is null and r.pending is null and r.record_amount is not null
        order by r.record_amount, r.day is null, r.day, r.created_at, r.id limit 1) end
    where c.id = new.id and c.sample = 0 and held.submitted_by is not null and held.submitted_by is not c.submitted_by
      and ifnull(c.day >= held.day, true)
      and (new.before is null or (held.record_amount, held.day is null, ifnull(held.day, ''), held.created_at, held.id)
        < (new.before, c.day is null, ifnull(c.day, ''), c.created_at, c.id));
  -- That it was theirs again is no news any more.
  delete from notice where kind = 'record-restored' and seen_at is null and completion in (
    select data ->> '$.held' from notice where completion = new.id and kind = 'record-fell' and at = new.at);
end;

create trigger ranked_by_insert after insert on completion
  when new.deleted_at is null and new.pending is null and new.record_amount is not null
begin
  insert into ranked_anew values (new.id, null, new.updated_at);
end;

create trigger ranked_by_update after update of pending, deleted_at, map_id, completion_type, record_amount on completion
  when ifnull(new.record_amount, old.record_amount) is not null
    and (old.pending is null and old.deleted_at is null, old.map_id, old.completion_type, old.record_amount)
      is not (new.pending is null and new.deleted_at is null, new.map_id, new.completion_type, new.record_amount)
begin
  -- What somebody has not seen is no news where the record is theirs again, and what they have seen is taken back.
  delete from notice where completion = new.id and seen_at is null
    and (kind = 'record-restored' or kind = 'record-fell' and old.id is not (
      select r.id from completion as r indexed by completion_best_on_map
        where r.challenge = old.challenge and r.map_id = old.map_id
          and (old.challenge <> 'ltc' or r.completion_type is old.completion_type)
          and r.deleted_at is null and r.pending is null and r.record_amount is not null
        order by r.record_amount, r.day is null, r.day, r.created_at, r.id limit 1));
  insert or ignore into notice (id, person, kind, cause, completion, data, at)
    select lower(hex(randomblob(16))), fell.person, 'record-restored', 'restored ' || fell.id, held.id, '{}', new.updated_at
    from completion as held join notice as fell on fell.person = held.submitted_by
    where held.id = (
      select r.id from completion as r indexed by completion_best_on_map
        where r.challenge = old.challenge and r.map_id = old.map_id
          and (old.challenge <> 'ltc' or r.completion_type is old.completion_type)
          and r.deleted_at is null and r.pending is null and r.record_amount is not null
        order by r.record_amount, r.day is null, r.day, r.created_at, r.id limit 1)
      and held.id <> new.id and old.record_amount < held.record_amount
      and old.pending is null and old.deleted_at is null
      and fell.kind = 'record-fell' and fell.data ->> '$.held' = held.id and fell.seen_at is not null
    order by fell.at desc limit 1;
  insert into ranked_anew
    select new.id, case when old.pending is null and old.deleted_at is null and new.map_id = old.map_id
        and new.completion_type is old.completion_type then old.record_amount end, new.updated_at
      where new.pending is null and new.deleted_at is null and new.record_amount is not null;
end;

-- A helper who doubted is told what came of it in words of their own.
drop trigger report_closed;
create trigger report_closed after update of closed_at on report when old.closed_at is null and new.closed_at is not null
begin
  insert or ignore into notice (id, person, kind, cause, completion, data, at)
    values (lower(hex(randomblob(16))), new.reporter, iif(new.doubted_revision is null, 'report-', 'doubt-')
      || case when new.outcome in ('stands', 'pending') then new.outcome else 'removed' end,
      'report ' || new.id, new.completion, '{}', new.closed_at);
end;
