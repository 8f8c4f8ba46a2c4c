import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * A request and the response to it. Of both sides one holds: what was refused writes nothing any more, and what has
 * written is answered.
 */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  isRefused: boolean;
  hasWritten: boolean;
}

const exchanges = new AsyncLocalStorage<Exchange>();

/** Does work on behalf of a request. */
export const inExchange = (exchange: Exchange, work: () => void): void => exchanges.run(exchange, work);

/** The request on whose behalf the current work is done; undefined: none, as in a job. */
export const currentExchange = (): Exchange | undefined => exchanges.getStore();
