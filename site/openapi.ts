import { z } from "zod";
import type { Endpoint } from "../domain/contract/define.ts";
import type { Contract } from "../domain/contract/index.ts";
import { MEDIA_PATH } from "../domain/contract/routes.ts";
import { COMMUNITY_NAMES } from "../domain/game/community-names.ts";

/** A JSON schema or another part of the description; OpenAPI's own types are not worth a dependency. */
type Part = Readonly<Record<string, unknown>>;

/** Returns the JSON schema of a zod schema, as in OpenAPI 3.1. */
function schemaOf(schema: z.ZodType): Part {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { unrepresentable: "any", override: shorten });
  return json;
}

/** Shortens a schema "or null" to a type with two names, and drops bounds that are only those of safe integers. */
function shorten({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const [type, none] = jsonSchema.anyOf ?? [];
  if (type && none?.type === "null" && typeof type.type === "string" && !type.enum) {
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, { ...type, type: [type.type, "null"] });
  }
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

const FAILURE = {
  description: "What is wrong, in one sentence.",
  content: { "application/json": { schema: schemaOf(z.object({ error: z.string() })) } },
};

function operation({ summary, parameters, result, contentType }: Endpoint): Part {
  const schema = result && contentType === "application/json" ? schemaOf(result) : { type: "string" };
  return {
    summary,
    parameters: Object.entries(parameters).map(([name, { schema: of, note, isRequired = false }]) => ({
      ...{ name, in: "query", required: isRequired, schema: schemaOf(of) },
      ...(note && { description: note }),
    })),
    responses: {
      200: { description: "OK", content: { [contentType]: { schema } } },
      default: FAILURE,
    },
  };
}

const MEDIA: Part = {
  get: {
    summary: "A proof, an attachment or a map's picture",
    parameters: [{ name: "key", in: "path", required: true, schema: { type: "string" } }],
    responses: {
      200: { description: "The file" },
      206: { description: "A range of it" },
      404: { description: "No such file" },
    },
  },
};

/** Returns the public API as an OpenAPI 3.1 description, made from the contract. */
export function describeApi({ endpoints }: Contract, siteOrigin: string): Record<string, unknown> {
  const published = endpoints.filter(({ isInternal }) => !isInternal);
  return {
    openapi: "3.1.0",
    info: {
      title: "BTD6 Index",
      version: "1",
      description:
        "Public reads of the index. Answers may be cached by their ETag; unknown parameters are ignored. " +
        "A text whose schema has x-names names a tower or a map: where an address takes `names`, it is spelled as " +
        "that asks, elsewhere as the game does. The x-names of this description has the community's spelling of each " +
        "name that the community spells otherwise.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: siteOrigin }],
    "x-names": COMMUNITY_NAMES,
    paths: {
      ...Object.fromEntries(
        published.map((endpoint) => [
          endpoint.path,
          { [endpoint.method.toLowerCase()]: operation(endpoint) },
        ]),
      ),
      [`${MEDIA_PATH}/{key}`]: MEDIA,
    },
  };
}
