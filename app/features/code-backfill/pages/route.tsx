import { useState } from "react";
import { Link } from "react-router";
import type {
  BackfillAnswer,
  DifferingAnswer,
  ProposedAnswer,
  ProposedCompletion,
  TakenAnswer,
} from "../../../../domain/contract/code-backfill.ts";
import { api, pages } from "../../../../domain/contract/routes.ts";
import controls from "../../../../domain/fields/controls.module.css";
import { Button, Checkbox } from "../../../../domain/fields/controls.tsx";
import { counted } from "../../../../domain/game/counted.ts";
import layout from "../../../ui/components/layout.module.css";
import { Hidden, NothingFound } from "../../../ui/components/layout.tsx";
import { PreviousNext } from "../../../ui/components/PreviousNext.tsx";
import { UndoButton } from "../../../ui/components/UndoButton.tsx";
import { usePages } from "../../../ui/components/use-pages.ts";
import { pageMeta } from "../../../ui/meta.ts";
import { ActionResult } from "../../../ui/sign-in/ActionResult.tsx";
import { RequireSignIn } from "../../../ui/sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../../ui/sign-in/SignInProvider.tsx";
import { useSignIn } from "../../../ui/sign-in/state.ts";
import { type Action, useAction } from "../../../ui/sign-in/use-action.ts";
import { useAnswer } from "../../../ui/sign-in/use-answer.ts";
import { useApi } from "../../../ui/sign-in/use-api.ts";
import type { Route } from "./+types/route";
import classes from "./codes.module.css";

const TITLE = "Challenge codes";

export const handle: SignInHandle = { signIn: "needed" };

export const meta: Route.MetaFunction = (args) => pageMeta(args, TITLE, { url: pages.codes() });

export default function CodesPage() {
  return (
    <>
      <h1>{TITLE}</h1>
      <p className={layout.intro}>
        The game’s server describes the challenge of each code. Here is what that tells of completions that
        are here already. Nothing is filled in by itself, and you can undo what you take over, here or in{" "}
        <Link to={pages.changes()}>Changes</Link>.
      </p>
      <RequireSignIn audience="helper">
        <h2>Codes of old completions</h2>
        <Backfill />
        <h2>Not recorded yet</h2>
        <Proposed />
        <h2>Differences</h2>
        <Differing />
      </RequireSignIn>
    </>
  );
}

/** Why the game's server could not be asked, in words that go on "The game’s server …". */
const STOPPED: Readonly<Record<string, string>> = {
  refused: "refuses to answer for now",
  paused: "is left alone for a while, because it refused or failed several times",
  busy: "is being asked by others",
  off: "is not asked, by this site’s settings",
};

const codesInWords = ({ codes, isMore }: BackfillAnswer): string =>
  `${isMore ? "the first " : ""}${counted(codes)} ${codes === 1 ? "code" : "codes"}`;

/** Returns how far the codes are asked for: "412 of 2,310 codes asked for: 374 found, 38 have no challenge any more". */
function progressInWords(answer: BackfillAnswer): string {
  const { codes, asked, found, gone } = answer;
  if (codes === 0) return "No completion has a code.";
  const unread = asked - found - gone;
  return [
    `${counted(asked)} of ${codesInWords(answer)} asked for: ${counted(found)} found`,
    ...(gone > 0 ? [`${counted(gone)} ${gone === 1 ? "has" : "have"} no challenge any more`] : []),
    ...(unread > 0 ? [`${counted(unread)} without an answer that can be read`] : []),
  ].join(", ");
}

function stateInWords({
  isOn,
  isPossible,
  stopReason,
  asked,
  codes,
  isMore,
  perHour,
}: BackfillAnswer): string {
  if (!isPossible) return "This site is set to ask nobody about codes.";
  if (!isOn) return "Off: only codes of new completions are asked for.";
  if (asked === codes && !isMore) return "On: every code has been asked for.";
  if (stopReason !== null)
    return `On, but the game’s server ${STOPPED[stopReason] ?? "cannot be reached for now"}. Asking goes on later.`;
  return `On: ${counted(perHour)} codes an hour are asked for.`;
}

