import { z } from "zod";
import { NAMES } from "../../domain/fields/kind.ts";
import type { Catalogue } from "../../domain/game/catalogue.ts";
import { asCommunitySpells, type Nameable } from "../../domain/game/community-names.ts";

/** Returns the same value with its names respelled. */
export type Respell = (value: unknown, catalogue: Catalogue) => unknown;

/** Returns what kind of name a schema's text is (domain/fields/kind.ts). */
function namedBy(schema: z.core.$ZodType): { readonly kind: Nameable; readonly isJson: boolean } | null {
  const { [NAMES]: kind, contentMediaType } = z.globalRegistry.get(schema) ?? {};
  return kind === "tower" || kind === "map"
    ? { kind, isJson: contentMediaType === "application/json" }
    : null;
}

const inJson =
  (respell: Respell): Respell =>
  (text, catalogue) =>
    JSON.stringify((JSON.parse(String(text)) as unknown[]).map((each) => respell(each, catalogue)));

/**
 * Returns the function that respells the names in a response as the community's index does; null if it has no names.
 * The schema of the response says which texts are names; notes, people and links are not, and stay as they are.
 */
export function communityNames(schema: z.core.$ZodType): Respell | null {
  const named = namedBy(schema);
  if (named) {
    const respell: Respell = (name, catalogue) =>
      typeof name === "string" ? asCommunitySpells(named.kind, name, catalogue) : name;
    return named.isJson ? inJson(respell) : respell;
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodReadonly) {
    const inner = communityNames(schema.unwrap());
    return (
      inner &&
      ((value, catalogue) => (value === null || value === undefined ? value : inner(value, catalogue)))
    );
  }
  if (schema instanceof z.ZodArray) {
    const each = communityNames(schema.element);
    return each && ((list, catalogue) => (list as unknown[]).map((one) => each(one, catalogue)));
  }
  if (schema instanceof z.ZodRecord) return ofRecord(schema);
  if (schema instanceof z.ZodObject) return ofObject(schema);
  return null;
}

function ofRecord({ keyType, valueType }: z.ZodRecord): Respell | null {
  const [key, value] = [communityNames(keyType), communityNames(valueType)];
  if (!key && !value) return null;
  return (record, catalogue) =>
    Object.fromEntries(
      Object.entries(record as object).map(([name, each]) => [
        key ? String(key(name, catalogue)) : name,
        value ? value(each, catalogue) : each,
      ]),
    );
}

function ofObject({ shape }: z.ZodObject): Respell | null {
  const fields = Object.entries(shape).flatMap(([name, schema]) => {
    const respell = communityNames(schema);
    return respell ? [[name, respell] as const] : [];
  });
  if (fields.length === 0) return null;
  return (object, catalogue) => {
    const given = object as Readonly<Record<string, unknown>>;
    const respelled = fields.flatMap(([name, respell]) =>
      name in given ? [[name, respell(given[name], catalogue)]] : [],
    );
    return { ...given, ...Object.fromEntries(respelled) };
  };
}
