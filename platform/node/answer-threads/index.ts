import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { AnswerRequest } from "../../../server/cache/response-cache.ts";
import { Unavailable } from "../../../server/errors.ts";
import { requestId } from "../../../server/http/head.ts";
import { FairQueue, FairWorkQueue, type Queued } from "../fair-queue.ts";
import type { ThreadReport, ThreadRequest } from "./messages.ts";
import type { ThreadData } from "./thread.ts";

/** Threads that make answers, so that long work blocks neither the sockets nor writes. */
export interface AnswerThreads {
  /**
   * Returns the answer to GET of a URL; 304: the cached answer is still current. Networks take turns, each in order of
   * arrival; so do their downloads with each piece after the first, of which one is made at a time.
   *
   * @throws Unavailable if too many wait already, it took too long, or its thread ended
   */
  make(url: string, request: AnswerRequest, isDownload?: boolean): Promise<Response>;
  /** How many answers wait for a thread. */
  waiting(): number;
  /** Resolves when a first thread can make answers, or when all of them have failed too often. */
  readonly ready: Promise<void>;
  close(): void;
}

export interface AnswerThreadsOptions {
  /** The number of threads; by default one per core, except one core for the sockets. */
  readonly count?: number;
  /** Most requests that may wait for a thread, in total. */
  readonly mostWaiting?: number;
  /**
   * How long a thread may take from being handed a request to the head of its answer, in milliseconds. Then the thread
   * is ended, because nothing else ends a statement.
   */
  readonly timeoutMs?: number;
  /** How long a thread that keeps failing rests, in milliseconds. */
  readonly rest?: number;
}

const MOST_WAITING = 500;
const TIMEOUT_MS = 20_000;

/**
 * Answers that a thread has at a time: the next one is there when one is done, however busy the thread with the sockets
 * is. The next in the queue waits for all of them. Besides, a further piece of a download is made.
 */
const AT_A_TIME = 2;

/** Downloads of one network that may have begun: each keeps a piece in memory, for as long as its reader takes. */
const MOST_DOWNLOADS = 4;

/**
 * The heap of a thread, in megabytes: the built pages and its caches take half of it. Without a limit V8 takes as much
 * as the machine has before it collects garbage; with 144, a tenth fewer answers were made during writes, with 256 no
 * more than with this.
 */
const HEAP = { maxOldGenerationSizeMb: 176, maxYoungGenerationSizeMb: 12 } as const;

/** When to retry, in seconds. */
const RETRY_AFTER_S = 2;

/**
 * A thread that ends by itself this many times in a row, without an answer, rests before it is restarted; how long, in
 * milliseconds.
 */
const MOST_FAILURES = 3;
const REST = 10_000;

/** A request that waits for an answer. */
interface Waiting extends Queued {
  readonly url: string;
  readonly request: AnswerRequest;
  readonly isDownload: boolean;
  readonly requestId: string | null;
  readonly resolve: (response: Response) => void;
  readonly reject: (error: unknown) => void;
}

/** An answer whose body has begun. */
interface Begun {
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  /** The network that reads it; null if it is no download. */
  readonly reader: string | null;
  /** Called when the requested piece is there, or will not be. */
  arrived(): void;
}

const overloaded = (): Unavailable => new Unavailable(RETRY_AFTER_S, "too-many-readers");

/** The threads, and what they share. */
interface Pool {
  readonly data: ThreadData;
  readonly timeoutMs: number;
  readonly rest: number;
  readonly threads: AnswerThread[];
  readonly answers: FairQueue<Waiting>;
  readonly pieces: FairWorkQueue;
  lastId: number;
  isClosed: boolean;
  isReady(): void;
}

/** Whether a network has begun fewer downloads than it may. */
function mayDownload({ threads }: Pool, [client]: readonly string[]): boolean {
  const readers = threads.flatMap((thread) => thread.readers());
  return readers.filter((reader) => reader === client).length < MOST_DOWNLOADS;
}

function takeNext({ threads }: Pool): void {
  for (const thread of threads) thread.takeNext();
}

function refuseAll({ answers }: Pool): void {
  for (let next = answers.shift(); next; next = answers.shift()) next.reject(overloaded());
}

/** One thread, and those that replace it when it ends. */
class AnswerThread {
  private readonly pool: Pool;
  private worker: Worker | null = null;
  private isReady = false;
  private failures = 0;
  /** Whether it was ended because one answer took too long: that is not a failure of the thread. */
  private isGivenUp = false;
  private resting: NodeJS.Timeout | undefined;
  private readonly unanswered = new Map<number, Waiting & { readonly deadline: NodeJS.Timeout }>();
  private readonly begun = new Map<number, Begun>();

  constructor(pool: Pool) {
    this.pool = pool;
  }

  start(): void {
    const worker = new Worker(new URL("./thread.ts", import.meta.url), {
      workerData: this.pool.data,
      resourceLimits: HEAP,
    });
    this.worker = worker;
    this.isGivenUp = false;
    worker.on("message", (report: ThreadReport) => this.hear(report));
    worker.on("error", (error) => console.error("A thread that makes answers failed:", error));
    worker.on("exit", () => this.ended());
  }

  get isAtWork(): boolean {
    return this.failures < MOST_FAILURES;
  }

  end(): void {
    clearTimeout(this.resting);
    void this.worker?.terminate();
  }

  takeNext(): void {
    while (this.isReady && this.unanswered.size < AT_A_TIME) {
      const next = this.pool.answers.shift(
        ({ isDownload, clients }) => !isDownload || mayDownload(this.pool, clients),
      );
      if (!next) return;
      this.ask(next);
    }
  }

