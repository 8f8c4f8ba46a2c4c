-- Private: proof that a player proposes for what is verified, until a helper has decided. A withdrawn one is deleted.
create table proof_proposal (
  -- UUID
  id text not null primary key,
  completion text not null references completion (id) on delete cascade,
  person text not null,
  -- Which of its challenge's proofs it is besides the proof itself ("attachment": none that the rules ask for); null: the
  -- proof itself.
  role text,
  -- Either a link, or a file by what `media` will have of it.
  link text,
  hash text,
  content_type text,
  bytes integer,
  thumbnail text,
  at text not null,
  state text not null default 'open' check (state in ('open', 'taken', 'declined')),
  decided_by text,
  decided_at text,
  -- Why it was declined.
  reason text,
  check ((link is null) <> (hash is null)),
  check ((hash is null) = (content_type is null) and (hash is null) = (bytes is null))
) strict, without rowid;
-- However often it is sent.
create unique index proof_proposal_once on proof_proposal (completion, person, ifnull(role, ''), ifnull(link, hash))
  where state = 'open';
create index proof_proposal_of on proof_proposal (completion, at);
create index proof_proposal_by on proof_proposal (person, at, id);
create index proof_proposal_open on proof_proposal (at, id) where state = 'open';
create index proof_proposal_file on proof_proposal (hash) where state = 'open';
create index proof_proposal_thumbnail on proof_proposal (thumbnail) where state = 'open';

-- The blobs that open proposals name.
create view proposed_blob as
  select hash from proof_proposal where state = 'open' and hash is not null
  union all
  select thumbnail from proof_proposal where state = 'open' and thumbnail is not null;
