import { nameKey } from "../../../domain/game/name-key.ts";
import { asWritten, isFarBeyond, isSeen, oneLine } from "../../../domain/game/typed-text.ts";
import { LONGEST_DISPLAY_NAME, LONGEST_EMAIL } from "../../../domain/limits.ts";
import { BadForm } from "../../../server/errors.ts";

/** Characters that no address can contain; what else is acceptable is for the mail server to decide. */
const NOT_IN_EMAIL = /[\s<>(),;:"\\\p{Cc}]/u;

/** Returns the address as it is stored; throws BadForm. */
export function readEmail(text: string): string {
  if (isFarBeyond(text, LONGEST_EMAIL)) throw new BadForm("not-an-email");
  const email = asWritten(text).normalize("NFC");
  const [name, host, ...rest] = email.split("@");
  const isAddress = name && host && rest.length === 0 && !NOT_IN_EMAIL.test(email);
  if (!isAddress || email.length > LONGEST_EMAIL) throw new BadForm("not-an-email");
  return email;
}

/** Letters of other alphabets, each before the Latin one that it looks like (migrations/0004-players.sql has the same). */
const LOOKS = new Map(
  "аaвbеeкkмmнhоoрpсcтtуyхxіiјjѕsһhԁdԛqԝwӏlαaβbεeζzηhιiκkμmνnοoρpτtυyχxωwօoսuոnհhɑaɡg"
    .match(/../g)
    ?.map(([letter = "", latin = ""]) => [letter, latin]),
);

/** Signs of one alphabet that are read as one another, each after the one that it counts as. */
const READ_AS = [
  ["l", /[i1|!]/g],
  ["o", /0/g],
  ["e", /3/g],
  ["a", /[4@]/g],
  ["s", /[5$]/g],
  ["m", /rn/g],
  ["w", /vv/g],
] as const;

/** What names that look the same have in common. */
export function lookOf(name: string): string {
  const latin = Array.from(
    nameKey(name).normalize("NFKD").replace(/\p{M}/gu, ""),
    (letter) => LOOKS.get(letter) ?? letter,
  );
  return READ_AS.reduce((text, [as, signs]) => text.replace(signs, as), latin.join(""));
}

/** What the site calls people by itself, as keys: nobody else is called that. */
const OWN_WORDS: ReadonlySet<string> = new Set(
  [
    ...["btd6 index", "btd6 index team", "index team", "team"],
    ...["admin", "administrator", "bot", "command line", "helper", "index", "index helper", "index verifier"],
    ...["member", "moderator", "nobody", "player", "reporter", "somebody", "staff", "submitter", "system"],
    ...["unknown", "verifier", "visitor", "you"],
  ].flatMap((word) =>
    ["", "a ", "an ", "the ", "another "].flatMap((article) =>
      ["", "s"].map((end) => lookOf(article + word + end)),
    ),
  ),
);

/** What only those with a role are called, alone or beside a name: "Helper Rosalie". */
const ROLE_WORDS: ReadonlySet<string> = new Set(
  ["admin", "administrator", "helper", "moderator", "staff", "verifier"].map(lookOf),
);

/** Whether a name says that its person has a role. */
const namesRole = (name: string): boolean =>
  name.split(/[^\p{L}\p{N}]+/u).some((word) => ROLE_WORDS.has(lookOf(word)));

/** Reads the name by which a person wants to be called; null if empty. Throws BadForm. */
export function readDisplayName(text: string): string | null {
  const name = isFarBeyond(text, 2 * LONGEST_DISPLAY_NAME) ? text : oneLine(text);
  if (name === "") {
    if (text.trim() !== "") throw new BadForm("name-invisible");
    return null;
  }
  if ([...name].length > LONGEST_DISPLAY_NAME)
    throw new BadForm("name-too-long", { most: LONGEST_DISPLAY_NAME });
  if (!isSeen(name)) throw new BadForm("name-invisible");
  if (OWN_WORDS.has(lookOf(name)) || namesRole(name)) throw new BadForm("name-reserved");
  return name;
}

/** Longer than any browser's; what is beyond is not read. */
const LONGEST = 500;

/** The first whose words are in it. Most browsers also call themselves by the names of those after them. */
const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser", "Samsung Internet"],
  ["Firefox", "Firefox"],
  ["FxiOS", "Firefox"],
  ["CriOS", "Chrome"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"],
] as const;

const SYSTEMS = [
  ["Windows", "Windows"],
  ["Android", "Android"],
  ["iPhone", "an iPhone"],
  ["iPad", "an iPad"],
  ["Mac OS X", "a Mac"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
] as const;

/** A short name of the device that sends this `User-Agent`: "Firefox on Windows". */
export function deviceName(userAgent: string | undefined): string {
  const sent = (userAgent ?? "").slice(0, LONGEST);
  const among = (names: readonly (readonly [string, string])[]) =>
    names.find(([word]) => sent.includes(word))?.[1];
  const [browser, system] = [among(BROWSERS), among(SYSTEMS)];
  if (browser === undefined) return system === undefined ? "An unknown device" : `A browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}
