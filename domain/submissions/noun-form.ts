import { z } from "zod";
import { InvalidValue, readBounded, tidied, type WireValue } from "../fields/kind.ts";
import type { Catalogue } from "../game/catalogue.ts";
import { about } from "../messages/index.ts";
import {
  mayBeEmpty,
  type NounField,
  type NounFields,
  nameOf,
  nounKindOf,
  type ValueOf,
  type ValuesOf,
} from "../nouns/define.ts";
import { issueOf } from "./form-problems.ts";

// By default zod tries to compile its checks, which the pages' Content-Security-Policy forbids and reports.
z.config({ jitless: true });

/** Reads the text of a field. Throws InvalidValue. */
function read(field: NounField, text: string, catalogue: Catalogue): WireValue {
  const kind = nounKindOf(field);
  if (text !== "") return readBounded<NounField, WireValue>(kind, text, field, catalogue) ?? null;
  if (!mayBeEmpty(field)) throw new InvalidValue("missing");
  return kind.none ?? null;
}

/**
 * Returns the schema of a form, which the page and the server share: texts by wire name, each tidied by its kind. `problemsOf`
 * gives its errors by field.
 * @param recorded the current values. A text that leaves one unchanged is accepted, whatever is required today
 */
export function nounFormSchema<Fields extends NounFields>(
  fields: Fields,
  catalogue: Catalogue,
  recorded: ValuesOf<Fields> | null = null,
): z.ZodType<ValuesOf<Fields>, Record<string, string | undefined>> {
  return z.record(z.string(), z.string().optional()).transform((given, context) => {
    const values: Record<string, WireValue> = {};
    for (const [name, field] of Object.entries<NounField>(fields)) {
      const tidy = (text: string): string => tidied<NounField>(nounKindOf(field), text, field);
      const text = tidy(given[name] ?? "");
      const before = recorded?.[name] as WireValue | undefined;
      const isUnknown = text === "" && before === null && field.unrecorded === true;
      if (isUnknown || (text !== "" && text === tidy(String(before)))) values[name] = before ?? null;
      else
        try {
          values[name] = read(field, text, catalogue);
        } catch (error) {
          if (!(error instanceof InvalidValue)) throw error;
          context.addIssue(issueOf(name, about({ field: nameOf(field) }, error.fault)));
        }
    }
    return values as ValuesOf<Fields>;
  });
}

/** Returns the schemas of a thing's values on the wire. */
export function nounShape<Fields extends NounFields>(fields: Fields) {
  const schemaOf = (field: NounField): z.ZodType => {
    const kind = nounKindOf(field);
    const schema = kind.schema(z, field);
    const isNullable = field.unrecorded || (mayBeEmpty(field) && kind.none === undefined);
    return isNullable ? schema.nullable() : schema;
  };
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]),
  ) as unknown as {
    readonly [Name in keyof Fields]: z.ZodType<ValueOf<Fields[Name]>>;
  };
}
