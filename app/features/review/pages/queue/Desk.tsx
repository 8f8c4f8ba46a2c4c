import { useCallback, useEffect, useRef, useState } from "react";
import { Link, useNavigate, useRevalidator, useSearchParams } from "react-router";
import type {
  CheckExceptionsAnswer,
  ClaimAnswer,
  QueueAnswer,
  SecondLooksAnswer,
} from "../../../../../domain/contract/review.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import { MapMark } from "../../../../../domain/fields/map/MapMark.tsx";
import type { Marks } from "../../../../../domain/fields/marks/packed.ts";
import { TowerChip } from "../../../../../domain/fields/tower/TowerChip.tsx";
import { ProofFrame } from "../../../../ui/completions/ProofFrame.tsx";
import { NothingFound } from "../../../../ui/components/NothingFound.tsx";
import { useAction } from "../../../../ui/sign-in/use-action.ts";
import { useAnswer } from "../../../../ui/sign-in/use-answer.ts";
import { Checklist, useChecklist } from "./Checklist.tsx";
import classes from "./Desk.module.css";
import { ItemFacts } from "./ItemFacts.tsx";
import type { Item } from "./load.server.ts";
import { Queue } from "./Queue.tsx";
import { Selected, type Selection } from "./Selected.tsx";
import { addressOf, placeIn, useLease } from "./use-lease.ts";
import { focus, Verdicts } from "./Verdicts.tsx";

/** What a person writes in, or chose to be in. */
const TYPED_IN = "textarea, select, input:not([type=checkbox]), dialog[open] *";

/** Focuses what was opened, unless the person is busy elsewhere. */
const focusOpened = (heading: HTMLElement | null): void => {
  if (!document.activeElement?.matches(TYPED_IN)) focus(heading);
};

interface Props {
  /** Null: none is named, or it is gone. */
  readonly item: Item | null;
  readonly maps: readonly string[];
  readonly marks: Marks;
}

