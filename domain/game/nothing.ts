import { withoutMarks } from "./typed-text.ts";

// What is written where there is nothing: one list for imports and forms.

/** What databases, data frames and programs write for a value that is missing. */
const BY_PROGRAMS = ["null", "none", "nil", "nan", "nat", "undefined"];

/** The same between marks, or as no word: nobody writes this as a name or a sentence. "[null]" is a list. */
const MARKED = /^(?:\\N|<(?:NA|na|nil|none|NULL|null)>|\((?:nil|none|NULL|null)\)|\[NULL\])$/;

/** What people write, without accents and punctuation. */
const BY_PEOPLE = [
  ...["", "n a", "na", "no", "nope", "x", "xx", "xxx", "nothing", "no code", "no challenge code", "empty"],
  ...[
    "unknown",
    "not known",
    "not available",
    "unavailable",
    "not sure",
    "tbd",
    "tba",
    "tbc",
    "idk",
    "dunno",
  ],
  ...["i dont know", "i don t know", "dont know", "don t know", "no idea", "lost", "forgot", "forgotten"],
  ...[
    "missing",
    "void",
    "kein",
    "keine",
    "keiner",
    "keins",
    "nein",
    "nichts",
    "unbekannt",
    "aucun",
    "aucune",
  ],
  ...["non", "rien", "inconnu", "inconnue", "ninguno", "ninguna", "nada", "desconocido", "desconocida"],
  ...["nenhum", "nenhuma", "nao", "desconhecido", "desconhecida", "nessuno", "nessuna", "sconosciuto"],
  ...["geen", "nee", "onbekend", "brak", "nieznany", "нет", "неизвестно", "无", "無", "なし"],
];

const ALL = new Set([...BY_PROGRAMS, ...BY_PEOPLE]);

/** No text that says nothing is longer, in characters. */
const LONGEST = 40;

/**
 * Whether a program wrote a text for a value that is missing: "NULL", "\\N", "NaN".
 * @param isName whether people write names or sentences there, which may be "None"
 */
export const isNull = (text: string, isName = false): boolean =>
  MARKED.test(text) || (!isName && BY_PROGRAMS.includes(text.toLowerCase()));

/** Whether a text says that there is nothing, or that it is not known: "n/a", "None!", "-", "tbd", "aucun". */
export const saysNothing = (text: string): boolean =>
  text.length <= LONGEST &&
  (MARKED.test(text) ||
    ALL.has(
      withoutMarks(text)
        .replace(/[^\p{L}\p{N}]+/gu, " ")
        .trim(),
    ));
