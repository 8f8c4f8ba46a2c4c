-- The completions and names whose keys and words were made by earlier rules: the next start makes them anew
-- (app/features/completions/repository/renew-keys.server.ts), since SQL cannot. Empty from then on.
create table completion_to_renew (
  seq integer primary key references completion (seq) on delete cascade
) strict;
insert into completion_to_renew (seq) select seq from completion where deleted_at is null;
create table player_name_to_renew (
  id integer primary key references player_name (id) on delete cascade
) strict;
insert into player_name_to_renew (id) select id from player_name;

-- The sort key with the letters of other alphabets as the Latin ones that they look like (in small letters or in capitals):
-- names with one look_key look alike, and a helper is told of them.
alter table player_name add column look_key text generated always as (
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      sort_key
      , 'а', 'a'), 'в', 'b'), 'е', 'e'), 'к', 'k'), 'м', 'm'), 'н', 'h'), 'о', 'o'), 'р', 'p'), 'с', 'c'), 'т', 't')
      , 'у', 'y'), 'х', 'x'), 'і', 'i'), 'ј', 'j'), 'ѕ', 's'), 'һ', 'h'), 'ԁ', 'd'), 'ԛ', 'q'), 'ԝ', 'w'), 'ӏ', 'l')
      , 'α', 'a'), 'β', 'b'), 'ε', 'e'), 'ζ', 'z'), 'η', 'h'), 'ι', 'i'), 'κ', 'k'), 'μ', 'm'), 'ν', 'n'), 'ο', 'o')
      , 'ρ', 'p'), 'τ', 't'), 'υ', 'y'), 'χ', 'x'), 'ω', 'w'), 'օ', 'o'), 'ս', 'u'), 'ո', 'n'), 'հ', 'h'), 'ɑ', 'a')
      , 'ɡ', 'g')
) virtual;
create index player_name_by_look on player_name (look_key);
