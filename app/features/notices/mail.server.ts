import { type Context, Hono } from "hono";
import { changeName } from "../../../domain/contract/accounts.ts";
import { changeMail, MAIL_KINDS, MAILS, type MailKind, ownMail } from "../../../domain/contract/notices.ts";
import type { RenderPage, SignInForm } from "../../../domain/contract/page-context.ts";
import { pages, signInForms } from "../../../domain/contract/routes.ts";
import { readDisplayName, readEmail } from "../../../server/auth/texts.ts";
import { isNameTaken, nameColumns } from "../../../server/db/names.ts";
import { BadForm } from "../../../server/errors.ts";
import { shortForm, textsOf } from "../../../server/forms.ts";
import { newSecret } from "../../../server/secrets.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import type { Person } from "./repository.server.ts";

/** Which notices a person gets by mail. */
function switchesOf({ switches }: Pick<Person, "switches">): Readonly<Record<MailKind, boolean>> {
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
    // Links in mails to an older address are invalid from now on.
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

interface Parts extends Pick<Deps, "data" | "siteOrigin" | "now"> {
  readonly render: RenderPage;
}

/** What a link does for whom it names, in words. */
interface LinkAct {
  readonly asks: Pick<SignInForm, "heading" | "text">;
  readonly button: string;
  readonly done: string;
  readonly act: (person: Person) => Promise<unknown>;
}

/**
 * The pages that links in mails lead to. Opening one changes nothing, as mail programs open links by themselves; its
 * button does, and so does the mail program's own (RFC 8058), which needs no sign-in.
 */
export function mailPages({ data, siteOrigin, render, now }: Parts): Hono {
  const app = new Hono();
  const links = [{ label: "Your account", path: pages.account() }];
  const show = async (c: Context, form: SignInForm, status = 200): Promise<Response> => {
    const asked = new Request(new URL(encodeURI(c.req.path), siteOrigin));
    const { network } = (c.env ?? {}) as { readonly network?: string };
    const page = await render(asked, form, network);
    const headers = new Headers(page.headers);
    headers.set("Cache-Control", "no-store");
    return new Response(page.body, { status, headers });
  };

  const switchOff = (kind: MailKind): LinkAct => ({
    asks: {
      heading: "No more mail of this kind?",
      text: `“${MAILS[kind].label}”: you would hear of that on the site alone.`,
    },
    button: "Switch it off",
    done: "You get no more mail of this kind. Your account has the switch.",
    act: (person) =>
      data.notices.savePerson(person.id, {
        switches: JSON.stringify({ ...switchesOf(person), [kind]: false }),
      }),
  });
  const confirm = ({ address }: Person, secret: string): LinkAct => ({
    asks: { heading: "Confirm your e-mail address", text: `Is ${address} your address?` },
    button: "Yes, confirm",
    done: "Your e-mail address is confirmed.",
    act: () => data.notices.confirmAddress(secret, now().toISOString()),
  });

  /** Finds whom a link names, and what it does; null: it means nobody, or nothing. */
  async function linkOf(c: Context): Promise<{ person: Person; link: LinkAct } | null> {
    const about = c.req.param("about") ?? "";
    const secret = c.req.param("secret") ?? "";
    const person = await data.notices.findBySecret(secret);
    const kind = MAIL_KINDS.find((each) => each === about);
    if (person && kind) return { person, link: switchOff(kind) };
    return person && about === "confirm" && person.address !== null
      ? { person, link: confirm(person, secret) }
      : null;
  }
  const nothing = (c: Context) =>
    show(c, { heading: "This link is no longer valid", text: "A newer mail has another one.", links }, 404);

  const path = signInForms.mail(":secret", ":about");
  app.get(path, async (c) => {
    const found = await linkOf(c);
    if (!found) return nothing(c);
    const { asks, button } = found.link;
    return show(c, { ...asks, form: { action: c.req.path, fields: [], button }, links });
  });
  app.post(path, shortForm, async (c) => {
    const found = await linkOf(c);
    if (!found) return nothing(c);
    await found.link.act(found.person);
    return show(c, { heading: "Done", notice: found.link.done, links });
  });
  return app;
}
