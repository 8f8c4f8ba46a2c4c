import type { CompiledQuery } from "kysely";
import type { Database } from "./database.ts";
import { addTags, PRIVATE, type Tag } from "./tags.ts";

/** Most values that D1 binds in one statement. */
const MOST_VALUES = 100;

/** What was asked in one turn, and the answers, in the order of the questions. */
interface Turn<Question, Answer> {
  readonly questions: Question[];
  readonly answers: Promise<readonly Answer[]>;
}

/**
 * Batches what is asked in one turn, such as all that a page needs, into one statement, or into as few as fit D1's
 * limit on bound values. `tagsOf` says what a question reads; `statementOf` gets the questions in order, and `read` finds
 * the answer to each in the rows. If the statement fails, each question is asked by itself, so that nobody gets the
 * error of another's question. Questions of readers who see different states are never batched together.
 */
export function batched<Question, Row, Answer>(
  database: Pick<Database, "query" | "reader">,
  tagsOf: (question: Question) => readonly Tag[],
  statementOf: (questions: readonly Question[]) => CompiledQuery<Row>,
  read: (rows: readonly Row[], questions: readonly Question[]) => readonly Answer[],
): (question: Question) => Promise<Answer> {
  async function askAll(questions: readonly Question[]): Promise<readonly Answer[]> {
    const statement = statementOf(questions);
    if (questions.length === 1 || statement.parameters.length <= MOST_VALUES)
      return read(await database.query(PRIVATE, statement), questions);
    const middle = Math.ceil(questions.length / 2);
    return (await Promise.all([askAll(questions.slice(0, middle)), askAll(questions.slice(middle))])).flat();
  }

  const turns = new Map<object | undefined, Turn<Question, Answer>>();
  function begin(reader: object | undefined): Turn<Question, Answer> {
    const questions: Question[] = [];
    // Runs once everybody in this turn has asked.
    const answers = Promise.resolve().then(() => {
      turns.delete(reader);
      return askAll(questions);
    });
    const turn = { questions, answers };
    turns.set(reader, turn);
    return turn;
  }
  return async (each) => {
    // Each is tagged for whoever asks it: the statement is shared with others.
    addTags(tagsOf(each));
    const reader = database.reader?.();
    const { questions, answers } = turns.get(reader) ?? begin(reader);
    const place = questions.push(each) - 1;
    try {
      return (await answers)[place] as Answer;
    } catch (error) {
      if (questions.length === 1) throw error;
      return (await askAll([each]))[0] as Answer;
    }
  };
}

/** Groups rows by the question that their `at` refers to. */
export function rowsOfEach<Row extends { readonly at: number }>(
  rows: readonly Row[],
  questions: readonly unknown[],
): readonly (readonly Row[])[] {
  const found = Map.groupBy(rows, ({ at }) => at);
  return questions.map((_, at) => found.get(at) ?? []);
}
