import type { Counters } from "./counters.ts";

/** How a host is asked. A redirect is never followed: it counts as a failure, unless the host answers by it. */
interface HostLimits {
  /** GET by default. */
  readonly method?: "HEAD";
  /** Milliseconds for a whole answer; as long, at most, a request waits for its turn. */
  readonly timeout: number;
  readonly mostBytes: number;
  /** Seconds between two requests, those of all processes and isolates together. */
  readonly interval: number;
  /** What an answer has to be, one of these: "application/json", "image/*". */
  readonly contentTypes: readonly string[];
  /** From 400 to 499 the status is the answer: the body, of whatever type, is not read. */
  readonly saysByStatus?: true;
  /** A redirect is an answer, too: where to. */
  readonly saysByRedirect?: true;
  /** A file is fetched there, whose path is encoded already. */
  readonly isFile?: true;
}

/** Documents that say whether a link still leads to something. */
const OF_LINKS = {
  timeout: 5_000,
  mostBytes: 64 * 1024,
  interval: 1,
  contentTypes: ["application/json"],
  saysByStatus: true,
} as const satisfies HostLimits;

/** Pictures of at most 25 MB. */
const PICTURES = {
  timeout: 60_000,
  mostBytes: 25 * 1024 * 1024,
  interval: 1,
  contentTypes: ["image/*"],
  saysByStatus: true,
  isFile: true,
} as const satisfies HostLimits;

/**
 * Every host that this site asks for something. (Services that an operator gives it, such as webhooks, mail and buckets, have
 * addresses, leases and retries of their own.)
 */
export const OTHER_HOSTS = {
  challengeCodes: {
    timeout: 5_000,
    mostBytes: 256 * 1024,
    interval: 1,
    contentTypes: ["application/json"],
  },
  youtube: OF_LINKS,
  streamable: OF_LINKS,
  twitch: OF_LINKS,
  bilibili: OF_LINKS,
  imgur: {
    ...OF_LINKS,
    method: "HEAD",
    contentTypes: ["image/*", "video/*"],
    saysByRedirect: true,
  },
  imgurFiles: PICTURES,
  discordFiles: PICTURES,
} as const satisfies Record<string, HostLimits>;

export type OtherHost = keyof typeof OTHER_HOSTS;

/** Where each host is asked: its address up to what is asked for; null: it is switched off. */
export type HostAddresses = Readonly<Record<OtherHost, string | null>>;

/** What else is sent to a host: the keys that an operator has there. */
export type HostHeaders = Readonly<Partial<Record<OtherHost, Readonly<Record<string, string>>>>>;

/** Reasons for which no request was sent. */
export const NOT_SENT = ["off", "paused", "busy"] as const;

/**
 * Why a host did not give an answer. `off`: by a setting. `paused`: after Retry-After or several failures. `busy`: too many
 * wait for their turn. `refused`: 429, or 403 and 503 with Retry-After. `unreadable`: of another content type, or not what the
 * reader of its answers takes.
 */
export type WhyNot =
  | (typeof NOT_SENT)[number]
  | ("refused" | "timeout" | "unreachable" | "redirect" | "too-large" | "server-error" | "unreadable");

export interface CouldNotAsk {
  readonly outcome: "could-not-ask";
  readonly why: WhyNot;
  /** Seconds until it is worth trying again; null: no time helps. */
  readonly retryAfter: number | null;
}

/** A status below 300, or from 400 to 499 without being a refusal, and the whole body; of some hosts a redirect, too. */
export interface Answered {
  readonly outcome: "answered";
  readonly status: number;
  /** Empty where the status is the answer. */
  readonly text: string;
  /** Where a redirect leads, as it is written. */
  readonly location?: string;
  /** The body, where a file was asked for and sent. */
  readonly file?: Blob;
}

/** Asks a host for what `path` names, which is encoded unless it is that of a file. Throws for nothing that the host does. */
export type AskHost = (host: OtherHost, path: string) => Promise<Answered | CouldNotAsk>;

/** So many failures in a row (the first and the last within an hour) open the circuit of a host. */
const MOST_FAILURES = 5;
const FAILURES_WITHIN = 60 * 60;
/** Seconds for which nothing is sent while a circuit is open. The first failure after that opens it again. */
export const OPEN_SECONDS = 5 * 60;

/** Seconds that a refusal without a readable Retry-After counts for, and the most that one counts for. */
const DEFAULT_PAUSE = 60;
const LONGEST_PAUSE = 24 * 60 * 60;

export interface HostPorts {
  readonly fetch: typeof fetch;
  /** Those that are left out are switched off. */
  readonly addresses: Partial<HostAddresses>;
  readonly headers?: HostHeaders;
  readonly counters: Counters;
  /** Waits so many milliseconds. */
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
}

/** What a request came to; `pause`: seconds for which the host asks to be left alone. */
type Sent = Answered | { readonly why: Exclude<WhyNot, "off">; readonly pause?: number };

const sleep = (milliseconds: number): Promise<unknown> =>
  new Promise((done) => setTimeout(done, milliseconds));

