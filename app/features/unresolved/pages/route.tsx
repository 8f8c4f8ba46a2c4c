import { type ReactNode, Suspense, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { api, pages } from "../../../../domain/contract/routes.ts";
import type {
  AcceptedAnswer,
  UnresolvedAnswer,
  UnresolvedName,
  WithoutProofAnswer,
} from "../../../../domain/contract/unresolved.ts";
import controls from "../../../../domain/fields/controls.module.css";
import { Button } from "../../../../domain/fields/controls.tsx";
import { counted } from "../../../../domain/game/counted.ts";
import { useAnnouncement } from "../../../ui/announce.ts";
import { later } from "../../../ui/components/later.ts";
import layout from "../../../ui/components/layout.module.css";
import { Hidden, NothingFound } from "../../../ui/components/layout.tsx";
import { PreviousNext } from "../../../ui/components/PreviousNext.tsx";
import { TableHead } from "../../../ui/components/TableHead.tsx";
import { pageMeta } from "../../../ui/meta.ts";
import { ActionResult } from "../../../ui/sign-in/ActionResult.tsx";
import { RequireSignIn } from "../../../ui/sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../../ui/sign-in/SignInProvider.tsx";
import { useAction } from "../../../ui/sign-in/use-action.ts";
import { useAnswer } from "../../../ui/sign-in/use-answer.ts";
import { useApi } from "../../../ui/sign-in/use-api.ts";
import type { Route } from "./+types/route";
import classes from "./unresolved.module.css";

const TITLE = "Completions to fix";

/** Names per page. */
const PAGE = 20;

/** Loaded when a name is none of the nearest. */
const OtherName = later(async () => (await import("./OtherName.tsx")).OtherName);

export const handle: SignInHandle = { signIn: "needed" };

export const meta: Route.MetaFunction = (args) => pageMeta(args, TITLE, { url: pages.unresolved() });

export default function UnresolvedPage() {
  return (
    <>
      <h1>{TITLE}</h1>
      <p className={layout.intro}>
        Imported completions, and those with what is new in the game, may name towers or maps that are not
        listed here. Add a new tower at <Link to={pages.game()}>Game</Link>: its completions follow by
        themselves. Otherwise choose what a name means; all its completions are updated. You can undo changes
        in <Link to={pages.changes()}>Changes</Link>. Completions without a proof are listed below the names.
      </p>
      <RequireSignIn audience="helper">
        <h2>Unknown names</h2>
        <Names />
        <h2>Without a proof</h2>
        <WithoutProof />
      </RequireSignIn>
    </>
  );
}

interface Listed {
  readonly results: readonly unknown[];
  readonly count: number;
}

/** Completions of which neither a link nor a file is there: the form adds one, or they are verified or deleted as they are. */
function WithoutProof() {
  const [offset, setOffset] = useState(0);
  const { body, problem } = useAnswer<WithoutProofAnswer>(api.withoutProof({ offset, count: PAGE }));
  useAnnouncement(body && resultsInWords(offset, body));
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (!body) return null;
  const { results, count, more } = body;
  if (count === 0) return <NothingFound>Every completion has its proof.</NothingFound>;
  return (
    <>
      <p className={layout.intro}>{completions(count)}</p>
      <ul className={`${layout.list} ${classes.without}`}>
        {results.map(({ challenge, filekey, heading, players, pending }) => (
          <li key={filekey}>
            <span>
              <Link to={pages.notes(challenge, { filekey })}>{heading}</Link> by <bdi>{players}</bdi>
              {pending && " (Pending)"}
            </span>
            <Link to={pages.editForm(challenge, { filekey })}>
              Add proof<Hidden> to {heading}</Hidden>
            </Link>
          </li>
        ))}
      </ul>
      <PreviousNext offset={offset} size={PAGE} more={more} onTurn={setOffset} />
    </>
  );
}

const resultsInWords = (offset: number, { results, count }: Listed): string =>
  `Results ${counted(offset + 1)} to ${counted(offset + results.length)} of ${counted(count)}`;

function Names() {
  const [search, setSearch] = useSearchParams();
  const offset = Math.max(Math.trunc(Number(search.get("offset"))) || 0, 0);
  const { body, problem } = useAnswer<UnresolvedAnswer>(api.unresolved({ offset, count: PAGE }));
  useAnnouncement(body && resultsInWords(offset, body));
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (!body) return null;
  const { results, count, more } = body;
  if (count === 0) return <NothingFound>Every tower and every map in the index is known.</NothingFound>;
  if (results.length === 0)
    return (
      <NothingFound>
        There are no more unknown names. <Link to={pages.unresolved()}>Back to the first page</Link>
      </NothingFound>
    );
  const turn = (to: number): void => setSearch(to > 0 ? { offset: String(to) } : {});
  return (
    <>
      <p className={layout.intro}>{resultsInWords(offset, body)}</p>
      <table className={`${layout.table} ${layout.stacked} ${classes.table}`}>
        <TableHead columns={["Name", "Completions", "It is"]} />
        <tbody>
          {results.map((unresolved) => (
            <Name key={`${unresolved.kind} ${unresolved.name}`} unresolved={unresolved} />
          ))}
        </tbody>
      </table>
      <PreviousNext offset={offset} size={PAGE} more={more} onTurn={turn} />
    </>
  );
}

const KINDS = { tower: "Tower", map: "Map" } as const;

const completions = (count: number): string =>
  `${counted(count)} ${count === 1 ? "completion" : "completions"}`;

/**
 * A name with its completions and what it may be. It keeps its place when it has been accepted, so that what was done,
 * and what was left, can be read.
 */
function Name({ unresolved: { kind, name, rows, nearest } }: { unresolved: UnresolvedName }) {
  const { post } = useApi();
  const action = useAction();
  const [keepSpelling, setKeepSpelling] = useState(true);
  const [isOther, setOther] = useState(false);
  const [done, setDone] = useState(0);
  const total = rows.reduce((sum, { count }) => sum + count, 0);

  /** Accepts a name, one batch of completions after the other. */
  const accept = async (as: string): Promise<ReactNode> => {
    const left: AcceptedAnswer["left"][number][] = [];
    let [after, changed, meant]: [number | null, number, string] = [0, 0, as];
    let spelling: AcceptedAnswer["spelling"] = null;
    setDone(0);
    while (after !== null) {
      const answer: AcceptedAnswer = await post(api.acceptName(), {
        kind,
        name,
        as,
        after: String(after),
        ...(keepSpelling ? { keepSpelling: "1" } : {}),
      });
      left.push(...answer.left);
      changed += answer.changed;
      meant = answer.name;
      spelling ??= answer.spelling;
      after = answer.next;
      setDone(changed + left.length);
    }
    return <Outcome name={name} meant={meant} changed={changed} left={left} spelling={spelling} />;
  };
  const isAccepted = action.done !== null;
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
        <small>{KINDS[kind]}</small>
      </th>
      <td>
        <ul>
          {rows.map(({ challenge, label, count }) => (
            <li key={challenge}>
              <Link to={pages.list(challenge, { [kind]: name })}>
                {label} ({counted(count)})<Hidden> with {name}</Hidden>
              </Link>
            </li>
          ))}
        </ul>
      </td>
      <td>
        {!isAccepted && (
          <div className={controls.row}>
            {nearest.map((each) => (
              <Button
                key={each}
                isSmall
                isBusy={action.isRunning}
                onClick={() => void action.run(() => accept(each))}
              >
                It is {each}
                <Hidden> ({name})</Hidden>
              </Button>
            ))}
            {isOther ? (
              <Suspense fallback={null}>
                <OtherName
                  kind={kind}
                  name={name}
                  isBusy={action.isRunning}
                  onChosen={(as) => void action.run(() => accept(as))}
                />
              </Suspense>
            ) : (
              <Button look="plain" isSmall onClick={() => setOther(true)}>
                {nearest.length > 0 ? "Something else" : "Say what it is"}
                <Hidden> ({name})</Hidden>
              </Button>
            )}
            <label className={classes.keep}>
              <input
                type="checkbox"
                checked={keepSpelling}
                onChange={({ currentTarget }) => setKeepSpelling(currentTarget.checked)}
              />
              <span>
                Keep the spelling<Hidden> {name}</Hidden> for searches
              </span>
            </label>
          </div>
        )}
        {action.isRunning && (
          <p role="status">
            {counted(done)} of {completions(total)}
          </p>
        )}
        <ActionResult action={action} />
      </td>
    </tr>
  );
}

/** Says what accepting a name did, and names what it left as it was. */
function Outcome({
  name,
  meant,
  changed,
  left,
  spelling,
}: Pick<AcceptedAnswer, "changed" | "left" | "spelling"> & {
  readonly name: string;
  readonly meant: string;
}) {
  return (
    <>
      {completions(changed)} with “{name}” {changed === 1 ? "has" : "have"} {meant} now.
      {spelling?.kept === true && ` Searches for “${name}” find ${meant}.`}
      {spelling?.kept === false && ` The spelling was not kept: ${spelling.error}`}
      {left.length > 0 && (
        <>
          {" "}
          Left as they are:
          <ul>
            {left.map(({ challenge, filekey, heading, error }) => (
              <li key={filekey}>
                <Link to={pages.notes(challenge, { filekey })}>{heading}</Link>: {error}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
