import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { nameOfKind } from "../../../../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import type { NameRequestsAnswer } from "../../../../../domain/contract/players.ts";
import type { ProofProposalsAnswer } from "../../../../../domain/contract/proof-proposals.ts";
import type {
  QueueAnswer,
  QueuedCompletion,
  ReportsAnswer,
  SecondLookAsked,
  SecondLooksAnswer,
} from "../../../../../domain/contract/review.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Checkbox } from "../../../../../domain/fields/controls.tsx";
import { MapMark } from "../../../../../domain/fields/map/MapMark.tsx";
import { OgStamp, Ribbon } from "../../../../../domain/fields/marks/Stamps.tsx";
import { TowerMark } from "../../../../../domain/fields/marks/TowerMark.tsx";
import { counted } from "../../../../../domain/game/counted.ts";
import { SECOND_LOOK_DAYS } from "../../../../../domain/limits.ts";
import { headingOf, playersOf, towersOf, type WireRow } from "../../../../../domain/lists/row.ts";
import type { Finding } from "../../../../../domain/submissions/findings.ts";
import { Ago } from "../../../../ui/components/Ago.tsx";
import { FilterForm } from "../../../../ui/components/FilterForm.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { Hidden } from "../../../../ui/components/layout.tsx";
import { SelectField } from "../../../../ui/components/SelectField.tsx";
import { isOn } from "../../../../ui/components/use-url-form.ts";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import { useAnswer } from "../../../../ui/sign-in/use-answer.ts";
import classes from "./queue.module.css";
import { addressOf, type DeskState, type QueuePlace } from "./use-desk.ts";

interface Props {
  readonly state: DeskState;
}

/** The list in which what is looked at is brought into view. */
function useInView(filekey: string | null, queue: QueueAnswer | null, isWhole: boolean) {
  const list = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is looked at, or the list is another
  useEffect(() => {
    const current = list.current?.querySelector("[aria-current]")?.getBoundingClientRect();
    const seen = list.current?.getBoundingClientRect();
    // The list alone: the page stays where it is.
    if (!current || !seen || !list.current) return;
    if (current.top < seen.top || current.bottom > seen.bottom)
      list.current.scrollTop += current.top - seen.top - seen.height / 3;
  }, [filekey, queue, isWhole]);
  return list;
}

/** What else helpers decide on, and how much of it there is. */
function Elsewhere() {
  const reports = useAnswer<ReportsAnswer>(api.reports({ count: 0 }));
  const names = useAnswer<NameRequestsAnswer>(api.nameRequests({ count: 0 }));
  return (
    <div className={classes.elsewhere}>
      <Link to={pages.reports()}>Reports{reports.body && ` (${counted(reports.body.count)})`}</Link>
      <Link to={pages.nameRequests()}>Names{names.body && ` (${counted(names.body.count)})`}</Link>
      <Link to={pages.cannedReasons()}>Canned reasons</Link>
    </div>
  );
}

/** The completions of the page, each of which can be selected. */
const Pending = ({ state, queue }: Props & { readonly queue: QueueAnswer }) => (
  <ol className={`${layout.list} ${classes.items}`}>
    {queue.results.map((queued) => (
      <li key={String(queued.completion.filekey)} className={classes.selectable}>
        <input
          type="checkbox"
          aria-label={`Select the ${queued.challenge.toUpperCase()} by ${playersIn(queued)}`}
          checked={state.selection.has(String(queued.completion.filekey))}
          onChange={() => state.select(String(queued.completion.filekey), queued.revision)}
        />
        <QueuedItem queued={queued} state={state} />
      </li>
    ))}
  </ol>
);

const Pager = ({ state: { place }, queue }: Props & { readonly queue: QueueAnswer }) => (
  <div className={controls.row}>
    {place.after !== null && (
      <Link to={addressOf({ ...place, after: null, filekey: null })} preventScrollReset>
        From the oldest
      </Link>
    )}
    {queue.more && (
      <Link
        to={addressOf({ ...place, after: String(queue.results.at(-1)?.completion.filekey), filekey: null })}
        preventScrollReset
      >
        Next 30
      </Link>
    )}
  </div>
);

/** What was verified of late and is to be looked at twice. */
const SecondLooks = ({ looks, state }: Props & { readonly looks: SecondLooksAnswer }) => (
  <details open={looks.results.some(({ completion }) => completion.filekey === state.place.filekey)}>
    <summary>
      Second looks ({counted(looks.results.length)}
      {looks.more && " or more"})
    </summary>
    <p>Verified already. Another helper confirms or questions it.</p>
    <Looks looks={looks} state={state} />
  </details>
);

