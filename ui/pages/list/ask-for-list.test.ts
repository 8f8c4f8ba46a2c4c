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

test("a page that says that the server failed is no answer to a list that is shown", async () => {
  vi.mocked(isShown).mockReturnValue(true);
  expect(await ask(broken)).toBe(fine);
  expect(vi.mocked(setTrouble).mock.calls).toEqual([["The index cannot be read."]]);
});

test("a page that says what is wrong with the question is its answer", async () => {
  vi.mocked(isShown).mockReturnValue(true);
  expect(await ask(wrong)).toBe(wrong);
  expect(setTrouble).not.toHaveBeenCalled();
});

test("a list on the way from another page is asked for once", async () => {
  vi.mocked(isShown).mockReturnValue(false);
  expect(await ask(broken)).toBe(broken);
});

const next = new URL("http://index.example/2tc?offset=20");
const signal = new AbortController().signal;

test("what was asked for ahead is the answer when it is turned to, once", async () => {
  vi.mocked(isShown).mockReturnValue(true);
  const server = vi.fn(async () => fine);
  wantAhead("/2tc?offset=20");
  await askForList(next, signal, server);
  expect(await askForList(next, signal, server)).toBe(fine);
  expect(server).toHaveBeenCalledTimes(1);
  await askForList(next, signal, server);
  expect(server).toHaveBeenCalledTimes(2);
});

test("what was asked for ahead and failed, or is a minute old, is asked again, and nothing is said of it", async () => {
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
