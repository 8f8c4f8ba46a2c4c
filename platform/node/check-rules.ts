import { openData } from "../../app/api/repositories.server.ts";
import { foundCodes } from "../../app/features/challenge-codes/reader.server.ts";
import { completionOf } from "../../app/features/completions/repository/stored-completion.server.ts";
import { codeOf } from "../../domain/challenge-codes/code.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { type Check, type CheckFacts, LEVELS, mapsByName, releasedBy } from "../../domain/checks/check.ts";
import { CHECKS, checked } from "../../domain/checks/index.ts";
import { shownProofs } from "../../domain/checks/proof.ts";
import { counted } from "../../domain/game/counted.ts";
import { recordAmountOf } from "../../domain/lists/record.ts";
import { presentRow } from "../../domain/lists/row.ts";
import { linkTexts } from "../../domain/media/proof-slots.ts";
import { say } from "../../domain/messages/index.ts";
import { textsOfRow } from "../../domain/submissions/form.ts";
import { StartError } from "../../server/errors.ts";
import type { CommandSite } from "./open-index.ts";

/** Completions that are read at a time, and the most that are listed for one check. */
const AT_ONCE = 500;
const MOST_LISTED = 50;

/** What is looked at: a challenge by its key, a check by its id; absent: all of them. */
interface Asked {
  readonly challenge?: string | undefined;
  readonly only?: string | undefined;
  readonly json?: boolean | undefined;
}

/** What a check said of all completions that it applies to. */
interface Tally extends Pick<Check, "id" | "level" | "whether"> {
  fine: number;
  fails: number;
  /** Those that fail, and that a helper excepts. */
  excepted: number;
  unknown: number;
  readonly failing: {
    readonly challenge: string;
    readonly filekey: string;
    readonly says: string;
    readonly excepted?: string | undefined;
  }[];
}

/**
 * `check-rules`: runs the checks over everything that is recorded, and says what fails. It changes nothing, and whatever
 * it finds is no error: old completions stay as they are.
 */
export async function runCheckRules(
  { database }: Pick<CommandSite, "database">,
  { challenge, only, json }: Asked,
): Promise<string> {
  if (challenge !== undefined && !CHALLENGES.has(challenge))
    throw new StartError(
      `There is no challenge "${challenge}". There are ${[...CHALLENGES.keys()].join(", ")}.`,
    );
  const checks = CHECKS.filter(({ id }) => only === undefined || id === only);
  if (checks.length === 0)
    throw new StartError(`There is no check "${only}". There are ${CHECKS.map(({ id }) => id).join(", ")}.`);
  const data = openData(database);
  const [maps, newestVersion, versions, bests] = await Promise.all([
    data.maps.findAllDetails(),
    data.search.newestVersion([...CHALLENGES.keys()]),
    data.gameVersions.findAll(),
    data.completions.listBest(
      [...CHALLENGES.values()].filter(({ record }) => record?.by === "money").map(({ key }) => key),
    ),
  ]);
  const known = { newestVersion, maps: mapsByName(maps), released: releasedBy(versions) };
  const best = new Map(bests.map((each) => [`${each.challenge} ${each.map}`, each]));
  const tallies = new Map(
    checks.map(({ id, level, whether }): [string, Tally] => [
      id,
      { id, level, whether, fine: 0, fails: 0, excepted: 0, unknown: 0, failing: [] },
    ]),
  );
  const catalogue = await data.catalogue.current();
  let looked = 0;
  for (let after = 0; ; ) {
    const page = await data.completions.listAfter(challenge ?? null, after, AT_ONCE);
    const ids = page.map(({ id }) => id);
    const reasons = new Map(
      (await data.exceptions.findOf(ids)).map((each) => [`${each.completion} ${each.check_id}`, each.reason]),
    );
    const completions = await data.completions.findAllByIds(ids);
    const codeOfRow = new Map(completions.map((stored) => [stored.id, codeOf(completionOf(stored))]));
    const found = await foundCodes(data, [...codeOfRow.values()]);
    for (const stored of completions) {
      const definition = CHALLENGES.get(stored.challenge);
      // It may be of a challenge that a later release knows.
      if (!definition) continue;
      const completion = completionOf(stored);
      const row = presentRow(definition, completion);
      const { media, links, pending } = stored.state;
      const files = media.map(({ key, role, content_type }) => ({ key, role, contentType: content_type }));
      const { best: first = null, second = null } = best.get(`${definition.key} ${completion.map}`) ?? {};
      const isFirst = pending === null && recordAmountOf(definition, completion) === first;
      const facts: CheckFacts = {
        ...known,
        proof: shownProofs(definition, row, { files, links }),
        record: isFirst ? second : first,
        code: found.get(codeOfRow.get(stored.id) ?? null)?.document ?? null,
      };
      const texts = { ...textsOfRow(definition, row), ...linkTexts(definition, links) };
      const outcomes = checked(definition, texts, completion.og, catalogue, facts, checks);
      for (const { check, outcome } of outcomes) {
        const tally = tallies.get(check.id);
        if (!tally) continue;
        if (outcome === "unknown") tally.unknown += 1;
        else if (outcome.length === 0) tally.fine += 1;
        else {
          const excepted = reasons.get(`${stored.id} ${check.id}`);
          if (excepted === undefined) tally.fails += 1;
          else tally.excepted += 1;
          const says = outcome.map(({ problem }) => say(problem)).join(" ");
          if (tally.failing.length < MOST_LISTED)
            tally.failing.push({ challenge: definition.key, filekey: stored.id, says, excepted });
        }
      }
      looked += 1;
    }
    const last = page.at(-1);
    if (!last || page.length < AT_ONCE) break;
    after = last.seq;
  }
  const found = [...tallies.values()];
  return json ? JSON.stringify({ looked, checks: found }) : inWords(looked, found);
}

function inWords(looked: number, found: readonly Tally[]): string {
  const lines = found.flatMap(({ id, level, whether, fine, fails, excepted, unknown, failing }) => [
    "",
    `${id}: whether ${whether} (${LEVELS[level]})`,
    `  ${counted(fine)} fine, ${counted(fails)} ${fails === 1 ? "fails" : "fail"}, ${excepted > 0 ? `${counted(excepted)} excepted, ` : ""}${counted(unknown)} cannot be known`,
    ...failing.map(
      ({ challenge, filekey, says, excepted: reason }) =>
        `  ${challenge} ${filekey}: ${says}${reason === undefined ? "" : ` Excepted: ${reason}`}`,
    ),
    ...(fails + excepted > failing.length
      ? [`  and ${counted(fails + excepted - failing.length)} more`]
      : []),
  ]);
  return [`looked at ${counted(looked)} completions`, ...lines].join("\n");
}