/** What waits, oldest first, a page at a time. Where space is short it is behind a button. */
export function Queue({
  state,
  maps,
  children,
}: Props & {
  readonly maps: readonly string[];
  /** What stands below the amount. */
  readonly children: ReactNode;
}) {
  const { item, waits, place, isNarrowed, listedProposals } = state;
  const { body: queue, problem } = state.queue;
  const looks = state.looks.body;
  const { filters, filekey } = place;
  const { user } = useSignIn();
  /** Proposed proof and second looks stand above the list: they must not arrive after it. */
  const isWhole = queue !== null && state.looks.isSettled && state.proposals.isSettled;
  /** What is open, if it is pending and this page of the queue does not list it. */
  const beyond =
    waits && queue && !queue.results.some(({ completion }) => completion.filekey === filekey) ? item : null;
  const list = useInView(filekey, queue, isWhole);
  return (
    <nav ref={list} className={classes.queue} aria-label="What is pending">
      {/* Closed again once something was chosen. */}
      <details key={filekey} className={classes.toggle}>
        <summary className={controls.button}>{queue ? amountOf(queue, isNarrowed) : "The queue"}</summary>
      </details>
      <div className={classes.sheet}>
        <p className={classes.amount} role="status">
          {queue && amountOf(queue, isNarrowed)}
        </p>
        {user?.isHelper && <Elsewhere />}
        <details className={classes.filters} open={isNarrowed}>
          <summary>Filters</summary>
          <Filters filters={filters} maps={maps} />
        </details>
        {problem !== null && <p role="alert">{problem}</p>}
        {children}
        {isWhole && listedProposals !== null && (
          <details open>
            <summary>{proposalsInWords(listedProposals)}</summary>
            <p>New proof for what is verified, from its players.</p>
            <Proposals proposals={listedProposals} state={state} />
          </details>
        )}
        {isWhole && looks && looks.results.length > 0 && <SecondLooks looks={looks} state={state} />}
        {isWhole && looks && <TooLate state={state} />}
        {isWhole && beyond && (
          <section aria-label="Open, on another page of the queue">
            <p className={layout.quiet}>Open, not on this page of the queue:</p>
            <ItemLink challenge={beyond.challenge} completion={beyond.row} at={null} state={state}>
              {null}
            </ItemLink>
          </section>
        )}
        {isWhole && <Pending state={state} queue={queue} />}
        {isWhole && <Pager state={state} queue={queue} />}
      </div>
    </nav>
  );
}

/** "2 proposed proofs". */
export const proposalsInWords = ({ count }: ProofProposalsAnswer): string =>
  count === 1 ? "1 proposed proof" : `${counted(count)} proposed proofs`;

/** Proof that players propose, the oldest first. */
const Proposals = ({ proposals, state: { place } }: Props & { readonly proposals: ProofProposalsAnswer }) => (
  <ol className={`${layout.list} ${classes.items}`}>
    {proposals.results.map(({ proposal, challenge, filekey, heading, players, shows, at }) => (
      <li key={proposal}>
        <Link
          to={addressOf({ ...place, filekey })}
          preventScrollReset
          aria-current={filekey === place.filekey || undefined}
          className={classes.item}
          title={heading}
        >
          <span>
            <b>{CHALLENGES.get(challenge)?.label}</b>
            <small>{shows}</small>
            <Ago at={at} className={classes.age} />
          </span>
          <span>
            <b>{heading}</b>
            <bdi>{players}</bdi>
          </span>
        </Link>
      </li>
    ))}
  </ol>
);

/** What missed the time for a second look, loaded on demand. */
function TooLate({ state }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { body, problem } = useAnswer<SecondLooksAnswer>(isOpen ? api.secondLooks({ late: 1 }) : null);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Missed second looks</summary>
      {problem !== null && <p role="alert">{problem}</p>}
      {body?.results.length === 0 && <p>Nothing in the last {2 * SECOND_LOOK_DAYS} days.</p>}
      {body && <Looks looks={body} state={state} />}
    </details>
  );
}

const Looks = ({ looks, state }: Props & { readonly looks: SecondLooksAnswer }) => (
  <ol className={`${layout.list} ${classes.items}`}>
    {looks.results.map(({ challenge, completion, verified, why }) => (
      <li key={String(completion.filekey)}>
        <ItemLink challenge={challenge} completion={completion} at={verified} state={state}>
          {why.includes("og") && <OgStamp />}
          {why.includes("record") && <Ribbon>Record</Ribbon>}
          {why.includes("self") && <small>Verified by its submitter</small>}
        </ItemLink>
      </li>
    ))}
  </ol>
);

/** The filters that are ticked, by their parameter. */
const TICKED = {
  og: "Would be an OG",
  record: "Would be a record",
  first: "First submission",
  answered: "Answered a question",
  code: "Challenge code agrees",
} as const;

