import { beforeEach, expect, test, vi } from "vitest";
import { askForList, wantAhead } from "./ask-for-list.ts";
import type { ListPageData } from "./load.server.ts";
import { isShown, setTrouble } from "./trouble.ts";

vi.mock("./trouble.ts", () => ({ isShown: vi.fn(), setTrouble: vi.fn() }));

const page = (status: number, error: string | null): Pick<ListPageData, "content"> => ({
  content: { view: "table", status, error, table: null },
});
const broken = page(503, "The index cannot be read.");
const wrong = page(400, 'The parameter "offset" is no number.');
const fine = page(200, null);

/** Asks for a list when this is the server's first answer. */
async function ask(first: Pick<ListPageData, "content">) {
  const answers = [first, fine];
  const answer = askForList(
    new URL("http://index.example/2tc"),
    new AbortController().signal,
    async () => answers.shift() ?? fine,
  );
  await vi.runAllTimersAsync();
  return answer;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", () => {});
  vi.mocked(setTrouble).mockClear();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

test("while a list is shown, a server failure is reported and the request is retried", async () => {
  vi.mocked(isShown).mockReturnValue(true);
  expect(await ask(broken)).toBe(fine);
  expect(vi.mocked(setTrouble).mock.calls).toEqual([["The index cannot be read."]]);
});

test("a page that reports an invalid request is accepted as the answer", async () => {
  vi.mocked(isShown).mockReturnValue(true);
  expect(await ask(wrong)).toBe(wrong);
  expect(setTrouble).not.toHaveBeenCalled();
});

test("a list opened from another page is requested only once, even if that fails", async () => {
  vi.mocked(isShown).mockReturnValue(false);
  expect(await ask(broken)).toBe(broken);
});

const next = new URL("http://index.example/2tc?offset=20");
const signal = new AbortController().signal;

test("a prefetched page answers one request only", async () => {
  vi.mocked(isShown).mockReturnValue(true);
  const server = vi.fn(async () => fine);
  wantAhead("/2tc?offset=20");
  await askForList(next, signal, server);
  expect(await askForList(next, signal, server)).toBe(fine);
  expect(server).toHaveBeenCalledTimes(1);
  await askForList(next, signal, server);
  expect(server).toHaveBeenCalledTimes(2);
});

test("a prefetch that failed or is a minute old is silently requested again", async () => {
  vi.mocked(isShown).mockReturnValue(true);
  for (const first of [async () => broken, () => Promise.reject(new TypeError("lost"))]) {
    wantAhead("/2tc?offset=20");
    await askForList(next, signal, first);
    expect(await askForList(next, signal, async () => fine)).toBe(fine);
  }
  wantAhead("/2tc?offset=20");
  await askForList(next, signal, async () => wrong);
  vi.advanceTimersByTime(60_000);
  expect(await askForList(next, signal, async () => fine)).toBe(fine);
  expect(setTrouble).not.toHaveBeenCalled();
});
