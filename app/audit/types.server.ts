import type { z } from "zod";
import type { ChangeFeedRow, FieldChange } from "../../domain/contract/history.ts";
import type { WireValue } from "../../domain/fields/kind.ts";
import type { LoggedChange } from "../../server/db/history.ts";
import type { WriteContext } from "../api/router.server.ts";

/** What the texts of a log entry need besides the entry. */
export type Challenges = Pick<WriteContext, "challenges">;

/** The public values of a state, by their labels. */
export type Values = Readonly<Record<string, WireValue>>;
/** A row as programs follow it. */
export type FollowedRow = NonNullable<ChangeFeedRow["row"]>;

/** A thing as an undo finds it; `state` is null if it does not exist. */
export interface Found<State> {
  readonly state: State | null;
}

/**
 * How the entries of one noun in the change log are parsed, described, shown and reverted. History, the list of
 * changes, webhooks and undo use these and know nothing about any particular noun.
 */
export interface NounLog<State extends object, Current extends Found<State> = Found<State>> {
  readonly noun: string;
  /**
   * What a state in the log is, by the version of the shape in which it was written: old shapes stay readable for ever.
   * An entry that is anything else is of an unknown shape. Columns that follow from others may be missing here.
   */
  readonly shapes: Readonly<Record<number, z.ZodType<Partial<State>>>>;
  /** For example "Map Quad". */
  title(state: State, id: string, context: Challenges): string;
  /** The address of the page that shows it while it exists. */
  page(state: State, id: string, context: Challenges): string;
  /** Whether a state is that of something that exists; absent if everything with a state does. */
  isThere?(state: State): boolean;
  /** The people credited for the run, shown after the title; absent if the noun has none. */
  credits?(state: State): readonly string[];
  /** The values that everybody may read: an allow-list. */
  values(state: State, id: string, context: Challenges): Values;
  /** The row for programs that follow the changes: an allow-list, named as in lists, without joined values. */
  row(state: State, id: string, context: Challenges): FollowedRow;
  /** The key of its challenge; absent if the noun has none. */
  challenge?(state: State): string;
  /** Why it was rejected. */
  reason?(state: State): string | null;
  /** Whether everybody may read its history; otherwise only helpers. */
  readonly isPublic: boolean;
  /** The fields that an undo compares and restores, with the labels that report a conflict. Others are derived. */
  readonly fields: Readonly<Partial<Record<keyof State, string>>>;
  /** Finds the current state. Throws NotFound if it is gone for good. */
  find(id: string, context: WriteContext): Promise<Current>;
  /** Returns a state of the log by the names of today; by default the state itself. */
  today?(state: State, context: WriteContext): State;
  /** Returns the state with its derived fields recomputed; checks that what it refers to exists. Throws Conflict. */
  recompute?(target: State, context: WriteContext): Promise<State>;
  /** Writes a state in place of the current one, as an undo of a change; null deletes it. Throws Conflict. */
  write(current: Current, target: State | null, context: WriteContext, undone: LoggedChange): Promise<void>;
}

/** What a change was about, for everybody who may read it. */
export interface Description {
  readonly title: string;
  readonly credits: readonly string[];
  readonly page: string | null;
  readonly changes: readonly FieldChange[];
  readonly reason: string | null;
  /** How it can be undone; absent if by a request. */
  readonly undo?: "never";
  /** The entry is in a shape that is not known, so nothing of it is shown. */
  readonly isUnknown?: true;
}

/** The effect of a change, for programs that follow the changes. */
export type FeedEffect = Pick<ChangeFeedRow, "action" | "challenge" | "row">;

/** A noun's log without its types, as the registry holds it. */
export interface AnyNounLog {
  readonly noun: string;
  readonly isPublic: boolean;
  /** Returns the ids of what exists now of the things changed here; the last change of each decides. */
  findThere(changes: readonly LoggedChange[], data: WriteContext["data"]): Promise<ReadonlySet<string>>;
  /**
   * Describes a change; null if this site shows nothing of its kind. `there` has the ids of what exists now; without it,
   * what the change left counts.
   */
  describe(change: LoggedChange, context: Challenges, there?: ReadonlySet<string>): Description | null;
  /**
   * Returns the change for programs that follow; null if it is of nothing that everybody may see, or its shape is not
   * known. `there` has the ids of what exists now. Anything else no longer has a row, whatever the log still holds of it.
   */
  tell(change: LoggedChange, context: Challenges, there: ReadonlySet<string>): FeedEffect | null;
  /** Returns the public values as they were before the change; null if its shape is not known. */
  valuesBefore(change: LoggedChange, context: Challenges): Values | null;
  /** Restores the fields that the change touched, or (`whole`) everything as it was before. Throws Conflict. */
  undo(change: LoggedChange, whole: boolean, context: WriteContext): Promise<void>;
  /** Returns what would change if everything were restored as it was before the change. */
  preview(change: LoggedChange, context: WriteContext): Promise<readonly FieldChange[]>;
}
