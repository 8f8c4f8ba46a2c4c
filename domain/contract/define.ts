import { z } from "zod";
import { InvalidValue } from "../fields/kind.ts";
import type { Catalogue } from "../game/catalogue.ts";
import { type NameStyle, SPELLINGS } from "../game/community-names.ts";
import { readAs, readCount, readFlag, readParameter, readSearchText } from "../lists/parameters.ts";
import type { RateName } from "./rates.ts";

// By default zod tries to compile its checks, which workerd and a page's Content-Security-Policy forbid.
z.config({ jitless: true });

/** The names of the shapes that several answers have, by which the API's description refers to them. */
export const SHAPE_NAMES = z.registry<{ readonly id: string }, z.core.$ZodType>();

/** Names a shape that several answers have. The name is promised to programs that are made from the description. */
export function shape<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  SHAPE_NAMES.add(schema, { id });
  return schema;
}

/** Returns what programs call something of one challenge: `nameFor("list", "lcc")` is "listLcc". */
export const nameFor = (name: string, challenge: string): string =>
  name + challenge.slice(0, 1).toUpperCase() + challenge.slice(1);

/** A completion of any challenge, by the names of its fields. */
export const AnyCompletion = shape(
  "AnyCompletion",
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
);

/** Who may use an address: everybody; anybody signed in; verifiers and helpers; helpers; administrators. */
export type Access = "public" | "member" | "verifier" | "helper" | "administrator";

/** One query parameter: how its text is read, and what the API's description says about it. */
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

/** A trimmed text; null if there is none. */
export const text = (note?: string): Parameter<string | null> => ({
  read: readParameter,
  schema: TEXT,
  ...(note === undefined ? {} : { note }),
});

/** A text to search by (domain/lists/parameters.ts says how long at most); null if there is none. */
export const searchText = (note?: string): Parameter<string | null> => ({
  ...text(note),
  read: readSearchText,
});

/** A whole number from 0, capped at `most`; `fallback` if there is none. */
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

/** What `parse` makes of a text; null if there is none. `parse` throws InvalidValue. */
export const parsed = <Value>(parse: (text: string) => Value, note?: string): Parameter<Value | null> => ({
  read: (given, name) => readAs(given, name, parse),
  schema: TEXT,
  ...(note === undefined ? {} : { note }),
});

/** Marks a parameter as required. The handler refuses a request without it, with a message of its own. */
export const required = <Value>(parameter: Parameter<Value>): Parameter<Value> => ({
  ...parameter,
  isRequired: true,
});

/** How names in the answer are spelled; null: as the site's settings say. */
export const NAMES_PARAMETER: Parameter<NameStyle | null> = {
  read: (given, name) =>
    readAs(given, name, (text) => {
      const spelling = SPELLINGS.find((each) => each === text);
      if (!spelling) throw new InvalidValue("not-a-choice", { choices: SPELLINGS });
      return spelling;
    }),
  schema: z.enum(SPELLINGS),
  note: "How towers, upgrades and maps are named in the answer: as the community's index spells them (unless the site is set otherwise), or as the game does.",
};

/**
 * Whether a CSV is for a spreadsheet. The others start with the name of the first column, as programs have long
 * expected.
 */
export const SPREADSHEET_PARAMETER: Parameter<boolean> = flag(
  "1 or true: begins with a byte order mark, by which spreadsheets know its accents.",
);

/** What an address declares besides its path. */
interface Declaration<Result> {
  readonly summary: string;
  /** Public by default. */
  readonly access?: Access;
  /** The schema of its JSON, or of its CSV's rows; null for any other kind of answer. */
  readonly result: z.ZodType<Result> | null;
  /** Whether its answers are cached. By default public ones are. */
  readonly isCached?: boolean;
  /** It reads a few rows, however many there are, so it needs no worker thread. */
  readonly isSmall?: boolean;
  /** It waits for another host, so it takes no turn in the queue of personal reads, which would wait for it. */
  readonly waitsForHosts?: boolean;
  /** Text fields of its form: a handler is given no others. */
  readonly fields?: readonly string[];
  /** File fields of its form. */
  readonly files?: readonly string[];
  /** The most bytes of one of its texts, where it takes longer ones than other forms. */
  readonly valueBytes?: number;
  /** What it is counted as; null: as nothing. By default it follows from the rest. */
  readonly rate?: RateName | null;
  /** The content type if it is not JSON. */
  readonly contentType?: string;
  /** Left out of the API's public description. */
  readonly isInternal?: boolean;
  /**
   * Parameters that name one completion together: with all of them and a token, the answer is about the completion that
   * they mean to the token's user. None by default: the answer is the same for everybody.
   */
  readonly identifiedBy?: readonly string[];
  /** Its parameters or fields that name what has to be the sender's own: of anybody else's it neither tells nor changes. */
  readonly own?: readonly string[];
  /** Its parameters or fields that may name what is somebody else's, though any member may use it. */
  readonly mayNameOthers?: readonly string[];
  /**
   * Programs have used it for years and know towers and maps by the community's spelling, so it takes the parameter
   * `names`. Every other answer names them as the game does.
   */
  readonly isLegacy?: boolean;
  /** Whether it takes `names` although programs have not used it for years: by default it has the game's names. */
  readonly takesNames?: boolean;
}

