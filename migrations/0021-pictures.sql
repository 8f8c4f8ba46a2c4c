-- Pictures that prove completions, compared with each other, so that a helper is told where one proves two.

-- Private, derived: what a picture looks like (domain/media/perceptual-hash.ts), for each map of a completion that has it.
-- Made by a job, or sent by the browser that uploaded it; never logged, and no part of an export.
create table picture (
  -- The number of the map.
  map integer not null,
  -- The SHA-256 of the file, hex, as in `media`.
  hash text not null,
  -- Hex, and base64; null: not made yet, or none can be made.
  dct text,
  blocks text,
  source text check (source in ('server', 'browser')),
  -- Why none can be made: its file is missing, or nobody can decode it within bounds.
  problem text check (problem in ('missing', 'not-decoded')),
  -- Whether it was compared with the others of its map.
  is_compared integer not null default 0 check (is_compared in (0, 1)),
  primary key (map, hash),
  check ((dct is null) = (blocks is null) and (dct is null) = (source is null))
) strict, without rowid;
create index picture_by_hash on picture (hash);
create index picture_to_make on picture (hash) where dct is null and problem is null;
create index picture_to_compare on picture (map, hash) where is_compared = 0 and dct is not null;

-- Private, derived: two files that look the same, each with the other.
create table picture_match (
  hash text not null,
  other text not null,
  primary key (hash, other)
) strict, without rowid;
