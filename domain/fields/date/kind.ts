import { FIRST_DAY } from "../../game/facts.ts";
import { type FieldBase, type FieldKind, InvalidValue, keyFor } from "../kind.ts";

/** A day, yyyy-mm-dd. */
export interface DateField extends FieldBase {
  readonly kind: "date";
}

function parse(text: string): string {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  // The last comparison refuses days that no calendar has, such as 2024-02-30, which Date would roll over.
  if (!day || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text) {
    throw new InvalidValue("not-a-day");
  }
  return text;
}

/** Reads a day, a month or a year, each of which is a prefix of the days it covers. Throws InvalidValue. */
function parseFrom(text: string): string {
  if (/^\d{4}(-(0[1-9]|1[0-2]))?$/.test(text)) return text;
  return parse(text);
}

/** Returns today's date where the day begins first, fourteen hours ahead of Greenwich. */
const latestDay = (): string => new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);

export const dateKind: FieldKind<DateField, string> = {
  slot: "date",
  present: ({ date }) => date,
  nullable: true,
  schema: (z) => z.string().describe("yyyy-mm-dd"),
  filter: (text) => ({ on: "slot", slot: "date", value: parse(text) }),
  sort: () => "date",
  filters: () => ({
    since: {
      label: "Since",
      control: { takes: "text", example: "2024-05" },
      read: ([text = ""]) => [{ on: "date", from: parseFrom(text), before: null }],
    },
    before: {
      label: "Before",
      control: { takes: "text", example: "2023" },
      read: ([text = ""]) => [{ on: "date", from: null, before: parseFrom(text) }],
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
