import { Link } from "react-router";
import type { ClaimAnswer } from "../../../../../domain/contract/review.ts";
import { pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { MapMark } from "../../../../../domain/fields/map/MapMark.tsx";
import type { PackedMarks } from "../../../../../domain/fields/marks/packed.ts";
import { TowerChip } from "../../../../../domain/fields/tower/TowerChip.tsx";
import { ProofFrame } from "../../../../ui/completions/ProofFrame.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { NothingFound } from "../../../../ui/components/layout.tsx";
import { pageContext } from "../../../../ui/context.ts";
import { pageMeta } from "../../../../ui/meta.ts";
import { RequireSignIn } from "../../../../ui/sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../../../ui/sign-in/SignInProvider.tsx";
import type { Route } from "./+types/route";
import { Checklist } from "./Checklist.tsx";
import classes from "./Desk.module.css";
import { ItemFacts } from "./ItemFacts.tsx";
import { type Item, loadQueuePage } from "./load.server.ts";
import { Proposed, useProposal } from "./Proposed.tsx";
import { proposalsInWords, Queue } from "./Queue.tsx";
import { Selected } from "./Selected.tsx";
import { Discussion } from "./Thread.tsx";
import { type DeskState, useDesk } from "./use-desk.ts";
import { useVerdicts, Verdicts } from "./Verdicts.tsx";

export const handle: SignInHandle = { signIn: "needed" };

export const loader = ({ url, context }: Route.LoaderArgs) =>
  loadQueuePage(url.searchParams, context.get(pageContext));

export const meta: Route.MetaFunction = (args) => pageMeta(args, "Queue", { url: pages.queue() });

/** The review desk: what waits for a helper, one completion after the other. */
export default function QueuePage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h1 className={classes.title}>Queue</h1>
      <RequireSignIn audience="verifier">
        <Desk {...loaderData} />
      </RequireSignIn>
    </>
  );
}

/** The queue, the proof of one completion in it, what is known of it, and the verdicts. */
function Desk({ item: loaded, maps, marks }: Route.ComponentProps["loaderData"]) {
  const state = useDesk(loaded, marks);
  const verdicts = useVerdicts(state);
  const proposed = useProposal(state, verdicts);
  const { item, waits, about, answer, checklist, heading, isLookedAt, opening } = state;
  return (
    <div className={classes.desk} ref={state.desk} onClickCapture={state.aimAtLink}>
      <Queue state={state} maps={maps}>
        <Selected state={state} />
      </Queue>
      {item ? (
        <>
          <div className={classes.shown}>
            <section className={classes.proof} aria-labelledby="item">
              <h2
                id="item"
                ref={heading}
                tabIndex={-1}
                className={`${controls.row} ${classes.heading}`}
                aria-label={item.heading}
              >
                <Played key={item.filekey} item={item} marks={marks} />
              </h2>
              <p className={`${layout.quiet} ${layout.cut} ${classes.lease}`}>
                <Held answer={answer} />
              </p>
              {proposed ? (
                <Proposed
                  key={proposed.proposal.proposal}
                  item={item}
                  proposed={proposed}
                  verdicts={verdicts}
                />
              ) : (
                <ProofFrame key={item.filekey} proofs={item.proofs} title={item.heading} isInspected />
              )}
            </section>
            <Discussion key={`discussion of ${item.filekey}`} item={item} about={about} />
          </div>
          <ItemFacts key={`facts of ${item.filekey}`} item={item} state={state} verdicts={verdicts}>
            {(waits || isLookedAt) && <Checklist checklist={checklist} />}
          </ItemFacts>
        </>
      ) : (
        <div className={classes.nothing}>
          {opening.problem !== null && <p role="alert">{opening.problem}</p>}
          <Nothing state={state} />
        </div>
      )}
      <Verdicts state={state} verdicts={verdicts} more={proposed?.acts ?? {}} />
    </div>
  );
}

/** What was played: the challenge, the towers with their upgrades, the map. */
function Played({
  item: { challenge, label, towers, cost, row },
  marks,
}: {
  item: Item;
  marks: PackedMarks;
}) {
  const map = String(row.map);
  return (
    <>
      <span>{label}</span>
      {cost !== null && <b>{cost}</b>}
      {towers.map(({ name, upgrades }, at) => (
        // A tower may be there more than once: only its place is unique.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={at} className={classes.tower}>
          <TowerChip
            name={name}
            upgrades={upgrades}
            marks={marks}
            narrowed={(parameter, value) => pages.list(challenge, { [parameter]: value })}
          />
          {upgrades !== null && <small>{upgrades}</small>}
        </span>
      ))}
      <Link to={pages.maps({ map })} className={classes.map}>
        <MapMark packed={marks.maps[map]} />
        {map}
      </Link>
    </>
  );
}

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** Says until when the completion is the helper's, or whose it is. */
function Held({ answer }: { readonly answer: ClaimAnswer | null }) {
  if (!answer || answer.until === null) return null;
  const until = <time dateTime={answer.until}>{clock.format(new Date(answer.until))}</time>;
  if (answer.heldBy !== null)
    return (
      <>
        {answer.heldBy} is reviewing this (until at least {until})
      </>
    );
  return <>Yours until {until}</>;
}

/** Returns why nothing is free, as parts of a sentence. */
const reasonsOf = ({ held, skipped, rejected, own }: ClaimAnswer): string[] => [
  ...(held > 0 ? [held === 1 ? "1 is held by another helper" : `${held} are held by others`] : []),
  ...(skipped > 0 ? [`you skipped ${skipped}`] : []),
  ...(rejected > 0 ? [`you rejected ${rejected} (another helper decides)`] : []),
  ...(own > 0 ? [own === 1 ? "1 is your own" : `${own} are your own`] : []),
];

/** Says why no completion is shown, and where to go on. */
function Nothing({ state: { place, queue, proposals, answer, isNarrowed } }: { readonly state: DeskState }) {
  if (place.filekey !== null)
    return (
      <NothingFound>
        This completion is not there: it was rejected, deleted or withdrawn.{" "}
        <Link to={pages.queue()}>Go to the queue</Link>
      </NothingFound>
    );
  if (!queue.body || !answer) return null;
  const reasons = reasonsOf(answer);
  const [first] = proposals.body?.results ?? [];
  const also = first && proposals.body && (
    <Link to={pages.queue({ filekey: first.filekey })}>{proposalsInWords(proposals.body)} to decide on</Link>
  );
  if (reasons.length > 0)
    return (
      <NothingFound>
        Nothing is free: {reasons.join(", ")}.{" "}
        {isNarrowed && <Link to={pages.queue()}>Show all that is pending</Link>} {also}
      </NothingFound>
    );
  if (isNarrowed && queue.body.waiting > 0)
    return (
      <NothingFound>
        Nothing that is pending matches these filters.{" "}
        <Link to={pages.queue()}>Show all that is pending</Link>
      </NothingFound>
    );
  return (
    <NothingFound>
      {also ? <>Nothing is pending. {also}</> : "All caught up: nothing is pending."}
    </NothingFound>
  );
}
