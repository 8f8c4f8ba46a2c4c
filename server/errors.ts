import { MissingKeys } from "../derive/key-query.ts";
import { BadParameter } from "../derive/parameters.ts";
import { forLog, type Problem, problem, say, sayEach, type Told } from "../messages/index.ts";
import { BadFields } from "./bad-fields.ts";

/** How an error is thrown: a code, the values of its sentence, what caused it. */
type Thrown = readonly [...Told, options?: ErrorOptions];

/** What can go wrong for reasons that the person who asked can understand. One boundary maps them to HTTP and English. */
export class AppError extends Error {
  override readonly name: string = "AppError";
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 414 | 416 | 429 | 503 | 507;
  readonly problem: Problem;
  /** What the answer says beside `error`. */
  readonly more: Readonly<Record<string, unknown>> = {};
  constructor(status: AppError["status"], ...[code, values = {}, options]: Thrown) {
    // The compiler cannot follow that the two stay together.
    const told = { code, values } as Problem;
    super(forLog(told), options);
    this.status = status;
    this.problem = told;
  }
}

/** Nobody said who they are. */
export class Unauthorized extends AppError {
  override readonly name = "Unauthorized";
  constructor() {
    super(401, "not-signed-in");
  }
}

/** The token does not do, or does not allow this. */
export class Forbidden extends AppError {
  override readonly name = "Forbidden";
  constructor(...thrown: Thrown) {
    super(403, ...thrown);
  }
}

/** A form that was sent cannot be taken as it is; the sentence says what to change. */
export class BadForm extends AppError {
  override readonly name = "BadForm";
  constructor(...thrown: Thrown) {
    super(400, ...thrown);
  }
}

/** More was sent than is taken. */
export class TooLarge extends AppError {
  override readonly name = "TooLarge";
  constructor(...thrown: Thrown) {
    super(413, ...thrown);
  }
}

/** What is asked for no longer fits what is there: somebody else was faster. */
export class Conflict extends AppError {
  override readonly name = "Conflict";
  constructor(...thrown: Thrown) {
    super(409, ...thrown);
  }
}

/** An error that passes by itself; `seconds` is how long to wait. */
abstract class Passing extends AppError {
  readonly seconds: number;
  constructor(status: 429 | 503, seconds: number, ...thrown: Thrown) {
    super(status, ...thrown);
    this.seconds = seconds;
  }
}

/** Asked too often; `seconds` is how long to wait. */
export class TooMany extends Passing {
  override readonly name = "TooMany";
  constructor(seconds: number, ...thrown: Thrown) {
    super(429, seconds, ...thrown);
  }
}

/** The site cannot do this right now, and soon can: too much is under way, or something it needs is out of reach. */
export class Unavailable extends Passing {
  override readonly name = "Unavailable";
  constructor(seconds: number, ...thrown: Thrown) {
    super(503, seconds, ...thrown);
  }
}

/** There is no room left where the site keeps its data. Reading goes on. */
export class StorageFull extends AppError {
  override readonly name = "StorageFull";
  constructor(options: ErrorOptions = {}) {
    super(507, "storage-full", {}, options);
  }
}

/** When to come again, for an error that passes by itself. */
export const retryHeaders = (error: unknown): Record<string, string> =>
  error instanceof Passing ? { "Retry-After": String(Math.ceil(error.seconds)) } : {};

export class NotFound extends AppError {
  override readonly name = "NotFound";
  constructor(...thrown: Thrown) {
    super(404, ...thrown);
  }
}

export class MethodNotAllowed extends AppError {
  override readonly name = "MethodNotAllowed";
  constructor(method: string) {
    super(405, "method-not-allowed", { method });
  }
}

/** Whether a file could not be written because the disk is full: so the systems name it on which this runs. */
const isOutOfRoom = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");

/** The HTTP status and the sentence for whatever was thrown. What we did not expect says nothing of its cause. */
export function describeError(error: unknown): {
  readonly status: number;
  readonly message: string;
  readonly unexpected: boolean;
  /** What an answer says besides. */
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
