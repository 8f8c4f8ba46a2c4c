-- Private: on what a person signed in ("Firefox on Windows"), beside the grant that the device holds.
alter table sign_in_record add column device text;
