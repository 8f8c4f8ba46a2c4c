import { problem } from "../../../domain/messages/index.ts";
import { ConstraintError } from "../../../server/db/database.ts";
import { BadFields } from "../../../server/errors.ts";
import type { WriteContext } from "../../api/write-context.server.ts";
import { Stale } from "../../audit/stale.server.ts";
import type { SpellingState } from "./repository.server.ts";

/** Runs the batch that adds or restores a spelling; returns its rows. Throws BadFields if it exists, Stale. */
export async function write(
  statements: Parameters<WriteContext["data"]["write"]>[0],
  { data }: WriteContext,
  { spelling, name }: SpellingState,
): ReturnType<WriteContext["data"]["write"]> {
  return data.write(statements).catch((error: unknown) => {
    if (!(error instanceof ConstraintError)) throw error;
    if (!error.constraint.includes("spelling.spelling_key")) throw new Stale();
    throw new BadFields({ spelling: problem("spelling-exists", { spelling, name }) });
  });
}
