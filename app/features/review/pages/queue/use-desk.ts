import { type MouseEvent, useCallback, useEffect, useRef, useState } from "react";
import { useNavigate, useNavigation, useRevalidator, useSearchParams } from "react-router";
import type { LookAlikesAnswer } from "../../../../../domain/contract/completions.ts";
import type { ProofProposalsAnswer } from "../../../../../domain/contract/proof-proposals.ts";
import type {
  CheckExceptionsAnswer,
  ClaimAnswer,
  QueueAnswer,
  QueueFactsAnswer,
  SecondLooksAnswer,
  ThreadAnswer,
} from "../../../../../domain/contract/review.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import type { PackedMarks } from "../../../../../domain/fields/marks/packed.ts";
import { QUEUE_FILTERS } from "../../../../../domain/lists/filters.ts";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import { useAction } from "../../../../ui/sign-in/use-action.ts";
import { useAnswer } from "../../../../ui/sign-in/use-answer.ts";
import { useApi } from "../../../../ui/sign-in/use-api.ts";
import { useChecklist } from "./Checklist.tsx";
import type { Item } from "./load.server.ts";

/** What the address says of the queue: its filters, and where this page of it begins. */
export interface QueuePlace {
  /** Those that are set. */
  readonly filters: Readonly<Record<string, string>>;
  /** The filekey of the completion before the page's first; null: the page begins with the oldest. */
  readonly after: string | null;
  /** The completion that is looked at. */
  readonly filekey: string | null;
}

export function placeIn(search: URLSearchParams): QueuePlace {
  const filters = QUEUE_FILTERS.flatMap((name) => {
    const value = search.get(name) ?? "";
    return value === "" ? [] : [[name, value] as const];
  });
  return { filters: Object.fromEntries(filters), after: search.get("after"), filekey: search.get("filekey") };
}

export const addressOf = ({ filters, after, filekey }: QueuePlace): string =>
  pages.queue({ ...filters, after, filekey });

/** Milliseconds after which a helper who is still here has it longer; the server gives three times as much. */
const RENEWED_AFTER = 5 * 60_000;

/** Who has what is looked at. */
export interface Lease {
  /** The last answer of the server; null: there was none yet. */
  readonly answer: ClaimAnswer | null;
  /** Takes the oldest completion that is free under the filters of the address. */
  claimNext(): Promise<ClaimAnswer>;
  /** Takes one unless another helper has it, or even then. */
  claim(filekey: string, isTakenOver: boolean): Promise<ClaimAnswer>;
}

/**
 * Has the server know what a helper looks at, so that no other one looks at it too. It is courtesy alone: whatever
 * fails here keeps nobody from a verdict.
 */
function useLease({ filters, filekey }: QueuePlace): Lease {
  const { getToken } = useSignIn();
  const { post } = useApi();
  const [answer, setAnswer] = useState<ClaimAnswer | null>(null);
  /** What is held now, and the token to give it back with: a page that is left has no time to ask for one. */
  const held = useRef<{ readonly filekey: string; readonly token: string } | null>(null);

  const claim = useCallback(
    async (fields: Readonly<Record<string, string>>): Promise<ClaimAnswer> => {
      const token = await getToken();
      const found = await post<ClaimAnswer>(api.claimReview(), fields);
      const isHeld = found.filekey !== null && found.until !== null && found.heldBy === null;
      held.current = isHeld ? { filekey: String(found.filekey), token } : null;
      setAnswer(found);
      return found;
    },
    [getToken, post],
  );

  useEffect(() => {
    if (filekey === null) return;
    const renew = (): void => {
      if (document.visibilityState === "visible") void claim({ filekey }).catch(() => {});
    };
    // What was just claimed is opened next.
    if (held.current?.filekey !== filekey) renew();
    const timer = setInterval(renew, RENEWED_AFTER);
    document.addEventListener("visibilitychange", renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", renew);
    };
  }, [filekey, claim]);

  useEffect(() => {
    const release = (): void => {
      if (!held.current) return;
      const { filekey: of, token } = held.current;
      held.current = null;
      const body = new FormData();
      body.append("filekey", of);
      const headers = { Authorization: `Bearer ${token}` };
      void fetch(api.releaseReview(), { method: "POST", body, headers, keepalive: true }).catch(() => {});
    };
    addEventListener("pagehide", release);
    return () => {
      removeEventListener("pagehide", release);
      release();
    };
  }, []);

  return {
    answer,
    claimNext: () => claim(filters),
    claim: (of, isTakenOver) => claim({ filekey: of, take: isTakenOver ? "1" : "0" }),
  };
}

