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
 * in. `statementOf` is given what was asked, in order, and `read` finds the answer of each in the rows. Where the statement fails
 * each asks for itself: none hears of what is wrong with another's. What readers of different states ask is never put together.
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
    try {
      return (await answers)[place] as Answer;
    } catch (error) {
      if (asked.length === 1) throw error;
      return (await askAll([each]))[0] as Answer;
    }
  };
}

/** The rows of each that was asked, by the place that they say. */
export function rowsOfEach<Row extends { readonly at: number }>(
  rows: readonly Row[],
  asked: readonly unknown[],
): readonly (readonly Row[])[] {
  const found = Map.groupBy(rows, ({ at }) => at);
  return asked.map((_, at) => found.get(at) ?? []);
}
