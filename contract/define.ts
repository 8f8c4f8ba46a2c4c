import { z } from "zod";
import { readAs, readCount, readFlag, readParameter } from "../derive/parameters.ts";
import { InvalidValue } from "../fields/kind.ts";
import { SPELLINGS, type Spelling } from "../game/community-names.ts";
import type { Sources } from "./sources.ts";

// By default zod tries to compile its checks, which workerd and a page's Content-Security-Policy forbid.
z.config({ jitless: true });

/** Who may use an address: everybody; whoever signed in; helpers; administrators. */
export type Access = "public" | "member" | "helper" | "administrator";

/** One query parameter: how its text is read, and what the API's description says of it. */
export interface Parameter<Value> {
  /** Throws BadParameter. */
  readonly read: (given: URLSearchParams, name: string) => Value;
  readonly schema: z.ZodType;
  readonly note?: string;
  readonly isRequired?: boolean;
}

type Parameters = Readonly<Record<string, Parameter<unknown>>>;

type ValuesOf<Given extends Parameters> = {
  readonly [Name in keyof Given]: Given[Name] extends Parameter<infer Value> ? Value : never;
};

const TEXT = z.string();
const WHOLE = z.int().min(0);

/** A text, trimmed; null where there is none. */
export const text = (note?: string): Parameter<string | null> => ({
  read: readParameter,
  schema: TEXT,
  ...(note === undefined ? {} : { note }),
});

/** A whole number from 0; more than `most` is taken as `most`, none as `fallback`. */
export const count = (most: number, fallback: number, note?: string): Parameter<number> => ({
  read: (given, name) => readCount(given, name, most) ?? fallback,
  schema: WHOLE,
  ...(note === undefined ? {} : { note }),
});

/** Rows to skip. */
export const offset: Parameter<number> = count(Number.MAX_SAFE_INTEGER, 0, "Rows to skip.");

/** 1 or true, 0 or false; absent is false. */
export const flag = (note?: string): Parameter<boolean> => ({
  read: (given, name) => readFlag(given, name) ?? false,
  schema: TEXT,
  ...(note === undefined ? {} : { note }),
});

/** What `parse` makes of a text; null where there is none. It throws InvalidValue. */
export const parsed = <Value>(parse: (text: string) => Value, note?: string): Parameter<Value | null> => ({
  read: (given, name) => readAs(given, name, parse),
  schema: TEXT,
  ...(note === undefined ? {} : { note }),
});

/** The same parameter where nothing is answered without it; who handles the address says so in its own words. */
export const required = <Value>(parameter: Parameter<Value>): Parameter<Value> => ({
  ...parameter,
  isRequired: true,
});

/** How the names in an answer are spelled; null: as the site's settings say. */
export const NAMES_PARAMETER: Parameter<Spelling | null> = {
  read: (given, name) =>
    readAs(given, name, (text) => {
      const asked = SPELLINGS.find((each) => each === text);
      if (!asked) throw new InvalidValue("not-a-choice", { choices: SPELLINGS });
      return asked;
    }),
  schema: z.enum(SPELLINGS),
  note: "How towers, upgrades and maps are named in the answer: as the community's index spells them (unless the site is set otherwise), or as the game does.",
};

/** Whether a CSV is for a spreadsheet: those that programs have read for years begin with their first column's name. */
export const SPREADSHEET_PARAMETER: Parameter<boolean> = flag(
  "1 or true: begins with a byte order mark, by which spreadsheets know its accents.",
);

/** What an address says of itself beside its path. */
interface Declaration<Result> {
  readonly summary: string;
  /** Everybody, unless said. */
  readonly access?: Access;
  /** Of its JSON, or of the rows of its CSV; null for another kind of answer. */
  readonly result: z.ZodType<Result> | null;
  /** Whether its answers are kept; those to everybody are, unless said. */
  readonly isKept?: boolean;
  /** What its answers are made from, where they are kept; unless said, everything there is. */
  readonly sources?: Sources;
  /** A bounded look at a few rows, however many there are: where long work has threads of its own, this needs none. */
  readonly isSmall?: boolean;
  /** File fields of its form. */
  readonly files?: readonly string[];
  /** Another content type than JSON. */
  readonly contentType?: string;
  /** Not told of in the API's public description. */
  readonly isInternal?: boolean;
  /**
   * Programs have asked it for years, and know towers and maps by the community's spelling: its answer takes the
   * parameter `names`. Every other answer names them as the game does.
   */
  readonly isEstablished?: boolean;
}

/**
 * One address of the API, declared once: what it listens to, who may use it, what it answers. The router, the canonical
 * form of its address, who is let in, what is kept, the API's description and the calls of our own pages follow from it.
 */
export interface Endpoint<Query = unknown, Result = unknown> {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  /** In canonical order. */
  readonly parameters: Parameters;
  /** What the parameters ask for. Throws BadParameter. */
  readonly read: (given: URLSearchParams) => Query;
  readonly result: z.ZodType<Result> | null;
  readonly isKept: boolean;
  readonly isSmall: boolean;
  /** Null: it depends on all. */
  readonly sources: Sources | null;
  readonly files: readonly string[];
  readonly contentType: string;
  readonly isInternal: boolean;
  readonly isEstablished: boolean;
}

const declared = <Result>(
  { access = "public", isKept = access === "public", ...declaration }: Declaration<Result>,
  method: "GET" | "POST",
) => ({
  ...{
    sources: null,
    files: [],
    contentType: "application/json",
    isSmall: false,
    isInternal: access !== "public",
    isEstablished: false,
  },
  ...declaration,
  ...{ method, access, isKept: isKept && method === "GET" },
});

/** What an address listens to besides what its handler reads. */
const withNames = (parameters: Parameters, { isEstablished }: { isEstablished?: boolean }): Parameters =>
  isEstablished ? { ...parameters, names: NAMES_PARAMETER } : parameters;

/** An address that is read, its parameters one by one. */
export function get<Given extends Parameters, Result>(
  path: string,
  parameters: Given,
  declaration: Declaration<Result>,
): Endpoint<ValuesOf<Given>, Result> {
  const read = (given: URLSearchParams) =>
    Object.fromEntries(
      Object.entries(parameters).map(([name, parameter]) => [name, parameter.read(given, name)]),
    ) as ValuesOf<Given>;
  return { path, parameters: withNames(parameters, declaration), read, ...declared(declaration, "GET") };
}

/** An address whose parameters are read together: a challenge's list, or what names one completion. */
export function getBy<Query, Result>(
  path: string,
  parameters: Parameters,
  read: (given: URLSearchParams) => Query,
  declaration: Declaration<Result>,
): Endpoint<Query, Result> {
  return { path, parameters: withNames(parameters, declaration), read, ...declared(declaration, "GET") };
}

/** An address that takes a form. */
export function post<Result>(
  path: string,
  declaration: Declaration<Result> & { readonly access: Access },
): Endpoint<null, Result> {
  return { path, parameters: {}, read: () => null, ...declared(declaration, "POST") };
}

/** The answer of a form that says nothing more. */
export const DONE = z.object({});
export type Done = z.infer<typeof DONE>;

/** A page of something: its rows, how many there are of all pages, and whether a next page exists. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ results: z.array(row).readonly(), count: WHOLE, more: z.boolean() });

/** All of something at once. */
export const allOf = <Row extends z.ZodType>(row: Row) => z.object({ results: z.array(row).readonly() });
