/** What narrows the queue of what waits for a helper: parameters of its page and of the API, in canonical order. */
export const QUEUE_FILTERS = ["challenge", "map", "og", "record", "first", "answered"] as const;
