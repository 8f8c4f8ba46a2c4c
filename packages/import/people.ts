import { csvRecords } from "../../domain/lists/csv.ts";
import { StartError } from "../../server/errors.ts";
import { textIn } from "./read.ts";

/** The columns for the id and the address. Ours come first; the others are those of the former provider's export. */
const IDS = ["id", "user_id", "sub"];
const EMAILS = ["email", "e-mail"];

type Person = Readonly<Record<string, unknown>>;

/** Finds the account of this site that has an e-mail address. */
export type FindAccount = (email: string) => Promise<{ readonly id: string } | null>;

/**
 * Maps the ids of the former provider to the accounts of this site with the same e-mail address. The file is CSV with a
 * header, JSON or JSON lines, with an id and an e-mail address each.
 * @throws StartError if the file holds no such thing
 */
export async function readPeople(
  file: string,
  findAccount: FindAccount,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const person of peopleIn(file)) {
    const id = valueIn(person, IDS);
    const email = valueIn(person, EMAILS);
    const account = id === null || email === null ? null : await findAccount(email);
    if (id !== null && account) found.set(id, account.id);
  }
  return found;
}

function valueIn(person: Person, names: readonly string[]): string | null {
  const [, value] = Object.entries(person).find(([name]) => names.includes(name.trim().toLowerCase())) ?? [];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

function peopleIn(file: string): Person[] {
  let people: unknown;
  try {
    const text = textIn(file).trim();
    if (text.startsWith("[")) people = JSON.parse(text);
    else if (text.startsWith("{")) people = text.split(/\s*\n\s*/).map((line) => JSON.parse(line));
    else people = rowsIn(text);
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const isPerson = (each: unknown): each is Person => typeof each === "object" && each !== null;
  if (
    !Array.isArray(people) ||
    !people.every(isPerson) ||
    (people[0] && valueIn(people[0], [...IDS]) === null)
  )
    throw new StartError(`${file} is no list of people: each needs an id and an email.`);
  return people;
}

function rowsIn(csv: string): Person[] {
  const [heading = [], ...people] = csvRecords(csv);
  return people.map((cells) => Object.fromEntries(heading.map((name, at) => [name, cells[at] ?? ""])));
}
