-- Of the link by which a confirmed address agrees to another one: when the change happens without its answer, once the new
-- address has confirmed it. From then on the link expires at this time.
alter table account_link add column takes_effect_at text;
