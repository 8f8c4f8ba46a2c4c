import { useEffect, useState } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import type { FieldChange } from "../../../../../domain/contract/history.ts";
import type { ConfirmedAnswer, VerdictsAnswer } from "../../../../../domain/contract/review.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button } from "../../../../../domain/fields/controls.tsx";
import { reasonFor } from "../../../../../domain/submissions/checklist.ts";
import { CannedReasons } from "../../../../ui/completions/CannedReasons.tsx";
import { FieldChanges } from "../../../../ui/components/FieldChanges.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { ReasonForm, type ReasonFormProps } from "../../../../ui/components/ReasonForm.tsx";
import { tellOwnWrites } from "../../../../ui/own-writes.ts";
import { useShortcutsAreOn } from "../../../../ui/shortcuts.ts";
import { useAction } from "../../../../ui/sign-in/use-action.ts";
import { useApi } from "../../../../ui/sign-in/use-api.ts";
import { momentInWords } from "../../../../ui/thread/waits.ts";
import { BANNED, competingClaimsNote, VERIFIED_MEANWHILE } from "../../../../ui/verified.ts";
import { openLines, reasonsOf } from "./Checklist.tsx";
import { type DeskActs, Keys } from "./Keys.tsx";
import { findingInWords } from "./Queue.tsx";
import { AskForm, NO_ANSWER } from "./Thread.tsx";
import { addressOf, type DeskState, focus } from "./use-desk.ts";
import classes from "./Verdicts.module.css";

/** A verdict that was just given, and where it can be taken back. */
export interface GivenVerdict {
  readonly filekey: string;
  readonly text: string;
  /** The number of its change in the log; null: somebody changed it again at once. */
  readonly change: number | null;
  /** What the log knows several of them by, which are undone together; null: it is one. */
  readonly act?: string | null;
  /** Another open claim of the same; absent: there is none. */
  readonly rival?: string | undefined;
}

/** Milliseconds for which a verdict can be taken back here. After that the list of changes still offers it. */
const UNDO_FOR = 10_000;

/** What a verdict on a former state is answered with, once the present one is shown. */
const CHANGED =
  "It was changed in the meantime. What is shown now is the current version: please look again.";

/** The key that does the same as the button around it, while keys do something. Its name is the button's own. */
export const Key = ({ name }: { readonly name: string }) =>
  useShortcutsAreOn() && (
    <span className={classes.key} aria-hidden="true">
      {name}
    </span>
  );

/** What a helper writes about what is open. */
type Writing = "reason" | "question" | "decline";

/** A verdict as the API takes it, but for the completion that it is on. */
type Given = { readonly verdict: "verify" } | { readonly verdict: "reject"; readonly reason: string };

/** Runs acts, and has the verdict that was given last for as long as it can be taken back here. */
function useActs() {
  const action = useAction();
  const [verdict, say] = useState<GivenVerdict | null>(null);
  // What somebody changed since the revision that a verdict was meant for.
  const [differs, setDiffers] = useState<readonly FieldChange[]>([]);
  useEffect(() => {
    if (verdict === null) return;
    const over = setTimeout(() => say(null), UNDO_FOR);
    return () => clearTimeout(over);
  }, [verdict]);
  /** Runs an act; what was said before it is over. */
  const act = (work: () => Promise<unknown>): void =>
    void action.run(async () => {
      say(null);
      setDiffers([]);
      await work();
      return null;
    });
  return { action, act, verdict, say, differs, setDiffers };
}

/** What an act on the desk is done with. */
interface Acting extends Pick<ReturnType<typeof useActs>, "say" | "setDiffers"> {
  readonly state: DeskState;
  readonly post: ReturnType<typeof useApi>["post"];
  revalidate(): Promise<void>;
  /** Shows what is next, by default what is free, and says what was done. */
  goOn(done: Omit<GivenVerdict, "filekey">, next?: () => Promise<unknown>): Promise<void>;
}

