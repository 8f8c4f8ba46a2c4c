-- The code by which the game opens the challenge that was played.
alter table completion add column challenge_code text;
create index completion_by_code on completion (challenge, challenge_code, id)
  where deleted_at is null and challenge_code is not null;
