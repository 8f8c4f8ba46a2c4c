-- Of an invitation: the roles of whoever joins by it (JSON array). Of an invitation, and of a reset link that an
-- administrator hands out: who made it, and since when it is withdrawn. Until an invitation ends, its link says that it
-- was withdrawn.
alter table account_link add column roles text not null default '[]' check (json_valid(roles));
alter table account_link add column invited_by text references account (id) on delete set null;
alter table account_link add column withdrawn_at text;
create index account_link_by_inviter on account_link (invited_by) where invited_by is not null;