/** Gives a verdict and shows the next completion; if it is refused, shows what is so now. */
async function decide(acting: Acting, given: Given) {
  const { state, post, revalidate, goOn, setDiffers } = acting;
  const { item, lease, desk, queue } = state;
  if (!item) return;
  const { filekey, revision, heading } = item;
  const entries = JSON.stringify([{ filekey, revision, ...given }]);
  const done = await post<VerdictsAnswer>(api.giveVerdicts(), { entries });
  const [result] = done.results;
  if (result?.outcome !== "done") {
    setDiffers(result?.differs ?? []);
    await Promise.all([revalidate(), queue.reload(), lease.claim(filekey, false)]);
    // What was marked is gone, and with it perhaps the focus.
    focus(desk.current?.querySelector("h2") ?? null);
    throw new Error(result?.outcome === "stale" ? CHANGED : (result?.error ?? ""));
  }
  tellOwnWrites([filekey]);
  const text =
    given.verdict === "verify"
      ? `Verified: ${heading}. ${competingClaimsNote(done)}`.trim()
      : `Rejected: ${heading}.`;
  await goOn({ text, change: result.change, rival: done.rivals[0]?.filekey });
  // The next verdict need not wait for the list beside it.
  void queue.reload();
}

/** Rejects all that is pending of a banned player and from the account, and shows the next. */
async function rejectAllOfBanned({ state: { item, about, queue }, post, goOn }: Acting) {
  const { banned = null, open: all = [] } = about.known.body?.submitter ?? {};
  if (!item || banned === null || all.length === 0) return;
  const entries = JSON.stringify(all.map((each) => ({ ...each, verdict: "reject", reason: BANNED })));
  const { results, act: together } = await post<VerdictsAnswer>(api.giveVerdicts(), { entries });
  const done = results.filter(({ outcome }) => outcome === "done");
  tellOwnWrites(done.map(({ filekey }) => filekey));
  const left = results.length - done.length;
  const text = `Rejected: ${done.length} of ${banned} or from this account.${left > 0 ? ` ${left} left: others review them, or decide.` : ""}`;
  await goOn({ text, change: done[0]?.change ?? null, act: together });
  void queue.reload();
}

/** Opens what is to be looked at twice after the one that is open, or else what is free. */
async function openNextLook({ toLookAt, item, open, openNext }: DeskState): Promise<unknown> {
  const next = toLookAt[toLookAt.indexOf(item?.filekey ?? "") + 1];
  return next === undefined ? openNext() : open(next);
}

/** Confirms what is verified, or questions it, and shows the next; if it is refused, shows what is so now. */
async function lookAgain({ state, post, revalidate, goOn }: Acting, reason: string | null) {
  const { item } = state;
  if (!item) return;
  const { filekey, heading } = item;
  const seen = { filekey, revision: String(item.revision) };
  try {
    let done = { text: `Questioned: ${heading}. Helpers decide.`, change: null as number | null };
    if (reason === null) {
      const { change } = await post<ConfirmedAnswer>(api.confirm(), seen);
      tellOwnWrites([filekey]);
      done = { text: `Confirmed: ${heading}.`, change };
    } else await post(api.doubt(), { ...seen, reason });
    await goOn(done, () => openNextLook(state));
  } catch (error) {
    await revalidate();
    throw error;
  } finally {
    void state.looks.reload();
  }
}

async function undo({ state, post }: Acting, { filekey, change, act: together = null }: GivenVerdict) {
  await post(api.undoChange(), together === null ? { seq: String(change) } : { act: together });
  void state.queue.reload();
  void state.looks.reload();
  await state.open(filekey);
  // Only then: what is decided on next names the revision that is shown.
  await state.proposals.reload();
}

/** What was to be verified though something is unchecked or was found, and what to press again. */
interface Warned {
  readonly of: string | null;
  readonly by: "V" | "Verify";
}

/**
 * Verifies what is open, once it was said what was found of it and what is unchecked.
 * @param forget forgets what was said of the act before
 */
function useVerifying(
  { item, waits, checklist, about }: DeskState,
  { give, forget }: { give(): void; forget(): void },
) {
  const [warned, setWarned] = useState<Warned | null>(null);
  /** What is looked at, as it is now: what was said of it before an edit or an undo counts no more. */
  const looked = item && `${item.filekey} ${item.revision}`;
  const [wanted, setWanted] = useState<string | null>(null);
  const { findings = [], submitter = null } = (waits && about.known.body) || {};
  const found = findings.map((finding) => findingInWords(finding, submitter?.banned ?? null));
  const unseen = openLines(checklist.lines, checklist.marks);
  // What was to be verified before it was known whose it is: that is said first, if anything was found.
  useEffect(() => {
    if (wanted === null || !about.isWhole) return;
    setWanted(null);
    if (wanted === looked && found.length === 0) give();
  });
  const isWarned = warned !== null && warned.of === looked && waits && unseen.length + found.length > 0;
  return {
    /** What was found and how many lines are unchecked once it was to be verified, and what to press again; null: it was not. */
    unseen: isWarned ? { found, lines: unseen.length, by: warned.by } : null,
    /** Verifies, by key or button: while something is unchecked, the first press leads there instead. */
    verify(by: "V" | "Verify"): void {
      const [first] = unseen;
      if ((first || found.length > 0) && warned?.of !== looked) {
        setWarned({ of: looked, by });
        forget();
        // A pointer is where it is: only a key leads on.
        if (by === "V" && first) checklist.lead(first.label);
      } else if (about.isWhole) give();
      else setWanted(looked);
    },
    forgetWarning: (): void => setWarned(null),
  };
}