/** What helpers alone know of the completion that is open. What is asked for is shown at once, so that nothing moves. */
function useKnown(item: Item | null) {
  const { filekey, row } = item ?? { filekey: "", row: { pending: null } };
  const state = item ? stateOf(item) : "";
  const of = (path: string, isAsked = true) => [item && isAsked ? path : null, state] as const;
  const known = useAnswer<QueueFactsAnswer>(...of(api.queueFacts({ filekey }), row.pending !== null));
  const alike = useAnswer<LookAlikesAnswer>(...of(api.lookAlikes({ filekey })));
  const thread = useAnswer<ThreadAnswer>(...of(api.thread({ filekey })));
  const excepted = useAnswer<CheckExceptionsAnswer>(
    ...of(api.exceptions({ filekey }), (item?.failures.length ?? 0) > 0),
  );
  const isWhole = [known, alike, thread, excepted].every(({ isSettled }) => isSettled);
  return { known, alike, thread, excepted, isWhole };
}

/** What was selected in the queue: the revisions at which it was shown, by filekey. */
type Selection = ReadonlyMap<string, number>;

/** What an edit or a verdict changes of a completion, and with it what is known of it. */
const stateOf = ({ revision, row }: Item): string => `${revision} ${row.pending}`;

/** Focuses without moving the proof out of sight. */
export const focus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });

/** What a person writes in, or chose to be in. */
const TYPED_IN = "textarea, select, input:not([type=checkbox]), dialog[open] *";

/** Focuses what was opened, unless the person is busy elsewhere. */
const focusOpened = (heading: HTMLElement | null): void => {
  if (!document.activeElement?.matches(TYPED_IN)) focus(heading);
};

/** What is selected in the queue. */
function useSelection() {
  const [selection, setSelection] = useState<Selection>(new Map());
  const select = (chosen: string, revision: number): void =>
    setSelection((before) => {
      const others = [...before].filter(([each]) => each !== chosen);
      return new Map(before.has(chosen) ? others : [...others, [chosen, revision]]);
    });
  const deselect = (filekeys: readonly string[]): void =>
    setSelection((before) => new Map([...before].filter(([each]) => !filekeys.includes(each))));
  return { selection, select, deselect };
}

/**
 * Leads from one completion to another, each of which begins at the top of the desk and has the focus there.
 * @param shown the one that is shown; null: none is
 */
function useWay(shown: string | null) {
  const navigate = useNavigate();
  const desk = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  /** The completion that is being opened; null: none is. Keys that are pressed meanwhile mean this one. */
  const aim = useRef<string | null>(null);
  const goOn = useCallback(
    async (to: string): Promise<void> => {
      const aimed = placeIn(new URLSearchParams(to.slice(to.indexOf("?")))).filekey;
      aim.current = aimed;
      await navigate(to, { replace: true, preventScrollReset: true });
      if (aim.current === aimed) aim.current = null;
      focusOpened(heading.current);
      const { top = 0 } = desk.current?.getBoundingClientRect() ?? {};
      if (top < 0) scrollBy(0, top);
    },
    [navigate],
  );
  const leadsTo = useNavigation().location?.pathname;
  /** Aims at what a link leads to, as its key would: a key may be pressed before it is open. */
  const aimAtLink = ({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): void => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (link?.pathname !== pages.queue() || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    aim.current = placeIn(new URLSearchParams(link.search)).filekey;
  };
  /** Whether the desk is being left, or was: what is given next must not lead back to it. */
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = leadsTo !== undefined && leadsTo !== pages.queue();
    return () => {
      isLeft.current = true;
    };
  }, [leadsTo]);
  useEffect(() => {
    if (shown !== null) focusOpened(heading.current);
  }, [shown]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is shown once nothing is being opened
  useEffect(() => {
    if (leadsTo === undefined) aim.current = null;
  }, [leadsTo, shown]);
  return { desk, heading, aim, goOn, aimAtLink, isLeft };
}

