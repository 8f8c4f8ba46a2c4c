import { AsyncLocalStorage } from "node:async_hooks";
import type { HeaderPair } from "./head.ts";

/** The id of the current request. It is made when somebody asks for it: most answers are cached and have none. */
const requests = new AsyncLocalStorage<{ id: string | null }>();

/** Answers a request; whatever it logs meanwhile has its id. `id` is given where another thread took the request. */
export const inRequest = <Result>(work: () => Result, id: string | null = null): Result =>
  requests.run({ id }, work);

/** Returns the id of the current request; null: there is none. */
export function requestId(): string | null {
  const request = requests.getStore();
  if (!request) return null;
  request.id ??= crypto.randomUUID().slice(-12);
  return request.id;
}

/** Returns the header that names the current request: for errors, and for whatever nobody may store. */
export function requestIdHeader(): HeaderPair[] {
  const id = requestId();
  return id === null ? [] : [["X-Request-Id", id]];
}
