-- Whether links to proof still lead to something (domain/media/link-hosts.ts, domain/media/link-watch.ts).

-- Private: a link as it is watched, and what its host said of it last.
create table watched_link (
  -- The same for every way in which one thing's address is written.
  url text not null primary key,
  host text not null,
  state text not null check (state in ('never', 'alive', 'ending', 'failing', 'unknown', 'gone')),
  -- Since when (ISO 8601); of one that ends by itself its last day (yyyy-mm-dd).
  since text not null,
  ends_on text,
  -- When it is asked about next (ISO 8601); whoever asks puts that off meanwhile. Null: nobody can be asked.
  due_at text,
  asked_at text,
  first_failed_at text,
  failed_times integer not null default 0,
  -- Of the last answer why it said nothing.
  why text,
  title text,
  channel text,
  -- In seconds.
  length integer,
  day text
) strict, without rowid;
create index watched_link_due on watched_link (host, due_at) where due_at is not null;
create index watched_link_by_state on watched_link (state, since, url);
create index watched_link_of_host on watched_link (host, state, since, url);
create index watched_link_asked on watched_link (host, state, asked_at);

-- Private: which verified completions have a watched link. Follows the log.
create table watched_proof (
  completion text not null references completion (id) on delete cascade,
  url text not null,
  primary key (completion, url)
) strict, without rowid;
create index watched_proof_of on watched_proof (url);

-- Public: proof that could not be found any more, until it is found again or the completion has another one. Each row comes
-- and goes with an entry of the log.
create table gone_proof (
  completion text not null references completion (id) on delete cascade,
  url text not null,
  -- When it was not found for the first time (ISO 8601).
  since text not null,
  primary key (completion, url)
) strict, without rowid;
create index gone_proof_of on gone_proof (url);
