import { forLog, type Problems } from "../messages/index.ts";

/** Single fields of a form that cannot be taken: what is wrong with each, to be read at it. */
export class BadFields extends Error {
  override readonly name = "BadFields";
  readonly fields: Problems;
  constructor(fields: Problems) {
    super(
      Object.entries(fields)
        .map(([field, problem]) => `${field}: ${forLog(problem)}`)
        .join(", "),
    );
    this.fields = fields;
  }
}
