import type { ChallengeDefinition } from "../challenges/define.ts";
import { BALANCE_CHANGE_PARAMETERS } from "../derive/balance-changes.ts";
import { rowFields } from "../derive/fields.ts";
import { ogKeys } from "../derive/key-query.ts";
import { listParameters } from "../derive/list-query.ts";
import type { Field } from "../fields/index.ts";
import { DIFFICULTIES, NATURES } from "../game/facts.ts";
import { api, MEDIA_PATH } from "../routes.ts";

/** A JSON schema or another part of the description; OpenAPI's own types would be a dependency for three words. */
type Part = Readonly<Record<string, unknown>>;

const TEXT = { type: "string" } as const;
const WHOLE = { type: "integer", minimum: 0 } as const;
const orNull = (schema: { readonly type: string }): Part => ({ ...schema, type: [schema.type, "null"] });

/** The schema of each kind of field on the wire. */
const KIND_SCHEMA: Readonly<Record<Field["kind"], Part>> = {
  tower: { ...TEXT, description: "Name of a tower or hero, as the game shows it." },
  towerset: { ...TEXT, description: "JSON text of an array of tower types." },
  upgrade: orNull(TEXT),
  upgradeset: { ...TEXT, description: "JSON text of an array as long as the towerset; entries may be null." },
  map: TEXT,
  person: TEXT,
  completiontype: TEXT,
  money: orNull({ type: "integer" }),
  version: orNull(TEXT),
  date: { ...orNull(TEXT), description: "yyyy-mm-dd" },
  link: orNull(TEXT),
  notes: { ...TEXT, description: "Markdown." },
  flag: { type: "boolean" },
  filekey: { ...TEXT, format: "uuid" },
  difficulty: orNull(TEXT),
};

function schemaOf(field: Field): Part {
  if (field.kind === "flag" && field.flag === "pending") {
    return {
      ...orNull(TEXT),
      description: "The submitter's user id while a helper has yet to verify, else null.",
    };
  }
  return KIND_SCHEMA[field.kind];
}

/** What a parameter says beyond its name. */
const PARAMETER_NOTES: Readonly<Record<string, string>> = {
  query: "Words, each a prefix; all must match. Letter case and accents do not matter.",
  towerquery: "JSON array of tower types or names, in either order.",
  towerincludes: "Towers that must all be contained: a JSON array, a JSON string or a comma list.",
  tower: "A tower type or hero, by any spelling.",
  version_end: "With version: the last version of the range, both ends included, by number.",
  challenge: "A challenge's key, such as 2tc.",
  towercount: "How many towers the completion has.",
  person: "A player, without regard to letter case.",
  og: "1 or true: originals only; 0 or false: the others only.",
  pending: "1 or true: pending only; 0 or false: verified only.",
  version: "A version, or a bare major number for all its minors.",
  map: "A map's name or abbreviation.",
  sortby: "Field names divided by commas, ascending, or descending when followed by DESC.",
  offset: "Rows to skip.",
  count: "Rows wanted, 0 to 100 (20 if absent); 0 asks for the total alone.",
};

const INTEGERS = new Set(["offset", "count", "limit", "towercount", "money"]);

function parameter(name: string, required = false): Part {
  const description = PARAMETER_NOTES[name];
  return {
    name,
    in: "query",
    required,
    schema: INTEGERS.has(name) ? WHOLE : TEXT,
    ...(description && { description }),
  };
}

const object = (properties: Part): Part => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});
const listOf = (items: Part): Part => ({ type: "array", items });
const json = (schema: Part): Part => ({ "application/json": { schema } });

function read(summary: string, parameters: readonly Part[], content: Part): Part {
  const failure = { description: "What is wrong, in one sentence.", content: json(object({ error: TEXT })) };
  return {
    get: { summary, parameters, responses: { 200: { description: "OK", content }, default: failure } },
  };
}

const PERSON_COUNT = object({
  person: TEXT,
  count: WHOLE,
  uniquecount: WHOLE,
  favoritemap: orNull(TEXT),
  favoritedifficulty: orNull(TEXT),
});

