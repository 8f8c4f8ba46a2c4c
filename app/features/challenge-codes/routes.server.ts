import {
  askChallengeCode,
  challengeCode,
  type KnownCodeAnswer,
} from "../../../domain/contract/challenge-codes.ts";
import { codeToken } from "../../../domain/game/words.ts";
import { BadParameter } from "../../../domain/lists/parameters.ts";
import { presentRow } from "../../../domain/lists/row.ts";
import { fault } from "../../../domain/messages/index.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { challengeCodes, type ReadCode } from "./reader.server.ts";

/** Completions with a code that are shown of each challenge. */
const MOST_SHOWN = 20;

export function challengeCodeRoutes(router: Router, deps: Deps): void {
  const { challenges, data } = deps;
  const codes = challengeCodes(deps);
  const given = (code: string | null): string => {
    if (code === null) throw new BadParameter("code", fault("missing"));
    return code;
  };

  async function completionsWith(code: string): Promise<KnownCodeAnswer["completions"]> {
    const conditions = [{ on: "search", find: { word: codeToken(code) } }] as const;
    const found = await Promise.all(
      [...challenges.values()].map(async (definition) => {
        const rows = await data.completions.findSome({ definition, conditions }, MOST_SHOWN);
        return rows.map((row) => ({ challenge: definition.key, completion: presentRow(definition, row) }));
      }),
    );
    return found.flat();
  }

  async function answerOf(code: string, known: ReadCode | null): Promise<KnownCodeAnswer> {
    const completions = await completionsWith(code);
    const nothing = { code, document: null, foundAt: null, askedAt: null, completions };
    if (known === null) return { ...nothing, outcome: "not-asked" };
    const { outcome, askedAt } = known;
    if (outcome === "none") return { ...nothing, outcome, askedAt };
    // Who made it is for helpers alone.
    const { creator: _, ...document } = known.document;
    return { code, outcome, document, foundAt: known.foundAt, askedAt, completions };
  }

  router.read(challengeCode, async ({ code: text }) => {
    const code = given(text);
    return answerOf(code, await codes.known(code));
  });

  router.personal(askChallengeCode, async ({ code: text }, { id }) => {
    const code = given(text);
    const found = await codes.find(code, { account: id });
    if (found.outcome !== "could-not-ask")
      return { ...(await answerOf(code, found)), why: null, retryAfter: null };
    const { outcome, why, retryAfter } = found;
    return { ...(await answerOf(code, null)), outcome, why, retryAfter };
  });
}
