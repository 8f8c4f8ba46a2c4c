import { MissingKeys } from "../derive/key-query.ts";
import { BadParameter } from "../derive/parameters.ts";

/** What can go wrong for reasons that the person who asked can understand. One boundary maps them to HTTP. */
export class AppError extends Error {
  override readonly name: string = "AppError";
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 414 | 416 | 429 | 503 | 507;
  /** What the answer says beside `error`. */
  readonly more: Readonly<Record<string, unknown>> = {};
  constructor(status: AppError["status"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** Nobody said who they are. */
export class Unauthorized extends AppError {
  override readonly name = "Unauthorized";
  constructor() {
    super(401, "Please sign in first: this needs an access token.");
  }
}

/** The token does not do, or does not allow this. */
export class Forbidden extends AppError {
  override readonly name = "Forbidden";
  constructor(message: string, options?: ErrorOptions) {
    super(403, message, options);
  }
}

/** A form that was sent cannot be taken as it is; the message says what to change. */
export class BadForm extends AppError {
  override readonly name = "BadForm";
  constructor(message: string) {
    super(400, message);
  }
}

/** More was sent than is taken. */
export class TooLarge extends AppError {
  override readonly name = "TooLarge";
  constructor(message: string) {
    super(413, message);
  }
}

/** What is asked for no longer fits what is there: somebody else was faster. */
export class Conflict extends AppError {
  override readonly name = "Conflict";
  constructor(message: string) {
    super(409, message);
  }
}

/** An error that passes by itself; `seconds` is how long to wait. */
abstract class Passing extends AppError {
  readonly seconds: number;
  constructor(status: 429 | 503, message: string, seconds: number, options?: ErrorOptions) {
    super(status, message, options);
    this.seconds = seconds;
  }
}

/** "a minute", "3 minutes": a wait as a person says it. */
function inMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? "a minute" : `${minutes} minutes`;
}

/** Asked too often; `seconds` is how long to wait. */
export class TooMany extends Passing {
  override readonly name = "TooMany";
  constructor(seconds: number, message = `Too many attempts. Please try again in ${inMinutes(seconds)}.`) {
    super(429, message, seconds);
  }
}

/** The site cannot do this right now, and soon can: too much is under way, or something it needs is out of reach. */
export class Unavailable extends Passing {
  override readonly name = "Unavailable";
  constructor(message: string, seconds: number, options?: ErrorOptions) {
    super(503, message, seconds, options);
  }
}

/** There is no room left where the site keeps its data. Reading goes on. */
export class StorageFull extends AppError {
  override readonly name = "StorageFull";
  constructor(options?: ErrorOptions) {
    super(507, "The site has no room left to save this. Nothing was saved; please tell a helper.", options);
  }
}

/** When to come again, for an error that passes by itself. */
export const retryHeaders = (error: unknown): Record<string, string> =>
  error instanceof Passing ? { "Retry-After": String(Math.ceil(error.seconds)) } : {};

export class NotFound extends AppError {
  override readonly name = "NotFound";
  constructor(message: string) {
    super(404, message);
  }
}

export class MethodNotAllowed extends AppError {
  override readonly name = "MethodNotAllowed";
  constructor(method: string) {
    super(405, `This address does not take ${method} requests.`);
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
    return { status: error.status, message: error.message, unexpected: false, more: error.more };
  if (error instanceof BadParameter || error instanceof MissingKeys) {
    return { status: 400, message: error.message, unexpected: false };
  }
  if (isOutOfRoom(error)) return describeError(new StorageFull({ cause: error }));
  return {
    status: 500,
    message: "Something went wrong on our side. Please try again in a moment.",
    unexpected: true,
  };
}
