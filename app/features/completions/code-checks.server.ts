import { codeOf } from "../../../domain/challenge-codes/code.ts";
import { mapsByName, NOTHING_KNOWN } from "../../../domain/checks/check.ts";
import { CODE_CHECKS, isCheckedByCode } from "../../../domain/checks/code.ts";
import { checked } from "../../../domain/checks/index.ts";
import { presentRow } from "../../../domain/lists/row.ts";
import { textsOfRow } from "../../../domain/submissions/form.ts";
import type { Job } from "../../../server/jobs/job.ts";
import type { Deps } from "../../api/deps.server.ts";
import { type ChallengeCodes, foundCodes } from "../challenge-codes/reader.server.ts";
import type { CodeCheck } from "./repository/code-checks.server.ts";
import { completionOf } from "./repository/stored-completion.server.ts";

type Parts = Pick<Deps, "data" | "challenges">;

/**
 * Compares completions with what is stored of their challenge codes, and stores what that comes to. What has changed by then
 * is compared again by the job.
 */
export async function compareWithCodes(ids: readonly string[], { data, challenges }: Parts): Promise<void> {
  if (ids.length === 0) return;
  const version = await data.codeChecks.catalogueVersion();
  const [catalogue, maps, stored] = await Promise.all([
    data.catalogue.newest(),
    data.maps.findAllDetails(),
    data.completions.findAllByIds(ids),
  ]);
  const completions = stored.map((each) => ({ ...each, completion: completionOf(each) }));
  const found = await foundCodes(
    data,
    completions.map(({ completion }) => codeOf(completion)),
  );
  const facts = { ...NOTHING_KNOWN, maps: mapsByName(maps) };
  const checks = completions.flatMap(({ id, challenge, revision, completion }): CodeCheck[] => {
    const definition = challenges.get(challenge);
    if (!definition) return [];
    const own = codeOf(completion);
    const code = found.get(own);
    const texts = textsOfRow(definition, presentRow(definition, completion));
    const outcomes = checked(
      ...([definition, texts, completion.og, catalogue] as const),
      ...([{ ...facts, code: code?.document ?? null }, CODE_CHECKS] as const),
    );
    const agrees = code ? isCheckedByCode(outcomes) : null;
    return [{ completion: id, revision, code: own ?? "", agrees, foundAt: code?.foundAt ?? null }];
  });
  await data.codeChecks.save(checks, version);
}

const EVERY = 60 * 1000;
/** Completions of one run that are compared, and codes that the game's server is asked for. */
const AT_ONCE = 200;
const MOST_ASKED = 20;
/** Milliseconds until the same is asked again, and for how long after a submission. */
const AGAIN = 60 * 60 * 1000;
const FRESH = 2 * 24 * 60 * 60 * 1000;

/** Compares completions with their codes where a write did not, and asks for codes of new ones that are not known yet. */
export const codeCheckJob = (codes: Pick<ChallengeCodes, "find">, now: () => Date, parts: Parts): Job => ({
  name: "challenge codes",
  every: EVERY,
  isPatient: true,
  async run(signal) {
    const { codeChecks } = parts.data;
    const compare = async () => compareWithCodes(await codeChecks.findToCompare(AT_ONCE), parts);
    await compare();
    for (let asked = 0; asked < MOST_ASKED && !signal.aborted; asked += 1) {
      const at = now();
      const before = (age: number): string => new Date(at.getTime() - age).toISOString();
      const next = await codeChecks.findToAsk(before(AGAIN), before(FRESH));
      if (!next) return;
      const { outcome } = await codes.find(next.code, { again: next.again === 1 });
      if (outcome === "could-not-ask") return;
      await codeChecks.saveAsked(next.code, at.toISOString());
      if (outcome === "found") await compare();
    }
  },
});
