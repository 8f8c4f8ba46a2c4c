import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Deps } from "../app/api/deps.server.ts";
import { describeApi } from "../site/openapi.ts";
import { FACTS } from "./catalogue.ts";

type Part = Readonly<Record<string, unknown>>;

/** The API's description, as programs read it. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Part>> };
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
}
interface Content {
  readonly schema?: Part;
}

export const describedApi = (challenges: Parameters<typeof describeApi>[0]): Description =>
  JSON.parse(JSON.stringify(describeApi(challenges, "http://localhost:3000", FACTS)));

/** An answer as a program has it. */
export interface Answered {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

/** Says what of an answer to a path is not as described; [] if all is. */
export type ValidateAnswer = (method: string, path: string, answer: Answered) => readonly string[];

const validators = new WeakMap<object, ValidateAnswer>();

/** Returns what checks a site's answers against its description: also that nothing is in them that it does not name. */
export function validatorFor(challenges: Deps["challenges"]): ValidateAnswer {
  const validator = validators.get(challenges) ?? validatorOf(describedApi(challenges.values()));
  validators.set(challenges, validator);
  return validator;
}

function validatorOf(description: Description): ValidateAnswer {
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
  addFormats(ajv);
  // Tests name completions in words.
  ajv.addFormat("uuid", true);
  ajv.addVocabulary(["x-names", "components"]);
  const { components } = description;
  const compiled = new Map<Content, ValidateFunction>();

  return (method, path, { status, contentType, text }) => {
    const responses = description.paths[path]?.[method.toLowerCase()]?.responses;
    const answer = responses?.[status] ?? responses?.default;
    if (!answer) return [`${method} ${path} is not described`];
    if (!answer.content) return text === "" ? [] : [`${status} has a body`];
    const type = contentType?.split(";")[0] ?? "";
    const content = answer.content[type] ?? answer.content["*/*"];
    if (!content) return [`${status} is ${type}`];
    if (!content.schema || !/\bjson$/.test(type)) return [];
    const validate = compiled.get(content) ?? ajv.compile({ ...content.schema, components });
    compiled.set(content, validate);
    if (validate(JSON.parse(text))) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}