  /** The networks that read the downloads that have begun. */
  readers(): readonly (string | null | undefined)[] {
    const beginning = [...this.unanswered.values()].filter(({ isDownload }) => isDownload);
    return [
      ...[...this.begun.values()].map(({ reader }) => reader),
      ...beginning.map(({ clients }) => clients[0]),
    ];
  }

  private ask(next: Waiting): void {
    this.pool.lastId += 1;
    const id = this.pool.lastId;
    const deadline = setTimeout(() => {
      this.isGivenUp = true;
      this.end();
    }, this.pool.timeoutMs);
    this.unanswered.set(id, { ...next, deadline });
    const { url, request, requestId } = next;
    const found = request.begin();
    // Only what it needs: a cached answer has a body, too, which would be copied.
    const cachedVersion = found && { tag: found.tag, fingerprint: found.fingerprint };
    this.say({ kind: "make", id, url, cachedVersion, requestId, encoding: request.encoding });
  }

  private say(order: ThreadRequest): void {
    this.worker?.postMessage(order);
  }

  private hear(report: ThreadReport): void {
    if (report.kind === "ready") {
      this.isReady = true;
      this.pool.isReady();
      this.takeNext();
      return;
    }
    if (report.kind === "piece") {
      this.pass(report);
      return;
    }
    const { id } = report;
    const waiting = this.unanswered.get(id);
    this.unanswered.delete(id);
    clearTimeout(waiting?.deadline);
    if (report.kind === "head") {
      this.failures = 0;
      waiting?.resolve(this.responseOf(report, waiting.isDownload ? (waiting.clients[0] ?? "") : null));
    } else {
      this.begun.get(id)?.controller.error(new Error("The answer broke off."));
      this.forget(id);
      waiting?.reject(new Error("The answer could not be made."));
    }
    this.takeNext();
  }

  private responseOf(head: Extract<ThreadReport, { kind: "head" }>, reader: string | null): Response {
    const { id, status, bytes, isLast } = head;
    const headers = new Headers(head.headers as [string, string][]);
    if (isLast) return new Response(bytes, { status, headers });
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          if (bytes) controller.enqueue(bytes);
          this.begun.set(id, { controller, reader, arrived: () => undefined });
        },
        // One piece at a time: two readers of one body would swap its pieces.
        pull: () => (reader === null ? this.more(id) : this.pool.pieces.take(reader, () => this.more(id))),
        cancel: () => {
          this.forget(id);
          this.say({ kind: "stop", id });
        },
      },
      // One piece ahead: the next piece is made while this one is sent.
      { highWaterMark: 1 },
    );
    return new Response(body, { status, headers });
  }

  /** Has the next piece made of an answer that had begun, if it is still read. */
  private more(id: number): Promise<void> {
    const begun = this.begun.get(id);
    if (!begun) return Promise.resolve();
    return new Promise((arrived) => {
      this.begun.set(id, { ...begun, arrived });
      this.say({ kind: "more", id });
    });
  }

  /** Makes no more of an answer that had begun. */
  private forget(id: number): void {
    this.begun.get(id)?.arrived();
    this.begun.delete(id);
    takeNext(this.pool);
  }

  private pass({ id, bytes, isLast }: Extract<ThreadReport, { kind: "piece" }>): void {
    const begun = this.begun.get(id);
    if (bytes) begun?.controller.enqueue(bytes);
    begun?.arrived();
    if (!isLast) return;
    begun?.controller.close();
    this.forget(id);
  }

  /** Handles the end of the thread: the answers that it was making are lost, but a read can be retried. */
  private ended(): void {
    this.isReady = false;
    if (!this.isGivenUp) this.failures += 1;
    for (const { deadline, reject } of this.unanswered.values()) {
      clearTimeout(deadline);
      reject(overloaded());
    }
    this.unanswered.clear();
    for (const [id, { controller }] of this.begun) {
      controller.error(overloaded());
      this.forget(id);
    }
    if (this.pool.isClosed) return;
    if (this.isAtWork) {
      this.start();
      return;
    }
    this.resting = setTimeout(() => {
      this.failures = 0;
      this.start();
    }, this.pool.rest);
    this.resting.unref();
    if (this.pool.threads.some(({ isAtWork }) => isAtWork)) return;
    this.pool.isReady();
    refuseAll(this.pool);
  }
}

/** Starts the threads. */
export function startAnswerThreads(data: ThreadData, options: AnswerThreadsOptions = {}): AnswerThreads {
  const { count = Math.max(1, availableParallelism() - 1), mostWaiting = MOST_WAITING } = options;
  const { timeoutMs = TIMEOUT_MS, rest = REST } = options;
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>();
  const threads: AnswerThread[] = [];
  const answers = new FairQueue<Waiting>();
  const pool: Pool = {
    data,
    timeoutMs,
    rest,
    threads,
    answers,
    isReady,
    pieces: new FairWorkQueue(),
    lastId: 0,
    isClosed: false,
  };
  for (let at = 0; at < count; at += 1) threads.push(new AnswerThread(pool));
  for (const thread of threads) thread.start();

  return {
    ready,
    waiting: () => answers.size,
    make: (url, request, isDownload = false) =>
      new Promise((resolve, reject) => {
        if (!threads.some(({ isAtWork }) => isAtWork)) return reject(overloaded());
        const { clients } = request;
        answers.push({ clients, url, request, isDownload, requestId: requestId(), resolve, reject });
        takeNext(pool);
        if (answers.size > mostWaiting) answers.pop()?.reject(overloaded());
      }),
    close() {
      pool.isClosed = true;
      refuseAll(pool);
      for (const thread of threads) thread.end();
    },
  };
}
