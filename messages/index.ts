import { en, type Subject } from "./en.ts";

export type { Subject };

type Catalogue = typeof en;

/** What went wrong, as code knows it: the name of a sentence. */
export type Code = keyof Catalogue;

type NoValues = Readonly<Record<string, never>>;

/** What a code's sentence is filled with. */
type ValuesOf<Each extends Code> = Catalogue[Each] extends (values: infer Values) => string
  ? Readonly<Values>
  : NoValues;

/** What went wrong, without a word of any language. */
export type Problem = { [Each in Code]: { readonly code: Each; readonly values: ValuesOf<Each> } }[Code];

/** What is wrong with single fields of a form, by their names. */
export type Problems = Readonly<Record<string, Problem>>;

/** A code and its values, as they are written where something is thrown: ("no-such-map", { map }). */
export type Told = {
  [Each in Code]: ValuesOf<Each> extends NoValues
    ? readonly [code: Each, values?: NoValues]
    : readonly [code: Each, values: ValuesOf<Each>];
}[Code];

/** The codes that say what is wrong with a value: their sentences begin with whose it is. */
type FaultCode = { [Each in Code]: ValuesOf<Each> extends { subject: Subject } ? Each : never }[Code];

type FaultValues<Each extends FaultCode> = Omit<ValuesOf<Each>, "subject">;

/** What is wrong with a value, whoever's it is. */
export type Fault = {
  [Each in FaultCode]: { readonly code: Each; readonly values: FaultValues<Each> };
}[FaultCode];

/** The same as it is written where it is thrown: ("too-long", { most }). */
export type ToldFault = {
  [Each in FaultCode]: keyof FaultValues<Each> extends never
    ? readonly [code: Each, values?: NoValues]
    : readonly [code: Each, values: FaultValues<Each>];
}[FaultCode];

// The compiler cannot follow that a code and its values stay together through these functions: hence their casts.

export const problem = (...[code, values = {}]: Told): Problem => ({ code, values }) as Problem;

export const fault = (...[code, values = {}]: ToldFault): Fault => ({ code, values }) as Fault;

/** A problem that was found, as it is thrown. */
export const toldOf = ({ code, values }: Problem): Told => [code, values] as unknown as Told;

/** Says whose value has a fault. */
export const about = (subject: Subject, { code, values }: Fault): Problem =>
  ({ code, values: { ...values, subject } }) as Problem;

/** The sentence: for the edge, where somebody reads it. */
export function say({ code, values }: Problem): string {
  const sentence = en[code];
  return typeof sentence === "string" ? sentence : (sentence as (values: object) => string)(values);
}

/** The sentence of each field. */
export const sayEach = (problems: Problems): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(problems).map(([field, each]) => [field, say(each)]));

/** For an error's message, which only logs show: 'no-such-map {"map":"Quad"}'. */
export const forLog = ({ code, values }: Problem | Fault): string =>
  Object.keys(values).length === 0 ? code : `${code} ${JSON.stringify(values)}`;