/** What a rejection says at first: that another was first, what it breaks and what was found, or that nobody answered. */
function proposedReason(
  { item, waits, about, checklist }: DeskState,
  isUnanswered: boolean | undefined,
): string {
  return (
    (waits && about.known.body?.findings.includes("banned") && BANNED) ||
    (waits && item?.isTaken && VERIFIED_MEANWHILE) ||
    reasonFor([
      ...reasonsOf(checklist.items, checklist.marks, item?.failures ?? []),
      ...checklist.findings.map((fails) => ({ fails })),
    ]) ||
    (waits && isUnanswered && NO_ANSWER) ||
    ""
  );
}

/** Gives verdicts on the completion that is open, takes them back, and knows what is being written of it. */
export function useVerdicts(state: DeskState) {
  const { item, waits, about, lease, openNext, move, desk, isLookedAt } = state;
  const { reload } = state.queue;
  const heldBy = state.answer?.heldBy ?? null;
  /** Whether its player was asked something and did not answer in time. */
  const isUnanswered = state.queue.body?.results.some(
    ({ completion, question }) => completion.filekey === state.place.filekey && question === "no-answer",
  );
  const { post } = useApi();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const { action, act, verdict, say, differs, setDiffers } = useActs();
  // What is being written of which completion: it ends with the next one.
  const [writing, setWriting] = useState<{ readonly what: Writing; readonly of: string } | null>(null);
  const subjectOf = (what: Writing): string =>
    (what === "decline" ? state.proposal?.proposal : item?.filekey) ?? "";
  const isWriting = (what: Writing): boolean => writing?.what === what && writing.of === subjectOf(what);
  const write = (what: Writing): void => setWriting({ what, of: subjectOf(what) });
  const writes = {
    // What is verified is doubted in the same way.
    reason: (waits || isLookedAt) && isWriting("reason"),
    question: waits && isWriting("question"),
    decline: isWriting("decline"),
  };
  const goOn: Acting["goOn"] = async (done, next = openNext) => {
    setWriting(null);
    forgetWarning();
    await next();
    if (item) say({ filekey: item.filekey, ...done });
  };
  const acting: Acting = { state, post, revalidate, setDiffers, say, goOn };
  const give = (given: Given): void => act(() => decide(acting, given));
  const { unseen, verify, forgetWarning } = useVerifying(state, {
    give: () => give({ verdict: "verify" }),
    forget: action.forget,
  });
  const skip = (): void =>
    act(async () => {
      if (item && waits) await post(api.skipReview(), { filekey: item.filekey });
      await (isLookedAt ? openNextLook(state) : openNext());
      void reload();
    });
  const rejectAll = (): void => act(() => rejectAllOfBanned(acting));
  const look = (reason: string | null): void => act(() => lookAgain(acting, reason));
  // What decides means what is shown, so it waits while another one is being opened.
  const moves: DeskActs = {
    n: () => act(openNext),
    j: () => move(1),
    k: () => move(-1),
    x: state.selectAimed,
  };
  const acts: DeskActs = {
    ...moves,
    s: skip,
    ...(item && { e: () => void navigate(pages.editForm(item.challenge, { filekey: item.filekey })) }),
    ...(waits &&
      heldBy === null && {
        v: () => verify("V"),
        r: () => write("reason"),
        a: () => write("question"),
      }),
    ...(waits && about.known.body?.submitter?.banned != null && { b: rejectAll }),
    ...(item && isLookedAt && { c: () => look(null) }),
    ...(item && isLookedAt && state.proposal === null && { r: () => write("reason") }),
    ...(verdict && verdict.change !== null && { u: () => act(() => undo(acting, verdict)) }),
  };
  /** Closes what is being written, and gives the keys back to the desk. */
  const cancel = (): void => {
    setWriting(null);
    focus(desk.current?.querySelector("h2") ?? null);
  };
  return {
    heldBy,
    isUnanswered,
    proposed: proposedReason(state, isUnanswered),
    writes,
    write,
    cancel,
    /** Opens a box to write in, or closes it. */
    toggle: (what: Writing): void => (writes[what] ? cancel() : write(what)),
    /** Goes on after a question was sent, which its player can answer until then. */
    async afterQuestion(until: string): Promise<void> {
      if (!item) return;
      const text = `Asked about ${item.heading}. The player has until ${momentInWords(until)}.`;
      await goOn({ text, change: null });
      await reload();
    },
    decide: give,
    verify,
    lookAgain: look,
    skip,
    takeOver: (): void =>
      act(async () => {
        if (item) await lease.claim(item.filekey, true);
        await Promise.all([revalidate(), reload()]);
      }),
    undo: (of: GivenVerdict): void => act(() => undo(acting, of)),
    verdict,
    differs,
    rejectAllOfBanned: rejectAll,
    /** Runs an act of another part of the desk, and says what it came to. */
    act,
    goOn,
    /** @param more what else can be done with what is open */
    actsNow: (more: DeskActs) => (action.isRunning ? {} : state.isLeaving() ? moves : { ...acts, ...more }),
    unseen,
    isRunning: action.isRunning,
    problem: action.problem,
  };
}

