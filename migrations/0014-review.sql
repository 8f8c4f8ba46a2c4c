-- What one request wrote together, by an id of its own; null where it wrote one change alone, or before this was kept.
alter table change add column act text;
create index change_of_act on change (act, seq) where act is not null;
