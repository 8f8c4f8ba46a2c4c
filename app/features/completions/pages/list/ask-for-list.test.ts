import { beforeEach, expect, test, vi } from "vitest";
import { askForList, passingReason, untilAnswered } from "./ask-for-list.ts";
import type { ListPageData } from "./load.server.ts";
import { troubleTeller } from "./Waiting.tsx";

vi.mock("./Waiting.tsx", () => ({ troubleTeller: vi.fn() }));
const setTrouble = vi.fn();

const page = (status: number, error: string | null): Pick<ListPageData, "content"> => ({
  content: { view: "table", status, error, table: null },
});
const broken = page(503, "The index cannot be read.");
const wrong = page(400, 'The parameter "offset" is no number.');
const fine = page(200, null);

/** Asks for a list when this is the server's first answer. */
async function ask(first: Pick<ListPageData, "content">) {
  const answers = [first, fine];
  const answer = askForList("/2tc", new AbortController().signal, async () => answers.shift() ?? fine);
  await vi.runAllTimersAsync();
  return answer;
}

/** The window's events. */
let events: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  events = new EventTarget();
  vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
  setTrouble.mockClear();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

test("while a list is shown, a server failure is reported and the request is retried", async () => {
  vi.mocked(troubleTeller).mockReturnValue(setTrouble);
  expect(await ask(broken)).toBe(fine);
  expect(setTrouble.mock.calls).toEqual([["The index cannot be read."]]);
});

test("a page that reports an invalid request is accepted as the answer", async () => {
  vi.mocked(troubleTeller).mockReturnValue(setTrouble);
  expect(await ask(wrong)).toBe(wrong);
  expect(setTrouble).not.toHaveBeenCalled();
});

test("a list opened from another page is requested only once, even if that fails", async () => {
  vi.mocked(troubleTeller).mockReturnValue(null);
  expect(await ask(broken)).toBe(broken);
});

/** What React Router makes of a response with an error status. */
const answered = (status: number, data: unknown = "") => ({ status, statusText: "", internal: false, data });

/** Asks for a text. `tries` answer one after the other, and the last of them from then on. */
function asking(...tries: readonly (() => Promise<string>)[]) {
  const newer = new AbortController();
  const told: string[] = [];
  let asked = 0;
  const answer = untilAnswered(() => (tries[asked++] ?? tries.at(-1))?.() as Promise<string>, {
    signal: newer.signal,
    failureIn: (text) => (text.startsWith("failed") ? text : null),
    tell: (reason) => told.push(reason),
  });
  const settled = answer.then(
    (text) => ({ text }),
    (error: unknown) => ({ error }),
  );
  return { settled, told, newer, times: () => asked };
}

const lost = () => Promise.reject(new TypeError("Failed to fetch"));
const quad = () => Promise.resolve("Quad");

test("retries with growing pauses, up to eight seconds, until there is an answer", async () => {
  const { settled, told, times } = asking(lost, lost, lost, lost, lost, lost, quad);
  for (const [tries, pause] of [1, 2, 4, 8, 8, 8].entries()) {
    await vi.advanceTimersByTimeAsync(pause * 1_000 - 1);
    expect(times()).toBe(tries + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(times()).toBe(tries + 2);
  }
  expect(await settled).toEqual({ text: "Quad" });
  expect(told).toEqual(Array.from({ length: 6 }, () => "the connection was lost"));
});

test("retries at once when the browser is back online", async () => {
  const { settled, times } = asking(lost, lost, quad);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(times()).toBe(2);
  events.dispatchEvent(new Event("online"));
  expect(await settled).toEqual({ text: "Quad" });
  expect(vi.getTimerCount()).toBe(0);
});

test("treats an answer that reports a server failure as no answer", async () => {
  const { settled, told } = asking(() => Promise.resolve("failed: the index cannot be read."), quad);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await settled).toEqual({ text: "Quad" });
  expect(told).toEqual(["failed: the index cannot be read."]);
});

test("gives up on a request that is never answered, and retries", async () => {
  const { settled, told } = asking(() => new Promise(() => {}), quad);
  await vi.advanceTimersByTimeAsync(21_000);
  expect(await settled).toEqual({ text: "Quad" });
  expect(told).toEqual(["no answer came"]);
});

test("stops when there is a newer request, during a pause or a request", async () => {
  const waiting = asking(lost);
  await vi.advanceTimersByTimeAsync(10);
  waiting.newer.abort();
  expect(await waiting.settled).toHaveProperty("error.name", "AbortError");
  const late = asking(async () => {
    await Promise.resolve();
    late.newer.abort();
    return "failed";
  });
  expect(await late.settled).toHaveProperty("error.name", "AbortError");
  expect([waiting.times(), late.times(), vi.getTimerCount()]).toEqual([1, 1, 0]);
});

test("throws errors that a retry would not fix", async () => {
  for (const error of [answered(404), answered(400), new Response(null, { status: 302 })]) {
    const { settled, told } = asking(() => Promise.reject(error));
    expect(await settled).toEqual({ error });
    expect(told).toEqual([]);
  }
});

test("gives the reason for a failure in plain words", () => {
  expect(passingReason(answered(503))).toBe("HTTP 503");
  expect(passingReason(answered(500, { error: "The index cannot be read." }))).toBe(
    "The index cannot be read.",
  );
  expect(passingReason(answered(429))).toBe("HTTP 429");
  for (const words of ["Failed to fetch", "Load failed", "NetworkError when attempting to fetch resource."])
    expect(passingReason(new TypeError(words))).toBe("the connection was lost");
  expect(passingReason(new Error("Unable to decode", { cause: new TypeError("network error") }))).toBe(
    "the connection was lost",
  );
  expect(passingReason(new Error("Unexpected Server Error"))).toBe("HTTP 500");
});
