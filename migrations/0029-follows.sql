-- Private: what people follow. By the token's sub: with an external sign-in there are no accounts to refer to.
create table follow (
  -- UUID
  id text not null primary key,
  person text not null,
  -- Empty: all challenges.
  challenge text not null,
  -- What narrows the list, as its address has it in canonical order.
  query text not null,
  -- What alone it asks for: "all", "map " and its id, "player " and a key of a name, "towers " and completion.og_identity.
  -- Null: something else, for which its list is asked.
  key text,
  at text not null,
  -- Only without a key: when that was verified about which its list is to be asked next; null: nothing was.
  due text
) strict, without rowid;
create unique index follow_once on follow (person, challenge, ifnull(key, query));
create index follow_by_key on follow (key, challenge) where key is not null;
create index follow_by_query on follow (challenge, query) where key is null;
create index follow_due on follow (due, challenge, query) where due is not null;

-- Private: the feed of what a person follows.
create table follow_feed (
  person text not null primary key,
  -- SHA-256 of the secret in its address.
  hash text not null unique,
  at text not null
) strict, without rowid;

create index notice_of_follows on notice (person) where kind = 'follow' and seen_at is null;

-- What is not verified any more is no news to whoever has not seen it yet.
create trigger follow_unverified after update of pending, deleted_at on completion
  when old.deleted_at is null and old.pending is null and (new.deleted_at is not null or new.pending is not null) begin
  delete from notice where completion = new.id and kind = 'follow' and seen_at is null;
end;
