-- Accounts of the embedded sign-in provider, its keys and what it remembers. Their writes are logged in account_log, not
-- in the public log: nothing of an account ever shows in the change feed but the name that its person chose to show.

create table account (
  -- The `sub` of its tokens: random, says nothing.
  id text not null primary key,
  -- Null where another issuer says who it is, and gave no address that it has verified.
  email text,
  -- domain/game/name-key.ts does not serve here: two addresses that differ in an accent are two people.
  email_key text unique,
  -- Null until somebody proved that mail to it arrives.
  email_verified_at text,
  -- argon2id; null where only another issuer can say who it is.
  password_hash text,
  -- 1 while the password is the one that the index made up and printed.
  password_generated integer not null default 0 check (password_generated in (0, 1)),
  -- What the public history calls the person; null: "a member".
  display_name text,
  -- JSON array of role names.
  roles text not null default '[]' check (json_valid(roles)),
  blocked_at text,
  created_at text not null,
  signed_in_at text
) strict;
create index account_by_time on account (created_at desc, id);

-- Append-only.
create table account_log (
  seq integer primary key autoincrement,
  at text not null,
  -- An account's id, "system", or "command line".
  actor text not null,
  action text not null,
  account text not null,
  details text check (details is null or json_valid(details))
) strict;
create index account_log_of on account_log (account, seq desc);

-- Links that work once: to set a password, to join by invitation, to confirm a new address.
create table account_link (
  -- SHA-256 of the secret in the link, hex: who reads the database cannot use it.
  secret_hash text not null primary key,
  purpose text not null check (purpose in ('reset', 'invitation', 'email')),
  account text references account (id) on delete cascade,
  -- The invited, or the new address.
  email text,
  created_at text not null,
  expires_at text not null
) strict;
create index account_link_of on account_link (account, purpose);
create index account_link_by_end on account_link (expires_at);

-- Who an account is at another issuer.
create table account_identity (
  issuer text not null,
  subject text not null,
  account text not null references account (id) on delete cascade,
  primary key (issuer, subject)
) strict, without rowid;
create index account_identity_of on account_identity (account);

-- What oidc-provider keeps: sessions, grants, codes, refresh tokens, logins under way.
create table sign_in_record (
  model text not null,
  id text not null,
  payload text not null check (json_valid(payload)),
  -- Seconds since 1970, as the provider counts; null: does not end.
  expires_at integer,
  consumed_at integer,
  grant_id text,
  uid text,
  account text,
  -- Against whom the record counts where their number is bounded: an account, a grant, or the networks that a login under
  -- way came from (keyed hashes, widest first, each followed by "/").
  holder text,
  primary key (model, id)
) strict, without rowid;
create index sign_in_record_of_grant on sign_in_record (grant_id) where grant_id is not null;
create index sign_in_record_by_uid on sign_in_record (model, uid) where uid is not null;
create index sign_in_record_of_account on sign_in_record (account) where account is not null;
create index sign_in_record_of_holder on sign_in_record (model, holder, expires_at) where holder is not null;
create index sign_in_record_by_end on sign_in_record (expires_at) where expires_at is not null;

-- The keys that sign tokens (private JWK) and cookies (random text). The newest of a use signs, all of them are accepted.
create table sign_in_key (
  id text not null primary key,
  use text not null check (use in ('token', 'cookie')),
  secret text not null,
  created_at text not null
) strict;
create index sign_in_key_by_time on sign_in_key (use, created_at desc);

-- What is counted so that nobody does too much of it, where no process has a memory that all share: guesses at passwords,
-- logins, writes.
create table attempt (
  purpose text not null,
  -- An address, an account; of a long one the hash.
  key text not null,
  count integer not null,
  -- When its stretch of time ends and it counts anew, in milliseconds since 1970.
  until integer not null,
  primary key (purpose, key)
) strict, without rowid;
create index attempt_by_end on attempt (until);

-- All that answers say of an account.
create trigger account_insert_touches after insert on account when new.display_name is not null begin
  insert into touched values ('accounts');
end;
create trigger account_update_touches after update of display_name on account
  when old.display_name is not new.display_name begin
  insert into touched values ('accounts');
end;
create trigger account_delete_touches after delete on account when old.display_name is not null begin
  insert into touched values ('accounts');
end;
