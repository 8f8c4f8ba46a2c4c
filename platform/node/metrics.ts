import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { pathOf } from "../../server/http/head.ts";

/** The upper ends of the histogram's buckets, in seconds. */
const BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Requests of these methods are counted apart; a client may send any word. */
const METHODS = new Set(["GET", "HEAD", "POST", "OPTIONS"]);

/** What is waiting and what was written, as far as the site knows at this moment. */
export interface Load {
  readonly writes: number;
  readonly writesWaiting: number;
  readonly answersWaiting: number;
}

interface Histogram {
  readonly buckets: number[];
  sum: number;
  count: number;
}

/** What a process counts for Prometheus. No label holds a name, an id, an address or anything else that was sent. */
export interface Metrics {
  /** Counts a request when its response is over. */
  observe(request: IncomingMessage, response: ServerResponse): void;
  noteCached(how: string): void;
  /** Returns everything in Prometheus' text format. */
  text(): string;
}

/** The interval at which the event loop is looked at, in milliseconds: what it takes longer is its lag. */
const RESOLUTION = 20;

/** Opens the metrics. `load` is called whenever they are read, `describe` for what answers a path, and its kind. */
export function openMetrics(
  describe: (path: string) => { readonly route: string; readonly kind: string },
  load: () => Load,
): Metrics {
  const requests = new Map<string, number>();
  const refusals = new Map<string, number>();
  const cached = new Map<string, number>();
  const durations = new Map<string, Histogram>();
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  const add = (counts: Map<string, number>, labels: string): void =>
    void counts.set(labels, (counts.get(labels) ?? 0) + 1);

  function measure(kind: string, seconds: number): void {
    const found = durations.get(kind) ?? { buckets: BUCKETS.map(() => 0), sum: 0, count: 0 };
    durations.set(kind, found);
    found.sum += seconds;
    found.count += 1;
    for (const [at, end] of BUCKETS.entries())
      if (seconds <= end) found.buckets[at] = (found.buckets[at] ?? 0) + 1;
  }

  return {
    observe({ method = "", url = "" }, response) {
      const begun = performance.now();
      response.once("close", () => {
        const { route, kind } = describe(pathOf(url));
        const { statusCode: status } = response;
        const sent = METHODS.has(method) ? method : "other";
        add(requests, `route="${route}",method="${sent}",status="${Math.floor(status / 100)}xx"`);
        if (status === 429 || status === 503) add(refusals, `kind="${kind}",status="${status}"`);
        measure(`kind="${kind}"`, (performance.now() - begun) / 1_000);
      });
    },
    noteCached: (how) =>
      add(cached, `how="${/^hit; detail/.test(how) ? "stale" : /^hit/.test(how) ? "hit" : "miss"}"`),
    text() {
      const { writes, writesWaiting, answersWaiting } = load();
      const { rss, heapUsed } = process.memoryUsage();
      const { user, system } = process.cpuUsage();
      const one = (value: number): Map<string, number> => new Map([["", value]]);
      const lag = [delay.mean, delay.percentile(99), delay.max].map((lag) =>
        Math.max(0, (lag || 0) / 1e9 - RESOLUTION / 1_000),
      );
      const lags = new Map(["mean", "p99", "max"].map((of, at) => [`of="${of}"`, lag[at] ?? 0]));
      delay.reset();
      return [
        metric("index_requests_total", "counter", "Requests answered.", requests),
        metric("index_refusals_total", "counter", "Requests refused for a while (429, 503).", refusals),
        metric(
          "index_cached_answers_total",
          "counter",
          "Answers that may be cached, by how they came.",
          cached,
        ),
        histogram("index_request_seconds", "From a request's head to the end of its answer.", durations),
        metric("index_writes_total", "counter", "Transactions committed.", one(writes)),
        metric("index_writes_waiting", "gauge", "Transactions that wait for their turn.", one(writesWaiting)),
        metric("index_answers_waiting", "gauge", "Answers that wait for a thread.", one(answersWaiting)),
        metric("index_event_loop_lag_seconds", "gauge", "Lag of the event loop since the last look.", lags),
        metric("process_resident_memory_bytes", "gauge", "Memory of the process.", one(rss)),
        metric("nodejs_heap_used_bytes", "gauge", "The main thread's heap in use.", one(heapUsed)),
        metric("process_cpu_seconds_total", "counter", "Processor time.", one((user + system) / 1e6)),
        metric("process_uptime_seconds", "gauge", "Time since the start.", one(process.uptime())),
      ].join("");
    },
  };
}

const head = (name: string, type: string, help: string): string =>
  `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;

function metric(name: string, type: string, help: string, values: ReadonlyMap<string, number>): string {
  const lines = [...values].map(([labels, value]) => `${name}${labels && `{${labels}}`} ${value}\n`);
  return head(name, type, help) + lines.join("");
}

function histogram(name: string, help: string, values: ReadonlyMap<string, Histogram>): string {
  const lines = [...values].flatMap(([labels, { buckets, sum, count }]) => [
    ...BUCKETS.map((end, at) => `${name}_bucket{${labels},le="${end}"} ${buckets[at]}\n`),
    `${name}_bucket{${labels},le="+Inf"} ${count}\n`,
    `${name}_sum{${labels}} ${sum}\n${name}_count{${labels}} ${count}\n`,
  ]);
  return head(name, "histogram", help) + lines.join("");
}

/** Creates the server that Prometheus asks; it has no other address. */
export const createMetricsServer = ({ text }: Pick<Metrics, "text">): Server =>
  createServer(({ method, url = "" }, response) => {
    const isAsked = method === "GET" && pathOf(url) === "/metrics";
    response.writeHead(isAsked ? 200 : 404, {
      "Content-Type": isAsked ? "text/plain; version=0.0.4; charset=utf-8" : "text/plain",
      "Cache-Control": "no-store",
    });
    response.end(isAsked ? text() : "Only /metrics is here.\n");
  });
