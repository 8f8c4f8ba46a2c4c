import { BadForm } from "../errors.ts";

const LONGEST_EMAIL = 254;
const LONGEST_NAME = 40;

/** What cannot be in an address at all; what else a mail server takes is its own affair. */
const NOT_IN_EMAIL = /[\s<>(),;:"\\\p{Cc}]/u;

/** The address as it is kept; throws BadForm. */
export function readEmail(text: string): string {
  const email = text.trim().normalize("NFC");
  const [name, host, ...rest] = email.split("@");
  const isAddress = name && host && rest.length === 0 && !NOT_IN_EMAIL.test(email);
  if (!isAddress || email.length > LONGEST_EMAIL) throw new BadForm("not-an-email");
  return email;
}

/** What a person wants to be called in the public history; empty is nothing. Throws BadForm. */
export function readDisplayName(text: string): string | null {
  const name = text.trim().normalize("NFC");
  if (name === "") return null;
  if ([...name].length > LONGEST_NAME) throw new BadForm("name-too-long", { most: LONGEST_NAME });
  if (/\p{Cc}|\p{Cf}/u.test(name)) throw new BadForm("name-invisible");
  return name;
}
