import { parseFlag } from "../fields/choice/kind.ts";
import { InvalidValue } from "../fields/kind.ts";
import { composed, isFarBeyond } from "../game/typed-text.ts";
import { LONGEST_SEARCH } from "../limits.ts";
import { about, type Fault, fault, forLog, type Problem } from "../messages/index.ts";

/**
 * A query parameter that cannot be read; its problem names the parameter in one sentence. A parameter may be given once
 * unless it is repeatable, and holds no NUL and not too much text. An empty value counts as absent: clients send
 * `query=&sortby=`.
 */
export class BadParameter extends Error {
  override readonly name = "BadParameter";
  readonly parameter: string;
  readonly problem: Problem;
  constructor(parameter: string, found: Fault) {
    super(`${parameter}: ${forLog(found)}`);
    this.parameter = parameter;
    this.problem = about({ parameter }, found);
  }
}

/** The longest value of a parameter, in characters: twenty towers as JSON fit many times over. */
const MAX_PARAMETER = 5_000;

/** The most values of a repeatable parameter: each costs a look-up. */
export const MAX_VALUES = 20;

/** Returns the trimmed value of a parameter; null if it is absent or empty. Throws BadParameter. */
export function readParameter(parameters: URLSearchParams, name: string): string | null {
  const values = parameters.getAll(name);
  if (values.length > 1) throw new BadParameter(name, fault("given-twice"));
  return readValue(values[0], name);
}

/** Returns the values of a repeatable parameter; empty ones count as absent. Throws BadParameter. */
export function readAll(parameters: URLSearchParams, name: string): string[] {
  const values = parameters.getAll(name).flatMap((value) => readValue(value, name) ?? []);
  if (values.length > MAX_VALUES)
    throw new BadParameter(name, fault("given-too-often", { most: MAX_VALUES }));
  return values;
}

/** Returns the trimmed value that a parameter was given; null if it is empty. Throws BadParameter. */
export function readValue(given: string | null | undefined, name: string): string | null {
  const value = given?.trim();
  if (!value) return null;
  if (value.length > MAX_PARAMETER) throw new BadParameter(name, fault("too-long", { most: MAX_PARAMETER }));
  if (value.includes("\0")) throw new BadParameter(name, fault("holds-nul"));
  return value;
}

/** Whether a search text is longer than the longest in the normal form NFC. */
export const isSearchTooLong = (text: string): boolean =>
  text.length > LONGEST_SEARCH &&
  (isFarBeyond(text, LONGEST_SEARCH) || composed(text).length > LONGEST_SEARCH);

/** Returns the text to search by that a parameter was given, trimmed; null if it is empty. Throws BadParameter. */
export const readSearchValue = (given: string | null | undefined, name: string): string | null =>
  bounded(readValue(given, name), name);

/** Returns a text to search by, trimmed; null if it is absent or empty. Throws BadParameter. */
export function readSearchText(parameters: URLSearchParams, name: string): string | null {
  return bounded(readParameter(parameters, name), name);
}

/** Returns the texts of a repeatable parameter to search by, each trimmed. Throws BadParameter. */
export const readAllSearchTexts = (parameters: URLSearchParams, name: string): string[] =>
  readAll(parameters, name).map((text) => bounded(text, name));

function bounded<Text extends string | null>(text: Text, name: string): Text {
  if (text !== null && isSearchTooLong(text))
    throw new BadParameter(name, fault("too-long", { most: LONGEST_SEARCH }));
  return text;
}

/** Reads a whole number from 0; null if it is absent. More than `most` is read as `most`. Throws BadParameter. */
export function readCount(parameters: URLSearchParams, name: string, most: number): number | null {
  const text = readParameter(parameters, name);
  if (text === null) return null;
  if (!/^\d+$/.test(text)) throw new BadParameter(name, fault("not-a-whole-number"));
  return Math.min(Number(text), most);
}

/** Returns what `read` returns. Its InvalidValue is rethrown as a BadParameter of this name. */
export function forParameter<Value>(name: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidValue) throw new BadParameter(name, error.fault);
    throw error;
  }
}

/** Reads one parameter by `parse`; null if it is absent. Throws BadParameter where `parse` throws InvalidValue. */
export function readAs<Value>(
  parameters: URLSearchParams,
  name: string,
  parse: (text: string) => Value,
): Value | null {
  const text = readParameter(parameters, name);
  return text === null ? null : forParameter(name, () => parse(text));
}

/** Reads 1 or true, 0 or false; null if it is absent. Throws BadParameter. */
export function readFlag(parameters: URLSearchParams, name: string): boolean | null {
  return readAs(parameters, name, parseFlag);
}