/** Whether the codes of old completions are asked for, and how far that is. Administrators switch it. */
function Backfill() {
  const { post } = useApi();
  const { user } = useSignIn();
  const action = useAction();
  const { body, problem, reload } = useAnswer<BackfillAnswer>(api.codeBackfill());
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (!body) return null;
  const { isOn, isPossible, asked, codes } = body;
  const flip = () =>
    action.run(async () => {
      await post(api.switchCodeBackfill(), { on: isOn ? "0" : "1" });
      await reload();
      return isOn ? "Switched off." : "Switched on. The first code is asked for within a minute.";
    });
  return (
    <div className={classes.backfill}>
      <p>{stateInWords(body)}</p>
      {codes > 0 && <progress max={codes} value={asked} aria-label="Codes that are asked for" />}
      <p>{progressInWords(body)}.</p>
      {user?.isAdministrator ? (
        isPossible && (
          <Button isBusy={action.isRunning} onClick={() => void flip()}>
            {isOn ? "Stop asking for old codes" : "Ask for old codes"}
          </Button>
        )
      ) : (
        <p className={layout.note}>An administrator switches this on and off.</p>
      )}
      <ActionResult action={action} />
    </div>
  );
}

/** A proposal that is ticked: a completion's filekey and a field. */
const tickOf = (filekey: string, name: string): string => `${filekey} ${name}`;

/** Returns the form that takes over the proposals of these ticks. */
const takenBy = (results: readonly ProposedCompletion[], ticks: ReadonlySet<string>): string =>
  JSON.stringify(
    results.flatMap(({ filekey, proposals }) => {
      const taken = proposals.filter(({ name }) => ticks.has(tickOf(filekey, name)));
      const values = Object.fromEntries(taken.map(({ name, text }) => [name, text]));
      return taken.length === 0 ? [] : [{ filekey, values }];
    }),
  );

/** What documents say that completions have not, each taken over by a press, or several by ticks. */
function Proposed() {
  const { post } = useApi();
  const action = useAction();
  const { after, turns, reset } = usePages();
  const [ticks, setTicks] = useState<ReadonlySet<string>>(new Set());
  const { body, problem, reload } = useAnswer<ProposedAnswer>(api.codeProposals({ after }));
  const results = body?.results ?? [];
  const all = results.flatMap(({ filekey, proposals }) => proposals.map(({ name }) => tickOf(filekey, name)));
  const ticked = all.filter((tick) => ticks.has(tick));
  const setTicked = (which: readonly string[], isTicked: boolean): void => {
    const next = new Set(ticks);
    for (const tick of which)
      if (isTicked) next.add(tick);
      else next.delete(tick);
    setTicks(next);
  };

  const take = (which: ReadonlySet<string>) =>
    action.run(async () => {
      const answer = await post<TakenAnswer>(api.takeFromCodes(), { entries: takenBy(results, which) });
      setTicks(new Set());
      await reload();
      return <Taken answer={answer} onUndone={reload} />;
    });
  return (
    <>
      <ActionResult action={action} />
      {problem !== null && <p role="alert">{problem}</p>}
      {body && results.length === 0 && (
        <NothingFound>
          {after === "" && body.next === null
            ? "No document says anything that is missing here."
            : "Nothing is left on this page."}{" "}
          {after !== "" && (
            <Button look="plain" isSmall onClick={reset}>
              Back to the first page
            </Button>
          )}
        </NothingFound>
      )}
      {results.length > 0 && (
        <div>
          <ul className={`${layout.list} ${classes.rows}`}>
            {results.map((row) => (
              <ProposedRow
                key={row.filekey}
                row={row}
                ticks={ticks}
                action={action}
                onTick={(tick, isTicked) => setTicked([tick], isTicked)}
                onTake={(tick) => void take(new Set([tick]))}
              />
            ))}
          </ul>
          <div className={`${layout.bar} ${controls.row} ${classes.bar}`}>
            <Checkbox
              label={`All ${counted(all.length)} on this page`}
              checked={ticked.length === all.length}
              onChange={({ currentTarget }) => setTicked(all, currentTarget.checked)}
            />
            <Button
              look="main"
              disabled={ticked.length === 0}
              isBusy={action.isRunning}
              onClick={() => void take(new Set(ticked))}
            >
              Take over {counted(ticked.length)} selected
            </Button>
          </div>
        </div>
      )}
      {body && <PreviousNext {...turns(body.next)} />}
    </>
  );
}

