import type { TowerKind } from "../game/catalogue.ts";
import { listed, withArticle, counted as withCommas } from "../game/counted.ts";
import { enOfPages } from "./en-of-pages.ts";
import { enOfSignIn } from "./en-of-sign-in.ts";

// Every sentence that says what went wrong, in English, by its code. What is thrown carries only the code and the
// values; everything that depends on the language (plurals, lists, units, quotes) is done here.

/** What a value was given as: a query parameter, by name, or a field of a form, by its label. */
export type Subject = { readonly parameter: string } | { readonly field: string };

/** The values of a sentence about a parameter or field, which it begins with. */
interface About {
  readonly subject: Subject;
}

const it = (subject: Subject): string =>
  "parameter" in subject ? `The parameter "${subject.parameter}"` : subject.field;

/** A typed name in quotes, cut to 100 characters, because it may be any length. */
const quoteName = (name: string): string => `"${name.length > 100 ? `${name.slice(0, 99)}…` : name}"`;

/** Lists words as SPEC does, with a comma before the "and": "tower1, tower2, and map". */
const listedBySpec = (words: readonly string[]): string => new Intl.ListFormat("en-US").format(words);

/** A wait in words: "a minute", "3 minutes". */
function inMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? "a minute" : `${minutes} minutes`;
}

const kilobytes = (bytes: number): string => `${bytes / 1024} KB`;

const MEGABYTE = 1024 * 1024;

/** "100 MB", as in the settings; tests set smaller limits. */
const megabytes = (bytes: number): string =>
  bytes < MEGABYTE ? `${bytes} bytes` : `${Math.round((bytes / MEGABYTE) * 10) / 10} MB`;

/** "1 completion", "3 completions". */
const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

const inCash = (amount: number): string => `$${withCommas(amount)}`;

/** What a tower's name may be, and what a field accepts. */
const ONE_TOWER: Readonly<Record<TowerKind, string>> = {
  type: "a tower type",
  upgrade: "an upgrade",
  hero: "a hero",
  unlisted: "a name that is not listed yet",
};
const TOWERS: readonly (readonly [TowerKind, string])[] = [
  ["type", "tower types"],
  ["upgrade", "base towers"],
  ["upgrade", "upgrades"],
  ["hero", "heroes"],
];
const towersOf = (kinds: readonly TowerKind[]): string =>
  listed(TOWERS.filter(([kind]) => kinds.includes(kind)).map(([, towers]) => towers));

/** What a challenge may not record of its completions, by the parameter that asks for it. */
const RECORDED: Readonly<Record<string, string>> = {
  tower: "towers",
  map: "maps",
  person: "players",
  money: "cash",
  version: "versions",
  date: "dates",
  since: "dates",
  before: "dates",
  og: "originals",
  completiontype: "types of completions",
  towercount: "a number of towers",
};

/** What a completion may leave out, in words. */
const UNSAID = { version: "version", date: "date", money: "cash" } as const;
type Unsaid = keyof typeof UNSAID;