export type VerdictsState = ReturnType<typeof useVerdicts>;

/** "Banned: Ada. 3 rules unchecked. Press V again to verify anyway." */
function warningOf({ found, lines, by }: NonNullable<VerdictsState["unseen"]>): string {
  const unchecked = lines === 1 ? ["1 rule unchecked"] : lines > 0 ? [`${lines} rules unchecked`] : [];
  return [...found, ...unchecked, `Press ${by} again to verify anyway`].map((said) => `${said}.`).join(" ");
}

/** What is to be said of what is open: why a verdict was refused, or that something is unchecked. */
export function Said({ verdicts: { problem, differs, unseen } }: { verdicts: VerdictsState }) {
  return (
    <div className={classes.said}>
      {problem !== null ? (
        <div role="alert">
          <p>{problem}</p>
          {differs.length > 0 && <FieldChanges changes={differs} />}
        </div>
      ) : (
        <p role="status">{unseen !== null && warningOf(unseen)}</p>
      )}
    </div>
  );
}

/** The verdict that was given last, on another one, and how it is taken back. It is silent while something is said of what is open. */
function Last({ verdicts, state }: { verdicts: VerdictsState; state: DeskState }) {
  const { verdict, problem, unseen } = verdicts;
  const isSilent = problem !== null || unseen !== null;
  return (
    <div className={classes.last} data-empty={verdict === null || undefined}>
      <p role="status" title={verdict?.text}>
        {!isSilent && verdict?.text}
      </p>
      {!isSilent && verdict?.rival !== undefined && (
        <Link to={addressOf({ ...state.place, filekey: verdict.rival })}>Open it</Link>
      )}
      {verdict && verdict.change !== null && (
        <Button isSmall isBusy={verdicts.isRunning} onClick={() => verdicts.undo(verdict)}>
          Undo <Key name="U" />
        </Button>
      )}
    </div>
  );
}

/** Asks why what is open, or what is proposed for it, is refused. */
export const Reason = ({
  verdicts,
  challenge,
  ...form
}: Pick<ReasonFormProps, "label" | "act" | "rows" | "defaultValue" | "className" | "onReason"> & {
  readonly verdicts: VerdictsState;
  /** Whose canned reasons are offered; null: none are. */
  readonly challenge: string | null;
}) => (
  <ReasonForm
    look="call"
    textRef={focus}
    isBusy={verdicts.isRunning}
    beside={<Button onClick={verdicts.cancel}>Cancel</Button>}
    {...form}
  >
    {challenge !== null && <CannedReasons challenge={challenge} kind="reject" field="reason" />}
  </ReasonForm>
);

