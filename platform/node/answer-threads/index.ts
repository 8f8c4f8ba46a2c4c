import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { AnswerRequest } from "../../../server/cache/response-cache.ts";
import { Unavailable } from "../../../server/errors.ts";
import { requestId } from "../../../server/http/head.ts";
import { FairQueue, type Queued } from "../fair-queue.ts";
import type { Order, Report } from "./messages.ts";
import type { ThreadData } from "./thread.ts";

/** Threads that make answers, so that long work blocks neither the sockets nor writes. */
export interface AnswerThreads {
  /**
   * Returns the answer to GET of a URL; 304: the answer at hand is still current. Networks take turns, each in order of
   * arrival; so do downloads, in a lane of their own and with each of their pieces.
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
  readonly patience?: number;
  /** How long a thread that keeps failing rests, in milliseconds. */
  readonly rest?: number;
}

const MOST_WAITING = 500;
const PATIENCE = 20_000;

/**
 * Answers that a thread has at a time: the next one is there when one is done, however busy the thread with the sockets
 * is. Whoever's turn comes next waits for all of them. Besides, it makes one piece of a download.
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
const LATER = 2;

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

/** The next piece of a download, which waits for its turn. Only the thread that began the download can make it. */
interface NextPiece extends Queued {
  readonly id: number;
}

const isPiece = (item: Waiting | NextPiece): item is NextPiece => "id" in item;

/** An answer whose body has begun. */
interface Begun {
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  /** Who reads it; null if it is no download. */
  readonly download: Queued | null;
  /** Called when the requested piece is there. */
  arrived(): void;
}

const overloaded = (): Unavailable => new Unavailable(LATER, "too-many-readers");

