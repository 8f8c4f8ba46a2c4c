-- Private: on what a person signed in ("Firefox on Windows"), beside the grant that the device holds.
alter table sign_in_record add column device text;

-- Private: a change of address is confirmed at both ends, by two links; this is the other one. While that is there, this one
-- does not suffice.
alter table account_link add column partner text;
