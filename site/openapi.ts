import { z } from "zod";
import type { ChallengeDefinition } from "../domain/challenges/define.ts";
import { type Endpoint, nameFor, SHAPE_NAMES } from "../domain/contract/define.ts";
import { contractOf } from "../domain/contract/index.ts";
import { api, MEDIA_PATH } from "../domain/contract/routes.ts";
import type { Catalogue } from "../domain/game/catalogue.ts";
import { communityNames } from "../domain/game/community-names.ts";

/** A JSON schema or another part of the description; OpenAPI's own types are not worth a dependency. */
type Part = Readonly<Record<string, unknown>>;

/** The schemas that others refer to, by their names. */
type Shapes = Record<string, Part>;

/** Returns the JSON schema of a zod schema, as in OpenAPI 3.1, and adds those that have a name to `shapes`. */
function schemaOf(schema: z.ZodType, shapes: Shapes): Part {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      shorten(jsonSchema);
      const name = SHAPE_NAMES.get(zodSchema)?.id;
      if (name !== undefined) {
        shapes[name] ??= { ...jsonSchema };
        replace(jsonSchema, { $ref: `#/components/schemas/${name}` });
      } else if (jsonSchema.$ref !== undefined) {
        // A named one with words of its own has all of its parts once more.
        const { $ref, description } = jsonSchema;
        replace(jsonSchema, { $ref, ...(description !== undefined && { description }) });
      }
    },
  });
  return json;
}

type Json = z.core.JSONSchema.BaseSchema;

/** Gives a schema, which others hold, other contents. */
function replace(jsonSchema: Json, contents: Json): void {
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
  Object.assign(jsonSchema, contents);
}

/** Shortens a schema "or null" to a type with two names, and drops bounds that are only those of safe integers. */
function shorten(jsonSchema: Json): void {
  const [type, none] = jsonSchema.anyOf ?? [];
  // An object may have a name, by which it is referred to.
  const isPlain = typeof type?.type === "string" && type.type !== "object" && !type.enum;
  if (isPlain && none?.type === "null") {
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, { ...type, type: [type.type, "null"] });
  }
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // It is all to be read.
  delete jsonSchema.readOnly;
}

const Failure = z.object({ error: z.string().describe("What is wrong, in one sentence.") });
SHAPE_NAMES.add(Failure, { id: "Failure" });

/** Returns what an answer has: JSON by its schema, else text; of what is neither nothing is said. */
function contentOf({ result, contentType }: Endpoint, shapes: Shapes): Part {
  if (result && /\bjson$/.test(contentType)) return { schema: schemaOf(result, shapes) };
  return contentType.startsWith("image/") ? {} : { schema: { type: "string" } };
}

function operation(endpoint: Endpoint, operationId: string, shapes: Shapes): Part {
  const { summary, parameters, contentType, isCached } = endpoint;
  return {
    operationId,
    summary,
    parameters: Object.entries(parameters).map(([name, { schema: of, note, isRequired = false }]) => ({
      name,
      in: "query",
      required: isRequired,
      schema: schemaOf(of, shapes),
      ...(note && { description: note }),
    })),
    responses: {
      200: { description: "OK", content: { [contentType]: contentOf(endpoint, shapes) } },
      ...(isCached && { 304: { description: "The same as what has the ETag of If-None-Match." } }),
      default: {
        description: "Why it is not answered.",
        content: { "application/json": { schema: schemaOf(Failure, shapes) } },
      },
    },
  };
}

/** Returns the name of each address by its path: as the contract calls it, and of a challenge's with its key. */
function namesOf(challenges: readonly ChallengeDefinition[]): ReadonlyMap<string, string> {
  const paths = Object.entries(api as unknown as Readonly<Record<string, (challenge?: string) => string>>);
  return new Map([
    ...challenges.flatMap(({ key }) => paths.map(([name, path]) => [path(key), nameFor(name, key)] as const)),
    ...paths.map(([name, path]) => [path(), name] as const),
  ]);
}

const MEDIA: Part = {
  get: {
    operationId: "media",
    summary: "A proof, an attachment or a map's picture",
    parameters: [{ name: "key", in: "path", required: true, schema: { type: "string" } }],
    responses: {
      200: { description: "The file", content: { "*/*": {} } },
      206: { description: "A range of it", content: { "*/*": {} } },
      304: { description: "The same as what has the ETag of If-None-Match." },
      default: {
        description: "Why it is not answered.",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
      },
    },
  },
};

/** Returns the public API as an OpenAPI 3.1 description, made from the contract. */
export function describeApi(
  challenges: Iterable<ChallengeDefinition>,
  siteOrigin: string,
  catalogue: Catalogue,
): Record<string, unknown> {
  const definitions = [...challenges];
  const names = namesOf(definitions);
  const shapes: Shapes = {};
  const paths = contractOf(definitions)
    .endpoints.filter(({ isInternal }) => !isInternal)
    .map((endpoint) => {
      const { path, method } = endpoint;
      const name = names.get(path);
      if (name === undefined) throw new Error(`the contract has no name for ${path}`);
      return [path, { [method.toLowerCase()]: operation(endpoint, name, shapes) }];
    });
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
    "x-names": communityNames(catalogue),
    paths: { ...Object.fromEntries(paths), [`${MEDIA_PATH}/{key}`]: MEDIA },
    components: { schemas: shapes },
  };
}
