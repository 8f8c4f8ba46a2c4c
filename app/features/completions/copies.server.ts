import { copySource } from "../../../domain/media/copies.ts";
import type { Deps } from "../../api/deps.server.ts";
import * as stored from "../kept-copies/repository.server.ts";

/** Completions whose pictures are copied at once: the newest. */
const MOST_AT_ONCE = 1_000;

/**
 * Has the pictures copied behind the links of what a person submitted, of one completion or of all (null).
 * @returns how many there are
 */
export async function wantCopies(
  person: string,
  filekey: string | null,
  now: Date,
  { data, keepsCopies }: Pick<Deps, "data" | "keepsCopies">,
): Promise<number> {
  if (!keepsCopies) return 0;
  const linked = await stored.findLinked(data.database, person, filekey, MOST_AT_ONCE);
  const wanted = linked.flatMap(({ completion, links }) =>
    links.flatMap((link) => {
      const source = copySource(link);
      return source ? [{ ...source, completion }] : [];
    }),
  );
  if (wanted.length > 0) await stored.want(data.database, wanted, now.toISOString());
  return wanted.length;
}

/** Does what a form says of copies: its person wants them from now on, of this completion too; or not of the next one. */
export async function chooseCopies(
  person: string,
  filekey: string,
  isWanted: boolean,
  now: Date,
  deps: Pick<Deps, "data" | "keepsCopies">,
): Promise<void> {
  await deps.data.notices.savePerson(person, { keeps_copies: isWanted ? 1 : 0 });
  if (isWanted) await wantCopies(person, filekey, now, deps);
}
