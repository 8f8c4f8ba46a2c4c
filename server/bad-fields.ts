import { BadForm } from "./errors.ts";

/** Single fields of a form that cannot be taken, each with a sentence to be read at it. */
export class BadFields extends BadForm {
  override readonly more: { readonly fields: Readonly<Record<string, string>> };
  constructor(fields: Readonly<Record<string, string>>) {
    super(Object.values(fields).join(" "));
    this.more = { fields };
  }
}