const completions = (count: number): string =>
  `${counted(count)} ${count === 1 ? "completion" : "completions"}`;

/** Says what was taken over, how to take that back, and what stays. */
function Taken({
  answer: { changed, left, act },
  onUndone,
}: {
  readonly answer: TakenAnswer;
  readonly onUndone: () => Promise<void>;
}) {
  return (
    <>
      {completions(changed)} {changed === 1 ? "has" : "have"} what the document says.
      {act !== null && <UndoButton seq={0} act={{ id: act, size: changed }} isNew onUndone={onUndone} />}
      {left.length > 0 && (
        <>
          Left as they are:
          <ul>
            {left.map(({ challenge, filekey, heading, error }) => (
              <li key={filekey}>
                {heading === "" ? (
                  "A completion that is gone"
                ) : (
                  <Link to={pages.notes(challenge, { filekey })}>{heading}</Link>
                )}
                : {error}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

type Named = Omit<ProposedCompletion, "proposals">;

/** Which completion it is, with its code and the day of the document. */
function Which({ challenge, filekey, heading, players, pending, code, foundAt }: Named) {
  return (
    <div>
      <Link to={pages.notes(challenge, { filekey })}>{heading}</Link> by <bdi>{players}</bdi>
      {pending && " (Pending)"}
      <div className={layout.note}>
        <span translate="no">{code}</span>, from the game’s server, {foundAt.slice(0, 10)}
      </div>
    </div>
  );
}

function ProposedRow({
  row,
  ticks,
  action,
  onTick,
  onTake,
}: {
  readonly row: ProposedCompletion;
  readonly ticks: ReadonlySet<string>;
  readonly action: Action;
  readonly onTick: (tick: string, isTicked: boolean) => void;
  readonly onTake: (tick: string) => void;
}) {
  const { filekey, heading, proposals } = row;
  return (
    <li>
      <Which {...row} />
      <ul className={classes.proposals}>
        {proposals.map(({ name, label, shown }) => {
          const tick = tickOf(filekey, name);
          return (
            <li key={name} className={controls.row}>
              <Checkbox
                label={
                  <>
                    {label}: {shown}
                    <Hidden> ({heading})</Hidden>
                  </>
                }
                checked={ticks.has(tick)}
                onChange={({ currentTarget }) => onTick(tick, currentTarget.checked)}
              />
              <Button isSmall isBusy={action.isRunning} onClick={() => onTake(tick)}>
                Take over
                <Hidden>
                  {" "}
                  {label} ({heading})
                </Hidden>
              </Button>
            </li>
          );
        })}
      </ul>
    </li>
  );
}

/** Completions that their documents do not agree with. A helper decides which is right, and edits it. */
function Differing() {
  const { after, turns } = usePages();
  const { body, problem } = useAnswer<DifferingAnswer>(api.codeDifferences({ after }));
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (!body) return null;
  const { results, next } = body;
  return (
    <>
      {results.length === 0 ? (
        <NothingFound>
          {after === "" && next === null
            ? "No document differs from its completion."
            : "Nothing is left on this page."}
        </NothingFound>
      ) : (
        <ul className={`${layout.list} ${classes.rows}`}>
          {results.map(({ differences, ...named }) => (
            <li key={named.filekey}>
              <Which {...named} />
              <div>
                <ul>
                  {differences.map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
                <Link to={pages.editForm(named.challenge, { filekey: named.filekey })}>
                  Edit<Hidden> {named.heading}</Hidden>
                </Link>
              </div>
            </li>
          ))}
        </ul>
      )}
      <PreviousNext {...turns(next)} />
    </>
  );
}
