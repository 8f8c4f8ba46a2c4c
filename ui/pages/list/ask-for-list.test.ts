import { beforeEach, expect, test, vi } from "vitest";
import { askForList } from "./ask-for-list.ts";
import type { ListPageData } from "./load.server.ts";
import { isShown, setTrouble } from "./trouble.ts";

vi.mock("./trouble.ts", () => ({ isShown: vi.fn(), setTrouble: vi.fn() }));

const page = (status: number, error: string | null): Pick<ListPageData, "content"> => ({
  content: { view: "table", status, error, table: null },
});
const broken = page(503, "The index cannot be read.");
const wrong = page(400, 'The parameter "offset" is no number.');
const fine = page(200, null);

/** What comes of asking for a list where the server's first answer is this one. */
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