/** What is done with one press, each with its key. */
function Acts({ verdicts, state }: { verdicts: VerdictsState; state: DeskState }) {
  const { item, waits, isLookedAt } = state;
  const { writes, isRunning } = verdicts;
  const isHeld = verdicts.heldBy !== null;
  return (
    <>
      {waits && (
        <>
          {isHeld ? (
            <Button look="main" isBusy={isRunning} onClick={verdicts.takeOver}>
              Take over
            </Button>
          ) : (
            <Button
              look={item?.isTaken ? undefined : "main"}
              isBusy={isRunning}
              onClick={() => verdicts.verify("Verify")}
            >
              Verify <Key name="V" />
            </Button>
          )}
          {item?.isTaken && (
            <Button
              look="main"
              disabled={isHeld}
              isBusy={isRunning}
              onClick={() => verdicts.decide({ verdict: "reject", reason: VERIFIED_MEANWHILE })}
            >
              Reject as duplicate
            </Button>
          )}
          <Button aria-expanded={writes.reason} disabled={isHeld} onClick={() => verdicts.toggle("reason")}>
            Reject … <Key name="R" />
          </Button>
          <Button
            aria-expanded={writes.question}
            disabled={isHeld}
            onClick={() => verdicts.toggle("question")}
          >
            Ask … <Key name="A" />
          </Button>
        </>
      )}
      {item && isLookedAt && (
        <>
          <Button look="main" isBusy={isRunning} onClick={() => verdicts.lookAgain(null)}>
            Confirm <Key name="C" />
          </Button>
          <Button aria-expanded={writes.reason} onClick={() => verdicts.toggle("reason")}>
            Question … {state.proposal === null && <Key name="R" />}
          </Button>
        </>
      )}
      {item && (
        <Link to={pages.editForm(item.challenge, { filekey: item.filekey })} className={controls.button}>
          Edit <Key name="E" />
        </Link>
      )}
      <Button disabled={isRunning} onClick={verdicts.skip}>
        {waits ? "Skip" : item ? "Next" : "Look again"} <Key name="S" />
      </Button>
      {waits && !isHeld && verdicts.isUnanswered && (
        <Button isBusy={isRunning} onClick={() => verdicts.decide({ verdict: "reject", reason: NO_ANSWER })}>
          Reject: no answer
        </Button>
      )}
    </>
  );
}

/** What can be done with the completion: at the bottom of the window, where nothing that it says moves anything. */
export function Verdicts({
  state,
  verdicts,
  more,
}: {
  state: DeskState;
  verdicts: VerdictsState;
  /** What else keys do with what is open. */
  more: DeskActs;
}) {
  const { item, waits, checklist, desk, isLookedAt, isReady } = state;
  const { writes } = verdicts;
  const isWriting = item !== null && (writes.reason || writes.question);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what is written in it, unless it would be lost
    <div
      className={`${layout.bar} ${controls.row} ${classes.bar}`}
      data-rejecting={isWriting || undefined}
      onKeyDown={({ key, target }) => {
        if (key !== "Escape" || !(target instanceof HTMLTextAreaElement)) return;
        if (target.value === "" || target.value === verdicts.proposed) verdicts.cancel();
      }}
    >
      {isWriting && (
        <div className={`${layout.near} ${classes.reason}`}>
          {writes.question && (
            <AskForm
              filekey={item.filekey}
              challenge={item.challenge}
              onCancel={verdicts.cancel}
              onReject={() => verdicts.write("reason")}
              onAsked={verdicts.afterQuestion}
            />
          )}
          {writes.reason && (
            <Reason
              label={isLookedAt ? "What seems wrong? Helpers read this." : "Why? The player reads this."}
              act={isLookedAt ? "Question" : "Reject"}
              rows={3}
              defaultValue={verdicts.proposed}
              verdicts={verdicts}
              challenge={isLookedAt ? null : item.challenge}
              onReason={(reason) =>
                isLookedAt ? verdicts.lookAgain(reason) : verdicts.decide({ verdict: "reject", reason })
              }
            />
          )}
          <Said verdicts={verdicts} />
        </div>
      )}
      <div className={`${controls.row} ${classes.acts}`} hidden={!isReady}>
        <Acts verdicts={verdicts} state={state} />
        <Keys
          desk={desk}
          mark={(digit) => {
            if ((waits || isLookedAt) && !state.isLeaving()) checklist.pressDigit(digit);
          }}
          acts={() => verdicts.actsNow(more)}
        />
      </div>
      <div className={classes.messages}>
        {!isWriting && <Said verdicts={verdicts} />}
        <Last verdicts={verdicts} state={state} />
      </div>
    </div>
  );
}