/**
 * One address of the API, declared once: its parameters, who may use it, what it answers. The router, the canonical
 * form of its address, access checks, caching and the API's description all follow from it.
 */
export interface Endpoint<Query = unknown, Result = unknown> {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  /** In canonical order. */
  readonly parameters: Parameters;
  /** Reads the parameters. Throws BadParameter. */
  readonly read: (given: URLSearchParams, catalogue: Catalogue) => Query;
  /** Whether the catalogue is needed to read them. */
  readonly readsNames: boolean;
  readonly result: z.ZodType<Result> | null;
  readonly isCached: boolean;
  readonly isSmall: boolean;
  readonly waitsForHosts: boolean;
  readonly fields: readonly string[];
  readonly files: readonly string[];
  readonly valueBytes?: number;
  readonly rate: RateName | null;
  readonly contentType: string;
  readonly isInternal: boolean;
  readonly isLegacy: boolean;
  readonly takesNames: boolean;
  readonly identifiedBy: readonly string[];
  readonly own: readonly string[];
  readonly mayNameOthers: readonly string[];
}

function rateOf({ access, files, contentType }: Partial<Declaration<unknown>>, method: string): RateName {
  if (method === "POST") return files?.length ? "upload" : "write";
  if (access !== "public") return "own";
  return contentType === "text/csv" ? "download" : "read";
}

const declared = <Result>(
  { access = "public", isCached = access === "public", ...declaration }: Declaration<Result>,
  method: "GET" | "POST",
) => ({
  fields: [],
  files: [],
  contentType: "application/json",
  isSmall: false,
  waitsForHosts: false,
  isInternal: access !== "public",
  isLegacy: false,
  takesNames: false,
  identifiedBy: [],
  rate: rateOf({ access, ...declaration }, method),
  own: [],
  mayNameOthers: [],
  ...declaration,
  method,
  access,
  isCached: isCached && method === "GET",
});

/** Adds the parameters that are not read by the handler. */
const withNames = (
  parameters: Parameters,
  { isLegacy, takesNames }: Pick<Declaration<unknown>, "isLegacy" | "takesNames">,
): Parameters => (isLegacy || takesNames ? { ...parameters, names: NAMES_PARAMETER } : parameters);

/** Declares an address for reading whose parameters are read one by one. */
export function get<Given extends Parameters, Result>(
  path: string,
  parameters: Given,
  declaration: Declaration<Result>,
): Endpoint<ValuesOf<Given>, Result> & { readonly read: (given: URLSearchParams) => ValuesOf<Given> } {
  const read = (given: URLSearchParams) =>
    Object.fromEntries(
      Object.entries(parameters).map(([name, parameter]) => [name, parameter.read(given, name)]),
    ) as ValuesOf<Given>;
  const parts = { path, parameters: withNames(parameters, declaration), read, readsNames: false };
  return { ...parts, ...declared(declaration, "GET") };
}

/** Declares an address whose parameters are read together: a challenge's list, or what names one completion. */
export function getBy<Query, Result>(
  path: string,
  parameters: Parameters,
  read: (given: URLSearchParams, catalogue: Catalogue) => Query,
  declaration: Declaration<Result>,
): Endpoint<Query, Result> {
  const parts = { path, parameters: withNames(parameters, declaration), read, readsNames: true };
  return { ...parts, ...declared(declaration, "GET") };
}

/** Declares an address that takes a form. */
export function post<Result>(
  path: string,
  declaration: Declaration<Result> & { readonly access: Access },
): Endpoint<null, Result> {
  return { path, parameters: {}, read: () => null, readsNames: false, ...declared(declaration, "POST") };
}

/** The answer to a form when there is nothing more to say. */
export const DONE = z.object({});
export type Done = z.infer<typeof DONE>;

/** A page of something: its rows, the total over all pages, and whether there is a next page. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ results: z.array(row).readonly(), count: WHOLE, more: z.boolean() });

/** All of something at once. */
export const allOf = <Row extends z.ZodType>(row: Row) => z.object({ results: z.array(row).readonly() });
