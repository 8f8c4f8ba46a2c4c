import { type KeepingAnswer, keeping } from "../../../../domain/contract/privacy.ts";
import { pages } from "../../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../../domain/contract/site-pages.ts";
import { ERASED_NAME, UNDO_DAYS } from "../../../../domain/submissions/limits.ts";
import { ask } from "../../../ui/ask.server.ts";
import { pageContext } from "../../../ui/context.ts";
import { pageMeta } from "../../../ui/meta.ts";
import type { Route } from "./+types/route";
import { copiesInWords, inDays } from "./copies.ts";
import { OwnData } from "./OwnData.tsx";
import classes from "./privacy.module.css";

const TITLE = HEADINGS.privacy;

export async function loader({ context }: Route.LoaderArgs) {
  const { body } = await ask(context.get(pageContext), keeping);
  return { keeping: body };
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, TITLE, {
    url: pages.privacy(),
    description: "What this site stores about people, who sees it, and how to get or delete it.",
  });

/** What is stored of people, by the settings of the site, and what they can do about it. */
export default function PrivacyPage({ loaderData: { keeping } }: Route.ComponentProps) {
  return (
    <article className={classes.privacy}>
      <h1>{TITLE}</h1>
      {keeping && <Stored keeping={keeping} />}
      <OwnData />
    </article>
  );
}

function Stored({ keeping }: { keeping: KeepingAnswer }) {
  const { issuer, sendsMail, hasWebhooks, dumpDays } = keeping;
  return (
    <>
      <h2>If you only look around</h2>
      <p>
        The site sets no cookie before you sign in, and does not follow what you look at. Requests are counted
        by network for a short time, so that nobody overloads the site. A video of another site is only loaded
        when you start it.
      </p>
      <h2>If you have an account</h2>
      <ul>
        <li>
          {issuer === null
            ? "Your account: e-mail address, password (only as a hash), name, roles, when it was made and when you last signed in; which browsers and systems are signed in, your second factor if you set one up, and if you sign in through another site, the id and name you have there. Administrators see the address."
            : `Your account is at ${issuer}, which has your address and password. This site stores the id that it gets from there, and the name that you choose here.`}
        </li>
        {sendsMail && (
          <li>
            Which notices you read by mail{issuer === null ? "" : ", and the address for them"}. The mails
            contain no tracking.
          </li>
        )}
        <li>
          What you submit: completions with their notes, links and files. Everybody can see these and download
          them. While one is pending, the id of your account is public with it; from then on only helpers see
          whose it was.
        </li>
        <li>
          Your messages to helpers, reports, wishes, what you follow, notices, and your requests for a name.
          Only you and those who have to deal with them see them.
        </li>
        <li>
          A log of what was changed, by whom and when. Everybody reads your name there only if you choose to
          show it.
        </li>
      </ul>
      <p>
        Location data and other private details are removed from the files that you upload.
        {hasWebhooks && " New completions are also announced in chats outside this site."}
      </p>
      <h2>What deleting does</h2>
      <p>
        Open submissions are withdrawn. What was verified stays, because it is part of the record, but nothing
        says any more who submitted it. Your messages are emptied, and everything else that is only about you
        is deleted, also in the log. If a helper gave you your name, you can have it removed as well: all
        completions under it then say “{ERASED_NAME}”. If the name is banned, a fingerprint of it stays, from
        which it cannot be read, so that the ban does not end. What you or others wrote in notes stays as it
        is, and so do links to videos.
      </p>
      <p>
        {issuer === null ? (
          "Your account goes with it. An administrator has to give up that role first. If your account is blocked, ask an administrator."
        ) : (
          <>
            Your account itself is at{" "}
            <a href={issuer.includes("://") ? issuer : `https://${issuer}`} rel="noreferrer">
              {issuer}
            </a>
            , and is deleted there.
          </>
        )}
      </p>
      <h2>What stays for a while</h2>
      <p>
        {copiesInWords(keeping)}
        {dumpDays !== null &&
          ` The public files of the index are made anew at once; copies that others downloaded are out of our reach.`}
        {` Files of what was withdrawn are deleted after ${inDays(UNDO_DAYS)}. The log still says what was submitted, but not by whom.`}
      </p>
    </>
  );
}
