import { isDay, readPeriods } from "../../game/dates-and-numbers.ts";
import { FIRST_DAY } from "../../game/facts.ts";
import type { Condition } from "../condition.ts";
import { type FieldBase, InvalidValue, keyFor, type SharedKind } from "../kind.ts";

/** A day, yyyy-mm-dd. */
export interface DateField extends FieldBase {
  readonly kind: "date";
}

/** Reads a day, a month or a year, each of which is a prefix of the days it covers. Throws InvalidValue. */
function parsePeriod(text: string): string {
  const [period, other] = readPeriods(text);
  if (period === undefined) throw new InvalidValue("not-a-day");
  if (other !== undefined) throw new InvalidValue("day-or-month", { days: [period, other] });
  return period;
}

function parse(text: string): string {
  const day = parsePeriod(text);
  if (!isDay(day)) throw new InvalidValue("not-a-day");
  return day;
}

/** Returns what a text asks for: a day, or all days of a month or a year. */
function periodAsked(text: string): Condition {
  const period = parsePeriod(text);
  if (isDay(period)) return { on: "attribute", attribute: "date", value: period };
  // Each of its days begins with it and a hyphen, and all digits sort before "~".
  return { on: "date", from: period, before: `${period}-~` };
}

/** Returns today's date where the day begins first, fourteen hours ahead of Greenwich. */
const latestDay = (): string => new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);

export const dateKind: SharedKind<DateField, string> = {
  attribute: "date",
  present: ({ date }) => date,
  nullable: true,
  schema: (z) => z.string().describe("yyyy-mm-dd"),
  filter: periodAsked,
  sort: () => "date",
  filters: () => ({
    since: {
      label: "Since",
      control: { takes: "text", example: "2024-05" },
      read: ([text = ""]) => [{ on: "date", from: parsePeriod(text), before: null }],
    },
    before: {
      label: "Before",
      control: { takes: "text", example: "2023" },
      read: ([text = ""]) => [{ on: "date", from: null, before: parsePeriod(text) }],
    },
  }),
  searchKeys: () => ({
    since: keyFor("since", {
      example: "2024-05",
      says: "dated on this day, in this month or year, or later",
    }),
    before: keyFor("before", { example: "2023", says: "dated before this day, month or year" }),
  }),
  read(text) {
    const day = parse(text);
    if (day < FIRST_DAY) throw new InvalidValue("before-the-game");
    if (day > latestDay()) throw new InvalidValue("in-the-future");
    return day;
  },
  isPublic: () => true,
  freeText: "none",
};
