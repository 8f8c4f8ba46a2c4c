import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { Link, useNavigate, useRevalidator, useSearchParams } from "react-router";
import type { FieldChange } from "../../../../../domain/contract/history.ts";
import type {
  CheckExceptionsAnswer,
  ClaimAnswer,
  ConfirmedAnswer,
  QueueAnswer,
  SecondLooksAnswer,
  VerdictsAnswer,
} from "../../../../../domain/contract/review.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button } from "../../../../../domain/fields/controls.tsx";
import { type ChecklistItem, reasonFor } from "../../../../../domain/submissions/checklist.ts";
import { CannedReasons } from "../../../../ui/completions/CannedReasons.tsx";
import { ProofFrame } from "../../../../ui/completions/ProofFrame.tsx";
import { FieldChanges } from "../../../../ui/components/FieldChanges.tsx";
import { NothingFound } from "../../../../ui/components/NothingFound.tsx";
import { ReasonForm } from "../../../../ui/components/ReasonForm.tsx";
import { tellOwnWrites } from "../../../../ui/own-writes.ts";
import { useShortcutsAreOn } from "../../../../ui/shortcuts.ts";
import { useAction } from "../../../../ui/sign-in/use-action.ts";
import { useAnswer } from "../../../../ui/sign-in/use-answer.ts";
import { useApi } from "../../../../ui/sign-in/use-api.ts";
import { momentInWords } from "../../../../ui/thread/waits.ts";
import { besides, VERIFIED_MEANWHILE } from "../../../../ui/verified.ts";
import {
  Checklist,
  DIGITS,
  failedItems,
  type Marks,
  nextMark,
  openItems,
  withoutExcepted,
} from "./Checklist.tsx";
import { ItemFacts } from "./ItemFacts.tsx";
import { type DeskActs, Keys } from "./Keys.tsx";
import type { Item } from "./load.server.ts";
import { addressOf, placeIn } from "./place.ts";
import { Queue } from "./Queue.tsx";
import classes from "./queue.module.css";
import { Selected, type Selection } from "./Selected.tsx";
import { AskForm, NO_ANSWER, Thread } from "./Thread.tsx";
import { type Lease, useLease } from "./use-lease.ts";

interface Props {
  /** Null: none is named, or it is gone. */
  readonly item: Item | null;
  /** The names of all maps. */
  readonly maps: readonly string[];
}

/** A verdict that was just given, and where it can be taken back. */
interface Verdict {
  readonly filekey: string;
  readonly text: string;
  /** The number of its change in the log; null: somebody changed it again at once. */
  readonly change: number | null;
}

/** Milliseconds for which a verdict can be taken back here. After that the list of changes still offers it. */
const UNDO_FOR = 10_000;

/** What a verdict on a former state is answered with, once the present one is shown. */
const CHANGED =
  "It was changed in the meantime. What is shown now is the current version: please look again.";

/** The key that does the same as the button around it, while keys do something. Its name is the button's own. */
const Key = ({ name }: { readonly name: string }) =>
  useShortcutsAreOn() && (
    <span className={classes.key} aria-hidden="true">
      {name}
    </span>
  );

/** Focuses without moving the proof out of sight. */
const focus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });

/** A verdict as the API takes it, but for the completion that it is on. */
type Given = { readonly verdict: "verify" } | { readonly verdict: "reject"; readonly reason: string };