/** The queue, the proof of one completion in it, what is known of it, and the verdicts. */
export function Desk({ item, maps, marks }: Props) {
  const place = placeIn(useSearchParams()[0]);
  const { filters, after, filekey } = place;
  const queue = useAnswer<QueueAnswer>(api.queue({ ...filters, after }));
  const looks = useAnswer<SecondLooksAnswer>(api.secondLooks());
  const lease = useLease(place);
  const navigate = useNavigate();
  const opening = useAction();
  const { revalidate } = useRevalidator();
  const [selection, setSelection] = useState<Selection>(new Map());
  const select = (chosen: string, revision: number): void => {
    const others = [...selection].filter(([each]) => each !== chosen);
    setSelection(new Map(selection.has(chosen) ? others : [...others, [chosen, revision]]));
  };

  const desk = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const goOn = useCallback(
    async (to: string): Promise<void> => {
      await navigate(to, { replace: true, preventScrollReset: true });
      // Begins at the top of what comes next, and with the focus there.
      focusOpened(heading.current);
      const { top = 0 } = desk.current?.getBoundingClientRect() ?? {};
      if (top < 0) scrollBy(0, top);
    },
    [navigate],
  );
  /** Opens what is given next, or says that nothing is free; not if something else was opened meanwhile. */
  const openNext = async (isWanted = () => true): Promise<null> => {
    const next = await lease.claimNext();
    // Nothing free, and nothing open: one is there already.
    const isThere = next.filekey === null && filekey === null;
    if (!isThere && isWanted()) await goOn(addressOf({ ...place, filekey: next.filekey }));
    return null;
  };
  const isNamed = useRef(false);
  const unnamed = filekey === null ? JSON.stringify(filters) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever an address names no completion, and only then
  useEffect(() => {
    isNamed.current = unnamed === null;
    if (unnamed !== null) void opening.run(() => openNext(() => !isNamed.current));
  }, [unnamed]);

  const move = (step: number): void => {
    const filekeys = (queue.body?.results ?? []).map(({ completion }) => String(completion.filekey));
    const to = filekeys[filekeys.indexOf(filekey ?? "") + step];
    if (to !== undefined) void goOn(addressOf({ ...place, filekey: to }));
  };

  const toLookAt = looks.body?.results.map(({ completion }) => String(completion.filekey)) ?? [];
  const isLookedAt = item?.row.pending === null && toLookAt.includes(item.filekey);
  const isShown = item !== null && item.filekey === filekey;
  const shown = isShown ? filekey : null;
  useEffect(() => {
    if (shown !== null) focusOpened(heading.current);
  }, [shown]);
  const excepted = useAnswer<CheckExceptionsAnswer>(
    item && item.failures.length > 0 ? api.exceptions({ filekey: item.filekey }) : null,
  );
  const checklist = useChecklist(item, excepted.body?.results ?? []);
  const answer = lease.answer?.filekey === filekey ? lease.answer : null;
  const isReady = isShown
    ? item.row.pending !== null || looks.isSettled
    : filekey !== null || answer !== null || opening.problem !== null;
  return (
    <div className={classes.desk} ref={desk}>
      <Queue
        queue={queue.body}
        problem={queue.problem}
        looks={looks.body}
        place={place}
        maps={maps}
        marks={marks}
        selection={selection}
        select={select}
      >
        <Selected
          selection={selection}
          onDecided={(filekeys) => {
            setSelection(new Map([...selection].filter(([each]) => !filekeys.includes(each))));
            void Promise.all([queue.reload(), looks.reload(), revalidate()]);
          }}
        />
      </Queue>
      {isShown ? (
        <>
          <section className={classes.proof} aria-labelledby="item">
            <h2 id="item" ref={heading} tabIndex={-1} className={classes.heading} aria-label={item.heading}>
              <Played key={item.filekey} item={item} marks={marks} />
            </h2>
            <p className={classes.lease}>
              <Held answer={answer} />
            </p>
            <ProofFrame key={item.filekey} proofs={item.proofs} title={item.heading} isInspected />
          </section>
          <ItemFacts
            key={`facts of ${item.filekey} ${item.revision} ${item.row.pending}`}
            item={item}
            excepted={excepted}
            isLookedAt={isLookedAt}
          >
            {(item.row.pending !== null || isLookedAt) && <Checklist checklist={checklist} />}
          </ItemFacts>
        </>
      ) : (
        <div className={classes.nothing}>
          {opening.problem !== null && <p role="alert">{opening.problem}</p>}
          <Nothing
            queue={queue.body}
            answer={answer}
            isAsked={filekey !== null}
            isNarrowed={Object.keys(filters).length > 0}
          />
        </div>
      )}
      <Verdicts
        item={isShown ? item : null}
        checklist={checklist}
        select={select}
        lease={lease}
        heldBy={answer?.heldBy ?? null}
        isUnanswered={queue.body?.results.some(
          ({ completion, question }) => completion.filekey === filekey && question === "no-answer",
        )}
        openNext={openNext}
        open={(to) => goOn(addressOf({ ...place, filekey: to }))}
        move={move}
        desk={desk}
        reload={queue.reload}
        looks={toLookAt}
        isLookedAt={isShown && isLookedAt}
        isReady={isReady}
        reloadLooks={looks.reload}
      />
    </div>
  );
}

/** What was played: the challenge, the towers with their upgrades, the map. */
function Played({ item: { challenge, label, towers, row }, marks }: { item: Item; marks: Marks }) {
  const map = String(row.map);
  return (
    <>
      <span>{label}</span>
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
        {answer.heldBy} is looking at this, until {until} or longer
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
function Nothing({
  queue,
  answer,
  isAsked,
  isNarrowed,
}: {
  readonly queue: QueueAnswer | null;
  /** What the server said when it was asked for one; null: nothing yet. */
  readonly answer: ClaimAnswer | null;
  /** Whether the address names a completion, which then is gone. */
  readonly isAsked: boolean;
  readonly isNarrowed: boolean;
}) {
  if (isAsked)
    return (
      <NothingFound>
        This completion is not there: it was rejected, deleted or withdrawn.{" "}
        <Link to={pages.queue()}>Go to the queue</Link>
      </NothingFound>
    );
  if (!queue || !answer) return null;
  const reasons = reasonsOf(answer);
  if (reasons.length > 0)
    return (
      <NothingFound>
        Nothing is free: {reasons.join(", ")}.{" "}
        {isNarrowed && <Link to={pages.queue()}>Show all that is pending</Link>}
      </NothingFound>
    );
  if (isNarrowed && queue.waiting > 0)
    return (
      <NothingFound>
        Nothing that is pending matches these filters.{" "}
        <Link to={pages.queue()}>Show all that is pending</Link>
      </NothingFound>
    );
  return <NothingFound>All caught up: nothing is pending.</NothingFound>;
}
