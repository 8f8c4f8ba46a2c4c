import type { Context, Hono } from "hono";
import type { ChallengeDefinition } from "../../domain/challenges/define.ts";
import {
  type Done,
  type Endpoint,
  NAMES_PARAMETER,
  SPREADSHEET_PARAMETER,
} from "../../domain/contract/define.ts";
import { type Catalogue, NO_TOWERS } from "../../domain/game/catalogue.ts";
import { BYTE_ORDER_MARK, type CsvColumn, csvLine } from "../../domain/lists/csv.ts";
import type { WireRow } from "../../domain/lists/row.ts";
import { requireFor, requireSender } from "../../server/auth/sign-in.ts";
import type { User } from "../../server/auth/user.ts";
import type { Change } from "../../server/db/changes.ts";
import { BadForm, Forbidden, MethodNotAllowed, NotFound, Unauthorized } from "../../server/errors.ts";
import type { ReceivedForm } from "../../server/forms.ts";
import type { Deps } from "./deps.server.ts";
import { communityNames } from "./names-on-the-wire.server.ts";
import type { Data } from "./repositories.server.ts";

/** What every write works with. */
export interface WriteContext {
  readonly data: Data;
  readonly challenges: ReadonlyMap<string, ChallengeDefinition>;
  readonly user: User;
  readonly siteOrigin: string;
  readonly mediaOrigin: string | null;
  readonly now: Date;
  /** The newest one when the write began. */
  readonly catalogue: Catalogue;
  readonly verifiers: Verifiers;
  /** What the log knows all changes of this request by; absent: it makes one. */
  readonly act?: string;
}

/** What is known of those who may verify. */
interface Verifiers {
  /** How many there are besides these; null: not known, because the accounts are elsewhere. */
  countBesides(ids: readonly string[]): Promise<number | null>;
  /** Returns what helpers call people, by their ids. */
  called(ids: readonly string[]): Promise<(id: string) => string>;
}

export const verifiersOf = ({ data, signIn }: Pick<Deps, "data" | "signIn">): Verifiers => ({
  countBesides: async (ids) =>
    signIn.countVerifiers ? signIn.countVerifiers(ids) : (await data.secondLooks.countVerifiers(ids)) || null,
  async called(ids) {
    const names = ids.length === 0 ? undefined : await signIn.names?.knownNames([...new Set(ids)]);
    return (id) => names?.get(id) ?? "Another helper";
  },
});

/** Returns the context of a write that a user makes now. */
export async function writeContext(
  deps: Pick<Deps, "data" | "challenges" | "siteOrigin" | "mediaOrigin" | "now" | "signIn">,
  user: User,
): Promise<WriteContext> {
  const { data, challenges, siteOrigin, mediaOrigin, now } = deps;
  const catalogue = await data.catalogue.current();
  return {
    data,
    challenges,
    user,
    siteOrigin,
    mediaOrigin,
    now: now(),
    catalogue,
    verifiers: verifiersOf(deps),
  };
}

/** Returns the definition of the challenge in a stored row; throws BadForm if it no longer exists. */
export function definitionOf(
  challenge: string,
  { challenges }: Pick<WriteContext, "challenges">,
): ChallengeDefinition {
  const definition = challenges.get(challenge);
  if (!definition) throw new BadForm("no-such-challenge", { challenge });
  return definition;
}

const levelOf = ({ isHelper, isVerifier }: User): NonNullable<Change["level"]> =>
  isHelper ? "helper" : isVerifier ? "verifier" : "member";

/** Returns the context of a write of several things, which the log then knows as one act. */
export const withActId = (context: WriteContext) => ({ ...context, act: crypto.randomUUID() as string });

/**
 * Returns the context of one of several requests that are one act together.
 * @param begun the act that the same person began with such an action; "": this is the first. Throws NotFound.
 */
export async function asPartOfAct(begun: string, action: string, context: WriteContext) {
  const [last] = begun === "" ? [] : await context.data.history.findAllOfAct(begun, 1);
  if (begun !== "" && (last?.actor !== context.user.id || last.action !== action))
    throw new NotFound("no-such-change");
  return begun === "" ? withActId(context) : { ...context, act: begun };
}

