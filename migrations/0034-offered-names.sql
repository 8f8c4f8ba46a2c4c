-- Private: what a person is called at the other issuer. It is only offered: it goes once that person has chosen a name here.
alter table account_identity add column name text;
