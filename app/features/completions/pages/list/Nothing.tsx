import { Link } from "react-router";
import { pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { MapMark } from "../../../../../domain/fields/map/MapMark.tsx";
import { VerdictSign } from "../../../../../domain/fields/marks/VerdictSign.tsx";
import { counted } from "../../../../../domain/game/counted.ts";
import { MOST_ROWS_OF_PAGE } from "../../../../../domain/limits.ts";
import { DEFAULT_PAGE } from "../../../../../domain/lists/url-state.ts";
import layout from "../../../../ui/components/layout.module.css";
import { NothingFound } from "../../../../ui/components/layout.tsx";
import { isOn } from "../../../../ui/components/use-url-form.ts";
import { WithWords } from "../../../../ui/components/Word.tsx";
import { PlainChip, useSteps } from "./Chips.tsx";
import type { ListPageData } from "./load.server.ts";
import classes from "./Nothing.module.css";
import { useRequested } from "./use-requested.ts";

type Found = NonNullable<ListPageData["nothing"]>;
type Verdict = NonNullable<Found["verdict"]>;
type NearLine = Extract<Verdict, { kind: "not-yet" }>["near"][number];

const waiting = (pending: number): string => `${pending} pending`;

/**
 * Renders a line such as "Quincy on other maps: Cubism, Logs, …" with its counts: "5 verified, 1 pending".
 */
function Near({ line: { words, verified, pending, examples, to } }: { line: NearLine }) {
  const named = examples.join(", ") + (verified + pending > examples.length ? ", …" : "");
  return (
    <li>
      <span>
        <Link to={to}>{words}</Link>
        {examples.length > 0 && `: ${named}`}
      </span>
      <span className={classes.counts}>
        {verified > 0 && `${counted(verified)} verified`}
        {verified > 0 && pending > 0 && ", "}
        {pending > 0 && waiting(pending)}
      </span>
    </li>
  );
}

function NearLines({ lines }: { lines: readonly NearLine[] }) {
  if (lines.length === 0) return null;
  return (
    <section aria-label="Similar" className={layout.near}>
      <h3>Similar</h3>
      <ul className={`${layout.list} ${classes.lines}`}>
        {lines.map((line) => (
          <Near key={line.words} line={line} />
        ))}
      </ul>
    </section>
  );
}

function VerdictBox({ verdict, page: { challenge, chips } }: { verdict: Verdict; page: ListPageData }) {
  switch (verdict.kind) {
    case "cannot-say":
      // A chip may say already what was not understood.
      return (
        <>
          {chips.some(
            ({ kind, remark }) => remark && (kind === "unknown" || remark.sentence === verdict.reason),
          ) || <p>No answer: {verdict.reason}</p>}
          <NearLines lines={verdict.near} />
        </>
      );
    case "elsewhere":
      return (
        <p>
          <Link to={verdict.to}>
            {verdict.verified > 0
              ? `A wider search finds ${counted(verdict.verified)}`
              : waiting(verdict.pending)}
          </Link>
          {verdict.verified > 0 && verdict.pending > 0 && `, and ${waiting(verdict.pending)}`}.
        </p>
      );
    case "not-yet":
      return (
        <>
          <p>
            <WithWords
              text={`No ${challenge.label} like this has been recorded, and none is pending.`}
              words={["pending"]}
            />
          </p>
          {verdict.submit && (
            <Link to={verdict.submit} className={`${controls.button} ${controls.call}`}>
              Submit it
            </Link>
          )}
          {verdict.alsoOpen && (
            <p>
              {verdict.alsoOpen.words} is also open on{" "}
              <Link to={verdict.alsoOpen.to} className={classes.map}>
                <MapMark packed={verdict.alsoOpen.plate ?? undefined} />
                {verdict.alsoOpen.map}
              </Link>
              .
            </p>
          )}
          <NearLines lines={verdict.near} />
        </>
      );
  }
}

/** Shows how many completions match without each chip, if any do. */
function WithoutEach({ page, counts }: { page: ListPageData; counts: readonly number[] }) {
  const to = useSteps(page);
  return (
    <section aria-label="Results without this filter" className={layout.near}>
      <h3>Results without this filter</h3>
      <ul className={`${layout.list} ${classes.lines}`}>
        {page.chips.slice(0, counts.length).map((chip, at) =>
          counts[at] ? (
            <li key={`${chip.label}: ${chip.value}`}>
              <Link to={to(chip.remove)} className={classes.less} preventScrollReset>
                without <PlainChip chip={chip} />
              </Link>
              <strong>{counted(counts[at])}</strong>
            </li>
          ) : null,
        )}
      </ul>
    </section>
  );
}

/** Returns the parameter that leads to the last page. */
function lastPage(count: number, given: number): { offset?: string } {
  const size = Math.min(given || DEFAULT_PAGE, MOST_ROWS_OF_PAGE);
  const offset = Math.floor((count - 1) / size) * size;
  return offset === 0 ? {} : { offset: String(offset) };
}

/** Shows why a list is empty, and ways to continue. */
export function Nothing({ page, count }: { page: ListPageData; count: number }) {
  const { challenge, state, nothing, chips } = page;
  const { offset: _, ...beginning } = useRequested(state);
  const all = <Link to={pages.list(challenge.key)}>Show all {challenge.label} completions</Link>;
  if (count > 0 && state.parameters.offset) {
    return (
      <NothingFound>
        The list has fewer than {state.parameters.offset} results.{" "}
        <Link to={pages.list(challenge.key, { ...beginning, ...lastPage(count, Number(beginning.count)) })}>
          Go to its last page
        </Link>
      </NothingFound>
    );
  }
  // No rows were requested (`count=0`): their number is shown above.
  if (count > 0) return <NothingFound>{all}</NothingFound>;
  if (!nothing) return <NothingFound>There is no {challenge.label} completion yet.</NothingFound>;
  const { verdict, without, question } = nothing;
  const isNotYet = verdict?.kind === "not-yet";
  return (
    <div className={`${layout.columns} ${classes.nothing}`}>
      <section className={`${layout.stack} ${classes.verdict}`} data-open={isNotYet}>
        {isOn(state.parameters.pending) ? (
          <h2>
            {chips.length === 1 ? "All caught up: nothing is pending." : "Nothing pending matches this."}
          </h2>
        ) : (
          <h2 className={controls.row}>
            {isNotYet && <VerdictSign verdict="open" />}
            {isNotYet ? "Not in this index yet" : "No completion matches this."}
          </h2>
        )}
        {isNotYet && (
          <p className={controls.row}>
            {chips.map((chip) => (
              <PlainChip key={`${chip.label}: ${chip.value}`} chip={chip} />
            ))}
          </p>
        )}
        {verdict && <VerdictBox verdict={verdict} page={page} />}
        <p className={controls.row}>
          {question && <Link to={pages.ask(question)}>Ask in all challenges</Link>} {all}{" "}
          <Link to={page.openOne}>Give me an open one</Link>
        </p>
      </section>
      {without.some((each) => each > 0) && <WithoutEach page={page} counts={without} />}
    </div>
  );
}