function challengePaths(definition: ChallengeDefinition): Record<string, Part> {
  const { key, label, views } = definition;
  const fields = Object.fromEntries(rowFields(definition).map(([name, field]) => [name, schemaOf(field)]));
  const optional = new Set(definition.optionalKeys);
  const keys = definition.keys.map((name) => parameter(name, !optional.has(name)));
  const paths: Record<string, Part> = {
    [api.list(key)]: read(
      `${label} completions`,
      listParameters(definition).map((name) => parameter(name)),
      json(object({ results: listOf(object(fields)), count: WHOLE, more: { type: "boolean" } })),
    ),
    [api.notes(key)]: read(`Notes of one ${label} completion`, keys, json(object({ notes: TEXT }))),
  };
  if (definition.og) {
    const og = ogKeys(definition).map((name) => parameter(name, true));
    paths[api.ogInfo(key)] = read(
      `The original of one ${label}`,
      og,
      json(object({ result: { type: "object" } })),
    );
  }
  if (views.includes("person-stats")) {
    const parameters = ["limit", "offset", "og"].map((name) => parameter(name));
    paths[api.personCounts(key)] = read(
      `${label} leaderboard`,
      parameters,
      json(object({ personData: listOf(PERSON_COUNT) })),
    );
  }
  if (views.includes("table")) {
    const mapList = listOf(object({ map: TEXT, difficulty: TEXT }));
    const tableData = { type: "object", additionalProperties: TEXT };
    paths[api.table(key)] = read(`${label}: map by tower`, [], json(object({ mapList, tableData })));
  }
  if (definition.csv) {
    const parameters = listParameters(definition).map((name) => parameter(name));
    paths[api.csv(key)] = read(`${label} completions as CSV`, parameters, { "text/csv": { schema: TEXT } });
  }
  return paths;
}

const FLAG_OR_UNKNOWN = { type: ["integer", "null"], enum: [0, 1, null] } as const;

/** A map on the wire (server/maps/routes.ts). */
const MAP = object({
  ...{ map: TEXT, abbreviation: TEXT, difficulty: { ...TEXT, enum: DIFFICULTIES }, version: orNull(TEXT) },
  ...{ hasLOS: FLAG_OR_UNKNOWN, hasWater: FLAG_OR_UNKNOWN },
  length: { ...orNull({ type: "number" }), description: "Average path length in RBS." },
  ...{ lengthNotes: TEXT, numEntrances: orNull(WHOLE), numExits: orNull(WHOLE), numObjects: orNull(WHOLE) },
  ...{ removalCost: orNull(TEXT), removalCostNotes: TEXT, miscNotes: TEXT },
  image: { ...orNull(TEXT), description: "Media key of its picture." },
});

/** The newest completions, the maps, and what is told beside them: answered whole, without pages. */
function referencePaths(): Record<string, Part> {
  const uuid = { ...TEXT, format: "uuid" };
  const start = object({ uuid, map: TEXT, title: TEXT, link: TEXT });
  const nature = { ...TEXT, enum: NATURES };
  const change = object({ uuid, tower: TEXT, version: TEXT, change: TEXT, nature });
  const newest = object({
    challenge: TEXT,
    verified: { ...TEXT, format: "date-time" },
    completion: { type: "object", description: "As in the challenge's list." },
  });
  const all = (items: Part): Part => json(object({ results: listOf(items) }));
  const parameters = (...names: readonly string[]) => names.map((name) => parameter(name));
  return {
    [api.newest()]: read(
      "The newest verified completions",
      parameters("challenge", "map", "count"),
      all(newest),
    ),
    [api.maps()]: read("Names of all maps", [], all(TEXT)),
    [api.allMaps()]: read("All maps with their details", [], all(MAP)),
    [api.mapInfo()]: read("One map's details", [parameter("map", true)], json(MAP)),
    [api.chimpsStarts()]: read("CHIMPS starts, of one map or all", parameters("map"), all(start)),
    [api.balanceChanges()]: read(
      "Balance changes, newest version first",
      parameters(...BALANCE_CHANGE_PARAMETERS),
      all(change),
    ),
    [api.balanceChangeVersions()]: read(
      "Versions with balance changes, oldest first",
      parameters("tower"),
      all(TEXT),
    ),
  };
}

/** The public API as an OpenAPI 3.1 description, derived from the definitions. */
export function describeApi(challenges: Iterable<ChallengeDefinition>, siteOrigin: string): Part {
  const paged = object({ results: listOf(TEXT), count: WHOLE, more: { type: "boolean" } });
  return {
    openapi: "3.1.0",
    info: {
      title: "BTD6 Index",
      version: "1",
      description:
        "Public reads of the index. Answers may be cached by their ETag; unknown parameters are ignored.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: siteOrigin }],
    paths: {
      ...Object.assign({}, ...Array.from(challenges, challengePaths)),
      [api.users()]: read(
        "People's names by prefix",
        ["query", "offset", "count"].map((name) => parameter(name)),
        json(paged),
      ),
      ...referencePaths(),
      [api.attachments()]: read(
        "Keys of a completion's attachments",
        [parameter("key", true)],
        json(object({ files: listOf(TEXT) })),
      ),
      [`${MEDIA_PATH}/{key}`]: {
        get: {
          summary: "A proof, an attachment or a map's picture",
          parameters: [{ name: "key", in: "path", required: true, schema: TEXT }],
          responses: {
            200: { description: "The file" },
            206: { description: "A range of it" },
            404: { description: "No such file" },
          },
        },
      },
    },
  };
}
