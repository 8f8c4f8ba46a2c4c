import { nameKey } from "../../../domain/game/name-key.ts";
import { nameUuid } from "../../../server/name-uuid.ts";
import type { Findings } from "./findings.server.ts";
import type { IncomingCompletion } from "./incoming.server.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Gives each completion its id: its file key, or one derived from its content, which is the same every time. */
export async function settleIds(
  all: IncomingCompletion[],
  findings: Findings,
): Promise<IncomingCompletion[]> {
  const taken = new Set<string>();
  for (const completion of all) {
    const { filekey, row } = completion;
    const key = filekey?.toLowerCase() ?? null;
    if (key !== null && UUID.test(key) && !taken.has(key)) completion.id = key;
    else {
      const rule = key === null ? "filekey-made" : UUID.test(key) ? "filekey-twice" : "filekey-not-uuid";
      completion.id = await madeId(completion, taken);
      findings.note(rule, row, { ...(key === null ? {} : { column: "filekey" }), known: completion.id });
    }
    taken.add(completion.id);
  }
  return all;
}

/** Returns a completion's combination as one text; all of its content where there is no combination. */
function contentOf({ definition: { key, identity }, draft, map, pending }: IncomingCompletion): string {
  const towers = [...draft.towers].sort();
  const what = [key, nameKey(map.name), towers, draft.completionType];
  const { people, money, version, date, link, notes } = draft;
  return JSON.stringify(
    identity.length > 0 ? what : [...what, people, money, version, date, link, notes, pending],
  );
}

async function madeId(completion: IncomingCompletion, taken: ReadonlySet<string>): Promise<string> {
  const content = contentOf(completion);
  for (let copy = 0; ; copy += 1) {
    const id = await nameUuid(`moved in ${copy} ${content}`);
    if (!taken.has(id)) return id;
  }
}
