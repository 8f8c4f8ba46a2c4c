-- Of an invitation: the roles of whoever joins by it (JSON array), who made it, and since when it is withdrawn. Until it
-- ends its link says that it was.
alter table account_link add column roles text not null default '[]' check (json_valid(roles));
alter table account_link add column invited_by text references account (id) on delete set null;
alter table account_link add column withdrawn_at text;
create index account_link_by_inviter on account_link (invited_by) where invited_by is not null;
