import { readFileSync } from "node:fs";
import type { Account } from "../../../server/data/accounts.ts";
import { StartError } from "../start-error.ts";

/** Largest list of people, in bytes. */
const LARGEST = 50 * 1024 * 1024;

/** What the former provider's own export calls the two; ours are the first. */
const IDS = ["id", "user_id", "sub"];
const EMAILS = ["email", "e-mail"];

type Person = Readonly<Record<string, unknown>>;

/**
 * The accounts of this site by the ids that the former provider had for them: those whose e-mail address is the same. The
 * file is CSV with a heading, JSON or JSON lines, with an id and an e-mail address each.
 * @throws StartError for a file that holds no such thing
 */
export async function readPeople(
  file: string,
  accounts: { findByEmail(email: string): Promise<Pick<Account, "id"> | null> },
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const person of peopleIn(file)) {
    const id = textIn(person, IDS);
    const email = textIn(person, EMAILS);
    const account = id === null || email === null ? null : await accounts.findByEmail(email);
    if (id !== null && account) found.set(id, account.id);
  }
  return found;
}

function textIn(person: Person, names: readonly string[]): string | null {
  const [, value] = Object.entries(person).find(([name]) => names.includes(name.trim().toLowerCase())) ?? [];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

function peopleIn(file: string): Person[] {
  const bytes = readFileSync(file);
  if (bytes.length > LARGEST) throw new StartError(`${file} is larger than ${LARGEST / 1024 ** 2} MB.`);
  const text = bytes
    .toString("utf8")
    .replace(/^\ufeff/, "")
    .trim();
  const people = text.startsWith("[")
    ? jsonIn(text, file)
    : text.startsWith("{")
      ? linesIn(text, file)
      : csvIn(text);
  const isPerson = (each: unknown): each is Person => typeof each === "object" && each !== null;
  if (
    !Array.isArray(people) ||
    !people.every(isPerson) ||
    (people[0] && textIn(people[0], [...IDS]) === null)
  )
    throw new StartError(`${file} is no list of people: each needs an id and an email.`);
  return people;
}

function jsonIn(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new StartError(`${file} is no JSON.`);
  }
}

const linesIn = (text: string, file: string): unknown[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map((line) => jsonIn(line, file));

/** CSV as the provider's export and spreadsheets write it: ids and addresses have no comma in them. */
function csvIn(text: string): Person[] {
  const rows = text
    .split(/\r?\n/)
    .map((line) => line.split(",").map((cell) => cell.trim().replace(/^"(.*)"$/, "$1")));
  const [heading = [], ...people] = rows;
  return people
    .filter((cells) => cells.some((cell) => cell !== ""))
    .map((cells) => Object.fromEntries(heading.map((name, at) => [name, cells[at] ?? ""])));
}
