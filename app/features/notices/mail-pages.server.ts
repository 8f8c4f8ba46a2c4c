import { type Context, Hono } from "hono";
import { MAIL_KINDS, MAILS, type MailKind } from "../../../domain/contract/notices.ts";
import type { RenderPage, SignInForm } from "../../../domain/contract/page-context.ts";
import { pages, signInForms } from "../../../domain/contract/routes.ts";
import { shortForm } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import { switchesOf } from "./mail.server.ts";
import type { Person } from "./repository.server.ts";

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
 * button does, and so does the mail program's own (RFC 8058), which nobody is signed in for.
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
