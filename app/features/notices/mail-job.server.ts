import { NOTICES } from "../../../domain/contract/notices.ts";
import { pages, signInForms } from "../../../domain/contract/routes.ts";
import type { Job } from "../../../server/jobs/job.ts";
import type { Mail, Mailing } from "../../../server/mail.ts";
import type { Deps } from "../../api/deps.server.ts";
import { newSecret } from "../accounts/secrets.server.ts";
import { contentsOf } from "./contents.server.ts";
import { addressFor } from "./mail.server.ts";
import type { DueNotice } from "./repository.server.ts";

// In milliseconds.
const SECOND = 1_000;
const EVERY = 20 * SECOND;
/** Until then the cause may be undone, or seen on the site. */
const DELAY = 120 * SECOND;
/** How long one sender has it: longer than a mail may take. After a crash it is sent once more. */
const TAKEN_FOR = 300 * SECOND;
/** What could not be sent by then is not news any more. */
const TOO_OLD = 2 * 24 * 60 * 60 * SECOND;

/** Mails sent in one run. */
const MOST = 100;

interface Parts extends Pick<Deps, "data" | "challenges" | "signIn" | "siteOrigin" | "now"> {
  readonly siteName: string;
  readonly mail: Pick<Mailing, "send">;
}

/** Mails people the notices that they have not seen, two minutes later. */
export const noticeMails = (parts: Parts): Job => ({
  name: "mail of notices",
  every: EVERY,
  async run(signal) {
    const { data, mail, now } = parts;
    const from = (milliseconds: number) => new Date(now().getTime() + milliseconds).toISOString();
    for (let sent = 0; sent < MOST && !signal.aborted; sent += 1) {
      const notice = await data.notices.takeDue(from(-DELAY), from(0), from(TAKEN_FOR));
      if (!notice) return;
      const message = notice.at > from(-TOO_OLD) ? await mailOf(notice, parts) : null;
      const outcome = message === null ? "sent" : await mail.send(message);
      // While the mail server is away, it is retried once it is free; so is one that is refused, which holds up no other.
      if (outcome === "failed") return;
      if (outcome === "sent") await data.notices.settleMail(notice.id);
    }
  },
});

const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short", timeZone: "UTC" });

/** Returns the mail of a notice; null: its person has seen it, does not want it, or has no confirmed address. */
async function mailOf(notice: DueNotice, parts: Parts): Promise<Mail | null> {
  const { data, signIn, siteOrigin, siteName } = parts;
  const { person: id, seen_at } = notice;
  const { mail: about, title, act, path } = NOTICES[notice.kind];
  const person = await data.notices.findPerson(id);
  const to = seen_at === null ? await addressFor(about, id, person, signIn) : null;
  const [content] = to ? await contentsOf([notice], parts) : [];
  if (!to || !content) return null;
  const secret = person.secret ?? newSecret();
  if (person.secret === null) await data.notices.savePerson(id, { secret });
  const { heading, text, until } = content;
  const off = siteOrigin + signInForms.mail(secret, about);
  return {
    to,
    subject: `${title} ${heading}`,
    text: [
      `${title} ${heading}`,
      ...(text === null ? [] : [text]),
      ...(until === null ? [] : [`You have until ${moment.format(new Date(until))} UTC.`]),
      `${act}: ${siteOrigin}${path(content)}`,
      `-- \n${siteName}. No more mail of this kind: ${off}\nEverything that you are told by mail: ${siteOrigin}${pages.account()}\n`,
    ].join("\n\n"),
    headers: { "List-Unsubscribe": `<${off}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
}
