import { MissingKeys } from "../domain/lists/key-query.ts";
import { BadParameter } from "../domain/lists/parameters.ts";
import {
  forLog,
  type Problem,
  type ProblemArguments,
  type Problems,
  problem,
  say,
  sayEach,
} from "../domain/messages/index.ts";

/** Thrown for form fields with unacceptable values; says what is wrong with each, to be shown next to it. */
export class BadFields extends Error {
  override readonly name = "BadFields";
  readonly fields: Problems;
  constructor(fields: Problems) {
    super(
      Object.entries(fields)
        .map(([field, problem]) => `${field}: ${forLog(problem)}`)
        .join(", "),
    );
    this.fields = fields;
  }
}

/** The arguments of an error: a code, the values of its sentence, and its cause. */
type Thrown = readonly [...ProblemArguments, options?: ErrorOptions];

/** An error with a reason that the person asking can understand. `describeError` maps it to HTTP and English. */
export class AppError extends Error {
  override readonly name: string = "AppError";
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 414 | 416 | 429 | 503 | 507;
  readonly problem: Problem;
  /** What the response says besides `error`. */
  readonly more: Readonly<Record<string, unknown>> = {};
  constructor(status: AppError["status"], ...[code, values = {}, options]: Thrown) {
    // The compiler cannot see that the two belong together.
    const problem = { code, values } as Problem;
    super(forLog(problem), options);
    this.status = status;
    this.problem = problem;
  }
}

/** The request does not say who sends it. */
export class Unauthorized extends AppError {
  override readonly name = "Unauthorized";
  constructor() {
    super(401, "not-signed-in");
  }
}

/** The token is not acceptable or does not allow this. */
export class Forbidden extends AppError {
  override readonly name = "Forbidden";
  constructor(...thrown: Thrown) {
    super(403, ...thrown);
  }
}

/** A form cannot be accepted as it is; the sentence says what to change. */
export class BadForm extends AppError {
  override readonly name = "BadForm";
  constructor(...thrown: Thrown) {
    super(400, ...thrown);
  }
}

/** The request is larger than allowed. */
export class TooLarge extends AppError {
  override readonly name = "TooLarge";
  constructor(...thrown: Thrown) {
    super(413, ...thrown);
  }
}

/** The request no longer fits the current data: somebody else was faster. */
export class Conflict extends AppError {
  override readonly name = "Conflict";
  constructor(...thrown: Thrown) {
    super(409, ...thrown);
  }
}

/** A temporary error; `seconds` is how long to wait. */
abstract class Passing extends AppError {
  readonly seconds: number;
  constructor(status: 429 | 503, seconds: number, ...thrown: Thrown) {
    super(status, ...thrown);
    this.seconds = seconds;
  }
}

/** Too many requests; `seconds` is how long to wait. */
export class TooMany extends Passing {
  override readonly name = "TooMany";
  constructor(seconds: number, ...thrown: Thrown) {
    super(429, seconds, ...thrown);
  }
}

/** The site cannot do this right now but soon can: too much is in flight, or something it needs is out of reach. */
export class Unavailable extends Passing {
  override readonly name = "Unavailable";
  constructor(seconds: number, ...thrown: Thrown) {
    super(503, seconds, ...thrown);
  }
}

/** The storage of the site's data is full. Reading still works. */
export class StorageFull extends AppError {
  override readonly name = "StorageFull";
  constructor(options: ErrorOptions = {}) {
    super(507, "storage-full", {}, options);
  }
}

export class NotFound extends AppError {
  override readonly name = "NotFound";
  constructor(...thrown: Thrown) {
    super(404, ...thrown);
  }
}

/** The address takes other methods: by default it can only be read. */
export class MethodNotAllowed extends AppError {
  override readonly name = "MethodNotAllowed";
  readonly allowed: readonly string[];
  constructor(method: string, allowed: readonly string[] = ["GET"]) {
    super(405, "method-not-allowed", { method });
    // Whatever can be read answers HEAD, too.
    this.allowed = allowed.flatMap((each) => (each === "GET" ? ["GET", "HEAD"] : [each]));
  }
}

/** A range lies outside of what it is requested of, which has `size` bytes. */
export class RangeOutside extends AppError {
  override readonly name = "RangeOutside";
  readonly size: number;
  constructor(size: number) {
    super(416, "range-outside", { size });
    this.size = size;
  }
}

/** Returns what an error says in headers: when to retry, which methods an address takes, how long it is. */
export function errorHeaders(error: unknown): Record<string, string> {
  if (error instanceof Passing) return { "Retry-After": String(Math.ceil(error.seconds)) };
  if (error instanceof RangeOutside) return { "Content-Range": `bytes */${error.size}` };
  return error instanceof MethodNotAllowed ? { Allow: error.allowed.join(", ") } : {};
}

/** Whether a file could not be written because the disk is full, by the codes of the systems that this runs on. */
const isOutOfRoom = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");

/** Returns the HTTP status and the sentence for any error. Unexpected ones reveal nothing about their cause. */
export function describeError(error: unknown): {
  readonly status: number;
  readonly message: string;
  readonly unexpected: boolean;
  /** What the response says besides. */
  readonly more?: Readonly<Record<string, unknown>>;
} {
  if (error instanceof AppError)
    return { status: error.status, message: say(error.problem), unexpected: false, more: error.more };
  if (error instanceof BadFields) {
    const fields = sayEach(error.fields);
    return { status: 400, message: Object.values(fields).join(" "), unexpected: false, more: { fields } };
  }
  if (error instanceof BadParameter || error instanceof MissingKeys)
    return { status: 400, message: say(error.problem), unexpected: false };
  if (isOutOfRoom(error)) return describeError(new StorageFull({ cause: error }));
  return {
    status: 500,
    message: say(problem("our-fault")),
    unexpected: true,
  };
}

/** A problem that the site's operator can mend; the message says how. Not for programs or visitors. */
export class StartError extends Error {
  override readonly name = "StartError";
}
