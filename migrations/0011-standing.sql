-- How players, records and questions stand.

-- The spelling in which a player is shown, and its key (domain/game/name-key.ts), if a helper or the owner chose one; null:
-- the most used one of the name that the player was made for.
alter table player add column shown_as text;
alter table player add column shown_key text;

create trigger player_shown_touches after update of shown_as, shown_key on player begin
  insert into touched values ('players');
end;

-- Whose record fell, and whose it is again, the code tells (app/features/completions/repository/record-notices.server.ts).
drop trigger ranked_by_insert;
drop trigger ranked_by_update;
drop trigger record_fell;
drop view ranked_anew;

-- So is who hears an answer (app/features/review/repository/questions.server.ts).
drop trigger question_answered_by_edit;
drop trigger question_answered;
