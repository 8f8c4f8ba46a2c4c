import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Wanted } from "../../../server/edge/kept-answers.ts";
import { Unavailable } from "../../../server/errors.ts";
import type { Order, Report } from "./messages.ts";
import type { ThreadData } from "./thread.ts";

/** Threads that make answers, so that long work blocks neither the sockets nor writes. */
export interface Makers {
  /**
   * Returns the answer to GET of a URL; 304: the answer at hand is still current. Requests are served in order of
   * arrival.
   *
   * @throws Unavailable if too many wait already, it took too long, or its thread ended
   */
  make(url: string, wanted: Wanted): Promise<Response>;
  /** Resolves when a first thread can make answers, or when all of them have failed too often. */
  readonly ready: Promise<void>;
  close(): void;
}

export interface MakersOptions {
  /** The number of threads; by default one per core, except one core for the sockets. */
  readonly threads?: number;
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
 * Answers that a thread has at a time: the next ones are there when one is done, however busy the thread with the
 * sockets is.
 */
const AT_A_TIME = 4;

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
interface Waiting {
  readonly url: string;
  readonly wanted: Wanted;
  readonly resolve: (response: Response) => void;
  readonly reject: (error: unknown) => void;
}

/** An answer whose body has begun. */
interface Begun {
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  /** Called when the piece that was asked for is there. */
  arrived(): void;
}

const overloaded = (): Unavailable => new Unavailable(LATER, "too-many-readers");

/** Starts the threads. */
export function startMakers(data: ThreadData, options: MakersOptions = {}): Makers {
  const { threads = Math.max(1, availableParallelism() - 1), mostWaiting = MOST_WAITING } = options;
  const { patience = PATIENCE, rest = REST } = options;
  const queue: Waiting[] = [];
  let lastId = 0;
  let isClosed = false;
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>();

  /** One thread, and those that replace it when it ends. */
  class Maker {
    private worker: Worker | null = null;
    private isReady = false;
    private failures = 0;
    /** Whether it was ended because one answer took too long: that is not a failure of the thread. */
    private isGivenUp = false;
    private resting: NodeJS.Timeout | undefined;
    private readonly asked = new Map<number, Waiting & { readonly deadline: NodeJS.Timeout }>();
    private readonly begun = new Map<number, Begun>();

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
      while (this.isReady && this.asked.size < AT_A_TIME) {
        const next = queue.shift();
        if (!next) return;
        lastId += 1;
        const deadline = setTimeout(() => {
          this.isGivenUp = true;
          this.end();
        }, patience);
        this.asked.set(lastId, { ...next, deadline });
        const { url, wanted } = next;
        this.say({ kind: "make", id: lastId, url, known: wanted.begin(), encoding: wanted.encoding });
      }
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
      if (report.kind === "piece") {
        this.pass(report);
        return;
      }
      const { id } = report;
      const asked = this.asked.get(id);
      this.asked.delete(id);
      clearTimeout(asked?.deadline);
      if (report.kind === "head") {
        this.failures = 0;
        asked?.resolve(this.responseOf(report));
      } else {
        this.begun.get(id)?.controller.error(new Error("The answer broke off."));
        this.begun.delete(id);
        asked?.reject(new Error("The answer could not be made."));
      }
      this.takeNext();
    }

    private responseOf(head: Extract<Report, { kind: "head" }>): Response {
      const { id, status, bytes, isLast } = head;
      const headers = new Headers(head.headers as [string, string][]);
      if (isLast) return new Response(bytes, { status, headers });
      const body = new ReadableStream<Uint8Array>(
        {
          start: (controller) => {
            if (bytes) controller.enqueue(bytes);
            this.begun.set(id, { controller, arrived: () => undefined });
          },
          // One piece at a time: two readers of one body would swap its pieces.
          pull: (controller) =>
            new Promise((arrived) => {
              this.begun.set(id, { controller, arrived });
              this.say({ kind: "more", id });
            }),
          cancel: () => {
            this.begun.delete(id);
            this.say({ kind: "stop", id });
          },
        },
        // One piece ahead: the next piece is made while this one is sent.
        { highWaterMark: 1 },
      );
      return new Response(body, { status, headers });
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
      for (const { deadline, reject } of this.asked.values()) {
        clearTimeout(deadline);
        reject(overloaded());
      }
      this.asked.clear();
      for (const { controller } of this.begun.values()) controller.error(overloaded());
      this.begun.clear();
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
      if (makers.some(({ isAtWork }) => isAtWork)) return;
      isReady();
      for (const { reject } of queue.splice(0)) reject(overloaded());
    }
  }

  const makers = Array.from({ length: threads }, () => new Maker());
  for (const maker of makers) maker.start();

  return {
    ready,
    make: (url, wanted) =>
      new Promise((resolve, reject) => {
        if (queue.length >= mostWaiting || !makers.some(({ isAtWork }) => isAtWork))
          return reject(overloaded());
        queue.push({ url, wanted, resolve, reject });
        for (const maker of makers) maker.takeNext();
      }),
    close() {
      isClosed = true;
      for (const { reject } of queue.splice(0)) reject(overloaded());
      for (const maker of makers) maker.end();
    },
  };
}
