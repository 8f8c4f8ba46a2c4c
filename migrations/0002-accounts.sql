-- Who people are: accounts of the embedded sign-in provider, its keys and what it remembers, and what is known of people
-- whose accounts are elsewhere. All of it is private: its writes are logged in account_log, and the change feed shows
-- nothing of an account but the name that its person chose to show.

-- Private.
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
  -- domain/game/name-key.ts: no two accounts share the key of a display name.
  name_key text,
  -- Whether everybody reads the display name; helpers always do.
  name_public integer not null default 0 check (name_public in (0, 1)),
  -- JSON array of role names.
  roles text not null default '[]' check (json_valid(roles)),
  blocked_at text,
  created_at text not null,
  signed_in_at text,
  -- A secret that it shares with an app (RFC 6238). It is asked for once its person has shown that the app knows it.
  factor_secret text,
  factor_at text,
  -- The step of time whose code was used last: neither it nor an earlier one is taken again.
  factor_step integer not null default 0,
  -- JSON array: the SHA-256 of each recovery code that is left.
  recovery_codes text not null default '[]' check (json_valid(recovery_codes))
) strict;
create index account_by_time on account (created_at desc, id);
create unique index account_by_name on account (name_key) where name_key is not null;

-- All that public answers say of an account.
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

-- Private: append-only.
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
create index account_log_by_time on account_log (at, seq);

-- Private: links that work once: to set a password, to join by invitation, to confirm a new address.
create table account_link (
  -- SHA-256 of the secret in the link, hex: who reads the database cannot use it.
  secret_hash text not null primary key,
  purpose text not null check (purpose in ('reset', 'invitation', 'email')),
  account text references account (id) on delete cascade,
  -- The invited, or the new address.
  email text,
  created_at text not null,
  expires_at text not null,
  -- Of an invitation: the roles of whoever joins by it (JSON array).
  roles text not null default '[]' check (json_valid(roles)),
  -- Of an invitation, and of a reset link that an administrator hands out: who made it, and since when it is withdrawn.
  -- Until an invitation ends, its link says that it was withdrawn.
  invited_by text references account (id) on delete set null,
  withdrawn_at text,
  -- A change of address is confirmed at both ends, by two links; this is the other one. While that is there, this one does
  -- not suffice.
  partner text
) strict;
create index account_link_of on account_link (account, purpose);
create index account_link_by_end on account_link (expires_at);
create index account_link_by_inviter on account_link (invited_by) where invited_by is not null;

-- Private: who an account is at another issuer.
create table account_identity (
  issuer text not null,
  subject text not null,
  account text not null references account (id) on delete cascade,
  -- What the person is called there. It is only offered: it goes once that person has chosen a name here.
  name text,
  primary key (issuer, subject)
) strict, without rowid;
create index account_identity_of on account_identity (account);

-- Private: what oidc-provider keeps: sessions, grants, codes, refresh tokens, logins under way.
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
  -- On what a person signed in ("Firefox on Windows"), beside the grant that the device holds.
  device text,
  primary key (model, id)
) strict, without rowid;
create index sign_in_record_of_grant on sign_in_record (grant_id) where grant_id is not null;
create index sign_in_record_by_uid on sign_in_record (model, uid) where uid is not null;
create index sign_in_record_of_account on sign_in_record (account) where account is not null;
create index sign_in_record_of_holder on sign_in_record (model, holder, expires_at) where holder is not null;
create index sign_in_record_by_end on sign_in_record (expires_at) where expires_at is not null;

-- Private: the keys that sign tokens (private JWK) and cookies (random text). The newest of a use signs, all of them are accepted.
create table sign_in_key (
  id text not null primary key,
  use text not null check (use in ('token', 'cookie')),
  secret text not null,
  created_at text not null
) strict;
create index sign_in_key_by_time on sign_in_key (use, created_at desc);

-- Passing: what is counted so that nobody does too much of it, where no process has a memory that all share: guesses at
-- passwords, logins, writes.
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

-- Private: what a person is told by mail. By the token's sub: with an external sign-in there are no accounts to refer to.
create table person (
  id text not null primary key,
  -- JSON: the kinds of mail that they switched on or off (domain/contract/notices.ts, MAILS).
  switches text not null default '{}' check (json_valid(switches)),
  -- What the links in their mails name them by.
  secret text unique,
  -- Only where the accounts are elsewhere.
  address text,
  address_confirmed_at text,
  -- Only where the accounts are elsewhere: as in the table `account`.
  display_name text,
  name_key text,
  name_public integer not null default 0 check (name_public in (0, 1))
) strict, without rowid;
create unique index person_by_name on person (name_key) where name_key is not null;

-- All that public answers say of a person.
create trigger person_insert_touches after insert on person
  when new.display_name is not null and new.name_public = 1 begin
  insert into touched values ('accounts');
end;
create trigger person_update_touches after update of display_name, name_public on person
  when iif(old.name_public, old.display_name, null) is not iif(new.name_public, new.display_name, null) begin
  insert into touched values ('accounts');
end;
create trigger person_delete_touches after delete on person
  when old.display_name is not null and old.name_public = 1 begin
  insert into touched values ('accounts');
end;

-- Private: who is being erased, and how far that is. The row goes with the last trace of them.
create table erasure (
  -- What stands in the place of the token's sub: "erased-" and a UUID.
  id text not null primary key,
  -- The token's sub; null: nothing here names them any more, but the engine may still hold what was deleted.
  person text unique,
  -- JSON: the keys (domain/game/name-key.ts, personKey) of the names that become "a player"; empty: their names stay.
  names text not null check (json_valid(names)),
  at text not null,
  step text not null check (step in ('submissions', 'completions', 'log', 'players', 'search', 'end', 'file')),
  -- The last number of the step's table that is done.
  done_to integer not null default 0,
  -- How many entries of the log were redacted.
  redacted integer not null default 0
) strict, without rowid;
