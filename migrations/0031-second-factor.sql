-- Private: the second factor of an account, a secret that it shares with an app (RFC 6238). It is asked for once its person
-- has shown that the app knows it.
alter table account add column factor_secret text;
alter table account add column factor_at text;
-- The step of time whose code was used last: neither it nor an earlier one is taken again.
alter table account add column factor_step integer not null default 0;
-- JSON array: the SHA-256 of each recovery code that is left.
alter table account add column recovery_codes text not null default '[]' check (json_valid(recovery_codes));