/** Returns the log entry of a write. */
export const entryFor = ({ user, now, act }: WriteContext, action: string) => ({
  at: now.toISOString(),
  actor: user.id,
  level: levelOf(user),
  action,
  act: act ?? null,
});

/** Returns who reads, by their token; null for everybody else. Throws Unavailable. */
export type IdentifyReader = () => Promise<User | null>;

/** The reader of what is the same for everybody. */
export const NOBODY: IdentifyReader = async () => null;

/** What a handler of an address is given of its parameters. */
export type QueryOf<Of extends Pick<Endpoint, "read">> = ReturnType<Of["read"]>;

/** A file of a list's rows. */
export interface CsvFile {
  readonly columns: readonly CsvColumn[];
  /** Whether it names towers and maps as the game does, whatever the request says. */
  readonly hasGameNames: boolean;
  readonly rows: AsyncGenerator<readonly WireRow[]>;
}

type FormHandler<Result> = (form: ReceivedForm, context: WriteContext) => Promise<Result>;
type BeforeFiles = (texts: ReceivedForm["texts"], context: WriteContext) => Promise<void>;

/** Registers handlers for the addresses of the contract. */
export interface Router {
  /** A public read. */
  read<Query, Result>(
    endpoint: Endpoint<Query, Result>,
    answer: (query: Query, reader: IdentifyReader) => Promise<Result> | Result,
  ): void;
  /** A read for those whom the contract lets in; never cached. */
  personal<Query, Result>(
    endpoint: Endpoint<Query, Result>,
    answer: (query: Query, user: User) => Promise<Result>,
  ): void;
  /**
   * A form for those whom the contract lets in, and its answer. `beforeFiles` is given the texts that came before the
   * first file, and may refuse the form because of them.
   */
  write<Result>(endpoint: Endpoint<null, Result>, act: FormHandler<Result>, beforeFiles?: BeforeFiles): void;
  /** A write whose answer says no more than that it is done. */
  act(endpoint: Endpoint<null, Done>, act: FormHandler<void>): void;
  /** A read that makes its own response, because its status depends on more than a failure. */
  raw<Query>(
    endpoint: Endpoint<Query, unknown>,
    answer: (query: Query, c: Context) => Promise<Response>,
  ): void;
  /**
   * A read whose response is a CSV file, with a line for each row below the column names. A failure before the first
   * rows are there is answered like any other; a later one ends the file early.
   */
  csv<Query>(
    endpoint: Endpoint<Query, readonly WireRow[]>,
    name: string,
    answer: (query: Query) => CsvFile,
  ): void;
}

/** Returns who sends a request, as far as they say it with a token that is good. */
const readerOf =
  (c: Context, { signIn }: Deps): IdentifyReader =>
  async () => {
    const token = c.req.header("authorization");
    if (token === undefined) return null;
    try {
      return await signIn.check(token);
    } catch (error) {
      if (error instanceof Unauthorized || error instanceof Forbidden) return null;
      throw error;
    }
  };

/** Registers a GET, and refuses all other methods by name. */
function getOnly(app: Hono, path: string, answer: (c: Context) => Promise<Response>): void {
  app.get(path, answer);
  app.all(path, (c) => {
    throw new MethodNotAllowed(c.req.method);
  });
}

const searchIn = (c: Context): URLSearchParams => new URL(c.req.url).searchParams;

/** Reads the parameters of a request. Throws BadParameter. */
const queryIn = async <Query>(
  { read, readsNames }: Pick<Endpoint<Query>, "read" | "readsNames">,
  given: URLSearchParams,
  { data }: Deps,
): Promise<Query> => read(given, readsNames ? await data.catalogue.current() : NO_TOWERS);

/** Returns what spells the names in an endpoint's answers as the request asks. Throws BadParameter. */
function spellingOf<Result>(
  { isLegacy, takesNames, result }: Pick<Endpoint<unknown, Result>, "isLegacy" | "takesNames" | "result">,
  { apiNames, data }: Deps,
) {
  const respell = (isLegacy || takesNames) && result ? communityNames(result) : null;
  if (!respell) return async () => (answer: Result) => answer;
  return async (given: URLSearchParams) => {
    const spelling = NAMES_PARAMETER.read(given, "names") ?? (isLegacy ? apiNames : "game");
    if (spelling === "game") return (answer: Result) => answer;
    const catalogue = await data.catalogue.current();
    return (answer: Result) => respell(answer, catalogue) as Result;
  };
}