export function askHosts({
  fetch: request,
  addresses,
  headers: keys = {},
  counters,
  sleep: wait = sleep,
}: HostPorts): AskHost {
  const turns = counters("turns of hosts");
  const queues = counters("queues of hosts");
  const pauses = counters("pauses of hosts");
  const failures = counters("failures of hosts");
  const couldNot = (why: WhyNot, retryAfter: number | null): CouldNotAsk => ({
    outcome: "could-not-ask",
    why,
    retryAfter: retryAfter === null ? null : Math.ceil(retryAfter),
  });

  /** Waits until a request may be sent; returns null then, else why it may not. */
  async function takeTurn(host: OtherHost, { interval, timeout }: HostLimits): Promise<CouldNotAsk | null> {
    for (let waited = 0; ; ) {
      // A limit of 0 counts nothing: it tells how long the stretch still is.
      const pause = await pauses.take(host, 0, 0);
      if (pause > 0) return couldNot("paused", pause);
      const seconds = await turns.take(host, 1, interval);
      if (seconds <= 0) return null;
      // As many begin to wait within a timeout as get a turn in it, and one that is between two requests of its own.
      const most = timeout / 1000 / interval + 1;
      const isFull = waited === 0 && (await queues.take(host, most, timeout / 1000)) > 0;
      waited += seconds * 1000;
      if (isFull || waited > timeout) return couldNot("busy", seconds);
      await wait(seconds * 1000);
    }
  }

  async function send(host: OtherHost, address: string, limits: HostLimits): Promise<Sent> {
    const signal = AbortSignal.timeout(limits.timeout);
    try {
      const headers = { Accept: limits.contentTypes.join(", "), ...keys[host] };
      const { method = "GET" } = limits;
      return await read(await request(address, { method, headers, signal, redirect: "manual" }), limits);
    } catch {
      return { why: signal.aborted ? "timeout" : "unreachable" };
    }
  }

  /** Returns why a host could not be asked, after counting that. */
  async function failed(host: OtherHost, why: WhyNot, pause: number | undefined): Promise<CouldNotAsk> {
    if (why !== "refused") await failures.take(host, Number.POSITIVE_INFINITY, FAILURES_WITHIN);
    const isOpen = (await failures.count(host)) >= MOST_FAILURES;
    const seconds = pause ?? (isOpen ? OPEN_SECONDS : 0);
    if (seconds > 0) await pauses.take(host, 1, seconds);
    return couldNot(why, Math.max(seconds, OTHER_HOSTS[host].interval));
  }

  return async (host, path) => {
    const limits: HostLimits = OTHER_HOSTS[host];
    const address = addresses[host] ?? null;
    if (address === null) return couldNot("off", null);
    const refused = await takeTurn(host, limits);
    if (refused) return refused;
    const sent = await send(host, address + (limits.isFile ? path : encodeURIComponent(path)), limits);
    if ("why" in sent) return failed(host, sent.why, sent.pause);
    if ((await failures.count(host)) > 0) await failures.forgive(host);
    return sent;
  };
}

async function read(response: Response, limits: HostLimits): Promise<Sent> {
  const { status, headers, body } = response;
  const why = whyNot(response, limits);
  if (why !== null) {
    await body?.cancel();
    return why === "refused" ? { why, pause: pauseOf(headers) } : { why };
  }
  if (isBare(status, limits)) {
    await body?.cancel();
    const location = headers.get("Location");
    return { outcome: "answered", status, text: "", ...(location !== null && { location }) };
  }
  const whole = body ? await readBody(body, limits.mostBytes) : new Blob();
  if (!whole) return { why: "too-large" };
  return limits.isFile
    ? { outcome: "answered", status, text: "", file: whole }
    : { outcome: "answered", status, text: await whole.text() };
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** Whether a status is the answer, without its body. */
const isBare = (status: number, { saysByStatus, saysByRedirect }: HostLimits): boolean =>
  isRedirect(status) ? saysByRedirect === true : status >= 400 && saysByStatus === true;

/** Whether a content type is one of those: "image/png" is of "image/*". */
const isOfType = (given: string | null, types: readonly string[]): boolean => {
  const type = given?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return types.some((each) => (each.endsWith("/*") ? type.startsWith(each.slice(0, -1)) : type === each));
};

/** Returns what the head of an answer says against reading it; null: nothing. */
function whyNot({ status, headers }: Response, limits: HostLimits): Exclude<WhyNot, "off"> | null {
  if (status === 429 || ((status === 403 || status === 503) && headers.has("Retry-After"))) return "refused";
  if (status >= 500) return "server-error";
  if (isBare(status, limits)) return null;
  if (isRedirect(status)) return "redirect";
  if (!isOfType(headers.get("Content-Type"), limits.contentTypes)) return "unreadable";
  // That of a file that is not sent.
  if (limits.method === "HEAD") return null;
  return Number(headers.get("Content-Length")) > limits.mostBytes ? "too-large" : null;
}

/** Returns for how many seconds a refusal holds. */
function pauseOf(headers: Headers): number {
  const given = headers.get("Retry-After") ?? "";
  return /^\d{1,9}$/.test(given) ? Math.min(Math.max(Number(given), 1), LONGEST_PAUSE) : DEFAULT_PAUSE;
}

/** Reads a body of at most so many bytes, which ends with the signal of its request; null: it has more. */
async function readBody(body: ReadableStream<Uint8Array<ArrayBuffer>>, most: number): Promise<Blob | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    // Leaving the loop cancels the rest.
    if (length > most) return null;
    chunks.push(chunk);
  }
  return new Blob(chunks);
}
