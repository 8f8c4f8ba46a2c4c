-- Derived: how many live completions hold a tower, in all challenges, whatever its place in them; tower_count has first
-- towers alone. A row may be left with nothing in it.
create table tower_use (
  tower text not null primary key,
  completions integer not null
) strict, without rowid;
insert into tower_use (tower, completions)
  select tower, count(distinct completion) from completion_tower group by tower;

-- A completion that holds a tower twice counts once.
create trigger tower_use_added after insert on completion_tower when not exists (
  select 1 from completion_tower where tower = new.tower and challenge = new.challenge and completion = new.completion
    and position <> new.position) begin
  insert into tower_use (tower, completions) values (new.tower, 1)
    on conflict do update set completions = completions + 1;
end;
create trigger tower_use_removed after delete on completion_tower when not exists (
  select 1 from completion_tower where tower = old.tower and challenge = old.challenge and completion = old.completion) begin
  update tower_use set completions = completions - 1 where tower = old.tower;
end;