/** Returns the bytes of a CSV file, chunk by chunk, the first of which is made at once. */
async function bytesOf(
  { columns, rows: chunks }: CsvFile,
  mark: string,
  spell: (rows: readonly WireRow[]) => readonly WireRow[],
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const heading = csvLine(columns.map((column) => column.heading));
  const textOf = (rows: readonly WireRow[]): string =>
    spell(rows)
      .map((row) => csvLine(columns.map(({ cell }) => cell(row))))
      .join("");
  const first = await chunks.next();
  const bytes = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.encode(mark + heading + (first.done ? "" : textOf(first.value))));
    },
    async pull(controller) {
      const next = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(bytes.encode(textOf(next.value)));
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

/** Receives a form, and answers it. */
async function answerForm<Result>(
  c: Context,
  endpoint: Endpoint<null, Result>,
  act: FormHandler<Result>,
  beforeFiles: BeforeFiles | undefined,
  deps: Deps,
): Promise<Response> {
  const { path, fields, files, valueBytes } = endpoint;
  const declared = (texts: ReceivedForm["texts"]): ReceivedForm["texts"] =>
    new Map([...texts].filter(([name]) => fields.includes(name)));
  const { user, recheck } = await requireSender(endpoint, c, deps.signIn);
  const { network } = (c.env ?? {}) as { network?: string };
  const { texts, files: received } = await deps.receiveForm(
    c.req.raw,
    new Set(files),
    network ? { ...user, network } : user,
    async (before) => {
      await deps.signIn.files?.hasRoom(user);
      await beforeFiles?.(declared(before), await writeContext(deps, user));
    },
    valueBytes,
  );
  const form = { texts: declared(texts), files: received };
  const answer = await act(form, await writeContext(deps, await recheck()));
  const bytes = received.reduce((sum, file) => sum + file.bytes, 0);
  // It is saved, whatever becomes of the count.
  if (bytes > 0) await deps.signIn.files?.add(user, bytes).catch((error) => console.error(`${path}:`, error));
  return c.json(answer as object);
}

/** Registers the addresses of the contract on the app. */
export function openRouter(app: Hono, deps: Deps): Router {
  const write: Router["write"] = (endpoint, act, beforeFiles) => {
    app.post(endpoint.path, (c) => answerForm(c, endpoint, act, beforeFiles, deps));
  };
  return {
    read(endpoint, answer) {
      const spelling = spellingOf(endpoint, deps);
      getOnly(app, endpoint.path, async (c) => {
        const given = searchIn(c);
        const spell = await spelling(given);
        return c.json(spell(await answer(await queryIn(endpoint, given, deps), readerOf(c, deps))) as object);
      });
    },

    raw(endpoint, answer) {
      getOnly(app, endpoint.path, async (c) => answer(await queryIn(endpoint, searchIn(c), deps), c));
    },

    csv(endpoint, name, answer) {
      const spelling = spellingOf(endpoint, deps);
      getOnly(app, endpoint.path, async (c) => {
        const given = searchIn(c);
        const spell = await spelling(given);
        const mark = SPREADSHEET_PARAMETER.read(given, "spreadsheet") ? BYTE_ORDER_MARK : "";
        const file = answer(await queryIn(endpoint, given, deps));
        const body = await bytesOf(file, mark, file.hasGameNames ? (rows) => rows : spell);
        return c.body(body, 200, {
          "Content-Type": "text/csv; charset=utf-8",
          "Content-Disposition": `attachment; filename="${name}"`,
        });
      });
    },

    personal(endpoint, answer) {
      app.get(endpoint.path, async (c) => {
        const user = await requireFor(endpoint, c, deps.signIn);
        const query = await queryIn(endpoint, searchIn(c), deps);
        const make = () => answer(query, user);
        return c.json((await (endpoint.waitsForHosts ? make() : deps.fairTurn(user.id, make))) as object);
      });
    },

    write,

    act(endpoint, act) {
      write(endpoint, async (form, context) => {
        await act(form, context);
        return {};
      });
    },
  };
}
