import type { Person } from "../auth/person.ts";
import type { CompletionState } from "../data/submissions.ts";

/** The owner of a row is whoever stands in `pending`, or whose submission was rejected (SPEC section 6, "Row owner"). */
function isOwn(person: Person, { pending, deleted_at, rejection, submitted_by }: CompletionState): boolean {
  return deleted_at === null ? pending === person.id : rejection !== null && submitted_by === person.id;
}

/** Edit and delete: helpers anything, members their own. The SQL that writes asks the same once more. */
export function mayChange(person: Person, state: CompletionState): boolean {
  return person.isHelper || isOwn(person, state);
}

export const mayVerify = (person: Person, { pending }: CompletionState): boolean =>
  person.isHelper && pending !== null;
