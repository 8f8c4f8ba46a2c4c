import { changeName } from "../../../domain/contract/accounts.ts";
import { changeMail, MAIL_KINDS, MAILS, type MailKind, ownMail } from "../../../domain/contract/notices.ts";
import { signInForms } from "../../../domain/contract/routes.ts";
import { isNameTaken, nameColumns } from "../../../server/db/names.ts";
import { BadForm } from "../../../server/errors.ts";
import { textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { newSecret } from "../accounts/secrets.server.ts";
import { readDisplayName, readEmail } from "../accounts/texts.server.ts";
import type { Person } from "./repository.server.ts";

/** Which notices a person gets by mail. */
export function switchesOf({ switches }: Pick<Person, "switches">): Readonly<Record<MailKind, boolean>> {
  const chosen = JSON.parse(switches) as Partial<Record<MailKind, boolean>>;
  return Object.fromEntries(MAIL_KINDS.map((kind) => [kind, chosen[kind] ?? MAILS[kind].isOn])) as Record<
    MailKind,
    boolean
  >;
}

/** Returns where a person is mailed about something; null: they do not want it, or no address is confirmed. */
export async function addressFor(
  about: MailKind,
  id: string,
  person: Person,
  { people }: Pick<Deps["signIn"], "people">,
): Promise<string | null> {
  if (!switchesOf(person)[about]) return null;
  if (people) return (await people.confirmedAddresses([id])).get(id) ?? null;
  return person.address_confirmed_at && person.address;
}

export function mailRoutes(router: Router, { data, signIn, mail, siteOrigin, siteNames }: Deps): void {
  const { people } = signIn;

  router.personal(ownMail, async (_, { id }) => {
    const person = await data.notices.findPerson(id);
    const [address, confirmed] = people
      ? await Promise.all([people.addresses([id]), people.confirmedAddresses([id])])
      : [];
    return {
      sends: mail !== null,
      address: address?.get(id) ?? person.address,
      isConfirmed: confirmed ? confirmed.has(id) : person.address_confirmed_at !== null,
      isAskedHere: people === undefined,
      switches: switchesOf(person),
      name: people ? null : { displayName: person.display_name, namePublic: person.name_public === 1 },
    };
  });

  if (!people)
    router.act(changeName, async (form, { user: { id } }) => {
      const { name = "", public: isPublic } = textsOf(form);
      const columns = { ...nameColumns(readDisplayName(name)), name_public: isPublic === "1" ? 1 : 0 };
      await data.notices.savePerson(id, columns).catch((error: unknown) => {
        throw isNameTaken(error) ? new BadForm("name-taken") : error;
      });
    });

  router.write(changeMail, async (form, { user: { id } }) => {
    const texts = textsOf(form);
    const switches = Object.fromEntries(MAIL_KINDS.map((kind) => [kind, texts[kind] === "1"]));
    const { address } = texts;
    const isAsked = people === undefined && address !== undefined && (await moveTo(address, id));
    await data.notices.savePerson(id, { switches: JSON.stringify(switches) });
    return { isAsked };
  });

  /** Keeps an address that is not confirmed yet, and asks there whether it is this person's. Throws BadForm, TooMany. */
  async function moveTo(text: string, id: string): Promise<boolean> {
    const address = text.trim() === "" ? null : readEmail(text);
    const person = await data.notices.findPerson(id);
    if (address === person.address && (address === null || person.address_confirmed_at !== null))
      return false;
    if (address !== null) {
      if (!mail) throw new BadForm("no-mail");
      await mail.countAsked(id, address);
    }
    // Links in mails to an older address mean nobody from now on.
    const secret = newSecret();
    await data.notices.savePerson(id, { address, secret, address_confirmed_at: null });
    if (address === null || !mail) return false;
    const sent = await mail.send({
      to: address,
      subject: `Your e-mail address at ${siteNames.shortName}`,
      text: `Please confirm that this is your address:\n\n${siteOrigin}${signInForms.mail(secret, "confirm")}\n\nIf you did not ask for this, do nothing.\n`,
    });
    return sent === "sent";
  }
}
