import { type MailKind, NOTICES, type NoticeKind, noticeOf } from "../../../domain/contract/notices.ts";
import { pages, signInForms } from "../../../domain/contract/routes.ts";
import { outcomeInWords } from "../../../domain/contract/submission-outcome.ts";
import type { Job } from "../../../server/jobs/job.ts";
import type { Mail, Mailing } from "../../../server/mail.ts";
import type { Deps } from "../../api/deps.server.ts";
import { newSecret } from "../accounts/secrets.server.ts";
import { addressFor } from "./mail.server.ts";
import type { DueNotice } from "./repository.server.ts";
import { contentsOf, type NoticeContent } from "./routes.server.ts";

// In milliseconds.
const SECOND = 1_000;
const EVERY = 20 * SECOND;
/** Until then the cause may be undone, or seen on the site. */
const DELAY = 120 * SECOND;
/** Whoever is told one thing after another is mailed by then. */
const LONGEST_DELAY = 2 * DELAY;
/** How long one sender has it: longer than a mail may take. After a crash it is sent once more. */
const TAKEN_FOR = 300 * SECOND;
/** What could not be sent by then is not news any more. */
const TOO_OLD = 2 * 24 * 60 * 60 * SECOND;

/** People mailed in one run. */
const MOST = 100;

interface Parts extends Pick<Deps, "data" | "challenges" | "signIn" | "siteOrigin" | "now"> {
  readonly siteName: string;
  readonly mail: Pick<Mailing, "send">;
}

/**
 * Mails people the notices that they have not seen, two minutes later; what came within that time, and is switched on and
 * off together, in one mail.
 */
export const noticeMails = (parts: Parts): Job => ({
  name: "mail of notices",
  every: EVERY,
  async run(signal) {
    const { data, mail, now } = parts;
    const from = (milliseconds: number) => new Date(now().getTime() + milliseconds).toISOString();
    for (let sent = 0; sent < MOST && !signal.aborted; sent += 1) {
      const taken = await data.notices.leaseDue({
        now: from(0),
        before: from(-DELAY),
        atOnce: from(-LONGEST_DELAY),
        until: from(TAKEN_FOR),
      });
      if (taken.length === 0) return;
      for (const [about, notices] of Map.groupBy(taken, ({ kind }) => NOTICES[kind].mail)) {
        const news = notices.filter(({ at, seen_at }) => at > from(-TOO_OLD) && seen_at === null);
        const message = await mailOf(about, news, parts);
        const outcome = message === null ? "sent" : await mail.send(message);
        // While the mail server is away, it is retried once it is free; so is one that is refused, which holds up no other.
        if (outcome === "failed") return;
        if (outcome === "sent") await data.notices.markMailSent(notices.map(({ id }) => id));
      }
    }
  },
});

const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short", timeZone: "UTC" });

function wordsOf(kind: NoticeKind, content: NoticeContent, siteOrigin: string): readonly string[] {
  const { heading, text, came, until } = content;
  const { title, act, path } = noticeOf({ kind, until });
  const said = came && (kind === "verified" || kind === "rejected") ? outcomeInWords(kind, came) : [];
  return [
    `${title} ${heading}`,
    ...(text === null ? [] : [text]),
    ...said.map(({ says, of }) =>
      of
        ? `${says} ${of.heading} by ${of.players}: ${siteOrigin}${pages.notes(of.challenge, { filekey: of.filekey })}`
        : says,
    ),
    ...(until === null ? [] : [`You have until ${moment.format(new Date(until))} UTC.`]),
    `${act}: ${siteOrigin}${path(content)}`,
  ];
}

/** Returns one person's mail of notices; null: they do not want it, or have no confirmed address, or nothing is left. */
async function mailOf(about: MailKind, notices: readonly DueNotice[], parts: Parts): Promise<Mail | null> {
  const { data, signIn, siteOrigin, siteName } = parts;
  const id = notices[0]?.person;
  if (id === undefined) return null;
  const person = await data.notices.findPerson(id);
  const to = await addressFor(about, id, person, signIn);
  if (to === null) return null;
  const contents = await contentsOf(notices, parts);
  const told = notices.flatMap(({ kind }, at) => {
    const content = contents[at];
    return content ? [wordsOf(kind, content, siteOrigin)] : [];
  });
  const [subject] = told[0] ?? [];
  if (subject === undefined) return null;
  const secret = person.secret ?? newSecret();
  if (person.secret === null) await data.notices.savePerson(id, { secret });
  const off = siteOrigin + signInForms.mail(secret, about);
  return {
    to,
    subject: told.length === 1 ? subject : `${subject}, and ${told.length - 1} more`,
    text: [
      told.map((words) => words.join("\n\n")).join("\n\n\n"),
      `-- \n${siteName}. No more mail of this kind: ${off}\nAll mail settings: ${siteOrigin}${pages.account()}\n`,
    ].join("\n\n"),
    headers: { "List-Unsubscribe": `<${off}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
}
