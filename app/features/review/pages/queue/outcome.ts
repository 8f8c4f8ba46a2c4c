import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { fieldsOfKind } from "../../../../../domain/challenges/fields.ts";
import type { NamedCompletion, QueueFactsAnswer } from "../../../../../domain/contract/review.ts";
import { amountInWords } from "../../../../../domain/lists/record.ts";
import type { WireRow } from "../../../../../domain/lists/row.ts";

/** A sentence about what a submission would be; one with a completion ends with that. */
export interface Consequence {
  readonly says: string;
  readonly of: NamedCompletion | null;
}

const ORDINALS: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd", other: "th" };
const rules = new Intl.PluralRules("en", { type: "ordinal" });
/** "1st", "22nd", "13th". */
const ordinal = (count: number): string => `${count}${ORDINALS[rules.select(count)] ?? "th"}`;

/** What an original is one of: a pair, a tower; null where each map has its own. */
function originalOf(definition: ChallengeDefinition): string | null {
  if (!definition.og || definition.og.includes("map")) return null;
  return fieldsOfKind(definition, "tower").length === 1 ? "tower" : "pair";
}

/** Says what a pending completion would be once it is verified. */
export function consequencesOf(
  definition: ChallengeDefinition,
  row: WireRow,
  {
    original,
    takenBy,
    originalBy,
    verified,
    records,
    takes,
  }: Pick<QueueFactsAnswer, "original" | "takenBy" | "originalBy" | "verified" | "records" | "takes">,
): readonly Consequence[] {
  const said: Consequence[] = [];
  const say = (says: string, of: NamedCompletion | null = null): void => void said.push({ says, of });
  if (takenBy) say("Already verified:", takenBy);
  const what = originalOf(definition);
  const isRepeat = !takenBy && what !== null && verified > 0;
  if (original) say(what === null ? "Would be the OG" : `Would be the OG of this ${what}`);
  else if (row.og === true && !takenBy && originalBy)
    say("Claims to be the OG, which is taken: it would be verified as not original");
  else if (what !== null && verified === 0 && row.og !== true)
    say(`The first of this ${what}, not marked as the OG`);
  if (isRepeat)
    say(
      `A repeat: ${ordinal(verified + 1)} map of this ${what}${originalBy ? "; the OG is" : ""}`,
      originalBy,
    );
  else if (originalBy && originalBy.filekey !== takenBy?.filekey) say("The OG:", originalBy);
  for (const { says, of } of recordsInWords(definition, row, records)) say(says, of);
  const named = said.flatMap(({ of }) => of?.filekey ?? []);
  for (const held of takes) if (!named.includes(held.filekey)) say("Takes the record of", held);
  return said;
}

/** Says what it would be in each scope: first in the widest, then in narrower ones if it has not the wider record. */
function recordsInWords(
  definition: ChallengeDefinition,
  row: WireRow,
  records: QueueFactsAnswer["records"],
): readonly Consequence[] {
  const said: Consequence[] = [];
  for (const { amount, best, within } of records) {
    const isNarrower = within !== null;
    const name = isNarrower ? `${within} record` : "record";
    const words = (value: number): string => {
      const said = amountInWords(definition, Math.abs(value));
      return definition.record?.by === "towerCount" ? `${said} ${said === "1" ? "tower" : "towers"}` : said;
    };
    if (best === null) {
      said.push({
        says: isNarrower ? `The first in ${within}` : `The first ${definition.label} on ${row.map}`,
        of: null,
      });
      break;
    }
    const lead = best.amount - amount;
    if (lead > 0) {
      said.push({
        says: `Would be the ${name}: beats ${words(best.amount)} by ${words(lead)},`,
        of: best,
      });
      break;
    }
    if (lead === 0) said.push({ says: `Ties the ${name} of ${words(best.amount)}:`, of: best });
    else if (!isNarrower)
      said.push({ says: `No record: ${words(lead)} more than the ${words(best.amount)} of`, of: best });
  }
  return said;
}
