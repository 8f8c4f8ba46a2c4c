-- How far each receiver of notifications has got in the log: the log is the outbox, nothing in it is lost.
create table webhook_position (
  -- The name of the setting that has its address: "WEBHOOKS_PENDING", followed by the place in the list.
  receiver text not null primary key,
  seq integer not null,
  -- Failures since it was last told something.
  attempts integer not null default 0,
  -- How many of these at the end, in a row, were refusals of the message itself.
  refusals integer not null default 0,
  -- Not before then, ISO 8601.
  next_at text,
  last_error text,
  -- Somebody is telling it until then, ISO 8601, and nobody else does meanwhile.
  leased_until text
) strict, without rowid;
