-- Private: the key of a display name (domain/game/name-key.ts), which no two accounts share. Of names that were there before,
-- the oldest account has the key, as far as SQL can make it; the next one who saves such a name is asked for another.
alter table account add column name_key text;
update account set name_key = lower(replace(replace(replace(replace(display_name, ' ', ''), '-', ''), '_', ''), '.', ''))
  where display_name is not null;
update account set name_key = null where exists (select 1 from account as older
  where older.name_key = account.name_key and (older.created_at, older.id) < (account.created_at, account.id));
create unique index account_by_name on account (name_key) where name_key is not null;

-- Whether everybody reads the display name; helpers always do. Whoever has one chose it when everybody read it.
alter table account add column name_public integer not null default 0 check (name_public in (0, 1));
update account set name_public = 1 where display_name is not null;

-- All that public answers say of an account.
drop trigger account_insert_touches;
drop trigger account_update_touches;
drop trigger account_delete_touches;
create trigger account_insert_touches after insert on account
  when new.display_name is not null and new.name_public = 1 begin
  insert into touched values ('accounts');
end;
create trigger account_update_touches after update of display_name, name_public on account
  when iif(old.name_public, old.display_name, null) is not iif(new.name_public, new.display_name, null) begin
  insert into touched values ('accounts');
end;
create trigger account_delete_touches after delete on account
  when old.display_name is not null and old.name_public = 1 begin
  insert into touched values ('accounts');
end;

-- The list of changes can be narrowed to those of one person, of one kind, and from a day on.
create index change_by_actor on change (actor, seq) where actor_level is not null;
create index change_by_action on change (action, seq) where actor_level is not null;
create index change_by_time on change (at, seq) where actor_level is not null;
create index account_log_by_time on account_log (at, seq);

-- Private: what a member thinks is wrong with a completion, until a helper has decided.
create table report (
  id text not null primary key,
  completion text not null references completion (id) on delete cascade,
  -- The token's sub: with an external sign-in there are no accounts to refer to.
  reporter text not null,
  reason text not null,
  link text,
  at text not null,
  closed_at text,
  -- Null where it closed by itself.
  closed_by text,
  -- "gone": its completion was deleted before anybody decided.
  outcome text check (outcome in ('stands', 'pending', 'removed', 'gone'))
) strict, without rowid;
create unique index report_once on report (completion, reporter) where closed_at is null;
-- A completion that is removed for good takes its reports along.
create index report_of on report (completion);
create index report_open on report (at, id) where closed_at is null;
create index report_open_of on report (reporter) where closed_at is null;

create trigger report_gone after update of deleted_at on completion when new.deleted_at is not null
begin
  update report set closed_at = new.deleted_at, outcome = 'gone' where completion = new.id and closed_at is null;
end;

-- Whoever reported it is told what came of that.
create trigger report_closed after update of closed_at on report when old.closed_at is null and new.closed_at is not null
begin
  insert or ignore into notice (id, person, kind, cause, completion, data, at)
    values (lower(hex(randomblob(16))), new.reporter,
      case new.outcome when 'stands' then 'report-stands' when 'pending' then 'report-pending' else 'report-removed' end,
      'report ' || new.id, new.completion, '{}', new.closed_at);
end;