export const en = {
  // A value, in a parameter or a field.
  missing: ({ subject }: About) => `${it(subject)} is missing.`,
  "not-a-range": ({ subject }: About) => `${it(subject)} takes one value, or two with .. in between.`,
  "given-too-often": ({ subject, most }: About & { most: number }) =>
    `${it(subject)} is given more than ${most} times.`,
  "given-twice": ({ subject }: About) => `${it(subject)} is given more than once.`,
  "holds-nul": ({ subject }: About) => `${it(subject)} contains a NUL character.`,
  "too-long": ({ subject, most }: About & { most: number }) =>
    `${it(subject)} is longer than ${most} characters.`,
  "not-a-uuid": ({ subject }: About) =>
    `${it(subject)} is not a UUID such as 0b8c1f5e-52a1-4c0e-9c56-7d3f8a2b1e90.`,
  "not-a-year": ({ subject }: About) => `${it(subject)} is not a year such as 2024.`,
  "not-a-whole-number": ({ subject }: About) => `${it(subject)} is not a whole number from 0.`,
  "not-a-decimal": ({ subject }: About) => `${it(subject)} must be a number with at most one decimal.`,
  "not-of-the-game": ({ subject }: About) => `${it(subject)} is not part of the game.`,
  "too-large-a-number": ({ subject, most }: About & { most: number }) =>
    `${it(subject)} is more than ${most}.`,
  "not-a-flag": ({ subject }: About) => `${it(subject)} takes 1 or true, 0 or false.`,
  "not-a-checkbox": ({ subject }: About) =>
    `${it(subject)} takes on, true, 1 or yes; or off, false, 0, no or nothing.`,
  "not-a-day": ({ subject }: About) => `${it(subject)} is not a day such as 2024-07-31.`,
  "day-or-month": ({ subject, days }: About & { days: readonly string[] }) =>
    `${it(subject)} could be ${days.join(" or ")}. Please write one of these.`,
  "in-the-future": ({ subject }: About) => `${it(subject)} is in the future.`,
  "before-the-game": ({ subject }: About) => `${it(subject)} is before June 2018, when the game came out.`,
  "before-it-came-out": ({ subject, thing, day }: About & { thing: string; day: string }) =>
    `${it(subject)} is before ${day}, when ${thing} came out.`,
  "came-out-later": ({
    subject,
    thing,
    added,
    version,
  }: About & { thing: string; added: string; version: string }) =>
    `${it(subject)}: ${thing} came out in ${added}, after ${version}.`,
  "was-a-past-version": ({ subject, version, day }: About & { version: string; day: string }) =>
    `${it(subject)}: ${version} was a past version from ${day} on, more than 60 days before the date.`,
  "second-hero": ({ subject }: About) => `${it(subject)} cannot be a second hero: the game allows only one.`,
  "hero-in-heroless": ({ subject, hero }: About & { hero: string }) =>
    `${it(subject)}: a heroless completion cannot have ${hero}, who is a hero.`,
  "hero-twice": ({ subject, hero }: About & { hero: string }) =>
    `${it(subject)}: the game allows only one hero, so ${hero} cannot be used twice.`,
  "hero-beside": ({ subject, hero, other }: About & { hero: string; other: string }) =>
    `${it(subject)}: the game allows only one hero, so ${hero} and ${other} cannot both be used.`,
  "tier-5-twice": ({ subject, tower }: About & { tower: string }) =>
    `${it(subject)}: the game allows only one ${tower}, so it cannot be used twice.`,
  "same-player": ({ subject, other }: About & { other: string }) =>
    `${it(subject)} cannot be the same person as ${other}.`,
  "no-water": ({ subject, tower, map }: About & { tower: string; map: string }) =>
    `${it(subject)}: ${tower} needs water, and ${map} has none.`,
  "cheaper-than-any-tower": ({ subject, cash, cheapest }: About & { cash: number; cheapest: number }) =>
    `${it(subject)}: ${inCash(cash)} does not buy any tower. The cheapest costs ${inCash(cheapest)}.`,
  "far-under-record": ({ subject, cash, record }: About & { cash: number; record: number }) =>
    `${it(subject)}: ${inCash(cash)} is more than 30% below the record of this map, ${inCash(record)}.`,
  "no-recording": ({ subject }: About) =>
    `${it(subject)}: the rules ask for one, and nothing here is known to be a video.`,
  "only-pictures": ({ subject, of }: About & { of: string }) =>
    `${it(subject)}: ${of} needs a recording of the full run, and there are only pictures.`,
  "impossible-upgrade": ({ subject, text }: About & { text: string }) =>
    `${it(subject)}: ${text} is not possible. One path goes up to 5, another up to 2, and the third stays at 0.`,
  "odd-upgrade": ({ subject, text }: About & { text: string }) =>
    `${it(subject)}: ${quoteName(text)} is neither a path such as 2-0-4 nor a hero's level.`,
  "other-path": ({ subject, tower, path, text }: About & { tower: string; path: string; text: string }) =>
    `${it(subject)}: ${tower} is ${path}; you wrote ${text}.`,
  "has-a-name": ({ subject, tower, text, higher }: About & { tower: string; text: string; higher: string }) =>
    `${it(subject)}: ${tower} has no upgrade of the third tier; you wrote ${text}, which is ${higher}.`,
  "hero-has-a-level": ({ subject, tower, text }: About & { tower: string; text: string }) =>
    `${it(subject)}: ${tower} is a hero, who has a level from 1 to 20; you wrote ${text}.`,
  "no-level": ({ subject, tower, text }: About & { tower: string; text: string }) =>
    `${it(subject)}: ${tower} has upgrades such as 2-0-4; you wrote ${text}, which is a hero's level.`,
  "code-other-map": ({ subject, map }: About & { map: string }) =>
    `${it(subject)}: the challenge code is for ${map}.`,
  "code-other-setting": ({
    subject,
    setting,
    found,
    wanted,
  }: About & { setting: string; found: string; wanted: string }) =>
    `${it(subject)}: in the challenge the ${setting} is ${found}, not ${wanted}.`,
  "code-allows": ({ subject, what }: About & { what: string }) =>
    `${it(subject)}: the challenge allows ${what}.`,
  "code-switches-on": ({ subject, what }: About & { what: string }) =>
    `${it(subject)}: ${what} is switched on in the challenge.`,
  "code-forbids": ({ subject, tower }: About & { tower: string }) =>
    `${it(subject)}: the challenge does not allow ${tower}.`,
  "code-allows-count": ({
    subject,
    tower,
    most,
    used,
  }: About & { tower: string; most: number | "any"; used: number }) =>
    `${it(subject)}: the challenge allows ${most === "any" ? "any number" : most} of ${tower}, and this completion has ${used}.`,
  "code-allows-others": ({ subject, towers }: About & { towers: string }) =>
    `${it(subject)}: the challenge also allows ${towers}.`,
  "code-other-tiers": ({
    subject,
    tower,
    allowed,
    used,
  }: About & { tower: string; allowed: string; used: string }) =>
    `${it(subject)}: the challenge allows ${tower} up to ${allowed}, and this completion has ${used}.`,
  "code-made-later": ({ subject, day }: About & { day: string }) =>
    `${it(subject)}: the challenge was made later, on ${day}.`,
  "code-other-version": ({ subject, version }: About & { version: string }) =>
    `${it(subject)}: the challenge was made in version ${version}.`,
  "is-a-paragon": ({ subject, tower }: About & { tower: string }) =>
    `${it(subject)}: ${tower} is a paragon. Please make sure that is what you used.`,
  "newer-than-known": ({ subject, version, newest }: About & { version: string; newest: string }) =>
    `${it(subject)}: ${version} is newer than ${newest}, the newest version known here. Please check it against the proof.`,
  "far-newer-than-known": ({ subject, version, newest }: About & { version: string; newest: string }) =>
    `${it(subject)}: ${version} is far above ${newest}, the newest version known here. Is that right?`,
  "before-the-first-version": ({ subject, version }: About & { version: string }) =>
    `${it(subject)}: the game's first version was 1.0, and this is ${version}. Is that right?`,
  "not-a-link": ({ subject }: About) =>
    `${it(subject)} is not an address that begins with http:// or https://.`,
  "link-with-password": ({ subject }: About) =>
    `${it(subject)} has a user name or a password in it, which everybody would see. Please remove it.`,
  "unreachable-link": ({ subject, host }: About & { host: string }) =>
    `${it(subject)}: ${quoteName(host)} is not a site that others can open. Please check it.`,
  "no-video-there": ({ subject }: About) =>
    `${it(subject)}: this YouTube address does not lead to a video. Please check it.`,
  "two-addresses": ({ subject }: About) =>
    `${it(subject)} takes one address, without spaces or line breaks. Please put any others in the notes.`,
  "link-is-divided": ({ subject }: About) =>
    `${it(subject)}: only the first address stays here. Other addresses become further proof, and other text goes to the notes.`,
  "link-known": ({ subject, count, challenges }: About & { count: number; challenges: readonly string[] }) =>
    `${it(subject)}: ${counted(count, "other completion")} here (${challenges.join(", ")}) ${count === 1 ? "has" : "have"} the same link. That is fine if it shows all of them.`,
  "link-ends": ({ subject, site, day }: About & { site: string; day: string }) =>
    `${it(subject)}: this link to ${site} stops working on ${day}. Please upload the file instead.`,
  "link-is-over": ({ subject, site, day }: About & { site: string; day: string }) =>
    `${it(subject)}: this link to ${site} stopped working on ${day}. Please upload the file instead.`,
  "link-may-end": ({ subject, site }: About & { site: string }) =>
    `${it(subject)}: files on ${site} often disappear after days or weeks. Please upload the file instead, or use a site that keeps it.`,
  "not-a-version": ({ subject }: About) => `${it(subject)} is not a game version such as 44 or 44.1.`,
  "not-a-choice": ({ subject, choices }: About & { choices: readonly string[] }) =>
    `${it(subject)} must be one of ${choices.join(", ")}.`,
  "not-json": ({ subject }: About) =>
    `${it(subject)} is not valid JSON; write an array such as ["Druid","Alchemist"].`,
  "not-a-list": ({ subject }: About) =>
    `${it(subject)} is not a JSON array of texts such as ["Druid","Alchemist"].`,
  "not-names": ({ subject }: About) => `${it(subject)} is not a JSON array of texts such as ["Ice Monkey"].`,
  "not-a-change-number": ({ subject }: About) => `${it(subject)} is not the number of a change.`,
  "not-roles": ({ subject, roles }: About & { roles: readonly string[] }) =>
    `${it(subject)} takes a JSON array of ${roles.map((role) => `"${role}"`).join(", ")}.`,
  "not-filekeys": ({ subject }: About) => `${it(subject)} takes a JSON array of filekeys.`,
  "not-seen": ({ subject }: About) =>
    `${it(subject)} takes a row in JSON with its filekey, as the list shows it, once for each completion.`,
  "not-entries": ({ subject, keys }: About & { keys: readonly string[] }) =>
    `${it(subject)} takes a JSON array with, for each completion, an array of ${keys.join(", ")} or its filekey.`,
  "not-verdicts": ({ subject }: About) =>
    `${it(subject)} takes a JSON array with, for each completion once, its filekey, its revision, a verdict (verify or reject) and, of a rejection, the reason.`,
  "not-proposals": ({ subject }: About) =>
    `${it(subject)} takes a JSON array with, for each completion once, its filekey and, as values, the texts of one or more fields.`,
  "too-many-entries": ({ subject, most }: About & { most: number }) =>
    `${it(subject)} takes ${most} completions at most.`,
  "not-sortable": ({ subject, by, names }: About & { by: string; names: readonly string[] }) =>
    `${it(subject)} cannot sort by ${quoteName(by)}; it takes ${names.join(", ")}, each with DESC or without.`,
  "too-many-sorts": ({ subject, most }: About & { most: number }) =>
    `${it(subject)} names more than ${most} fields.`,
  "unwelcome-word": ({ subject }: About) => `${it(subject)} contains a word that is not allowed here.`,
  "nested-too-deep": ({ subject, most }: About & { most: number }) =>
    `${it(subject)} has lists or quotes nested more than ${most} deep.`,
  "tables-too-large": ({ subject, columns, cells }: About & { columns: number; cells: number }) =>
    `${it(subject)} has a table of more than ${columns} columns, or tables of more than ${cells} cells.`,
  "nested-links": ({ subject }: About) => `${it(subject)} has a link or picture inside another one.`,

  // Towers and maps in a value.
  "not-a-tower": ({ subject, name }: About & { name: string }) =>
    `${it(subject)} is not a tower in the game: ${quoteName(name)}.`,
  "holds-no-tower": ({ subject, name }: About & { name: string }) =>
    `${it(subject)} contains something that is not a tower in the game: ${quoteName(name)}.`,
  "wrong-kind-of-tower": ({
    subject,
    tower,
    kind,
    takes,
  }: About & { tower: string; kind: TowerKind; takes: readonly TowerKind[] }) =>
    `${tower} is ${ONE_TOWER[kind]}: ${it(subject)} takes ${towersOf(takes)}.`,
  "tower-wins-alone": ({ tower }: About & { tower: string }) =>
    `${tower} is not allowed in this challenge, because it can win the game alone.`,
  "not-at-todays-prices": ({
    tower,
    cost,
    cash,
    since,
  }: About & { tower: string; cost: number; cash: number; since: string }) =>
    `Not at today's prices: ${tower} costs ${inCash(cost)}, you start with ${inCash(cash)} (prices before ${since} are not known here).`,
  "place-without-tower": ({ subject }: About) => `${it(subject)} has a place without a tower.`,
  "more-towers-than-places": ({ subject, named, places }: About & { named: number; places: number }) =>
    `${it(subject)} names ${named} towers, but a completion has ${places}.`,
  "too-many-towers-named": ({ subject, most }: About & { most: number }) =>
    `${it(subject)} names more than ${most} towers.`,
  "too-many-towers-listed": ({ subject, most }: About & { most: number }) =>
    `${it(subject)} lists more than ${most} towers.`,
  "more-upgrades-than-towers": ({ subject }: About) =>
    `${it(subject)} has more entries than there are towers.`,
  "not-a-map": ({ subject, name }: About & { name: string }) =>
    `${it(subject)} is not a map known here: ${quoteName(name)}.`,

  // Questions that no completion of a challenge can be an answer to.
  "not-recorded": ({ challenge, parameter }: { challenge: string; parameter: string }) =>
    `${challenge} does not record ${RECORDED[parameter] ?? "this"}.`,
  "cannot-be": ({ challenge, why }: { challenge: string; why: string }) =>
    `${why} So ${withArticle(challenge)} completion like that is not possible.`,
  "recorded-of-originals": ({ challenge, parameter }: { challenge: string; parameter: string }) =>
    `${challenge} records ${RECORDED[parameter] ?? "this"} only for originals, and none of these has it.`,
  "may-be-one-that-does-not-say": ({ challenge, what }: { challenge: string; what: Unsaid }) =>
    `A similar ${challenge} completion does not say its ${UNSAID[what]}, so it may be this one.`,
  "may-be-an-unresolved-one": ({ challenge, name }: { challenge: string; name: string }) =>
    `A ${challenge} completion here says “${name}”, which is not a name of the game, so it may be this one.`,
  "not-all-here-yet": "An import is running, and not all completions are here yet.",
  "fewer-towers-recorded": ({
    challenge,
    places,
    requested,
  }: {
    challenge: string;
    places: number;
    requested: number;
  }) =>
    `A ${challenge} completion has ${places === 1 ? "one tower" : `${places} towers`}, but you asked for ${requested}.`,
  "fewer-recorded": ({
    challenge,
    parameter,
    places,
    requested,
  }: {
    challenge: string;
    parameter: string;
    places: number;
    requested: number;
  }) =>
    `You asked for ${requested} ${RECORDED[parameter] ?? "of a kind"}, but ${withArticle(challenge)} completion has ${places === 1 ? "one" : places}.`,
  "only-such-towers-recorded": ({
    challenge,
    takes,
    tower,
  }: {
    challenge: string;
    takes: readonly TowerKind[];
    tower: string;
  }) => `${challenge} records only ${towersOf(takes)}, not ${tower}.`,
  "not-understood": ({ words }: { words: readonly string[] }) =>
    `${listed(words.map(quoteName))} ${words.length === 1 ? "was" : "were"} not understood.`,
  "no-plain-question": ({ words }: { words: readonly string[] }) =>
    `An answer is only possible without ${listed(words.map(quoteName))}.`,
  "nothing-is-so": ({ challenge, filter }: { challenge: string; filter: string }) =>
    `No ${challenge} completion here matches that. Leave out ${quoteName(filter)} to see whether it has been done at all.`,
  "each-tower-once": ({ challenge }: { challenge: string }) =>
    `${challenge} completions are found by which towers they have, not by how many of each.`,
  "nobody-so-called": ({ name }: { name: string }) =>
    `No player here is called ${quoteName(name)}. Search for it as a word to find names that contain it.`,
  "several-meant": ({ words, names }: { words: string; names: string }) =>
    `${quoteName(words)} could be ${names}.`,
  "none-without": ({ words }: { words: readonly string[] }) =>
    `None found without ${listed(words.map(quoteName))}. Choose what you meant above, or leave it out.`,
  "only-guessed": ({ words, names }: { words: string; names: string }) =>
    `${quoteName(words)} is the start of ${names}, but could mean something else. Please type the whole name.`,

  // Addresses.
  "nothing-here": "There is nothing at this address.",
  "nothing-here-but": ({ path }: { path: string }) => `There is nothing at this address. Please use ${path}.`,
  "method-not-allowed": ({ method }: { method: string }) => `This address does not take ${method} requests.`,
  "address-too-long": ({ bytes }: { bytes: number }) =>
    `This address is too long: ${kilobytes(bytes)} at most. Please use fewer filters.`,
  "too-many-parameters": ({ most }: { most: number }) => `An address takes ${most} parameters at most.`,
  "need-to-specify": ({ names }: { names: readonly string[] }) => `Need to specify ${listedBySpec(names)}`,
  "no-such-challenge": ({ challenge }: { challenge: string }) =>
    `There is no challenge ${quoteName(challenge)}.`,

  // The site as a whole.
  "our-fault": "Something went wrong on our side. Please try again in a moment.",
  restarting: "The site is being restarted. Please try again in a minute.",
  "too-many-readers": "The site is very busy. Please try again in a moment.",
  "media-out-of-reach": "The site's files are unavailable right now. Please try again in a moment.",
  "storage-full": "The site's disk is full. Nothing was saved. Please tell a helper.",
  "storage-almost-full": "The disk is almost full. Soon nothing can be saved.",
  "database-busy": "The index is busy right now. Please try again in a moment.",
  "database-unreadable": "The index cannot read its database. Please tell a helper, and come back later.",
  "database-not-written":
    "The index cannot save anything right now: its database is damaged. Please tell a helper, and come back later.",
  "other-migrations": "The database is of another version than this site: update the one that is older.",
  "other-schema": ({ difference }: { difference: string }) =>
    `The database is not as this site's migrations make it: ${difference}.`,
  "storage-read-only": "The site's disk cannot be written to. Nothing can be saved.",
  "database-damaged": "The database is damaged: restore it from a backup and start again.",
  "too-many-writes-waiting": "The site is very busy. Nothing was saved. Please try again in a moment.",

  // Connections and requests that cannot be read.
  "headers-too-long": ({ bytes }: { bytes: number }) =>
    `The address and the headers of this request are too long: ${kilobytes(bytes)} at most.`,
  "request-cut-off": "The request did not arrive completely. Please try again.",
  "not-a-request": "This request cannot be understood.",
  "not-an-address": "The host or address of this request cannot be understood.",
  "too-many-connections": "Too many connections from your address. Please close some and try again.",

  // How often, and who.
  "too-many-attempts": ({ seconds }: { seconds: number }) =>
    `Too many attempts. Please try again in ${inMinutes(seconds)}.`,
  "too-many-logins": "Many sign-ins are under way right now. Please try again in a few minutes.",
  "too-many-requests": ({ seconds }: { seconds: number }) =>
    `That was a lot at once from your network. Please try again in ${seconds === 1 ? "a second" : `${seconds} seconds`}.`,
  "too-many-requests-of-yours": ({ seconds }: { seconds: number }) =>
    `That was a lot at once from your account. Please try again in ${seconds === 1 ? "a second" : `${seconds} seconds`}.`,
  "too-many-writes": ({ seconds }: { seconds: number }) =>
    `That was too fast, and this last one was not saved. Please continue in ${seconds === 1 ? "a second" : `${seconds} seconds`}.`,
  "too-many-megabytes": ({ most }: { most: number }) =>
    `You have sent ${most} MB of files within a day, which is the limit. Please send the others tomorrow.`,
  "too-many-wrong-passwords": ({ seconds }: { seconds: number }) =>
    `Too many wrong passwords for this e-mail address. Please try again in ${Math.ceil(seconds)} seconds.`,
  "not-signed-in": "Please sign in first: this needs an access token.",
  "not-authorized": "You are not authorized to view this page.",
  "not-a-member": "Your account is not allowed to make changes here.",
  "not-an-administrator": "Only administrators can do this.",

  // Access tokens.
  "token-not-valid": "The access token is not valid.",
  "token-expired": "The access token has expired: sign in again, or ask for a new one.",
  "token-claim": ({ claim }: { claim: string }) => `The access token is not valid: its "${claim}" is wrong.`,
  "token-algorithm": "The access token is not valid: it is not signed with RS256.",
  "token-without-subject": "The access token does not say who it belongs to.",
  "token-signed-out": "You have been signed out. Please sign in again.",
  "no-issuer-keys": "The sign-in provider could not be asked for its keys. Please try again in a moment.",

  // Forms.
  "not-a-form": "A form is expected: multipart/form-data or application/x-www-form-urlencoded.",
  "form-unreadable": "The form could not be read.",
  "form-malformed": "The form cannot be read: its Content-Type is malformed.",
  "form-cut-off": "The form did not arrive completely. Please send it again.",
  "form-late": "The form did not arrive completely in time. Please send it again.",
  "form-too-slow": "The form arrived too slowly. Please send it again over a better connection.",
  "form-too-large": ({ bytes }: { bytes: number }) =>
    `This form is too large: the limit is ${kilobytes(bytes)}.`,
  "form-too-long": "That is too much text for this form.",
  "form-from-elsewhere": "This form was sent from another site.",
  "too-many-parts": ({ most }: { most: number }) => `The form has too many parts: ${most} at most.`,
  "too-many-fields": ({ most }: { most: number }) => `The form has too many fields: ${most} at most.`,
  "field-without-name": "A field of the form has no name.",
  "field-name-too-long": ({ bytes }: { bytes: number }) =>
    `The name of a field is too long: ${bytes} bytes at most.`,
  "field-too-large": ({ field, bytes }: { field: string; bytes: number }) =>
    `The field "${field}" is too long: ${kilobytes(bytes)} at most.`,

  // Files.
  "no-such-dump": ({ days }: { days: number }) =>
    `There is no such file. Dumps are kept for ${days} days. /dump/ lists them.`,
  "dump-file-damaged":
    "This file of the dump is missing or damaged. Please use an earlier dump, or tomorrow's. /dump/ lists them.",
  "no-such-file": "There is no file at this address.",
  "file-gone": "This file is missing from the media store.",
  "file-incomplete": "This file is damaged: the media store does not have all of it.",
  "range-outside": ({ size }: { size: number }) =>
    `The file has ${size} bytes; the requested range lies outside.`,
  "no-file-expected": ({ field, file }: { field: string; file: string }) =>
    `The field "${field}" does not take files: ${quoteName(file)}.`,
  "file-empty": ({ file }: { file: string }) => `${quoteName(file)} is empty.`,
  "file-kind": ({ file }: { file: string }) =>
    `${quoteName(file)} cannot be used. Please choose a picture (JPEG, PNG, GIF, WebP, APNG) or a video (WebM, Ogg, MP4).`,
  "file-heic": ({ file }: { file: string }) =>
    `${quoteName(file)} is a HEIC picture, which most browsers cannot show. Please send a JPEG or PNG, for example a screenshot of it. On an iPhone, Settings > Camera > Formats > Most Compatible takes JPEG pictures from then on.`,
  "video-format": ({ file, format }: { file: string; format: string }) =>
    `${quoteName(file)} is ${format} video, which most browsers cannot play. Please save it as MP4 with a video editor, or upload it to a video site and give the link.`,
  "video-of-obs": ({ file, format }: { file: string; format: string }) =>
    `${quoteName(file)} is ${format} video, which many browsers cannot play. Please make an MP4 of it: in OBS with File > Remux Recordings, otherwise with a video editor. Or upload it to a video site and give the link.`,
  "picture-not-opened": ({ file }: { file: string }) =>
    `${quoteName(file)} cannot be opened. It seems to be damaged or incomplete. Please save it again or choose another one.`,
  "video-not-played": ({ file }: { file: string }) =>
    `This browser cannot play ${quoteName(file)}. You can send it, but a helper may not be able to watch it: an MP4 with H.264 plays everywhere.`,
  "video-codec": ({ file, codec, isFromIphones }: { file: string; codec: string; isFromIphones: boolean }) =>
    `${quoteName(file)} is ${codec}, which many browsers cannot play or play without the picture. You can send it, but a helper may not be able to watch it: an MP4 with H.264 plays everywhere.${isFromIphones ? " On an iPhone, Settings > Camera > Formats > Most Compatible records H.264 from then on." : ""}`,
  "video-encrypted": ({ file }: { file: string }) =>
    `${quoteName(file)} is encrypted, so nobody can watch it without its key. If you can, please send a recording that is not encrypted.`,
  "video-without-pictures": ({ file }: { file: string }) =>
    `${quoteName(file)} has sound but no picture. Please send a recording that shows the run.`,
  "video-cut-off": ({ file }: { file: string }) =>
    `${quoteName(file)} is incomplete. Please copy or download it again, or save the recording again.`,
  "video-damaged": ({ file }: { file: string }) =>
    `${quoteName(file)} is damaged. Please save the recording again.`,
  "video-empty": ({ file }: { file: string }) =>
    `${quoteName(file)} cannot be played: there is nothing in it to show. Please save the recording again.`,
  "not-a-challenge-code": ({ subject }: About) =>
    `${it(subject)} is not a challenge code: seven letters and digits beginning with Z, such as ZMYXWVU.`,
  "odd-challenge-code": ({ subject }: About) =>
    `${it(subject)} does not look like a challenge code, which has seven letters and digits beginning with Z. It will be saved as written.`,
  "code-to-notes": ({ subject, code }: About & { code: string | null }) =>
    code === null
      ? `${it(subject)} is not a challenge code. It will be added to the notes.`
      : `${it(subject)} says more than ${code}. All of it will be added to the notes.`,
  "file-damaged": ({ file, format, fault }: { file: string; format: string; fault: string }) =>
    `${quoteName(file)} is damaged: it cannot be read as a ${format} picture (${fault}).`,
  "too-many-pixels": ({ file, most }: { file: string; most: number }) =>
    `${quoteName(file)} has too many pixels: the limit for a picture is ${most / 1_000_000} million.`,
  "file-too-large": ({ file, kind, bytes }: { file: string; kind: "picture" | "video"; bytes: number }) =>
    `${quoteName(file)} is too large: the limit for a ${kind} is ${megabytes(bytes)}.`,
  "files-too-large": ({ bytes }: { bytes: number }) =>
    `These files are too large together: the limit is ${megabytes(bytes)}.`,
  "too-many-files": ({ most }: { most: number }) => `Too many files at once: ${most} at most.`,
  "too-many-own-uploads": ({ most }: { most: number }) =>
    `You are already sending ${most} forms with files. Please send this one when one of them has finished.`,
  "form-made-room":
    "Many people are sending files right now, and your upload was the slowest. Please send the form again in a minute.",
  "too-many-uploads": "Many people are sending files right now. Please send the form again in a minute.",

  // Changes and their log.
  "changed-meanwhile": ({ labels, noun }: { labels: readonly string[]; noun: "completion" | null }) =>
    `Somebody changed ${listed(labels) || (noun ? `this ${noun}` : "this")} in the meantime. Reload to see the current version.`,
  "changed-since": ({ labels }: { labels: readonly string[] }) =>
    `${listed(labels)} ${labels.length === 1 ? "was" : "were"} changed again since then. Undo the later change first.`,
  "no-such-change": "There is no such change.",
  "import-by-restore":
    "An import can only be undone on the command line, by restoring the backup that was taken before it.",
  "change-unknown": "This change cannot be undone: this version of the site does not know its format.",
  "change-too-old": ({ days }: { days: number }) => `A change can be undone for ${days} days.`,
  "no-longer-there": "This is no longer there.",

  // Completions.
  "no-such-completion": ({ challenge }: { challenge: string }) => `Could not find ${challenge} completion`,
  "no-such-original": ({ challenge }: { challenge: string }) =>
    `There is no OG ${challenge} completion of this.`,
  "other-log": ({ since }: { since: number }) =>
    `The changes cannot be followed from ${since}: there is no such change, or the index was restored to an earlier state. Start again with since=0, or with the lastChange of the newest public dump.`,
  "no-such-filekey": "There is no completion with this filekey.",
  "completion-exists": ({ challenge }: { challenge: string }) => `${challenge} already exists`,
  "original-exists": ({ challenge }: { challenge: string }) =>
    `This already has an OG ${challenge}. Only the first one can be the OG.`,
  "original-claimed": ({ challenge }: { challenge: string }) =>
    `You have already submitted an OG ${challenge} of this, and it is pending. Untick the OG box to submit this one too.`,
  "too-many-claims": ({ most }: { most: number }) =>
    `You have ${most} pending submissions, which is the limit. Please wait until helpers have checked some.`,
  "member-claims-it": ({ challenge }: { challenge: string }) =>
    `The member who submitted this has another pending submission of this ${challenge}.`,
  "member-claims-original": ({ challenge }: { challenge: string }) =>
    `The member who submitted this has submitted another one as the OG ${challenge}.`,
  "several-claims": ({ challenge }: { challenge: string }) =>
    `Several members have submitted this ${challenge}. Please give the filekey of one.`,
  "no-originals": ({ challenge }: { challenge: string }) => `${challenge} has no OG completions.`,
  "completion-gone": "This completion is no longer there.",
  "completions-gone": "One of these completions is no longer there. Reload to see what is.",
  "already-reported": "You have reported this completion. A helper will look at it.",
  "too-many-reports": ({ most }: { most: number }) =>
    `You have ${most} open reports. Please wait until a helper has looked at one of them.`,
  "wish-impossible": "You cannot wish for this: the form would refuse it, or part of it is missing.",
  "erase-unconfirmed": ({ word }: { word: string }) =>
    `Nothing was deleted. Type ${word} to delete what is stored about you.`,
  "erase-administrator":
    "An administrator cannot delete their own account. Let another administrator take the role from you first.",
  "erase-blocked-only":
    "An administrator can only do this for a blocked account: everybody else does it themselves.",
  "wish-taken": "This is already in this index, or pending.",
  "wished-already": "This is already one of your wishes.",
  "wish-removed": ({ reason }: { reason: string }) => `A helper removed your wish for this: "${reason}".`,
  "too-many-wishes": ({ most }: { most: number }) =>
    `You have ${most} open wishes. Remove one before you add another.`,
  "not-to-follow":
    "In all challenges together, this can follow one map, one player or everything: please choose one challenge.",
  "too-many-follows": ({ most }: { most: number }) =>
    `You follow ${most} things. Unfollow one before you follow another.`,
  "no-such-follow": "You do not follow this.",
  "no-such-feed": "This feed has ended, or there was none.",
  "no-such-wish": "There is no such open wish.",
  "not-yours-to-mend":
    "Only who submitted this completion, or has the page of one of its players, can propose a new proof for it.",
  "propose-for-pending":
    "This completion is pending, so there is nothing to propose. Its submitter can edit it until it is verified.",
  "proof-already-there": "This completion has this proof already.",
  "further-proof-is-file": "Please choose a file, or say which of the proofs this link is.",
  "too-many-proposals": ({ most }: { most: number }) =>
    `You have ${most} proposed proofs that wait. Withdraw one, or wait until a helper has decided.`,
  "no-such-proposal":
    "This proposed proof is no longer open: somebody has decided on it, or it was withdrawn.",
  "proposal-not-verified":
    "This completion is not verified any more, so no proof of it can be decided on. The proposal waits until it is.",
  "no-such-report": "This report is closed. Go on with the next one.",
  "not-an-outcome": "Please choose an outcome: stands, pending or removed.",
  "cannot-wait-again":
    "This completion cannot be set back to pending: it is pending, or its submitter is not known.",
  "does-not-wait": "This completion is no longer pending. Go on with the next one.",
  "no-title": ({ most }: { most: number }) =>
    `Please give it a title of up to ${most} characters, by which helpers choose it.`,
  "not-a-reason-kind": "Please choose where it is offered: reject or ask.",
  "proof-not-undone":
    "What a video site says is not undone here. Give the completion another proof, or wait until this one is there again.",
  "report-not-undone":
    "A decision on a report is not undone itself. Undo what it did to the completion, or report that again.",
  "no-such-check": "There is no such check.",
  "no-second-look":
    "This needs no second look from you: it is your own, or another helper has looked already.",
  "held-by": ({ who }: { who: string }) =>
    `${who} is reviewing this completion. Take it over to decide on it yourself.`,
  "own-rejection":
    "You rejected this completion, and its player has appealed. Another helper has to decide on the appeal.",
  "own-submission": "This is your own submission. Another helper has to decide on it.",
  "own-concern": "This is about your own run or your own verdict. Another helper has to decide on it.",
  "completion-verified": "This completion is already verified. It can only be edited or deleted.",
  "only-own-completions": ({ act }: { act: "edit" | "delete" }) =>
    `You can only ${act} your own completions, and only until a helper has verified them.`,
  "not-yours-to-delete": ({ names, more }: { names: readonly string[]; more: number }) =>
    `You can only delete your own completions, and only until they are verified. These are not: ${names.join("; ")}${more > 0 ? `; and ${more} more` : ""}.`,
  "no-message": "Please write something.",
  "message-too-long": ({ most }: { most: number }) => `The message is longer than ${most} characters.`,
  "too-many-messages": ({ most }: { most: number }) =>
    `You have written ${most} messages within an hour, which is the limit. Please wait a while.`,
  "thread-over": "This submission is no longer pending, so nobody reads messages here any more.",
  "nobody-to-ask": "This is your own submission, so another helper has to ask.",
  "nobody-reads": "No account is known to have submitted this completion, so nobody would read this.",
  "not-rejected": "Only what was rejected can be appealed.",
  "appealed-already": "You have appealed this once already. Please fix what the reason says and resubmit it.",
  "no-reason": "Please say why, so that the player can fix it.",
  "no-report-reason": "Please say what is wrong, so that a helper can look at it.",
  "no-name-evidence": "Please say how a helper can see that the name is yours.",
  "no-denial-reason": "Please say why, so that the player knows.",
  "no-ban-reason": "Please say why, so that other helpers know.",
  "no-proof-reason": "Please say why, so that the player can propose a better one.",
  "no-wish-reason": "Please say why, so that those who want it know.",
  "no-canned-reason": "Please enter the text.",
  "title-taken": ({ title }: { title: string }) =>
    `There is a canned reason called ${quoteName(title)} already. Please enter another title.`,
  "reason-too-long": ({ most }: { most: number }) => `The reason is longer than ${most} characters.`,
  "edited-without-edit":
    "This form names the completion to be edited, but does not say that it is an edit: please send edit=true, or leave out the fields that begin with edited-.",
  "proof-missing": "Proof is missing: please give a link, or upload a picture or a video.",
  "proof-link-missing": "A link to the proof is missing.",
  "og-unknown":
    "The index did not answer, so we do not know whether this has an OG. Tick the box if yours is the first, leave it empty if not, and press the button again.",
  "proof-file-missing": "Please choose a picture or a video.",
  "two-proofs": "Please give either a link or a file as the proof, not both.",
  "proof-of-another": ({ host }: { host: string }) =>
    `You cannot reference a media.${host} image from a different completion`,
  "attachment-roles": ({ roles }: { roles: readonly string[] }) =>
    `attachment-roles takes one text per attachment, empty or one of these: ${roles.join(", ")}.`,
  "too-many-attachments": ({ most }: { most: number }) =>
    `A completion can have ${most} attachments at most.`,

  "no-such-player": ({ name }: { name: string }) => `There is no player ${quoteName(name)}.`,
  "not-a-name-of": ({ name, shown }: { name: string; shown: string }) =>
    `No verified completion of ${quoteName(name)} has the name ${quoteName(shown)}.`,
  "nobodys-name": ({ subject, name }: About & { name: string }) =>
    `${it(subject)}: ${quoteName(name)} stands for players whose name was erased. Enter the name of the actual player.`,
  "player-banned": ({ subject, name }: About & { name: string }) =>
    `${it(subject)}: ${quoteName(name)} is banned, and submissions under this name are not accepted.`,
  "one-name-each": "You own a name, or have asked for one. Release it before you claim another.",
  "name-owned": ({ name }: { name: string }) =>
    `The name ${quoteName(name)} already has an owner. If it is yours, tell the helpers.`,
  "name-owned-tell-another": ({ name }: { name: string }) =>
    `The name ${quoteName(name)} already has an owner. If it is yours, ask another helper.`,
  "requested-name-owned": ({ name }: { name: string }) =>
    `The name ${quoteName(name)} already has an owner. Release it first, or decline this request.`,
  "name-denied": ({ name }: { name: string }) =>
    `A helper declined your claim to the name ${quoteName(name)}.`,
  "owns-no-name": "You own no name yet.",
  "not-submitted-with-you": "Nobody else submitted this with a name that is yours.",
  "copy-too-large": "The picture is too large: a copy has at most 25 MB.",
  "copy-no-picture": "What is there is no picture, or it is damaged.",
  "copy-not-found": "There is no picture at this link any more.",
  "copy-no-answer": "Its host gave no answer.",
  "copy-no-room": "There was no room left for files from your account that day.",
  "nothing-to-copy": "This completion has no link to a picture that can be copied.",
  "no-such-name-request": "There is no such open request.",
  "own-name-request": "Another helper has to decide on your own request.",
  "two-owners": ({ name, other }: { name: string; other: string }) =>
    `${quoteName(name)} and ${quoteName(other)} belong to two accounts. One of them has to release the name first.`,
  "account-banned": "The player whose name you own is banned, so your submissions are not accepted.",
  "banned-name": "The player whose name you own is banned. Ask a helper before you release the name.",
  "one-player": ({ name }: { name: string }) => `Both names already belong to ${quoteName(name)}.`,
  "one-is-banned": ({ name, other }: { name: string; other: string }) =>
    `One of ${quoteName(name)} and ${quoteName(other)} is banned. Ban both, or lift the ban, before you join them.`,
  "played-together": ({ name, other, count }: { name: string; other: string; count: number }) =>
    `${quoteName(name)} and ${quoteName(other)} are two people: they played ${counted(count, "completion")} together.`,
  // Maps and what is on them.
  "no-such-map": ({ map }: { map: string }) => `There is no map ${quoteName(map)}.`,
  "map-exists": ({ map }: { map: string }) => `There is already a map called ${quoteName(map)}.`,
  "abbreviation-taken": "Another map has this abbreviation.",
  "map-gone": "This map is no longer there.",
  "its-map-gone": ({ map }: { map: string }) =>
    `Its map ${map} is no longer there. Undo that map's deletion first.`,
  "map-name-taken": "Another map already has this name.",
  "map-changed": ({ map }: { map: string }) =>
    `The map ${map} was renamed or deleted in the meantime. Please choose it again.`,
  "map-in-use": ({ map, completions, starts }: { map: string; completions: number; starts: number }) => {
    const hanging = [
      ...(completions > 0 ? [counted(completions, "completion")] : []),
      ...(starts > 0 ? [counted(starts, "CHIMPS start")] : []),
    ];
    const them = completions + starts === 1 ? "it" : "them";
    return `${map} has ${hanging.join(" and ")}. Move or delete ${them} first.`;
  },
  "not-one-picture": "The image must be one picture: JPEG, PNG, GIF, WebP or APNG.",
  "no-such-start": "There is no such CHIMPS start.",
  "no-such-balance-change": "There is no such balance change.",
  "no-such-version": "That version is not listed.",
  "version-exists": ({ version }: { version: string }) => `Version ${version} is already listed.`,
  "no-such-spelling": "There is no such spelling.",
  "no-such-tower-or-map": ({ name }: { name: string }) =>
    `There is no tower, hero or map ${quoteName(name)}.`,
  "several-of-name": ({ name, meant }: { name: string; meant: readonly string[] }) =>
    `${quoteName(name)} stands for ${listed(meant)}. Please give the name of one.`,
  "no-unknown-name": ({ name }: { name: string }) => `No completion has the unknown name ${quoteName(name)}.`,
  "tower-there-already": ({ tower }: { tower: string }) => `It already has ${tower}.`,
  // Towers and heroes of the game.
  "not-names-to-list": ({ subject, most }: About & { most: number }) =>
    `${it(subject)} must be a list of names, each of at most ${most} characters.`,
  "tower-not-listed": ({ name }: { name: string }) =>
    `${quoteName(name)} is not listed here yet. Add it under Game, or say under Unresolved what it is; then verify.`,
  "no-tower-called": ({ name, near }: { name: string; near: readonly string[] }) =>
    `There is no tower or hero called ${quoteName(name)} here yet.${near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : ""}`,
  "no-such-tower": ({ name }: { name: string }) =>
    `There is no tower or hero called ${quoteName(name)} here.`,
  "name-of-another": ({ name, of }: { name: string; of: string }) =>
    `${quoteName(name)} is already a name of ${of}.`,
  "name-was-of-another": ({ name, of }: { name: string; of: string }) =>
    `${quoteName(name)} was a name of ${of}, which searches still find by it.`,
  "name-twice": ({ name }: { name: string }) => `${quoteName(name)} is given twice.`,
  "mark-taken": ({ mark, of }: { mark: string; of: string }) => `${of} already has the letters ${mark}.`,
  "not-a-mark": "A mark has two letters.",
  "game-id-taken": ({ of }: { of: string }) => `${of} already has this id.`,
  "not-a-table": ({ subject }: About) => `${it(subject)} must be a JSON object.`,
  "no-such-tiers": ({ subject, tiers }: About & { tiers: string }) =>
    `${it(subject)} has ${quoteName(tiers)}, which are no tiers.`,
  "odd-price": ({ subject, tiers, most }: About & { tiers: string; most: number }) =>
    `${it(subject)} of ${tiers} must be a whole number from 0 to ${most}.`,
  "odd-name": ({ subject, tiers, most }: About & { tiers: string; most: number }) =>
    `${it(subject)} of ${tiers} must be a name of at most ${most} characters.`,
  "odd-exclusion": ({ subject }: About) =>
    `${it(subject)} must be a list of challenges, each with the versions from and until which it is so.`,
  "not-keys": ({ subject }: About) => `${it(subject)} must be a JSON array of keys.`,
  "clash-in-export": ({ why }: { why: string }) =>
    `${why} Untick it and take over the rest, or change one of the two by hand first.`,
  "map-still-called": ({ map, of }: { map: string; of: string }) =>
    `${quoteName(map)} cannot be called ${quoteName(of)} while another map is.`,
  "not-taken-over": ({ why }: { why: string }) => `${why}.`,
  "too-many-rows": ({ most, count }: { most: number; count: number }) =>
    `${counted(count, "row")} would change, and at most ${most} can change at once. Choose fewer of them.`,
  "nothing-to-search": "A spelling needs a letter or a digit, because a search ignores everything else.",
  "is-its-name": ({ name }: { name: string }) =>
    `A search already finds ${name} by this. Case, spaces and punctuation make no difference.`,
  "never-read": ({ spelling }: { spelling: string }) =>
    `A search cannot use ${quoteName(spelling)} as a name: it is a common word, a number, a search key, or longer than five words.`,
  "means-already": ({ spelling, meaning }: { spelling: string; meaning: string }) =>
    `A search already understands ${quoteName(spelling)} as ${meaning}. A new spelling would change that for everybody.`,
  "spelling-exists": ({ spelling, name }: { spelling: string; name: string }) =>
    `${quoteName(spelling)} already stands for ${name}.`,

  // Accounts.
  "no-such-account": "There is no such account.",
  "account-gone": "This account is no longer there.",
  "account-blocked": "This account is blocked.",
  "account-blocked-ask": "This account is blocked. If you think that is a mistake, ask in the chat.",
  "own-account": "You cannot do this to your own account. Please ask another administrator.",
  "device-signed-out": "This device is signed out already.",
  "wrong-login": "That e-mail address and password do not match an account.",
  "sign-up-over": "This sign-up has expired. Please start again.",
  "sign-up-code-over": "These digits are no longer good. Please have new ones sent.",
  "wrong-sign-up-code": "Those are not the digits that we sent. Please look at the newest mail.",
  "wrong-code":
    "That code is not right, or was used already. Codes of an app are good for half a minute: please enter the one that it shows now.",
  "factor-is-on": "Your account has a second factor already.",
  "factor-not-begun": "Please set up the second factor anew.",
  "wrong-password": "That is not your current password.",
  "not-an-email": "Please enter a whole e-mail address.",
  "email-unusable": "This address cannot be used.",
  "email-unusable-for-newcomer":
    "This address cannot be used for a new account. If you have one already, sign in.",
  "email-unusable-from-issuer":
    "The e-mail address from that provider cannot be used for a new account. If you have an account here, sign in with its password.",
  "same-password": "That is the password you already have. Please choose another one.",
  "email-has-account": "This address already has an account.",
  "name-too-long": ({ most }: { most: number }) => `Please choose a name of at most ${most} characters.`,
  "name-invisible": "Please choose a name with visible characters.",
  "name-reserved": "The site calls people that itself. Please choose another name.",
  "name-taken": "Somebody else has this name, or one that looks like it. Please choose another one.",
  "password-too-short": ({ least }: { least: number }) =>
    `Please choose a password of at least ${least} characters.`,
  "password-too-long": ({ most }: { most: number }) =>
    `Please choose a password of at most ${most} characters.`,
  "password-too-easy": "Please choose a password that is harder to guess.",
  "password-too-common":
    "Many people have this password, or one like it, so it is among the first that are tried. Please choose another one.",
  "password-is-email": "Please choose a password that is not your e-mail address.",

  // Signing in.
  "sign-up-closed": "This site does not accept new accounts from everybody.",
  "sign-in-address-too-long":
    "This address is too long. Please go back to the site and try again from there.",
  "login-over": "This sign-in has expired. Please sign in again.",
  "no-such-audience": "There is no such audience here.",
  "issuer-unreachable": ({ issuer }: { issuer: string }) =>
    `${issuer} cannot be reached at the moment. Please try again later.`,
  "issuer-refused": ({ issuer }: { issuer: string }) => `${issuer} did not sign you in. Please try again.`,
  "no-mail": "This site does not send e-mail.",
  "link-ended": "This link has been used or has expired.",
  "reset-link-ended": "This link has been used or has expired. Please ask for a new one.",
  "invitation-ended": "This invitation has been used or has expired.",
  "invitation-withdrawn":
    "This invitation was withdrawn. If you would still like to join, ask whoever sent it to you for another one.",

  // What a page says by itself.
  ...enOfPages,
  ...enOfSignIn,
} satisfies Readonly<Record<string, string | ((values: never) => string)>>;
