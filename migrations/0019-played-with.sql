-- What players say of completions that others submitted under a name of theirs (app/features/players/played-with.server.ts). Never in the log.
create table partner_answer (
  completion text not null references completion (id) on delete cascade,
  person text not null,
  answer text not null check (answer in ('yes', 'no')),
  -- ISO 8601
  at text not null,
  primary key (completion, person)
) strict, without rowid;
create index partner_answer_by_person on partner_answer (person, at, completion);

-- Accounts about whose submissions somebody is not asked.
create table partner_mute (
  person text not null,
  submitter text not null,
  -- The one at which they said so: it tells them which account it is.
  completion text not null references completion (id) on delete cascade,
  at text not null,
  primary key (person, submitter)
) strict, without rowid;
create index partner_mute_submitter on partner_mute (submitter);
create index partner_mute_completion on partner_mute (completion);

-- Who owns the name of a player of a completion, one row for each; nobody owns that of a banned player.
create view player_owner as
  select p.completion as completion, n.player as player, request.person as person
  from completion_player as p
  cross join player_name as n on n.id = p.name
  cross join player on player.id = n.player and player.banned = 0
  cross join player_name as own on own.player = n.player
  cross join player as requested on requested.origin_key = own.name_key
  cross join name_request as request on request.player = requested.id and request.state = 'approved';

-- Completions that all their players, of which there are several, say are right: each name is owned by another account, which
-- submitted it or says so.
create view confirmed_by_players as
  select c.seq as seq, c.id as id from completion as c
  where exists (select 1 from partner_answer as a where a.completion = c.id and a.answer = 'yes')
    and (select count(*) > 1 and count(*) = (select count(distinct o.person) from player_owner as o where o.completion = c.seq
          and (o.person = c.submitted_by or exists (
            select 1 from partner_answer as a where a.completion = c.id and a.person = o.person and a.answer = 'yes')))
        and count(*) = (select count(distinct o.player) from player_owner as o where o.completion = c.seq
          and (o.person = c.submitted_by or exists (
            select 1 from partner_answer as a where a.completion = c.id and a.person = o.person and a.answer = 'yes')))
      from completion_player as p where p.completion = c.seq);

-- What stands in the index of words for a live completion: what was uploaded for it, that its code agrees, and that its players
-- say so, are tokens, too. A comma ends a word as a blank does.
drop view completion_found_by;
create view completion_found_by as
  select c.seq as seq, c.id as id, c.challenge || char(57344) || replace(
    trim(c.words) || ' ' || c.tokens || coalesce((
      select group_concat(distinct ' ' || char(57344) || 'h' ||
        case when media.content_type like 'image/%' then 'picture' else 'video' end)
      from media where media.completion = c.id
        and (media.content_type like 'image/%' or media.content_type like 'video/%')), '') ||
      case when exists (select 1 from code_check where completion = c.id and revision = c.revision and agrees = 1)
        then ' ' || char(57344) || 'hcodecheck' else '' end ||
      case when exists (select 1 from confirmed_by_players as said where said.id = c.id)
        then ' ' || char(57344) || 'hplayers' else '' end,
    ' ', ' ' || c.challenge || char(57344)) as words
  from completion as c where c.deleted_at is null;
