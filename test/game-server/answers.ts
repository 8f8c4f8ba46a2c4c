import example from "./challenge.json" with { type: "json" };

/** What the stand-in answers for a code; by default with 200 and the content type of JSON. */
export interface GameAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The body of a file, as base64. */
  readonly base64?: string;
  /** Blanks behind the body. */
  readonly bytes?: number;
  /** `silent`: nothing is sent. `never`: half of the body, and no end. `cut`: half of it, then the connection breaks. */
  readonly ends?: "whole" | "silent" | "never" | "cut";
  /** Milliseconds before the head. */
  readonly after?: number;
}

/** An envelope that says that something went wrong. */
export const failure = (error: string | null, more: object = {}): GameAnswer => ({
  body: JSON.stringify({ error, success: false, body: null, model: null, next: null, prev: null, ...more }),
});

export const NO_SUCH_CODE = failure("No challenge with that ID exists");

/** The body of the example: a 2TC of Absolute Zero and Quincy on Quad. */
export const EXAMPLE = example.body;

/** The document of a code, in which fields of the example's body are replaced; undefined leaves one out. */
export const documentOf = (code: string, body: Readonly<Record<string, unknown>> = {}): GameAnswer => ({
  body: JSON.stringify({ ...example, body: { ...EXAMPLE, id: code, ...body } }),
});

/** How the server is out of order, by what is then known of the reason. */
export const FAULTS = {
  silent: [{ ends: "silent" }, "timeout"],
  "slow to end": [{ ...documentOf("ZFAULTY"), ends: "never" }, "timeout"],
  "cut off": [{ ...documentOf("ZFAULTY"), ends: "cut" }, "unreachable"],
  redirecting: [{ status: 302, headers: { Location: "/challenge/ZOTHER1" } }, "redirect"],
  "out of order": [{ ...failure("Server error"), status: 500 }, "server-error"],
  "under maintenance": [{ status: 525, body: "", headers: { "Content-Type": "text/html" } }, "server-error"],
  "answering HTML": [{ body: "<h1>Hello</h1>", headers: { "Content-Type": "text/html" } }, "unreadable"],
  "answering 10 MB": [{ ...documentOf("ZFAULTY"), bytes: 10_000_000 }, "too-large"],
} as const satisfies Record<string, readonly [GameAnswer, string]>;
