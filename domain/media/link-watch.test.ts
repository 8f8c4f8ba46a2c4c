import { expect, test } from "vitest";
import type { LinkAnswer } from "./link-hosts.ts";
import { daysUntilFirst, type LinkStanding, standingAfter } from "./link-watch.ts";

const HOUR = 60 * 60 * 1_000;
const BEGUN = Date.UTC(2026, 0, 1);
const NEW: LinkStanding = { state: "never", since: "2025-12-31", firstFailedAt: null, failedTimes: 0 };
const GONE: LinkAnswer = { is: "gone" };
const ALIVE: LinkAnswer = { is: "alive", title: null, channel: null, length: null, day: null };
const unclear = (why: string): LinkAnswer => ({ is: "unclear", why });

/** Answers a link at hours since the beginning, and returns its states. */
function told(answers: readonly (readonly [hours: number, answer: LinkAnswer])[], isBelieved = true) {
  let standing: LinkStanding & { dueAt?: string } = NEW;
  return answers.map(([hours, answer]) => {
    standing = standingAfter(standing, answer, {
      at: new Date(BEGUN + hours * HOUR),
      endsOn: null,
      isBelieved,
    });
    const due = (Date.parse(standing.dueAt ?? "") - BEGUN) / HOUR - hours;
    return `${standing.state} ${standing.failedTimes}, again after ${due}`;
  });
}

test("a link is gone after three failures of which the first and the last are 48 hours apart", () => {
  const [first, second] = ["failing 1, again after 24", "failing 2, again after 24"];
  expect(
    told([
      [0, GONE],
      [24, GONE],
      [48, GONE],
    ]),
  ).toEqual([first, second, "gone 3, again after 168"]);
  expect(
    told([
      [0, GONE],
      [48, GONE],
    ])[1],
  ).toBe(second);
  const early = told([
    [0, GONE],
    [1, GONE],
    [47.5, GONE],
    [72, GONE],
  ]);
  expect(early[2]).toBe("failing 3, again after 24");
  expect(early[3]).toBe("gone 4, again after 168");
});

const BETWEEN: readonly (readonly [string, LinkAnswer])[] = [
  ["there", ALIVE],
  ...["401", "403", "refused", "server-error", "timeout", "unreadable"].map(
    (why): readonly [string, LinkAnswer] => [why, unclear(why)],
  ),
];

test.each(BETWEEN)("what is %s between them begins anew", (_, answer) => {
  const states = told([
    [0, GONE],
    [24, GONE],
    [36, answer],
    [48, GONE],
    [72, GONE],
    [96, GONE],
  ]);
  expect(states.slice(3)).toEqual([
    "failing 1, again after 24",
    "failing 2, again after 24",
    "gone 3, again after 168",
  ]);
});

test("what is gone stays so until it is there again; what cannot be told is asked about later", () => {
  const dead = [
    [0, GONE],
    [24, GONE],
    [48, GONE],
  ] as const;
  expect(told([...dead, [72, unclear("timeout")], [96, GONE], [120, ALIVE]]).slice(3)).toEqual([
    "gone 3, again after 24",
    "gone 3, again after 168",
    "alive 0, again after 720",
  ]);
  expect(
    told([
      [0, unclear("401")],
      [1, unclear("timeout")],
    ]),
  ).toEqual(["unknown 0, again after 720", "unknown 0, again after 24"]);
});

test("a host that calls everything gone is not believed", () => {
  expect(
    told(
      [
        [0, GONE],
        [24, GONE],
        [48, GONE],
        [72, GONE],
      ],
      false,
    ).at(-1),
  ).toBe("failing 4, again after 24");
});

test("failures of a clock that was ahead count nothing", () => {
  expect(
    told([
      [9_000, GONE],
      [9_024, GONE],
      [0, GONE],
    ]).at(-1),
  ).toBe("failing 1, again after 24");
});

test("one that ends by itself is asked about when its day is over", () => {
  const at = new Date(BEGUN);
  const after = standingAfter(NEW, ALIVE, { at, endsOn: "2026-01-03", isBelieved: true });
  expect(after).toMatchObject({ state: "ending", since: "2026-01-03", dueAt: "2026-01-04T00:00:00.000Z" });
});

test("the first questions about many links are spread over the month", () => {
  const days = Array.from({ length: 300 }, (_, at) => Math.floor(daysUntilFirst(`https://youtu.be/a${at}`)));
  expect(new Set(days).size).toBe(30);
});
