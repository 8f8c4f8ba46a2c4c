import { Suspense, useState } from "react";
import { Link, useRevalidator, useSearchParams } from "react-router";
import type { PublicChange } from "../../../../../domain/contract/history.ts";
import { api, pages, TAKE_PROOF, THREAD } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { OgStamp } from "../../../../../domain/fields/marks/Stamps.tsx";

import { challengeOf } from "../../../../ui/challenge.server.ts";
import { Notes } from "../../../../ui/completions/Notes.tsx";
import { ProofFrame } from "../../../../ui/completions/ProofFrame.tsx";
import { StandingMark } from "../../../../ui/completions/StandingMark.tsx";
import { Day } from "../../../../ui/components/Ago.tsx";
import { FieldChanges } from "../../../../ui/components/FieldChanges.tsx";
import { later } from "../../../../ui/components/later.ts";
import layout from "../../../../ui/components/layout.module.css";
import { Hidden } from "../../../../ui/components/layout.tsx";
import { WithWords } from "../../../../ui/components/Word.tsx";
import { pageContext } from "../../../../ui/context.ts";
import { useListOrigin, useWayBack } from "../../../../ui/list-origin.ts";
import { pageMeta } from "../../../../ui/meta.ts";
import { withStatus } from "../../../../ui/outcome.server.ts";
import { SignInContext, useSignIn, useStoredSession } from "../../../../ui/sign-in/state.ts";
import type { Route } from "./+types/route";
import { OnMapAndByPlayers, OnOtherMaps } from "./AroundIt.tsx";
import { CompletionFacts } from "./CompletionFacts.tsx";
import classes from "./completion.module.css";
import { loadNotesPage, type NotesPageData } from "./load.server.ts";

/** Loaded only for people who are signed in. */
const actions = () => import("./HelperActions.tsx");
const HelperActions = later(async () => (await actions()).HelperActions);
const OwnRejected = later(async () => (await actions()).OwnRejected);
const OwnPending = later(async () => (await actions()).OwnPending);
const OwnNotOriginal = later(async () => (await actions()).OwnNotOriginal);
const Names = later(async () => (await import("./HelperActions.tsx")).Names);
const Report = later(async () => (await import("./HelperActions.tsx")).Report);
const ProofOfOwn = later(
  async () => (await import("../../../../ui/proof-proposals/OwnProposals.tsx")).ProofOfOwn,
);
const Rejected = later(async () => (await actions()).Rejected);

export const loader = async ({ url, context }: Route.LoaderArgs) =>
  withStatus(await loadNotesPage(challengeOf(url), url.searchParams, context.get(pageContext)));

/** Titles the page by the completion, for that is what people share: its notes are only a part of it. */
const titleOf = ({ challenge, completion }: NotesPageData): string =>
  completion ? completion.heading : `${challenge.label} Notes`;

export const meta: Route.MetaFunction = (args) => {
  const page = args.loaderData;
  if (!page) return [];
  if (!page.completion) return pageMeta(args, titleOf(page), { isFailure: true });
  const { description, page: address } = page.completion;
  return pageMeta(args, titleOf(page), { description, url: address });
};

interface PartsProps {
  readonly challenge: NotesPageData["challenge"];
  readonly completion: NonNullable<NotesPageData["completion"]>;
}

export default function NotesPage({ loaderData: page }: Route.ComponentProps) {
  const { challenge, completion } = page;
  const session = useStoredSession();
  const filekey = useSearchParams()[0].get("filekey");
  // The heading of one's own submission that was rejected: what everybody else reads is not the news then.
  const [own, setOwn] = useState<string | null>(null);
  return (
    <>
      <ListBar challenge={challenge} completion={completion} />
      {completion ? (
        <SignInContext value={session}>
          <CompletionParts
            key={String(completion.row.filekey)}
            challenge={challenge}
            completion={completion}
          />
        </SignInContext>
      ) : (
        <>
          <h1>{own ?? titleOf(page)}</h1>
          {own === null && <p role="alert">Error retrieving completion notes: {page.error}</p>}
          {session.user && filekey && (
            <Suspense fallback={null}>
              <OwnRejected challenge={challenge.key} filekey={filekey} onFound={setOwn} />
            </Suspense>
          )}
        </>
      )}
    </>
  );
}

type Done = { readonly seq: number | null; readonly who: string | null };

/** Returns a completion with the names of who did what, where they are known. */
function withNames(
  completion: PartsProps["completion"],
  names: ReadonlyMap<number | null, string>,
): PartsProps["completion"] {
  const { submitted, verified, confirmed, history } = completion;
  const named = <Each extends Done>(done: Each) => ({ ...done, who: names.get(done.seq) ?? done.who });
  return {
    ...completion,
    submitted: submitted && named(submitted),
    verified: verified && named(verified),
    confirmed: confirmed && named(confirmed),
    history: history.map(named),
  };
}

