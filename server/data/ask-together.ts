import type { CompiledQuery } from "kysely";
import type { Database } from "./database.ts";

/** Values that D1 binds in one statement. */
const MOST_VALUES = 100;

/** What was asked in a turn, and the answers to it, each in the place of what was asked. */
interface Turn<Asked, Answer> {
  readonly asked: Asked[];
  readonly answers: Promise<readonly Answer[]>;
}

/**
 * What is asked in one turn, as a page asks for all that it shows, asked by one statement; by as few as D1 takes their values
 * in. `statementOf` is given what was asked, in order, and `read` finds the answer of each in the rows. Where a statement fails
 * all fail that it was of. What readers of different states ask is never put together.
 */
export function askTogether<Asked, Row, Answer>(
  database: Pick<Database, "query" | "reader">,
  statementOf: (asked: readonly Asked[]) => CompiledQuery<Row>,
  read: (rows: readonly Row[], asked: readonly Asked[]) => readonly Answer[],
): (asked: Asked) => Promise<Answer> {
  async function askAll(asked: readonly Asked[]): Promise<readonly Answer[]> {
    const statement = statementOf(asked);
    if (asked.length === 1 || statement.parameters.length <= MOST_VALUES)
      return read(await database.query(statement), asked);
    const middle = Math.ceil(asked.length / 2);
    return (await Promise.all([askAll(asked.slice(0, middle)), askAll(asked.slice(middle))])).flat();
  }

  const turns = new Map<object | undefined, Turn<Asked, Answer>>();
  function begin(reader: object | undefined): Turn<Asked, Answer> {
    const asked: Asked[] = [];
    // Once all who ask in this turn have asked.
    const answers = Promise.resolve().then(() => {
      turns.delete(reader);
      return askAll(asked);
    });
    const turn = { asked, answers };
    turns.set(reader, turn);
    return turn;
  }
  return async (each) => {
    const reader = database.reader?.();
    const { asked, answers } = turns.get(reader) ?? begin(reader);
    const place = asked.push(each) - 1;
    return (await answers)[place] as Answer;
  };
}