/** Starts the threads. */
export function startAnswerThreads(data: ThreadData, options: AnswerThreadsOptions = {}): AnswerThreads {
  const { count = Math.max(1, availableParallelism() - 1), mostWaiting = MOST_WAITING } = options;
  const { patience = PATIENCE, rest = REST } = options;
  const answers = new FairQueue<Waiting>();
  const downloads = new FairQueue<Waiting | NextPiece>();
  let lastId = 0;
  let isClosed = false;
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>();

  /** One thread, and those that replace it when it ends. */
  class AnswerThread {
    private worker: Worker | null = null;
    private isReady = false;
    private failures = 0;
    /** Whether it was ended because one answer took too long: that is not a failure of the thread. */
    private isGivenUp = false;
    private resting: NodeJS.Timeout | undefined;
    private readonly unanswered = new Map<number, Waiting & { readonly deadline: NodeJS.Timeout }>();
    private readonly begun = new Map<number, Begun>();
    /** The download of which a piece is being made; null: none. */
    private downloading: number | null = null;

    start(): void {
      const worker = new Worker(new URL("./thread.ts", import.meta.url), {
        workerData: data,
        resourceLimits: HEAP,
      });
      this.worker = worker;
      this.isGivenUp = false;
      worker.on("message", (report: Report) => this.hear(report));
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
      const isFull = (): boolean => this.unanswered.size - Number(this.isBeginning()) >= AT_A_TIME;
      while (this.isReady && !isFull()) {
        const next = answers.shift();
        if (!next) break;
        this.ask(next);
      }
      if (!this.isReady || this.downloading !== null || downloads.size === 0) return;
      const begun = countDownloads();
      const next = downloads.shift((item) =>
        isPiece(item)
          ? this.begun.has(item.id)
          : item.clients.every((client) => (begun.get(client) ?? 0) < MOST_DOWNLOADS),
      );
      if (!next) return;
      this.downloading = isPiece(next) ? next.id : this.ask(next);
      if (isPiece(next)) this.say({ kind: "more", id: next.id });
    }

    /** Whether the first piece of a download is being made. */
    private isBeginning(): boolean {
      return this.downloading !== null && this.unanswered.has(this.downloading);
    }

    /** Who reads the downloads that have begun. */
    readers(): readonly string[] {
      return [...this.begun.values()].flatMap(({ download }) => download?.clients ?? []);
    }

    /** Has the thread make an answer, and returns its id. */
    private ask(next: Waiting): number {
      lastId += 1;
      const deadline = setTimeout(() => {
        this.isGivenUp = true;
        this.end();
      }, patience);
      this.unanswered.set(lastId, { ...next, deadline });
      const { url, request, requestId } = next;
      const found = request.begin();
      // Only what it needs: an answer at hand has a body, too, which would be copied.
      const atHand = found && { tag: found.tag, fingerprint: found.fingerprint };
      this.say({ kind: "make", id: lastId, url, atHand, requestId, encoding: request.encoding });
      return lastId;
    }

    private say(order: Order): void {
      this.worker?.postMessage(order);
    }

    private hear(report: Report): void {
      if (report.kind === "ready") {
        this.isReady = true;
        isReady();
        this.takeNext();
        return;
      }
      const { id } = report;
      if (id === this.downloading) this.downloading = null;
      if (report.kind === "piece") {
        this.pass(report);
        this.takeNext();
        return;
      }
      const waiting = this.unanswered.get(id);
      this.unanswered.delete(id);
      clearTimeout(waiting?.deadline);
      if (report.kind === "head") {
        this.failures = 0;
        waiting?.resolve(this.responseOf(report, waiting.isDownload ? waiting : null));
      } else {
        this.begun.get(id)?.controller.error(new Error("The answer broke off."));
        this.forget(id);
        waiting?.reject(new Error("The answer could not be made."));
      }
      this.takeNext();
    }

    private responseOf(head: Extract<Report, { kind: "head" }>, download: Queued | null): Response {
      const { id, status, bytes, isLast } = head;
      const headers = new Headers(head.headers as [string, string][]);
      if (isLast) return new Response(bytes, { status, headers });
      const body = new ReadableStream<Uint8Array>(
        {
          start: (controller) => {
            if (bytes) controller.enqueue(bytes);
            this.begun.set(id, { controller, download, arrived: () => undefined });
          },
          // One piece at a time: two readers of one body would swap its pieces.
          pull: (controller) =>
            new Promise((arrived) => {
              this.begun.set(id, { controller, download, arrived });
              if (!download) return this.say({ kind: "more", id });
              downloads.push({ clients: download.clients, id });
              this.takeNext();
            }),
          cancel: () => {
            this.forget(id);
            this.say({ kind: "stop", id });
            takeNext();
          },
        },
        // One piece ahead: the next piece is made while this one is sent.
        { highWaterMark: 1 },
      );
      return new Response(body, { status, headers });
    }

    /** Gives up an answer that had begun. */
    private forget(id: number): void {
      this.begun.delete(id);
      downloads.pop((item) => isPiece(item) && item.id === id);
    }

    private pass({ id, bytes, isLast }: Extract<Report, { kind: "piece" }>): void {
      const begun = this.begun.get(id);
      if (!begun) return;
      if (bytes) begun.controller.enqueue(bytes);
      begun.arrived();
      if (!isLast) return;
      this.begun.delete(id);
      begun.controller.close();
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
        this.forget(id);
        controller.error(overloaded());
      }
      this.downloading = null;
      if (isClosed) return;
      if (this.isAtWork) {
        this.start();
        return;
      }
      this.resting = setTimeout(() => {
        this.failures = 0;
        this.start();
      }, rest);
      this.resting.unref();
      if (threads.some(({ isAtWork }) => isAtWork)) return;
      isReady();
      refuseAll();
    }
  }

  /** The number of downloads that each network has begun. */
  function countDownloads(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const thread of threads)
      for (const reader of thread.readers()) counts.set(reader, (counts.get(reader) ?? 0) + 1);
    return counts;
  }

  function takeNext(): void {
    for (const thread of threads) thread.takeNext();
  }

  function refuseAll(): void {
    for (const queue of [answers, downloads])
      for (let next = queue.shift(); next; next = queue.shift())
        if (!isPiece(next)) next.reject(overloaded());
  }

  const threads = Array.from({ length: count }, () => new AnswerThread());
  for (const thread of threads) thread.start();

  return {
    ready,
    waiting: () => answers.size + downloads.size,
    make: (url, request, isDownload = false) =>
      new Promise((resolve, reject) => {
        if (!threads.some(({ isAtWork }) => isAtWork)) return reject(overloaded());
        const { clients } = request;
        const queue = isDownload ? downloads : answers;
        queue.push({ clients, url, request, isDownload, requestId: requestId(), resolve, reject });
        takeNext();
        if (queue.size <= mostWaiting) return;
        const last = queue.pop((item) => !isPiece(item));
        if (last && !isPiece(last)) last.reject(overloaded());
      }),
    close() {
      isClosed = true;
      refuseAll();
      for (const thread of threads) thread.end();
    },
  };
}
