import { type FormEvent, useRef, useState } from "react";
import type { OwnAccount } from "../../../../domain/contract/accounts.ts";
import {
  ERASE_WORD,
  type ErasedAnswer,
  type KeepingAnswer,
  type OwnDataAnswer,
} from "../../../../domain/contract/privacy.ts";
import { api, pages } from "../../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../../domain/contract/site-pages.ts";
import controls from "../../../../domain/fields/controls.module.css";
import { Button, Checkbox, PasswordInput, TextInput } from "../../../../domain/fields/controls.tsx";
import { counted, listed } from "../../../../domain/game/counted.ts";
import { ERASED_NAME } from "../../../../domain/game/name-key.ts";
import { UNDO_DAYS } from "../../../../domain/limits.ts";
import { FocusedAlert } from "../../../ui/components/FocusedAlert.tsx";
import { pageContext } from "../../../ui/context.ts";
import { pageMeta } from "../../../ui/meta.ts";
import { ActionResult } from "../../../ui/sign-in/ActionResult.tsx";
import { useSignIn } from "../../../ui/sign-in/state.ts";
import { useAction } from "../../../ui/sign-in/use-action.ts";
import { useAnswer } from "../../../ui/sign-in/use-answer.ts";
import { useApi } from "../../../ui/sign-in/use-api.ts";
import type { Route } from "./+types/route";
import classes from "./privacy.module.css";

const TITLE = HEADINGS.privacy;

export async function loader({ context }: Route.LoaderArgs) {
  return { keeping: await context.get(pageContext).reads.privacy.keeping() };
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
  const { issuer, sendsMail, hasWebhooks, codesHost, linkHosts, keepsCopies, dumpDays } = keeping;
  return (
    <>
      <h2>If you only look around</h2>
      <p>
        The site sets no cookie before you sign in, and does not track what you look at. Requests are counted
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
          Only you and the helpers who handle them see them.
        </li>
        <li>A log of who changed what and when. Your name is public in it only if you choose to show it.</li>
      </ul>
      <p>
        Location data and other private details are removed from the files that you upload.
        {hasWebhooks &&
          " New completions, with notes and pictures, are also announced in chats outside this site."}
      </p>
      {codesHost !== null && (
        <p>
          Challenge codes that are not known yet are looked up at the game’s server, {codesHost}: it gets the
          code and nothing about who asks. A code is asked for when somebody enters it, again while what is
          pending with it is not known there, and once more where the two differ. What it answers is stored,
          also the address of the creator’s page there, which is not published.
        </p>
      )}
      {linkHosts.length > 0 && (
        <p>
          Once a month {listed(linkHosts)} {linkHosts.length === 1 ? "is" : "are"} asked whether what a link
          to proof of a verified completion leads to is still there:{" "}
          {linkHosts.length === 1 ? "it gets" : "they get"} the name of the video or picture and nothing about
          who sent it. Its title, channel, length and day are stored for helpers. If it is gone, the
          completion’s page says so. Links in notes are not asked about.
        </p>
      )}
      {keepsCopies && (
        <p>
          If you tick the box in the form, pictures behind your links on Imgur and in Discord are copied,
          without what is private in the file. A copy is shown only while its link is gone; you can remove it
          under your account, and it is deleted with your data.
        </p>
      )}
      <p>
        What a picture looks like is stored as a few numbers and compared with other pictures on the same map,
        so that helpers notice one that proves two completions. If you own a name, you are asked about runs
        that others submit with it; nobody sees that until you answer, and you can take the answer back.
      </p>
      <h2>What deleting does</h2>
      <p>
        Open submissions are withdrawn. What was verified stays, because it is part of the record, but nothing
        says any more who submitted it. Your messages are emptied, and everything else that is only about you
        is deleted, also in the log. If a helper gave you your name, you can have it removed as well: all
        completions under it then say “{ERASED_NAME}”. If the name is banned, a fingerprint of it stays, from
        which it cannot be read, so that the ban does not end. The address of a creator’s page at the game’s
        server is removed from what is stored of your challenge codes. What you or others wrote in notes stays
        as it is, and so do links to videos.
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

/** What members can do about what is stored of them: get it, and delete it. */
export function OwnData() {
  const { user, hasAccounts } = useSignIn();
  const [erased, setErased] = useState<ErasedAnswer | null>(null);
  return (
    <section id="yours">
      <h2>Your data</h2>
      {erased !== null ? (
        <FocusedAlert color="reed" role="status" title="Your data is deleted">
          <p>{summaryOf(erased)}</p>
          <p>{copiesInWords(erased)}</p>
          <p>
            {hasAccounts ? "Your account is deleted, and you are signed out." : "You are signed out here."}
            {!erased.isDone && " There is much of it: the last of it goes within minutes."}
          </p>
        </FocusedAlert>
      ) : user ? (
        <>
          <Download />
          <Erase onErased={setErased} />
        </>
      ) : (
        <p>Sign in to download what is stored about you, or to delete it.</p>
      )}
    </section>
  );
}

function Download() {
  const { get } = useApi();
  const action = useAction();
  const download = (): void =>
    void action.run(async () => {
      const data = await get<OwnDataAnswer>(api.ownData());
      const address = URL.createObjectURL(
        new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }),
      );
      const link = Object.assign(document.createElement("a"), { href: address, download: "my-data.json" });
      link.click();
      URL.revokeObjectURL(address);
      return "The file my-data.json has everything that is stored about you.";
    });
  return (
    <>
      <Button type="button" isBusy={action.isRunning} onClick={download}>
        Download my data
      </Button>
      <ActionResult action={action} />
    </>
  );
}

