import { en, type Subject } from "./en.ts";

export type { Subject };

type Catalogue = typeof en;

/** What went wrong, as code refers to it: the name of a sentence. */
export type Code = keyof Catalogue;

type NoValues = Readonly<Record<string, never>>;

/** The values that a code's sentence is filled in with. */
type ValuesOf<Each extends Code> = Catalogue[Each] extends (values: infer Values) => string
  ? Readonly<Values>
  : NoValues;

/** What went wrong, independent of any language. */
export type Problem = { [Each in Code]: { readonly code: Each; readonly values: ValuesOf<Each> } }[Code];

/** The problems of single fields of a form, by field name. */
export type Problems = Readonly<Record<string, Problem>>;

/** A code and its values as arguments, as written where something is thrown: ("no-such-map", { map }). */
export type ProblemArguments = {
  [Each in Code]: ValuesOf<Each> extends NoValues
    ? readonly [code: Each, values?: NoValues]
    : readonly [code: Each, values: ValuesOf<Each>];
}[Code];

/** The codes that say what is wrong with a value. Their sentences begin with the parameter or field that has it. */
type FaultCode = { [Each in Code]: ValuesOf<Each> extends { subject: Subject } ? Each : never }[Code];

type FaultValues<Each extends FaultCode> = Omit<ValuesOf<Each>, "subject">;

/** What is wrong with a value, without saying which parameter or field has it. */
export type Fault = {
  [Each in FaultCode]: { readonly code: Each; readonly values: FaultValues<Each> };
}[FaultCode];

/** The same as arguments, as written where it is thrown: ("too-long", { most }). */
export type FaultArguments = {
  [Each in FaultCode]: keyof FaultValues<Each> extends never
    ? readonly [code: Each, values?: NoValues]
    : readonly [code: Each, values: FaultValues<Each>];
}[FaultCode];

// These functions need casts because the compiler cannot see that a code and its values stay together.

export const problem = (...[code, values = {}]: ProblemArguments): Problem => ({ code, values }) as Problem;

export const fault = (...[code, values = {}]: FaultArguments): Fault => ({ code, values }) as Fault;

/** Returns a problem as arguments, as written where it is thrown. */
export const argumentsOf = ({ code, values }: Problem): ProblemArguments =>
  [code, values] as unknown as ProblemArguments;

/** Returns the problem of a fault, given whose value has it. */
export const about = (subject: Subject, { code, values }: Fault): Problem =>
  ({ code, values: { ...values, subject } }) as Problem;

/** Returns the sentence of a problem, for use where somebody reads it. */
export function say({ code, values }: Problem): string {
  const sentence = en[code];
  return typeof sentence === "string" ? sentence : (sentence as (values: object) => string)(values);
}

/** Returns the sentence of each field's problem. */
export const sayEach = (problems: Problems): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(problems).map(([field, each]) => [field, say(each)]));

/** Returns a problem as an error's message, which only logs show: 'no-such-map {"map":"Quad"}'. */
export const forLog = ({ code, values }: Problem | Fault): string =>
  Object.keys(values).length === 0 ? code : `${code} ${JSON.stringify(values)}`;
