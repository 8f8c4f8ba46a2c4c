import { useEffect } from "react";
import { Link } from "react-router";
import { type Notice, type NoticesAnswer, noticeOf } from "../../../../domain/contract/notices.ts";
import { api, pages } from "../../../../domain/contract/routes.ts";
import { Ago } from "../../../ui/components/Ago.tsx";
import layout from "../../../ui/components/layout.module.css";
import { NothingFound } from "../../../ui/components/layout.tsx";
import { pageMeta } from "../../../ui/meta.ts";
import { RequireSignIn } from "../../../ui/sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../../ui/sign-in/SignInProvider.tsx";
import { useAnswer } from "../../../ui/sign-in/use-answer.ts";
import { useApi } from "../../../ui/sign-in/use-api.ts";
import { SubmissionOutcomeNote } from "../../../ui/thread/SubmissionOutcomeNote.tsx";
import { momentInWords } from "../../../ui/thread/waits.ts";
import type { Route } from "./+types/route";
import classes from "./notices.module.css";

export const handle: SignInHandle = { signIn: "needed" };

export const meta: Route.MetaFunction = (args) => pageMeta(args, "Notices", { url: pages.notices() });

export default function NoticesPage() {
  return (
    <>
      <h1>Notices</h1>
      <RequireSignIn audience="member">
        <p>
          <Link to={pages.following()}>What you follow</Link> ·{" "}
          <Link to={pages.playedWith()}>Submitted with your name</Link>
        </p>
        <Notices />
      </RequireSignIn>
    </>
  );
}

function Notices() {
  const { body, problem } = useAnswer<NoticesAnswer>(api.notices());
  const { post } = useApi();
  const newest = body?.unseen ? body.results[0]?.at : undefined;
  // What cannot be marked as seen is shown once more.
  useEffect(() => {
    if (newest !== undefined) post(api.seeNotices(), { until: newest }).catch(() => {});
  }, [newest, post]);
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (!body) return null;
  if (body.results.length === 0)
    return (
      <NothingFound>
        Nothing yet. When a helper asks about one of <Link to={pages.mySubmissions()}>your submissions</Link>{" "}
        or decides on it, you will see it here.
      </NothingFound>
    );
  return (
    <ul className={layout.list}>
      {body.results.map((notice) => (
        <NoticeItem key={notice.id} notice={notice} />
      ))}
    </ul>
  );
}

function NoticeItem({ notice }: { notice: Notice }) {
  const { kind, at, seen, heading, text, came, until } = notice;
  const { title, act, path } = noticeOf(notice);
  return (
    <li className={classes.notice} data-new={!seen || undefined}>
      <p>
        {!seen && <mark>New</mark>} <b>{title}</b> {heading} <Ago at={at} className={layout.note} />
      </p>
      {text !== null && <p className={classes.text}>{text}</p>}
      {came && (kind === "verified" || kind === "rejected") && (
        <SubmissionOutcomeNote state={kind} came={came} />
      )}
      {until !== null && Date.parse(until) > Date.now() && (
        <p>
          You have until <time dateTime={until}>{momentInWords(until)}</time>.
        </p>
      )}
      <Link to={path(notice)}>{act}</Link>
    </li>
  );
}