const completions = (count: number): string => `${counted(count)} completion${count === 1 ? "" : "s"}`;

function summaryOf({ withdrawn, kept: verified, messages }: ErasedAnswer): string {
  return [
    `Open submissions withdrawn: ${counted(withdrawn)}.`,
    `Verified completions that stay, without you as their submitter: ${counted(verified)}.`,
    `Messages emptied: ${counted(messages)}.`,
  ].join(" ");
}

/** Deletes what is stored of the member, after a look at what that means. */
function Erase({ onErased }: { onErased: (erased: ErasedAnswer) => void }) {
  const { post } = useApi();
  const { hasAccounts, signOut } = useSignIn();
  const action = useAction();
  const looking = useAction();
  const hasLooked = useRef(false);
  const [preview, setPreview] = useState<ErasedAnswer | null>(null);
  const account = useAnswer<OwnAccount>(preview && hasAccounts ? api.account() : null);

  const look = (): void => {
    if (hasLooked.current) return;
    hasLooked.current = true;
    void looking.run(async () => {
      setPreview(await post<ErasedAnswer>(api.erase(), { preview: "1" }));
      return null;
    });
  };
  const erase = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    void action.run(async () => {
      const erased = await post<ErasedAnswer>(api.erase(), given);
      onErased(erased);
      await signOut({ stays: true });
      return null;
    });
  };
  return (
    <details onToggle={look}>
      <summary>{hasAccounts ? "Delete my account and my data …" : "Delete my data …"}</summary>
      <ActionResult action={looking} />
      {preview && (
        <form onSubmit={erase}>
          <p>{summaryOf(preview)} This cannot be undone.</p>
          {preview.name !== null && (
            <Checkbox
              name="name"
              value="erase"
              label={`Remove my name, too: ${completions(preview.named)} under ${preview.name} will say “${ERASED_NAME}”`}
            />
          )}
          <TextInput
            name="confirm"
            label={`Type ${ERASE_WORD} to confirm`}
            required
            autoComplete="off"
            maxLength={20}
          />
          {account.body?.hasPassword && (
            <PasswordInput name="current" label="Password" required autoComplete="current-password" />
          )}
          <div className={controls.row}>
            <Button look="main" type="submit" isBusy={action.isRunning}>
              Delete it all
            </Button>
          </div>
          <ActionResult action={action} />
        </form>
      )}
    </details>
  );
}

export const inDays = (count: number): string => (count === 1 ? "one day" : `${counted(count)} days`);

/** Says in which copies what was deleted still is, and for how long. */
export function copiesInWords({
  backupDays,
  timeTravelDays,
}: Pick<KeepingAnswer, "backupDays" | "timeTravelDays">): string {
  const copies = [
    ...(backupDays === null ? [] : [`backups for ${inDays(backupDays)}`]),
    ...(timeTravelDays === null ? [] : [`earlier states of the database for ${inDays(timeTravelDays)}`]),
  ];
  return copies.length > 0
    ? `Copies of the whole database are kept in case of an accident: ${copies.join(", ")}. What you delete is in them until then.`
    : "This site makes no backups by a schedule. Copies that its operators made before you deleted your data still have it.";
}