/** The queue, the proof of one completion in it, what is known of it, and the verdicts. */
export function Desk({ item, maps }: Props) {
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
      focus(heading.current);
      const { top = 0 } = desk.current?.getBoundingClientRect() ?? {};
      if (top < 0) scrollBy(0, top);
    },
    [navigate],
  );
  /** Opens what is given next, or says that nothing is free. */
  const openNext = async (): Promise<null> => {
    const next = await lease.claimNext();
    await goOn(addressOf({ ...place, filekey: next.filekey }));
    return null;
  };
  const asked = filekey === null ? JSON.stringify(filters) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever an address names no completion, and only then
  useEffect(() => {
    if (asked !== null) void opening.run(openNext);
  }, [asked]);

  const move = (step: number): void => {
    const filekeys = (queue.body?.results ?? []).map(({ completion }) => String(completion.filekey));
    const to = filekeys[filekeys.indexOf(filekey ?? "") + step];
    if (to !== undefined) void goOn(addressOf({ ...place, filekey: to }));
  };

  const again = looks.body?.results.map(({ completion }) => String(completion.filekey)) ?? [];
  const isLookedAt = item?.row.pending === null && again.includes(item.filekey);
  const isShown = item !== null && item.filekey === filekey;
  // What was marked on another completion, or on what a player changed since, counts no more.
  const [marked, setMarked] = useState({ of: "", marks: {} as Marks, from: 0 });
  const of = item ? `${item.filekey} ${item.revision}` : "";
  const { marks, from } = marked.of === of ? marked : { marks: {}, from: 0 };
  const mark = (id: string): void => setMarked({ of, marks: nextMark(marks, id), from });
  const excepted = useAnswer<CheckExceptionsAnswer>(
    item && item.failures.length > 0 ? api.exceptions({ filekey: item.filekey }) : null,
  );
  const checklist = withoutExcepted(
    item?.checklist ?? [],
    (excepted.body?.results ?? []).map(({ check }) => check),
  );
  /** Leads the digits to the next rules, and after the last ones to the first. */
  const leadDigits = (): void => {
    const next = from + DIGITS < checklist.length ? from + DIGITS : 0;
    setMarked({ of, marks, from: next });
    desk.current?.querySelector(`[data-rule="${checklist[next]?.id}"]`)?.scrollIntoView({ block: "nearest" });
  };
  const answer = lease.answer?.filekey === filekey ? lease.answer : null;
  return (
    <div className={classes.desk} ref={desk}>
      <Queue
        queue={queue.body}
        problem={queue.problem}
        looks={looks.body}
        place={place}
        maps={maps}
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
            <h2 id="item" ref={heading} tabIndex={-1} className={classes.heading}>
              {item.heading}
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
            {(item.row.pending !== null || isLookedAt) && (
              <Checklist items={checklist} marks={marks} press={mark} from={from} />
            )}
          </ItemFacts>
          <Thread key={`thread of ${item.filekey}`} filekey={item.filekey} />
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
        marks={marks}
        mark={(place) => {
          const rule = checklist[from + place - 1];
          if (rule && isShown && (item.row.pending !== null || isLookedAt)) mark(rule.id);
        }}
        leadDigits={leadDigits}
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
        looks={again}
        isLookedAt={isShown && isLookedAt}
        reloadLooks={looks.reload}
      />
    </div>
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
const reasonsOf = ({ held, skipped, own }: ClaimAnswer): string[] => [
  ...(held > 0 ? [held === 1 ? "1 is held by another helper" : `${held} are held by others`] : []),
  ...(skipped > 0 ? [`you skipped ${skipped}`] : []),
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

interface VerdictsProps {
  readonly item: Item | null;
  readonly checklist: readonly ChecklistItem[];
  readonly marks: Marks;
  /** Marks the rule that a digit reaches. */
  readonly mark: (digit: number) => void;
  readonly leadDigits: () => void;
  readonly select: (filekey: string, revision: number) => void;
  readonly lease: Lease;
  /** Another helper who is looking at it. */
  readonly heldBy: string | null;
  /** Whether its player was asked something and did not answer in time. */
  readonly isUnanswered: boolean | undefined;
  /** Opens what is given next. */
  readonly openNext: () => Promise<null>;
  readonly open: (filekey: string) => Promise<void>;
  /** Opens what stands so many places further down the queue. */
  readonly move: (step: number) => void;
  /** Around everything on the desk. */
  readonly desk: RefObject<HTMLDivElement | null>;
  /** Loads the queue anew. */
  readonly reload: () => Promise<void>;
  /** The filekeys of what is to be looked at twice. */
  readonly looks: readonly string[];
  /** Whether this one is. */
  readonly isLookedAt: boolean;
  readonly reloadLooks: () => Promise<void>;
}

/** What can be done with the completion: at the bottom of the window, where nothing that it says moves anything. */
function Verdicts({
  item,
  checklist,
  marks,
  mark,
  leadDigits,
  select,
  lease,
  heldBy,
  isUnanswered,
  openNext,
  open,
  move,
  desk,
  reload,
  looks,
  isLookedAt,
  reloadLooks,
}: VerdictsProps) {
  const { post } = useApi();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const action = useAction();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  // What somebody changed since the revision that a verdict was meant for.
  const [differs, setDiffers] = useState<readonly FieldChange[]>([]);
  // The filekey of what is being rejected: it ends with the next completion.
  const [rejected, setRejected] = useState<string | null>(null);
  // The filekey of what a key was to verify though something is still to be looked at.
  const [warned, setWarned] = useState<string | null>(null);
  const waits = item !== null && item.row.pending !== null;
  // What is verified is doubted in the same way.
  const isRejecting = item !== null && (waits || isLookedAt) && rejected === item.filekey;
  // The same of what is being asked about.
  const [asked, setAsked] = useState<string | null>(null);
  const isAsking = waits && asked === item.filekey;

  useEffect(() => {
    if (verdict === null) return;
    const over = setTimeout(() => setVerdict(null), UNDO_FOR);
    return () => clearTimeout(over);
  }, [verdict]);

  /** Runs an act; what was said before it is over. */
  const act = (work: () => Promise<unknown>): void =>
    void action.run(async () => {
      setVerdict(null);
      setDiffers([]);
      await work();
      return null;
    });
  /** Gives a verdict and shows the next completion; if it is refused, shows what is so now. */
  const decide = (given: Given): void =>
    act(async () => {
      if (!item) return;
      const { filekey, revision, heading } = item;
      const entries = JSON.stringify([{ filekey, revision, ...given }]);
      const done = await post<VerdictsAnswer>(api.giveVerdicts(), { entries });
      const [result] = done.results;
      if (result?.outcome !== "done") {
        setDiffers(result?.differs ?? []);
        await Promise.all([revalidate(), reload(), lease.claim(filekey, false)]);
        // What was marked is gone, and with it perhaps the focus.
        focus(desk.current?.querySelector("h2") ?? null);
        throw new Error(result?.outcome === "stale" ? CHANGED : (result?.error ?? ""));
      }
      tellOwnWrites([filekey]);
      setRejected(null);
      await openNext();
      const text =
        given.verdict === "verify"
          ? `Verified: ${heading}. ${besides(done)}`.trim()
          : `Rejected: ${heading}.`;
      setVerdict({ filekey, text, change: result.change });
      // The next verdict need not wait for the list beside it.
      void reload();
    });
  /** Opens what is to be looked at twice after the one that is open, or else what is free. */
  const openNextLook = async (): Promise<unknown> => {
    const next = looks[looks.indexOf(item?.filekey ?? "") + 1];
    return next === undefined ? openNext() : open(next);
  };
  /** Confirms what is verified, or doubts it, and shows the next; if it is refused, shows what is so now. */
  const lookAgain = (reason: string | null): void =>
    act(async () => {
      if (!item) return;
      const { filekey, heading } = item;
      const seen = { filekey, revision: String(item.revision) };
      try {
        let done = { text: `Doubted: ${heading}. Helpers decide.`, change: null as number | null };
        if (reason === null) {
          const { change } = await post<ConfirmedAnswer>(api.confirm(), seen);
          tellOwnWrites([filekey]);
          done = { text: `Confirmed: ${heading}.`, change };
        } else await post(api.doubt(), { ...seen, reason });
        setRejected(null);
        await openNextLook();
        setVerdict({ filekey, ...done });
      } catch (error) {
        await revalidate();
        throw error;
      } finally {
        void reloadLooks();
      }
    });
  const unseen = openItems(checklist, marks);
  /** What a rejection says at first: that another was first, the rules that it breaks, or that nobody answered. */
  const proposed =
    (waits && item.isTaken && VERIFIED_MEANWHILE) ||
    reasonFor(failedItems(checklist, marks)) ||
    (waits && isUnanswered && NO_ANSWER) ||
    "";
  /** Closes what is being written, and gives the keys back to the desk. */
  const cancel = (): void => {
    setRejected(null);
    setAsked(null);
    focus(desk.current?.querySelector("h2") ?? null);
  };
  const openReject = (): void => {
    setAsked(null);
    setRejected(item?.filekey ?? null);
  };
  /** Verifies at a key: while something is to be looked at, the first press leads there instead. */
  const verifyByKey = (): void => {
    const [first] = unseen;
    if (item && first && warned !== item.filekey) {
      setWarned(item.filekey);
      focus(desk.current?.querySelector<HTMLElement>(`[data-rule="${first.id}"]`) ?? null);
    } else decide({ verdict: "verify" });
  };
  const skip = (): void =>
    act(async () => {
      if (waits) await post(api.skipReview(), { filekey: item.filekey });
      await (isLookedAt ? openNextLook() : openNext());
      void reload();
    });
  const takeOver = (): void =>
    act(async () => {
      if (item) await lease.claim(item.filekey, true);
      await Promise.all([revalidate(), reload()]);
    });
  const undo = ({ filekey, change }: Verdict): void =>
    act(async () => {
      await post(api.undoChange(), { seq: String(change) });
      void reload();
      void reloadLooks();
      await open(filekey);
    });
  const acts: DeskActs = {
    n: () => act(openNext),
    j: () => move(1),
    k: () => move(-1),
    s: skip,
    0: leadDigits,
    ...(item && { e: () => void navigate(pages.editForm(item.challenge, { filekey: item.filekey })) }),
    ...(waits && { x: () => select(item.filekey, item.revision) }),
    ...(waits &&
      heldBy === null && {
        v: verifyByKey,
        r: openReject,
        a: () => {
          setRejected(null);
          setAsked(item.filekey);
        },
      }),
    ...(item && isLookedAt && { c: () => lookAgain(null), r: openReject }),
    ...(verdict && verdict.change !== null && { u: () => undo(verdict) }),
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what is written in it, unless it would be lost
    <div
      className={classes.bar}
      data-rejecting={isRejecting || isAsking || undefined}
      onKeyDown={({ key, target }) => {
        if (key !== "Escape" || !(target instanceof HTMLTextAreaElement)) return;
        if (target.value === "" || target.value === proposed) cancel();
      }}
    >
      {isAsking && (
        <AskForm
          filekey={item.filekey}
          challenge={item.challenge}
          onCancel={cancel}
          onReject={openReject}
          onAsked={async (until) => {
            setAsked(null);
            await openNext();
            setVerdict({
              ...{ filekey: item.filekey, change: null },
              text: `Asked about ${item.heading}. The player has until ${momentInWords(until)}.`,
            });
            await reload();
          }}
        />
      )}
      {isRejecting && (
        <ReasonForm
          label={isLookedAt ? "What seems wrong? Helpers read this." : "Why? The player reads this."}
          act={isLookedAt ? "Doubt" : "Reject"}
          look="call"
          rows={3}
          defaultValue={proposed}
          textRef={focus}
          className={classes.reason}
          isBusy={action.isRunning}
          onReason={(reason) => (isLookedAt ? lookAgain(reason) : decide({ verdict: "reject", reason }))}
          beside={<Button onClick={cancel}>Cancel</Button>}
        >
          {!isLookedAt && <CannedReasons challenge={item.challenge} kind="reject" field="reason" />}
        </ReasonForm>
      )}
      <div className={classes.acts}>
        {waits && heldBy !== null && (
          <Button look="main" isBusy={action.isRunning} onClick={takeOver}>
            Take over
          </Button>
        )}
        {waits && heldBy === null && (
          <>
            <Button
              look={item.isTaken ? undefined : "main"}
              isBusy={action.isRunning}
              onClick={() => decide({ verdict: "verify" })}
            >
              Verify <Key name="V" />
            </Button>
            {item.isTaken && (
              <Button
                look="main"
                isBusy={action.isRunning}
                onClick={() => decide({ verdict: "reject", reason: VERIFIED_MEANWHILE })}
              >
                Reject as verified meanwhile
              </Button>
            )}
            {isUnanswered && (
              <Button
                isBusy={action.isRunning}
                onClick={() => decide({ verdict: "reject", reason: NO_ANSWER })}
              >
                Reject: no answer
              </Button>
            )}
            <Button aria-expanded={isRejecting} onClick={isRejecting ? cancel : openReject}>
              Reject … <Key name="R" />
            </Button>
            <Button
              aria-expanded={isAsking}
              onClick={() => {
                setRejected(null);
                setAsked(isAsking ? null : item.filekey);
              }}
            >
              Ask … <Key name="A" />
            </Button>
          </>
        )}
        {item && isLookedAt && (
          <>
            <Button look="main" isBusy={action.isRunning} onClick={() => lookAgain(null)}>
              Confirm <Key name="C" />
            </Button>
            <Button
              aria-expanded={isRejecting}
              onClick={() => setRejected(isRejecting ? null : item.filekey)}
            >
              Doubt … <Key name="R" />
            </Button>
          </>
        )}
        {item && (
          <Link to={pages.editForm(item.challenge, { filekey: item.filekey })} className={controls.button}>
            Edit <Key name="E" />
          </Link>
        )}
        <Button disabled={action.isRunning} onClick={skip}>
          {waits ? "Skip" : item ? "Next" : "Look again"} <Key name="S" />
        </Button>
        <Keys desk={desk} mark={mark} acts={action.isRunning ? {} : acts} />
      </div>
      <div className={classes.said}>
        {action.problem !== null ? (
          <div role="alert">
            <p>{action.problem}</p>
            {differs.length > 0 && <FieldChanges changes={differs} />}
          </div>
        ) : (
          <p role="status">
            {verdict?.text ??
              (warned !== null && warned === item?.filekey && waits
                ? `${unseen.length === 1 ? "1 rule is" : `${unseen.length} rules are`} not looked at. Press V again to verify.`
                : null)}
          </p>
        )}
        {verdict && verdict.change !== null && (
          <Button isSmall isBusy={action.isRunning} onClick={() => undo(verdict)}>
            Undo <Key name="U" />
          </Button>
        )}
      </div>
    </div>
  );
}
