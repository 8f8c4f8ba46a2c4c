import { parseFlag } from "../fields/flag/kind.ts";
import { InvalidValue } from "../fields/kind.ts";
import { about, type Fault, fault, forLog, type Problem } from "../messages/index.ts";

/**
 * Reading query parameters: each at most once, none with a NUL, none too long; one with an empty value counts as absent
 * (clients send `query=&sortby=`). Whatever is wrong names its parameter in one sentence.
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

/** Longest value of any parameter, in characters: twenty towers as JSON fit many times over. */
const MAX_PARAMETER = 5_000;

/** Values of one parameter that may be repeated: each costs a look-up. */
const MAX_VALUES = 20;

/** The value of a parameter, trimmed, or null if it is absent or empty. Throws BadParameter. */
export function readParameter(parameters: URLSearchParams, name: string): string | null {
  const values = parameters.getAll(name);
  if (values.length > 1) throw new BadParameter(name, fault("given-twice"));
  return checked(values[0], name);
}

/** The values of a parameter that may be given more than once; empty ones count as absent. Throws BadParameter. */
export function readAll(parameters: URLSearchParams, name: string): string[] {
  const values = parameters.getAll(name).flatMap((value) => checked(value, name) ?? []);
  if (values.length > MAX_VALUES)
    throw new BadParameter(name, fault("given-too-often", { most: MAX_VALUES }));
  return values;
}

function checked(given: string | undefined, name: string): string | null {
  const value = given?.trim();
  if (!value) return null;
  if (value.length > MAX_PARAMETER) throw new BadParameter(name, fault("too-long", { most: MAX_PARAMETER }));
  if (value.includes("\0")) throw new BadParameter(name, fault("holds-nul"));
  return value;
}

/** A whole number from 0, or null. More than `most` is taken as `most`. */
export function readCount(parameters: URLSearchParams, name: string, most: number): number | null {
  const text = readParameter(parameters, name);
  if (text === null) return null;
  if (!/^\d+$/.test(text)) throw new BadParameter(name, fault("not-a-whole-number"));
  return Math.min(Number(text), most);
}

/** What `read` makes of a parameter. What it finds wrong is said under the parameter's name. */
export function inNameOf<Value>(name: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidValue) throw new BadParameter(name, error.fault);
    throw error;
  }
}

/** One parameter as `parse` reads it, or null if it is absent. What parse finds wrong is said under the parameter's name. */
export function readAs<Value>(
  parameters: URLSearchParams,
  name: string,
  parse: (text: string) => Value,
): Value | null {
  const text = readParameter(parameters, name);
  return text === null ? null : inNameOf(name, () => parse(text));
}

/** 1 or true, 0 or false, or null. */
export function readFlag(parameters: URLSearchParams, name: string): boolean | null {
  return readAs(parameters, name, parseFlag);
}
