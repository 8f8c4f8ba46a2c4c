import { z } from "zod";
import { pages } from "../../../domain/contract/routes.ts";
import { Conflict } from "../../../server/errors.ts";
import type { AnyNounLog } from "../../audit/types.server.ts";
import { UNKNOWN, warnOfUnknown } from "../../audit/unknown.server.ts";
import { PROOF, PROOF_SHAPE } from "./repository.server.ts";

/** That a link to a completion's proof is gone. The entry's id is the completion's. */
const Logged = z.object({
  challenge: z.string(),
  url: z.string(),
  /** When it was not found for the first time: ISO 8601, UTC. */
  since: z.string(),
});
type Logged = z.infer<typeof Logged>;

const refuse = (): never => {
  throw new Conflict("proof-not-undone");
};

/** Returns what an entry says; null: it is in a shape that is not known. */
function read({ shape, before, after }: { shape: number; before: unknown; after: unknown }) {
  const logged = Logged.safeParse(after ?? before);
  return shape === PROOF_SHAPE && logged.success ? { isGone: after !== null, logged: logged.data } : null;
}

const rowOf = (id: string, { url, since }: Logged) => ({ filekey: id, link: url, since });

/** Proof that cannot be found any more, in the change log: what its host says, which nobody undoes here. */
export const proofLog: AnyNounLog = {
  noun: PROOF,
  isPublic: true,
  findThere: (changes, data) => data.watchedLinks.findGoneAmong(changes.map(({ id }) => id)),
  describe(change, { challenges }) {
    const entry = read(change);
    if (!entry) {
      warnOfUnknown(`${PROOF}, ${change.action}`, change.shape, []);
      return UNKNOWN;
    }
    const { isGone, logged } = entry;
    const definition = challenges.get(logged.challenge);
    if (!definition) return null;
    const [before, after] = isGone ? [null, logged.url] : [logged.url, null];
    return {
      title: `Proof of a ${definition.label}`,
      page: pages.notes(logged.challenge, { filekey: change.id }),
      changes: [{ label: "Cannot be found", before, after }],
      credits: [],
      reason: null,
      undo: "never",
    };
  },
  tell(change, { challenges }, there) {
    const entry = read(change);
    if (!entry || !challenges.has(entry.logged.challenge)) return null;
    const { isGone, logged } = entry;
    return {
      action: isGone ? "added" : "removed",
      challenge: logged.challenge,
      row: isGone && there.has(change.id) ? rowOf(change.id, logged) : null,
    };
  },
  valuesBefore: () => ({}),
  undo: async () => refuse(),
  preview: async () => refuse(),
};
