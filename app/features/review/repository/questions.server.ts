import { type CompiledQuery, sql } from "kysely";
import { statement } from "../../../../server/db/database.ts";

/** How a player answers: by a message, or by an edit of the completion. */
interface Answer {
  readonly completion: string;
  readonly player: string;
  /** ISO 8601, UTC */
  readonly at: string;
  /** The message, which may not have been accepted; null: it is an edit. */
  readonly message: string | null;
}

/**
 * The statements by which a player answers what helpers asked, if they asked anything: everybody who asked since the last
 * answer is told.
 */
export function answerStatements({ completion, player, at, message }: Answer): CompiledQuery<unknown>[] {
  const isOpen = sql`q.completion = ${completion} and q.answered_at is null and q.asked_at <= ${at}
    and (${message} is null or exists (select 1 from message where id = ${message}))`;
  return [
    statement`insert or ignore into notice (id, person, kind, cause, completion, data, at)
      select lower(hex(randomblob(16))), m.author, 'answer', 'answer ' || q.completion || ' ' || max(m.at),
        q.completion, '{}', ${at}
      from question as q join message as m on m.completion = q.completion and m.kind = 'ask' and m.at >= q.asked_at
      where ${isOpen} and m.author <> ${player} group by m.author`,
    statement`update question as q set answered_at = ${at} where ${isOpen}`,
  ];
}

/** The statement that notes what was asked by a message until when; what is not answered yet stays asked. */
export const askedStatement = (message: string, until: string) =>
  statement`insert into question (completion, asked_by, asked_at, until)
    select completion, author, at, ${until} from message where id = ${message}
    on conflict (completion) do update set asked_by = excluded.asked_by, until = excluded.until, answered_at = null,
      asked_at = iif(question.answered_at is null, question.asked_at, excluded.asked_at)`;