/** Takes the next completion wherever the address names none. */
function useNext(place: QueuePlace, lease: Lease, { goOn, isLeft }: ReturnType<typeof useWay>) {
  const { filters, filekey } = place;
  const opening = useAction();
  /** Opens what is given next, or says that nothing is free; not if something else was opened meanwhile. */
  const openNext = async (isWanted = () => true): Promise<null> => {
    const next = await lease.claimNext();
    // Nothing free, and nothing open: one is there already.
    const isThere = next.filekey === null && filekey === null;
    if (!isThere && isWanted() && !isLeft.current) await goOn(addressOf({ ...place, filekey: next.filekey }));
    return null;
  };
  const isNamed = useRef(false);
  const unnamed = filekey === null ? JSON.stringify(filters) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever an address names no completion, and only then
  useEffect(() => {
    isNamed.current = unnamed === null;
    if (unnamed !== null) void opening.run(() => openNext(() => !isNamed.current));
  }, [unnamed]);
  return { opening, openNext };
}

/**
 * What is open on the desk, and what can be opened next.
 * @param loaded what the page was loaded with
 * @param marks those of all towers and maps
 */
export function useDesk(loaded: Item | null, marks: PackedMarks) {
  const place = placeIn(useSearchParams()[0]);
  const { filters, after, filekey } = place;
  const item = loaded?.filekey === filekey ? loaded : null;
  const waits = item !== null && item.row.pending !== null;
  const isNarrowed = Object.keys(filters).length > 0;
  const queue = useAnswer<QueueAnswer>(api.queue({ ...filters, after }));
  const looks = useAnswer<SecondLooksAnswer>(api.secondLooks());
  const proposals = useAnswer<ProofProposalsAnswer>(api.proofProposals());
  const lease = useLease(place);
  const { revalidate } = useRevalidator();
  const { selection, select, deselect } = useSelection();
  const way = useWay(item && filekey);
  const { desk, heading, aim, goOn, aimAtLink } = way;
  const { opening, openNext } = useNext(place, lease, way);

  /** What is proposed, where the queue is not narrowed to something else; null: nothing is. */
  const listedProposals = (!isNarrowed && proposals.body?.results.length && proposals.body) || null;
  const queued = queue.body?.results ?? [];
  const move = (step: number): void => {
    // As they are listed: proposed proof stands above what is pending.
    const proposed = new Set(listedProposals?.results.map((each) => each.filekey));
    const filekeys = [...proposed, ...queued.map(({ completion }) => String(completion.filekey))];
    const to = filekeys[filekeys.indexOf(aim.current ?? filekey ?? "") + step];
    if (to !== undefined) void goOn(addressOf({ ...place, filekey: to }));
  };
  /** Selects what is open, or is being opened. */
  const selectAimed = (): void => {
    const aimed = aim.current ?? filekey;
    const revision =
      queued.find(({ completion }) => completion.filekey === aimed)?.revision ??
      (item?.filekey === aimed ? item?.revision : undefined);
    if (aimed !== null && revision !== undefined) select(aimed, revision);
  };

  const toLookAt = looks.body?.results.map(({ completion }) => String(completion.filekey)) ?? [];
  const isLookedAt = item !== null && !waits && toLookAt.includes(item.filekey);
  /** The oldest proof that is proposed for what is open, which is verified then. */
  const proposal =
    (item && !waits && proposals.body?.results.find((each) => each.filekey === filekey)) || null;
  const about = useKnown(item);
  const facts = about.known.body;
  const checklist = useChecklist(
    item,
    about.excepted.body?.results ?? [],
    facts?.findings.includes("banned") ?? null,
  );
  const answer = lease.answer?.filekey === filekey ? lease.answer : null;
  const isReady = item
    ? waits || (looks.isSettled && proposals.isSettled)
    : filekey !== null || answer !== null || opening.problem !== null;
  return {
    proposals,
    listedProposals,
    proposal,
    place,
    marks,
    isNarrowed,
    selection,
    select,
    /** Selects these no longer, and shows what is so now. */
    deselect(filekeys: readonly string[]): void {
      deselect(filekeys);
      void Promise.all([queue.reload(), looks.reload(), proposals.reload(), revalidate()]);
    },
    queue,
    looks,
    lease,
    answer,
    opening,
    desk,
    heading,
    item,
    /** Whether what is open is pending. */
    waits,
    isReady,
    about,
    checklist,
    openNext,
    move,
    selectAimed,
    aimAtLink,
    /** Whether another completion is being opened: what is pressed then is not about the one that is shown. */
    isLeaving: () => aim.current !== null && aim.current !== item?.filekey,
    open: (to: string) => goOn(addressOf({ ...place, filekey: to })),
    /** Whether what is open is verified, and to be looked at twice. */
    isLookedAt,
    /** The filekeys of what is to be looked at twice. */
    toLookAt,
  };
}

export type DeskState = ReturnType<typeof useDesk>;
