import { SECRET_PATHS } from "../../domain/contract/routes.ts";
import { requestId } from "../../server/http/head.ts";

/** Lines of one kind that are written within a stretch of time, in milliseconds, and kinds that are counted apart in it. */
const MOST_ALIKE = 10;
const STRETCH = 10_000;
const MOST_KINDS = 50;

/** The most of a message and of a stack that is written, in characters. */
const LONGEST = 4_000;

const QUERY = /\?[^\s"'<>)\]]*[=&][^\s"'<>)\]]*/g;
const OF_A_LINK = new RegExp(`((?:${SECRET_PATHS.join("|")})/)[^\\s/"'?:]+`, "gi");
const TOKEN = /\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)*|(?<=\b(?:bearer|basic) )[\w.~+/=-]{8,}/gi;
const NAMED = /((?:password|secret|token|assertion|verifier)["']?\s*[=:]\s*)("[^"]*"|'[^']*'|[^\s"'&,}]+)/gi;
const OF_AN_ADDRESS = /\/\/[^\s/@]+@/g;
/** What a terminal obeys: somebody's text could colour, hide or forge lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
const CONTROLS = /[\x00-\x08\v\f\r\x0e-\x1f\x7f-\x9f]/g;
const EMAIL = /[\p{L}\p{N}.+_%-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

/** Returns a text as a terminal may show it. */
export const legible = (text: string): string => text.replace(CONTROLS, "\ufffd");

/** Returns a text without what no log may hold: queries, tokens, passwords, the secrets of links, e-mail addresses. */
const withoutSecrets = (text: string): string =>
  text
    .slice(0, LONGEST)
    .replace(QUERY, "?…")
    .replace(OF_A_LINK, "$1…")
    .replace(TOKEN, "…")
    .replace(NAMED, "$1…")
    .replace(OF_AN_ADDRESS, "//…@")
    .replace(EMAIL, "…@…");

type Level = "info" | "warn" | "error";

/** An error in words: its stack, with what caused it. */
function inWords(error: Error, depth = 0): string {
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause instanceof Error && depth < 3
    ? `${own}\ncaused by ${inWords(error.cause, depth + 1)}`
    : own;
}

/** What makes two lines alike: where the error arose, or the words without numbers. */
const kindOf = (level: Level, message: string, error: Error | undefined): string =>
  `${level} ${error ? `${error.name} ${error.stack?.split("\n").find((line) => /^\s+at /.test(line))}` : message.replace(/\d+|\S*\/\S*/g, "").slice(0, 60)}`;

export interface LogOptions {
  /** For people at a terminal; otherwise each line is JSON. */
  readonly isReadable: boolean;
  write(level: Level, line: string): void;
  /** In milliseconds since 1970. */
  now?(): number;
}

/** The log of a process or an isolate. */
export interface Log {
  /** Tells the operator something as it is: the site's own words, which may be meant to hold a password. */
  tell(message: string): void;
  /** Tells the operator why the site ends. */
  fail(message: string): void;
  /** Logs what `console` was given. Many lines alike are counted, and one says how many. */
  note(level: Level, words: readonly unknown[]): void;
  /** Says how many lines were left out in stretches that are over. */
  flush(): void;
}

/** Opens a log: a line for each event, sampled while there are many alike. */
export function openLog({ isReadable, write, now = Date.now }: LogOptions): Log {
  const alike = new Map<string, { count: number; readonly until: number; readonly example: string }>();

  function line(level: Level, message: string, more: { request?: string | null; error?: string } = {}): void {
    const time = new Date(now()).toISOString();
    const { request, error } = more;
    write(
      level,
      isReadable
        ? legible(
            [`btd6-index: ${request ? `[${request}] ` : ""}${message}`, ...(error ? [error] : [])].join("\n"),
          )
        : JSON.stringify({ time, level, ...(request && { request }), message, ...(error && { error }) }),
    );
  }

  function flush(): void {
    for (const [kind, { count, until, example }] of alike) {
      if (until > now()) continue;
      alike.delete(kind);
      if (count > MOST_ALIKE) line("warn", `${count - MOST_ALIKE} more like this were left out: ${example}`);
    }
  }

  return {
    tell: (message) => line("info", message),
    fail: (message) => line("error", message),
    flush,
    note(level, words) {
      flush();
      const error = words.find((word) => word instanceof Error);
      const message = withoutSecrets(
        words
          .filter((word) => word !== error)
          .map(String)
          .join(" "),
      );
      let kind = kindOf(level, message, error);
      if (!alike.has(kind) && alike.size >= MOST_KINDS) kind = "others";
      const found = alike.get(kind) ?? { count: 0, until: now() + STRETCH, example: message };
      found.count += 1;
      alike.set(kind, found);
      if (found.count > MOST_ALIKE) return;
      line(level, message || (error?.name ?? ""), {
        request: requestId(),
        ...(error && { error: withoutSecrets(inWords(error)) }),
      });
    },
  };
}

/** Has `console` write to a log from now on: what libraries say, too. */
export function logConsole(log: Log): void {
  for (const level of ["info", "warn", "error"] as const)
    console[level] = (...words: unknown[]) => log.note(level, words);
}