function Filters({ filters, maps }: { filters: QueuePlace["filters"]; maps: readonly string[] }) {
  return (
    <FilterForm
      label="Filter the queue"
      parameters={filters}
      addressOf={pages.queue}
      lead={
        <>
          <SelectField
            name="challenge"
            label="Challenge"
            none="All"
            value={filters.challenge ?? ""}
            options={Array.from(CHALLENGES.values(), ({ key, label }) => ({ value: key, label }))}
          />
          <SelectField
            name="map"
            label="Map"
            none="All"
            value={filters.map ?? ""}
            options={maps.map((map) => ({ value: map, label: map }))}
          />
          {Object.entries(TICKED).map(([name, label]) => (
            <Checkbox key={name} name={name} value="1" label={label} defaultChecked={isOn(filters[name])} />
          ))}
        </>
      }
    />
  );
}

const amountOf = ({ count, waiting }: QueueAnswer, isNarrowed: boolean): string =>
  isNarrowed ? `${counted(count)} of ${counted(waiting)} pending` : `${counted(waiting)} pending`;

/** What came of a question to the player, or that they appealed. */
const QUESTIONS = { answered: "Answered", "no-answer": "No answer", appealed: "Appealed" } as const;

function playersIn({ challenge, completion }: QueuedCompletion): string {
  const definition = CHALLENGES.get(challenge);
  return definition ? playersOf(definition, completion) : "";
}

function QueuedItem({ queued, state }: Props & { readonly queued: QueuedCompletion }) {
  const { challenge, completion, submitted, original, record, first, heldBy, question } = queued;
  const { findings, banned } = queued;
  return (
    <ItemLink challenge={challenge} completion={completion} at={submitted} state={state}>
      {findings.map((finding) => (
        <b key={finding} className={classes.finding} data-finding={finding}>
          {findingInWords(finding, banned)}
        </b>
      ))}
      {original && <OgStamp />}
      {record && <Ribbon>Record</Ribbon>}
      {first && <small>First submission</small>}
      {question !== null && <small className={classes.held}>{QUESTIONS[question]}</small>}
      {queued.skipped && (
        <small>{queued.rejected ? "You rejected this: another helper decides" : "Skipped"}</small>
      )}
      {heldBy !== null && <small className={classes.held}>{heldBy} is reviewing</small>}
    </ItemLink>
  );
}

/** What was found of a submission, in a few words. */
export function findingInWords(finding: Finding, banned: string | null): string {
  if (finding === "banned") return `Banned: ${banned}`;
  if (finding === "banned-before") return `Account of banned ${banned}`;
  return FOUND[finding];
}
const FOUND = {
  "another-account": "Another account",
  denied: "A player says: not me",
  "same-proof": "Same proof elsewhere",
  "same-picture": "Same picture elsewhere",
  "code-differs": "Code differs",
  "code-of-another": "Code of another player",
  "same-code": "Same code elsewhere",
  "code-of-another-time": "Code of another time",
  "no-recording": "No recording",
} as const;

/** "$37,651 on Quad", of a completion without towers. */
function costOf(definition: ChallengeDefinition, row: WireRow): string {
  const cost = row[nameOfKind(definition, "money") ?? ""];
  return typeof cost === "number" ? `$${counted(cost)} on ${row.map}` : headingOf(definition, row);
}

/** How many towers a row has marks for. */
const MOST_MARKS = 4;

/** Opens a completion on the desk; `children` say what sets it apart. */
function ItemLink({
  challenge,
  completion,
  at,
  state: { place, marks },
  children,
}: Props &
  Pick<SecondLookAsked, "challenge" | "completion"> & {
    /** When it was submitted or verified; null: not known. */
    readonly at: string | null;
    readonly children: ReactNode;
  }) {
  const definition = CHALLENGES.get(challenge);
  if (!definition) return null;
  const filekey = String(completion.filekey);
  const heading = headingOf(definition, completion);
  const towers = towersOf(definition, completion);
  return (
    <Link
      to={addressOf({ ...place, filekey })}
      preventScrollReset
      aria-current={filekey === place.filekey || undefined}
      className={classes.item}
      title={heading}
    >
      <span>
        <b aria-hidden="true">{definition.label}</b>
        <span className={classes.marks}>
          {towers.slice(0, MOST_MARKS).map((tower, nth) => (
            // A tower may be there more than once: only its place is unique.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <TowerMark key={nth} packed={marks.towers[tower]} />
          ))}
          <MapMark packed={marks.maps[String(completion.map)]} />
        </span>
        {at !== null && <Ago at={at} className={classes.age} />}
      </span>
      <span>
        <Hidden>{heading}, </Hidden>
        <b aria-hidden="true">{towers.join(" + ") || costOf(definition, completion)}</b>
        <bdi>{playersOf(definition, completion)}</bdi>
      </span>
      <span>{children}</span>
    </Link>
  );
}
