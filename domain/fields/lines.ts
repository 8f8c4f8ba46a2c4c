import type { Nameable } from "../game/community-names.ts";
import { cash } from "../game/counted.ts";
import { saysNothing } from "../game/nothing.ts";
import { compatible, isSeen, oneLine } from "../game/typed-text.ts";
import { gameCodesIn, isCode } from "../game/words.ts";
import { type FieldBase, type FieldKind, InvalidValue, keyFor, type ValueKind, wireName } from "./kind.ts";
import { MAX_NOTES } from "./notes/kind.ts";

/** A line of text. */
interface LineField extends FieldBase {
  readonly kind: "line";
  /** Maximum length, in characters. */
  readonly max: number;
  /** What the text is a name of. */
  readonly names?: Nameable;
  readonly placeholder?: string;
}

export const lineKind: ValueKind<LineField, string> = {
  longest: ({ max }) => max,
  read: (text) => text,
  schema: (z, { names }) => (names === undefined ? z.string() : wireName(z, names)),
};

/** What something costs, stored as it was written, since a number cannot always say it: "1000", "4000-?", "N/A". */
export interface CostField extends FieldBase, Pick<LineField, "max"> {
  readonly kind: "cost";
}

/** An amount, or a range to another amount or to an unknown one ("?"). */
const AMOUNTS = /^(\d{1,12})(?:(-)(\d{1,12}|\?))?$/;

const amount = (digits: string): string => (digits === "?" ? digits : cash(Number(digits)));

export const costKind: ValueKind<CostField, string> = {
  longest: ({ max }) => max,
  read: (text) => text,
  schema: (z) => z.string(),
  inWords(value) {
    const [, first, dash = "", last = ""] = AMOUNTS.exec(String(value)) ?? [];
    if (first === undefined) return String(value);
    return `${amount(first)}${dash}${last === "" ? "" : amount(last)}`;
  },
};

/** A tower type, an upgrade, a hero or a map, by any spelling; the database knows which maps and spellings exist. */
export interface NameableField extends FieldBase {
  readonly kind: "nameable";
}

export const nameableKind: ValueKind<NameableField, string> = {
  read: (text) => text,
  schema: (z) => z.string(),
};

/** The code by which the game opens the challenge that was played. Any text is taken: the game may change its codes. */
export interface CodeField extends FieldBase {
  readonly kind: "code";
}

/** The box of a form by which an edit removes the code. */
export const CLEAR_CODE = "clear-code";

/** Characters of the longest text that is kept as a code. */
const LONGEST_CODE = 64;

/** What people write before a code: "The challenge code is: ". */
const BEFORE_CODE = /^(?:the |my )?(?:challenge )?(?:code|id)(?: is)? ?[:=#-]? ?/i;

/** What a text for a code holds. */
export interface CodeAndRest {
  /** Null: there is no code. */
  readonly code: string | null;
  /** The text for the notes, if it says more than a code; otherwise empty. */
  readonly rest: string;
}

/** Where the code stands in an address: at the end of its path, or of all of it. */
function endsOf(address: string): readonly (string | undefined)[] {
  const [path = ""] = address.split(/[?#]/, 1);
  return [path, address].map((text) => text.split(/[/?#&=]/).findLast((part) => part !== ""));
}

/**
 * Reads a text for a code: what is one in capitals, also if it is the last part of an address or stands among other words;
 * any other text as it is written, unless it is too long or no single word. Codes are never joined.
 */
export function readCode(text: string): CodeAndRest {
  const written = oneLine(text);
  if (saysNothing(written)) return { code: null, rest: "" };
  const bare = compatible(written).replace(BEFORE_CODE, "");
  const joined = bare.replaceAll(" ", "").toUpperCase();
  if (isCode(joined)) return { code: joined, rest: "" };
  const isSpaced = bare.includes(" ");
  // The parts of an address: in small letters a code may be any word, but at its end.
  const parts = isSpaced ? [] : bare.split(/[/?#&=]/).filter((part) => part !== "");
  const [part, ...others] = new Set(parts.filter(isCode));
  const isOfAddress = parts.length > 1 && others.length === 0 && part !== undefined;
  if (isOfAddress && (part === part.toUpperCase() || endsOf(bare).includes(part)))
    return { code: part.toUpperCase(), rest: "" };
  const [code, ...more] = gameCodesIn(bare);
  const isAlone = code !== undefined && !/[\p{L}\p{N}]/u.test(bare.replaceAll(code, ""));
  if (code !== undefined && more.length === 0 && (isAlone || isSpaced))
    return { code, rest: isAlone ? "" : written };
  if (isSpaced || bare.includes("/") || written.length > LONGEST_CODE) return { code: null, rest: written };
  return { code: written, rest: "" };
}

export const codeKind: FieldKind<CodeField, string | null> = {
  attribute: "challengeCode",
  present: ({ challengeCode }) => challengeCode,
  nullable: true,
  schema: (z) => z.string(),
  filter: (text) => ({ on: "attribute", attribute: "challengeCode", value: readCode(text).code ?? text }),
  sort: () => null,
  // What is no code goes to the notes (app/features/completions/submission-form.server.ts).
  longest: () => MAX_NOTES,
  read: (text) => readCode(text).code,
  mayLackColumn: true,
  isPublic: () => true,
  freeText: "line",
  formSection: "code",
};

/** The completion's id, under which its media are stored. */
export interface FilekeyField extends FieldBase {
  readonly kind: "filekey";
}

export const filekeyKind: FieldKind<FilekeyField> = {
  attribute: null,
  present: ({ id }) => id,
  schema: (z) => z.string().meta({ format: "uuid" }),
  filter: (text) => ({ on: "id", id: text.toLowerCase() }),
  sort: () => null,
  read: null,
  isPublic: () => false,
  freeText: "none",
};

/** The subject of a balance change: a tower type or a hero, by any spelling. */
export interface TowertypeField extends FieldBase {
  readonly kind: "towertype";
}

export const towertypeKind: ValueKind<TowertypeField, string> = {
  read(text, _, catalogue) {
    const tower = catalogue.find(text);
    if (!tower) throw new InvalidValue("not-of-the-game");
    return tower.name;
  },
  schema: (z) => wireName(z, "tower"),
};

/** A player's name as the player writes it. Look-ups ignore case. */
export interface PersonField extends FieldBase {
  readonly kind: "person";
  /** The player's position, from 0. */
  readonly position: 0 | 1;
}

export const personKind: FieldKind<PersonField, string> = {
  attribute: "people",
  present: ({ people }, { position }) => people[position] ?? null,
  schema: (z) => z.string(),
  filter: (text, { position }) => ({ on: "person", position, person: text }),
  modernize: (text) => [["person", text]],
  sort: () => null,
  filters: (fields) => ({
    person: {
      label: "Player",
      control: { takes: "name", of: "player" },
      places: fields.length,
      read: (names) => names.map((person) => ({ on: "person", position: null, person })),
    },
  }),
  searchKeys: () => ({
    by: keyFor("person", { example: "Ada", says: "by this player (the full name)" }),
  }),
  longest: () => 100,
  read(text) {
    if (!isSeen(text)) throw new InvalidValue("missing");
    return text;
  },
  store(person, { position }, draft) {
    draft.people[position] = person;
  },
  isPublic: () => true,
  freeText: "line",
};
