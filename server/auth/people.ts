/** One entry of the accounts' own log. Never holds a password or the secret of a link. */
export interface LoggedAct {
  /** Its number in the log. */
  readonly seq: number;
  readonly at: string;
  /** An account's id, SYSTEM, or COMMAND_LINE. */
  readonly actor: string;
  readonly action: string;
  /** The account that it is about; empty for an invitation. */
  readonly account: string;
  readonly details: Readonly<Record<string, unknown>> | null;
}

/** What narrows the accounts' log; null: nothing. */
export interface LoggedActs {
  /** Below this number. */
  readonly before: number;
  readonly actor: string | null;
  readonly action: string | null;
  /** ISO 8601, UTC; `until` is not included. */
  readonly from: string | null;
  readonly until: string | null;
  readonly limit: number;
}

type Texts = Promise<ReadonlyMap<string, string>>;

/** What people are called, by their ids. */
export interface Names {
  /** As everybody may read. */
  displayNames(ids: readonly string[]): Texts;
  /** As helpers read, whatever these show to everybody. */
  knownNames(ids: readonly string[]): Texts;
  /** Whose display name it is, however it is spelled: an id. */
  findByName(name: string): Promise<string | null>;
}

/** What helpers and administrators may know of people with accounts here, whatever these show to everybody. */
export interface People {
  /** Addresses by id; for administrators. */
  addresses(ids: readonly string[]): Texts;
  /** Confirmed addresses of accounts that are not blocked, by id: where mail goes. */
  confirmedAddresses(ids: readonly string[]): Texts;
  /** Whose address it is: an id. For administrators. */
  findByAddress(email: string): Promise<string | null>;
  /** The newest entries of the accounts' log; for administrators. */
  listLog(query: LoggedActs): Promise<readonly LoggedAct[]>;
}
