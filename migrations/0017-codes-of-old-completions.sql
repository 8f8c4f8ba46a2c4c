-- What a code's document says of a completion that has none of it (domain/checks/from-code.ts), and what of it differs
-- (domain/checks/code.ts): each derived, and marked here so that both are listed without comparing all of them.
alter table code_check add column proposes integer not null default 0 check (proposes in (0, 1));
alter table code_check add column differs integer not null default 0 check (differs in (0, 1));
-- Whether the game's server had no challenge of this code when it was last asked.
alter table code_check add column is_gone integer not null default 0 check (is_gone in (0, 1));

create index code_check_proposes on code_check (completion) where proposes = 1;
create index code_check_differs on code_check (completion) where differs = 1;
drop index code_check_by_code;
create index code_check_by_code on code_check (code, asked_at, agrees, is_gone);
create index code_check_never_asked on code_check (code) where agrees is null and asked_at is null and code > '';

-- Whether the game's server is asked for the codes of old completions, which an administrator switches on. One row.
create table code_backfill (
  id integer not null primary key check (id = 1),
  is_on integer not null default 0 check (is_on in (0, 1)),
  -- Why it could not be asked the last time (server/other-hosts.ts); null: it could.
  stop_reason text
) strict;
insert into code_backfill (id) values (1);
