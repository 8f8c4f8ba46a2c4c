import type { ChallengeDefinition } from "../../domain/challenges/define.ts";
import type { ListAnswer } from "../../domain/contract/completions.ts";
import { type Query, searchOf } from "../../domain/contract/routes.ts";
import { readListQuery } from "../../domain/lists/list-query.ts";
import { presentList } from "../../domain/lists/row.ts";
import type { PageContext } from "./context.ts";
import { answerOrRefusal } from "./outcome.server.ts";

/** Reads a page of a list as its address with these parameters has it; null if the list refuses them. */
export async function listBy(
  definition: ChallengeDefinition,
  query: Query,
  context: PageContext,
): Promise<ListAnswer | null> {
  const catalogue = await context.catalogue();
  const { body } = await answerOrRefusal(() =>
    context.reads.completions.list(definition, readListQuery(definition, searchOf(query), catalogue)),
  );
  return body && presentList(definition, body);
}