const NOBODY: ReadonlyMap<number | null, string> = new Map();

function CompletionParts({ challenge, completion: shown }: PartsProps) {
  const [names, setNames] = useState(NOBODY);
  const completion = withNames(shown, names);
  const { row, heading, proofs, around } = completion;
  const { user } = useSignIn();
  // Once rejected, it is there only for its submitter: what is loaded stays, and nothing more can be done to it.
  const [rejection, setRejection] = useState<string | null>(null);
  const [isTurn, setTurn] = useState(false);
  const map = String(row.map);
  return (
    <>
      <article className={classes.top}>
        <header className={classes.title}>
          <div className={controls.row}>
            <h1>{heading}</h1>
            <Marks completion={completion} />
          </div>
          {rejection === null ? (
            <Waiting challenge={challenge} completion={completion} isTurn={isTurn} />
          ) : (
            <Suspense fallback={null}>
              <Rejected reason={rejection} />
            </Suspense>
          )}
        </header>
        <div className={classes.proof}>
          <ProofFrame proofs={proofs} title={heading} />
          {completion.gone.map(({ name, words }) => (
            <p key={name} className={classes.gone}>
              {proofs.length > 1 && <b>{name}: </b>}
              {words}
            </p>
          ))}
          {proofs.length === 1 && <p className={layout.note}>No attachments</p>}
        </div>
        <div className={classes.facts}>
          <CompletionFacts challenge={challenge} completion={completion} />
        </div>
      </article>
      {user && user.id === row.pending && rejection === null && (
        <Suspense fallback={null}>
          <OwnPending challenge={challenge.key} filekey={String(row.filekey)} onTurn={setTurn} />
        </Suspense>
      )}
      {user && row.pending === null && rejection === null && (
        <Suspense fallback={null}>
          <ProofOfOwn filekey={String(row.filekey)} />
        </Suspense>
      )}
      {user && completion.isNoLongerOriginal && rejection === null && (
        <Suspense fallback={null}>
          <OwnNotOriginal filekey={String(row.filekey)} />
        </Suspense>
      )}
      <div className={classes.words}>
        <section>
          {/* The page's heading is above, but screen readers and searches in the page find all of it here, too. */}
          <h2>
            Notes<Hidden> for {heading}</Hidden>
          </h2>
          {completion.notes === "" ? (
            <p>No notes for this completion</p>
          ) : (
            <Notes text={completion.notes} html={completion.notesHtml} />
          )}
        </section>
        {rejection === null && <Changes completion={completion} />}
      </div>
      {completion.prices && <PricesSince prices={completion.prices} />}
      <OnOtherMaps map={map} around={around} />
      <OnMapAndByPlayers challenge={challenge.label} map={map} around={around} />
      {user && rejection === null && (
        <Suspense fallback={null}>
          <Report filekey={String(row.filekey)} />
          {user.isVerifier && <Names filekey={String(row.filekey)} onKnown={setNames} />}
        </Suspense>
      )}
      {user && rejection === null && (
        <Suspense fallback={null}>
          <HelperActions
            challenge={challenge.key}
            row={row}
            seen={completion.history[0]?.seq ?? null}
            isTaken={completion.takenBy !== null}
            onRejected={setRejection}
          />
        </Suspense>
      )}
    </>
  );
}

/** What sets a completion apart, beside its heading. */
function Marks({ completion: { row, standing } }: Pick<PartsProps, "completion">) {
  if (row.og !== true && standing === null) return null;
  return (
    <span className={`${controls.row} ${classes.marks}`}>
      {row.og === true && <OgStamp isPending={row.pending !== null} />}
      {standing && <StandingMark standing={standing} />}
      {standing?.held && <span>{standing.held}</span>}
    </span>
  );
}

/** Says that a helper has yet to verify it, and whether another of the same was verified first. */
function Waiting({
  challenge,
  completion: { row, takenBy },
  isTurn,
}: PartsProps & { readonly isTurn: boolean }) {
  const came = useListOrigin(challenge.key);
  if (row.pending === null) return null;
  return (
    <p className={classes.pending}>
      {isTurn ? (
        <>
          (Pending) Your turn: a helper asked you something. <Link to={`#${THREAD}`}>Answer</Link>
        </>
      ) : (
        <WithWords text="(Pending) A helper has yet to verify it." words={["pending"]} />
      )}
      {takenBy !== null && (
        <>
          {" "}
          <Link to={pages.notes(challenge.key, { filekey: takenBy })} state={came}>
            Another one
          </Link>{" "}
          of the same was verified first.
        </>
      )}
    </p>
  );
}

