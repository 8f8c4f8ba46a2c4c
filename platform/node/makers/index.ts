import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Wanted } from "../../../server/edge/kept-answers.ts";
import { Unavailable } from "../../../server/errors.ts";
import type { Order, Report } from "./messages.ts";
import type { ThreadData } from "./thread.ts";

/** Threads that make answers, so that what takes long holds up neither the sockets nor whoever writes. */
export interface Makers {
  /**
   * The answer to GET of an address; 304: it is still the one that is at hand. What was asked for first is made first.
   *
   * @throws Unavailable where too many wait already, or it took too long
   */
  make(url: string, wanted: Wanted): Promise<Response>;
  /** When a first thread can make answers, or none ever will. */
  readonly ready: Promise<void>;
  close(): void;
}

export interface MakersOptions {
  /** How many threads; one core is left to the sockets unless it is said. */
  readonly threads?: number;
  /** Answers that may wait for a thread at a time, of all. */
  readonly mostWaiting?: number;
  /** How long a thread may be at one answer, in milliseconds: then it is ended, for nothing else ends a statement. */
  readonly patience?: number;
  /** How long a thread rests that cannot be kept alive, in milliseconds. */
  readonly rest?: number;
}

const MOST_WAITING = 500;
const PATIENCE = 20_000;

/** Answers that a thread has at a time: the next ones are there when one is done, however busy the thread of the sockets is. */
const AT_A_TIME = 4;

/**
 * What a thread may take for what it makes, in megabytes: it holds the built pages and what it remembers in half of it. Without
 * a bound V8 takes as much as the machine has before it looks for what is not needed any more; with 144 it made a tenth less
 * while the site was written to, with 256 no more than with this.
 */
const HEAP = { maxOldGenerationSizeMb: 176, maxYoungGenerationSizeMb: 12 } as const;

/** When to come again, in seconds. */
const LATER = 2;

/** A thread that ends of itself so often, without having made an answer, is given a rest before it is started again. */
const MOST_FAILURES = 3;
const REST = 10_000;

/** Somebody who waits for an answer. */
interface Waiting {
  readonly url: string;
  readonly wanted: Wanted;
  readonly resolve: (response: Response) => void;
  readonly reject: (error: unknown) => void;
}

/** An answer that has begun. */
interface Begun {
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
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

  /** One thread, and the one that takes its place when it ends. */
  class Maker {
    private worker: Worker | null = null;
    private isReady = false;
    private failures = 0;
    /** It was at one answer for too long: no fault of its own. */
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
            this.begun.set(id, { controller });
          },
          pull: () => this.say({ kind: "more", id }),
          cancel: () => {
            this.begun.delete(id);
            this.say({ kind: "stop", id });
          },
        },
        // A piece ahead: the next one is made while this one is sent.
        { highWaterMark: 1 },
      );
      return new Response(body, { status, headers });
    }

    private pass({ id, bytes, isLast }: Extract<Report, { kind: "piece" }>): void {
      const controller = this.begun.get(id)?.controller;
      if (!controller) return;
      if (bytes) controller.enqueue(bytes);
      if (!isLast) return;
      this.begun.delete(id);
      controller.close();
    }

    /** What it was at is lost; a read can be asked for again. */
    private ended(): void {
      this.isReady = false;
      if (!this.isGivenUp) this.failures += 1;
      for (const { deadline, reject } of this.asked.values()) {
        clearTimeout(deadline);
        reject(overloaded());
      }
      this.asked.clear();
      for (const { controller } of this.begun.values()) controller.error(new Error("The answer broke off."));
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
