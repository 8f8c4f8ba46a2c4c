import { forLog, type Problems } from "../domain/messages/index.ts";

/** Thrown for form fields with unacceptable values; says what is wrong with each, to be shown next to it. */
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