function Changes({
  completion: { row, history, olderChanges, codeChecked },
}: Pick<PartsProps, "completion">) {
  return (
    <section>
      <h2>History</h2>
      {codeChecked && (
        <p>
          <Day at={codeChecked.at} /> Code checked: the {codeChecked.what} agree.
        </p>
      )}
      <History history={history} />
      {olderChanges > 0 && (
        <p>
          These are the newest. <a href={api.history({ filekey: String(row.filekey) })}>All of them</a> are in
          the API.
        </p>
      )}
    </section>
  );
}

/** Loaded only for those who came from a list. */
const Beside = later(async () => (await import("./Beside.tsx")).Beside);

interface Props {
  readonly challenge: NotesPageData["challenge"];
  readonly completion: NotesPageData["completion"];
}

/** The way back to the list, and links to the completions before and after this one in it. */
export function ListBar({ challenge, completion }: Props) {
  const came = useListOrigin(challenge.key);
  return (
    <div className={classes.bar}>
      <Link {...useWayBack(challenge.key)} className={classes.back}>
        Back to {challenge.label}s
      </Link>
      {came && completion && (
        <Suspense fallback={null}>
          <Beside challenge={challenge} completion={completion} came={came} />
        </Suspense>
      )}
    </div>
  );
}

type Prices = NonNullable<NonNullable<NotesPageData["completion"]>["prices"]>;

/** What has changed of its towers' prices since its version, and when the same was last shown possible. */
export function PricesSince({
  prices: { version, until, words, changed, changes, last },
}: {
  prices: Prices;
}) {
  return (
    <section className={classes.prices}>
      <h2>Since {version}</h2>
      <p>{words}</p>
      {changes.length > 0 && (
        <details>
          <summary>{changed}</summary>
          <ul>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
          <p>
            On hard, for the upgrades that name its towers.{" "}
            <Link to={pages.balanceChanges({ version, version_end: until })}>All balance changes since</Link>
          </p>
        </details>
      )}
      {last && (
        <p>
          Last shown possible: <Link to={last.page}>{last.map}</Link>, verified <Day at={last.day} />.
        </p>
      )}
    </section>
  );
}

/** Loaded only for helpers. */
const UndoButton = later(async () => (await import("../../../../ui/components/UndoButton.tsx")).UndoButton);

const ACTIONS: ReadonlyMap<string, string> = new Map([
  ["add", "submitted it"],
  ["edit", "edited it"],
  ["verify", "verified it"],
  ["confirm", "confirmed it"],
  ["delete", "deleted it"],
  ["reject", "rejected it"],
  ["resubmit", "submitted it again"],
  ["undo", "undid a change"],
  ["import", "imported it"],
  [TAKE_PROOF, "took over a proof, proposed by its player"],
  ["clean-media", "removed what was private from its videos"],
  ["gone", "could not find its proof any more"],
  ["back", "found its proof again"],
  ["redact", "took a name out of it that its player had erased"],
]);

/**
 * Those that cannot be undone here: a submission can be rejected instead, so that its player learns why; what was
 * private stays away.
 */
const NOT_UNDONE: ReadonlySet<string> = new Set(["add", "clean-media", "redact", "gone", "back", "unknown"]);

function Sentence({ change: { who, action } }: { change: PublicChange }) {
  if (action === "unknown") return <span>Something changed here.</span>;
  return (
    <span>
      <bdi>{who}</bdi> {ACTIONS.get(action) ?? "changed it"}
    </span>
  );
}

/** What happened to a completion, newest first. Helpers can undo each change. */
export function History({ history }: { history: readonly PublicChange[] }) {
  const { user } = useSignIn();
  const { revalidate } = useRevalidator();
  if (history.length === 0) return <p>No changes since it was added.</p>;
  return (
    <ol className={classes.history}>
      {history.map((change) => (
        <li key={change.seq} data-action={change.action}>
          <p>
            <Day at={change.at} />
            <Sentence change={change} />
          </p>
          {change.action !== "add" && change.changes.length > 0 && <FieldChanges changes={change.changes} />}
          {/* Its container is there for everybody, so nothing moves when the button appears. */}
          <div className={classes.undo}>
            {user?.isHelper && !NOT_UNDONE.has(change.action) && (
              <Suspense fallback={null}>
                <UndoButton seq={change.seq} onUndone={revalidate} />
              </Suspense>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
