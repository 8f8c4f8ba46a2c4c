-- The names whose keys were made by an earlier rule: the next start makes them anew (server/data/player-keys.ts), since SQL
-- cannot. Empty from then on.
create table player_name_to_renew (
  id integer primary key references player_name (id) on delete cascade
) strict;
insert into player_name_to_renew (id) select id from player_name;
